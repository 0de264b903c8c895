import type { CSSProperties } from 'react';
import { t } from '../../../lib/i18n.ts';

export interface SlipProps {
  /** undefined until the terminal has answered. */
  lines: readonly string[] | undefined;
  columns: number | undefined;
}

/** A receipt: monospaced columns from the left, as printed. */
export function Slip({ lines, columns = 32 }: SlipProps) {
  return (
    <div className="slip-desk">
      <div
        className="slip"
        role="img"
        aria-label={t('print.previewOf', { text: lines?.map((line) => line.trim()).join(', ') ?? '' })}
        style={{ '--columns': columns } as CSSProperties}
        dir="ltr"
      >
        {lines?.length === 0 && <p className="slip-empty">{t('print.empty')}</p>}
        {lines?.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
          <SlipLine key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

/** Leading spaces position a text from the left, also if it is read from the right. */
function SlipLine({ line }: { line: string }) {
  const text = line.trimStart();
  return (
    <p className="slip-line">
      {line.slice(0, line.length - text.length)}
      <bdi>{text}</bdi>
    </p>
  );
}
