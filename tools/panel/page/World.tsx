import type { Command, DeviceState } from '../protocol.ts';
import { deviceTitle, factsOf, faultWord } from './devices.ts';
import { Slips } from './Slips.tsx';
import type { DeviceView } from './state.ts';
import { Networks, Phones } from './WorldTools.tsx';

interface WorldProps {
  devices: readonly DeviceView[];
  disabled: boolean;
  onCommand: (command: Command) => void;
}

const passes = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const;

/** What is around the terminal: how each device is, what can be wrong with it, and time that passes. */
export function World({ devices, disabled, onCommand }: WorldProps) {
  return (
    <section className="world" aria-labelledby="world">
      <header className="world-head">
        <h2 id="world">The world around it</h2>
        <div className="passes">
          <span id="passes">Let time pass</span>
          {passes.map(([label, advanceMs]) => (
            <button
              key={label}
              type="button"
              aria-describedby="passes"
              disabled={disabled}
              onClick={() => onCommand({ do: 'clock', advanceMs })}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      <div className="devices">
        {devices.map((device) => (
          <Card key={device.name} device={device} disabled={disabled} onCommand={onCommand} />
        ))}
      </div>
    </section>
  );
}

interface CardProps {
  device: DeviceView;
  disabled: boolean;
  onCommand: (command: Command) => void;
}

function Card({ device, disabled, onCommand }: CardProps) {
  const { name, state, faults } = device;
  const broken = Object.values(faults).some((on) => on);
  return (
    <section className={broken ? 'world-card world-broken' : 'world-card'} aria-label={deviceTitle(name)}>
      <h3>{deviceTitle(name)}</h3>
      <Facts state={state} />
      {name === 'wifi' && <Networks state={state} disabled={disabled} onCommand={onCommand} />}
      {name === 'bluetooth' && <Phones disabled={disabled} onCommand={onCommand} />}
      {name === 'printer' && <Slips state={state} />}
      <ul className="faults" aria-label={`Faults of ${deviceTitle(name)}`}>
        {Object.entries(faults).map(([kind, on]) => (
          <li key={kind}>
            <label>
              <input
                type="checkbox"
                role="switch"
                checked={on}
                aria-checked={on}
                disabled={disabled}
                onChange={() => onCommand({ do: 'fault', device: name, kind, on: !on })}
              />
              {faultWord(kind)}
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ state }: { state: DeviceState }) {
  const facts = factsOf(state);
  if (facts.length === 0) return null;
  return (
    <dl className="world-facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
