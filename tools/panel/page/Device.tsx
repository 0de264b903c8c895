import { Screen } from './Screen.tsx';
import type { DeviceView, PanelState, Shown } from './state.ts';

const VOLUME_MAX = 5;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'back', '0', 'ok'] as const;
export type Key = (typeof keys)[number];

const legends: Readonly<Record<string, string>> = { back: '⌫', ok: 'OK' };
const letters: Readonly<Record<string, string>> = {
  2: 'ABC',
  3: 'DEF',
  4: 'GHI',
  5: 'JKL',
  6: 'MNO',
  7: 'PQRS',
  8: 'TUV',
  9: 'WXYZ',
};

function Keypad({ onKey, disabled }: { onKey: (key: Key) => void; disabled: boolean }) {
  return (
    <fieldset className="keypad" aria-label="Keypad" disabled={disabled}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={`key key-${key}`}
          aria-label={key === 'back' ? 'Delete the last digit' : undefined}
          onClick={() => onKey(key)}
        >
          {legends[key] ?? key}
          <small aria-hidden="true">{letters[key] ?? ''}</small>
        </button>
      ))}
    </fieldset>
  );
}

/** The reader's field, and its light: blue while it waits, green for somebody, red for nobody. */
function Reader({ light }: { light: string }) {
  return (
    <div className={`reader reader-${light}`} aria-hidden="true">
      <svg viewBox="0 0 48 32" aria-hidden="true">
        <rect x="4" y="7" width="24" height="18" rx="3" />
        <path d="M4 13h24M33 11a7 7 0 0 1 0 10M37.5 8a12 12 0 0 1 0 16" />
      </svg>
    </div>
  );
}

/** How loud it is, in as many bars as there are steps, and what it plays. */
function Speaker({ sound }: { sound: DeviceView | undefined }) {
  const { volume, playing } = sound?.state ?? {};
  if (typeof volume !== 'number') return null;
  const offline = sound?.faults['offline'] === true;
  const says = offline ? 'does not answer' : volume === 0 ? 'silent' : `volume ${volume} of ${VOLUME_MAX}`;
  return (
    <div
      className="speaker"
      role="img"
      aria-label={`Loudspeaker: ${says}${playing ? `, plays ${String(playing)}` : ''}`}
    >
      {Array.from({ length: VOLUME_MAX }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move.
        <i key={step} className={!offline && step < volume ? 'bar bar-on' : 'bar'} />
      ))}
      <span>{playing ? String(playing) : says}</span>
    </div>
  );
}

const darkText = (asleep: boolean): string =>
  asleep ? 'The display is off to save power; a card or a key wakes it.' : 'The display is dark.';

interface DeviceProps {
  state: PanelState;
  pin: string;
  result: Shown | undefined;
  onKey: (key: Key) => void;
}

function lightOf(state: PanelState, result: Shown | undefined): string {
  if (!state.connected) return 'off';
  if (result === undefined) return 'wait';
  return result.user === null ? 'no' : 'yes';
}

export function Device({ state, pin, result, onKey }: DeviceProps) {
  const { connected, display, clockAhead, restarting } = state;
  const asleep = display?.asleep === true && result === undefined;
  const lit = connected && display?.on === true && !(asleep && display.style.saving === 'off');
  const locked = display?.style.locked === true;
  return (
    <section className="device" aria-label="Terminal">
      <div className="bezel">
        <div className="camera" aria-hidden="true" />
        {lit ? (
          <Screen display={display} clockAhead={clockAhead} pin={pin} result={result} />
        ) : (
          <div className="screen screen-dark" role="status">
            {connected ? darkText(asleep) : restarting ? 'Restarting …' : 'The terminal is off.'}
          </div>
        )}
      </div>
      <Keypad onKey={onKey} disabled={!connected || locked} />
      <Speaker sound={state.devices.find(({ name }) => name === 'sound')} />
      <Reader light={lightOf(state, result)} />
    </section>
  );
}
