import type { Command, DeviceState } from '../protocol.ts';
import { deviceTitle, factsOf, faultWord, groupOf, groups, summaryOf } from './devices.ts';
import { Slips } from './Slips.tsx';
import type { DeviceView } from './state.ts';
import { Askers, Networks, Phones } from './WorldTools.tsx';

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

export function Passes({ disabled, onCommand }: Omit<WorldProps, 'devices'>) {
  return (
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
  );
}

/** The devices in and around the terminal. Each shows its state in a word, and can be expanded. */
export function World({ devices, disabled, onCommand }: WorldProps) {
  return (
    <section className="world" aria-labelledby="world">
      <h2 id="world">Devices</h2>
      <div className="world-groups">
        {groups.map((group) => {
          const members = devices.filter(({ name }) => groupOf(name) === group);
          return (
            members.length > 0 && (
              <section key={group} className="world-group" aria-label={group}>
                <h3>{group}</h3>
                {members.map((device) => (
                  <Drawer key={device.name} device={device} disabled={disabled} onCommand={onCommand} />
                ))}
              </section>
            )
          );
        })}
      </div>
    </section>
  );
}

interface DrawerProps {
  device: DeviceView;
  disabled: boolean;
  onCommand: (command: Command) => void;
}

function Drawer({ device, disabled, onCommand }: DrawerProps) {
  const { name, state, faults } = device;
  const broken = Object.entries(faults).filter(([, on]) => on);
  const says = broken.length > 0 ? broken.map(([kind]) => faultWord(kind)).join(', ') : summaryOf(name, state);
  return (
    <details className={broken.length > 0 ? 'drawer drawer-broken' : 'drawer'}>
      <summary>
        <i className="drawer-light" aria-hidden="true" />
        <span className="drawer-title">{deviceTitle(name)}</span>
        <span className="drawer-says">
          <bdi>{says}</bdi>
        </span>
      </summary>
      <section className="drawer-body" aria-label={deviceTitle(name)}>
        <Facts state={state} />
        {name === 'wifi' && <Networks state={state} disabled={disabled} onCommand={onCommand} />}
        {name === 'wiegand' && <Askers link={name} state={state} disabled={disabled} onCommand={onCommand} />}
        {name === 'bluetooth' && <Phones state={state} disabled={disabled} onCommand={onCommand} />}
        {name === 'printer' && <Slips state={state} />}
        <Faults device={device} disabled={disabled} onCommand={onCommand} />
      </section>
    </details>
  );
}

function Faults({ device: { name, faults }, disabled, onCommand }: DrawerProps) {
  if (Object.keys(faults).length === 0) return null;
  return (
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
