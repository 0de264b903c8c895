import type { ReactNode } from 'react';
import { Screen } from './Screen.tsx';
import { StatusKeys } from './StatusKeys.tsx';
import type { DeviceView, PanelState, Shown } from './state.ts';

const VOLUME_MAX = 5;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'back', '0', 'ok', 'menu'] as const;
export type Key = (typeof keys)[number];

const legends: Readonly<Record<string, string>> = { back: '⌫', ok: 'OK', menu: 'MENU' };
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

/** A locked keypad keeps its key MENU. */
function Keypad({ onKey, disabled, locked }: { onKey: (key: Key) => void; disabled: boolean; locked: boolean }) {
  return (
    <fieldset className="keypad" aria-label="Keypad" disabled={disabled}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={`key key-${key}`}
          disabled={locked && key !== 'menu'}
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

/** Something that a person can present: its place, its name, and its drawing. */
const targets = [
  ['reader', 'the card reader', 'M4 10h24v14H4zM4 15h24M33 11a8 8 0 0 1 0 12M37.5 8a13 13 0 0 1 0 18'],
  [
    'sensor',
    'the fingerprint sensor',
    'M16 27c-1-8 0-15 8-15s9 7 8 15M20 28c-1-8 0-12 4-12s5 5 4 12M24 19c1 4 1 7 0 10M13 20c0-8 4-13 11-13s11 5 11 13',
  ],
] as const;

export type Target = 'reader' | 'sensor' | 'eye';

interface TargetProps {
  name: Target;
  label: string;
  /** Undefined while nobody can present it. */
  onShow: ((target: Target) => void) | undefined;
  onDropped: (target: Target) => void;
  className: string;
  children?: ReactNode;
}

/** A place of the terminal that accepts something from a person: tapped, or by drag and drop. Not `disabled`, which would accept no drop. */
function TargetButton({ name, label, onShow, onDropped, className, children }: TargetProps) {
  return (
    <button
      type="button"
      className={className}
      aria-disabled={onShow === undefined}
      aria-label={label}
      onClick={() => onShow?.(name)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropped(name);
      }}
    >
      {children}
    </button>
  );
}

/** The volume as bars, and the sound being played. */
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

const unfitted = ({ state }: DeviceView): boolean => state['fitted'] === false;

interface DeviceProps {
  state: PanelState;
  pin: string;
  result: Shown | undefined;
  onKey: (key: Key) => void;
  /** A key beside the screen that selects the status of the next punch. */
  onStatus: (status: string) => void;
  /** Whether the person at the terminal has the credential for it. */
  shows: (target: Target) => boolean;
  onShow: (target: Target) => void;
  /** A person must stand before the camera. */
  onLook: () => void;
}

function lightOf(state: PanelState, result: Shown | undefined): string {
  if (!state.connected) return 'off';
  if (result === undefined) return 'wait';
  return result.granted ? 'yes' : result.asked.length > 0 ? 'wait' : 'no';
}

export function Device({ state, pin, result, onKey, onStatus, shows, onShow, onLook }: DeviceProps) {
  const { connected, display, menu, clockAhead, restarting } = state;
  const asleep = display?.asleep === true && result === undefined;
  const lit = connected && display?.on === true && !(asleep && display.style.saving === 'off');
  const has = (name: string): boolean => state.devices.some((device) => device.name === name && !unfitted(device));
  const shower = (target: Target) => (connected && shows(target) ? onShow : undefined);
  const locked = display?.style.locked === true && menu.page === 'closed';
  return (
    <section className="device" aria-label="Terminal">
      <div className="front">
        <StatusKeys display={lit ? display : undefined} side="start" disabled={!connected} onStatus={onStatus} />
        <div className="bezel">
          <div className="eyes">
            {has('face') ? (
              <button
                type="button"
                className="camera camera-live"
                disabled={!connected}
                aria-label="Look into the camera"
                onClick={onLook}
              />
            ) : (
              <i className="camera" aria-hidden="true" />
            )}
            {has('iris') && (
              <TargetButton
                name="eye"
                label="Look into the eye reader"
                className="eye"
                onShow={shower('eye')}
                onDropped={onShow}
              />
            )}
          </div>
          {lit ? (
            <Screen
              display={display}
              menu={menu}
              clockAhead={clockAhead}
              pin={pin}
              result={result}
              photo={state.photo}
            />
          ) : (
            <div className="screen screen-dark" role="status">
              {connected ? darkText(asleep) : restarting ? 'Restarting …' : 'The terminal is off.'}
            </div>
          )}
        </div>
        <StatusKeys display={lit ? display : undefined} side="end" disabled={!connected} onStatus={onStatus} />
      </div>
      <Keypad onKey={onKey} disabled={!connected} locked={locked} />
      <Speaker sound={state.devices.find(({ name }) => name === 'sound')} />
      <div className={`targets light-${lightOf(state, result)}`}>
        {targets
          .filter(([name]) => name === 'reader' || has('finger'))
          .map(([name, what, path]) => (
            <TargetButton
              key={name}
              name={name}
              label={name === 'reader' ? `Hold the card to ${what}` : `Lay a finger on ${what}`}
              className={`target target-${name}`}
              onShow={shower(name)}
              onDropped={onShow}
            >
              <svg viewBox="0 0 48 34" aria-hidden="true">
                <path d={path} />
              </svg>
            </TargetButton>
          ))}
      </div>
    </section>
  );
}
