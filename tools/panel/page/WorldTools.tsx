import { useState } from 'react';
import type { Command, DeviceState } from '../protocol.ts';

interface ToolProps {
  disabled: boolean;
  onCommand: (command: Command) => void;
}

/** Networks by their names; those that were taken away can come back. */
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

/** Phones that may ask for authorization; each time another. */
export function Phones({ disabled, onCommand }: ToolProps) {
  const [asked, setAsked] = useState(0);
  const ask = (): void => {
    const tail = (asked % 256).toString(16).toUpperCase().padStart(2, '0');
    const phone = { mac: `5C:E9:1E:70:00:${tail}`, model: 'Phone', machine: 100 + asked, route1: 1, route2: 0 };
    setAsked(asked + 1);
    onCommand({ do: 'bluetooth', ask: phone });
  };
  return (
    <button type="button" className="world-button" disabled={disabled} onClick={ask}>
      A phone asks for authorization
    </button>
  );
}
