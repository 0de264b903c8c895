import type { DeviceState } from '../protocol.ts';

/** Readable receipts of the state, newest first, as reported. */
export function slipsOf(state: DeviceState): string[][] {
  const { slips } = state;
  if (!Array.isArray(slips)) return [];
  return slips.flatMap((slip: unknown) => (Array.isArray(slip) ? [slip.map(String)] : []));
}

/** The printed receipts. */
export function Slips({ state }: { state: DeviceState }) {
  const [last, ...earlier] = slipsOf(state);
  if (last === undefined) return null;
  return (
    <div className="slips">
      <Slip lines={last} />
      {earlier.length > 0 && (
        <details>
          <summary>Earlier slips ({earlier.length})</summary>
          {earlier.map((lines, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two slips may be alike, and none moves among the others.
            <Slip key={index} lines={lines} />
          ))}
        </details>
      )}
    </div>
  );
}

function Slip({ lines }: { lines: readonly string[] }) {
  return <pre className="slip">{lines.join('\n')}</pre>;
}
