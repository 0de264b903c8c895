import { useCallback, useEffect, useRef, useState } from 'react';
import type { Command } from '../protocol.ts';
import { Cards } from './Cards.tsx';
import { Device, type Key } from './Device.tsx';
import { Door } from './Door.tsx';
import { Events } from './Events.tsx';
import { useResult } from './Screen.tsx';
import { typed } from './state.ts';
import { perform, useTerminal } from './terminal.ts';
import { World } from './World.tsx';

/** The key of the keypad that a key of the keyboard stands for. */
function keyFor(event: KeyboardEvent): Key | undefined {
  const target = event.target;
  if (target instanceof Element && target.closest('input, button') !== null && !/^\d$/.test(event.key))
    return undefined;
  if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (/^\d$/.test(event.key)) return event.key as Key;
  if (event.key === 'Enter') return 'ok';
  return event.key === 'Backspace' ? 'back' : undefined;
}

function useKeyboard(onKey: (key: Key) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const key = keyFor(event);
      if (key !== undefined) latest.current(key);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

export function App() {
  const state = useTerminal();
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState('');
  const result = useResult(state.accesses[0]);

  const run = useCallback(async (command: Command) => {
    const answer = await perform(command);
    setRefusal(answer.ok ? '' : answer.error);
  }, []);
  const press = (key: Key): void => {
    if (!state.connected) return;
    if (key === 'ok' && pin !== '') void run({ do: 'pin', digits: pin });
    setPin(typed(pin, key));
  };
  useKeyboard(press);

  return (
    <main>
      <h1>Terminal panel</h1>
      <div className="wall">
        <Device state={state} pin={pin} result={result} onKey={press} />
        <Door />
      </div>
      <aside>
        <Cards disabled={!state.connected} onCard={(number) => void run({ do: 'card', number })} />
        <p className="refusal" role="alert">
          {refusal}
        </p>
        <Events accesses={state.accesses} />
      </aside>
      <World devices={state.devices} disabled={!state.connected} onCommand={(command) => void run(command)} />
    </main>
  );
}
