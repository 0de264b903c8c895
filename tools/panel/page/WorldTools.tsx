import { useState } from 'react';
import type { Command, DeviceState } from '../protocol.ts';

interface ToolProps {
  disabled: boolean;
  onCommand: (command: Command) => void;
}

/** Networks by their names; removed ones can be added again. */
export function Networks({ state, disabled, onCommand }: ToolProps & { state: DeviceState }) {
  const [gone, setGone] = useState<readonly DeviceState[]>([]);
  const there = listOf(state['networks']);
  const nameOf = (network: DeviceState): string => String(network['ssid'] ?? '');
  const names = [...new Set(there.map(nameOf))];
  const away = [...new Set(gone.map(nameOf))].filter((name) => !names.includes(name));
  const remove = (ssid: string): void => {
    setGone([...gone.filter((one) => nameOf(one) !== ssid), ...there.filter((one) => nameOf(one) === ssid)]);
    onCommand({ do: 'wifi', remove: ssid });
  };
  const bring = (ssid: string): void => {
    for (const network of gone.filter((one) => nameOf(one) === ssid)) onCommand({ do: 'wifi', network });
  };
  return (
    <details>
      <summary>Networks in reach ({names.length})</summary>
      <ul className="networks">
        {[...names, ...away].map((name) => {
          const here = names.includes(name);
          const key = there.find((one) => nameOf(one) === name)?.['key'];
          return (
            <li key={name} className={here ? undefined : 'network-gone'}>
              <bdi>{name}</bdi>
              {typeof key === 'string' && key !== '' && <code>{key}</code>}
              <button
                type="button"
                disabled={disabled}
                aria-label={here ? `Take ${name} away` : `Bring ${name} back`}
                onClick={() => (here ? remove(name) : bring(name))}
              >
                {here ? 'fades' : 'appears'}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function listOf(value: unknown): readonly DeviceState[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is DeviceState => typeof one === 'object' && one !== null);
}

const PHONES_KEPT = 3;

/** Phones that request authorization, each time another, and present a card at the door, like paired devices. */
export function Phones({ state, disabled, onCommand }: ToolProps & { state: DeviceState }) {
  const [asked, setAsked] = useState(0);
  const phoneOf = (which: number) => {
    const tail = (which % 256).toString(16).toUpperCase().padStart(2, '0');
    return { mac: `5C:E9:1E:70:00:${tail}`, model: 'Phone', machine: 100 + which, route1: 1, route2: 0 };
  };
  const ask = (): void => {
    setAsked(asked + 1);
    onCommand({ do: 'bluetooth', ask: phoneOf(asked) });
  };
  const last = Array.from({ length: Math.min(asked, PHONES_KEPT) }, (_, back) => phoneOf(asked - 1 - back));
  const paired = listOf(state['devices']).filter((device) => device['connected'] === true);
  return (
    <>
      <button type="button" className="world-button" disabled={disabled} onClick={ask}>
        A phone asks for authorization
      </button>
      <Askers link="bluetooth" state={{ devices: [...paired, ...last] }} disabled={disabled} onCommand={onCommand} />
    </>
  );
}

const nameOfDevice = ({ name, model, mac }: DeviceState): string =>
  [name, model, mac].map((part) => String(part ?? '')).filter((part) => part !== '')[0] ?? '';

interface AskersProps extends ToolProps {
  link: 'wiegand' | 'bluetooth';
  /** Includes the devices that can present a card. */
  state: DeviceState;
}

/** Devices on a link to which the card of this number is presented. */
export function Askers({ link, state, disabled, onCommand }: AskersProps) {
  const [number, setNumber] = useState('');
  const devices = listOf(state['devices']);
  if (devices.length === 0) return null;
  const show = ({ mac, model, machine, route1, route2 }: DeviceState): void =>
    onCommand({ do: link, show: { mac, number, model, machine, route1, route2 } });
  return (
    <div className="askers">
      <label>
        Card
        <input
          inputMode="numeric"
          maxLength={10}
          value={number}
          onInput={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
        />
      </label>
      <ul className="networks">
        {devices.map((device) => (
          <li key={String(device['mac'])}>
            <bdi>{nameOfDevice(device)}</bdi>
            <code>{String(device['mac'])}</code>
            <button
              type="button"
              disabled={disabled || number === ''}
              aria-label={`Show the card to ${nameOfDevice(device)} ${String(device['mac'])}`}
              onClick={() => show(device)}
            >
              asks
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
