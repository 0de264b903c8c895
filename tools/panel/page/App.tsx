import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Command, Menu } from '../protocol.ts';
import { Cards } from './Cards.tsx';
import { Device, type Key, type Target } from './Device.tsx';
import { Door } from './Door.tsx';
import { doorOf } from './door.ts';
import { Events } from './Events.tsx';
import { FaceDialog } from './FaceDialog.tsx';
import { cardCommand, fingerCommand, irisCommand, stranger, type Touch, type Visitor } from './hands.ts';
import { KeyQueue } from './keyQueue.ts';
import { People, usePeople } from './People.tsx';
import { Rush } from './Rush.tsx';
import { useResult } from './Screen.tsx';
import { TimeLine } from './TimeLine.tsx';
import { perform, showFace, useTerminal } from './terminal.ts';
import { Passes, World } from './World.tsx';

/** The key of the keypad for a key of the keyboard. */
function keyFor(event: KeyboardEvent): Key | undefined {
  const target = event.target;
  if (target instanceof Element && target.closest('input, button') !== null && !/^\d$/.test(event.key))
    return undefined;
  if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (/^\d$/.test(event.key)) return event.key as Key;
  if (event.key === 'Enter') return 'ok';
  if (event.key === 'm') return 'menu';
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

/** Handles the keys; `send` and `show` must not change. */
function useKeypad(menu: Menu, send: (command: Command) => Promise<void>, show: (pin: string) => void): KeyQueue {
  const latest = useRef(menu);
  const queue = useRef<KeyQueue | undefined>(undefined);
  queue.current ??= new KeyQueue({ menu: () => latest.current, send, show });
  const { current } = queue;
  useLayoutEffect(() => {
    latest.current = menu;
    current.menuSaid();
  }, [menu, current]);
  return current;
}

/** The person at the terminal, with card, finger and face. */
function useVisitor(people: readonly Visitor[]) {
  const [userid, setUserid] = useState<number | undefined>(undefined);
  const [finger, setFinger] = useState(1);
  const [touch, setTouch] = useState<Touch>('good');
  const visitor = userid === 0 ? stranger : people.find((one) => one.userid === userid);
  return { visitor, choose: setUserid, hand: { finger, touch, onFinger: setFinger, onTouch: setTouch } };
}

function commandOf(visitor: Visitor, target: Target, hand: { finger: number; touch: Touch }): Command | undefined {
  if (target === 'reader') return cardCommand(visitor);
  if (target === 'sensor') return fingerCommand(visitor, hand.finger, hand.touch);
  return irisCommand(visitor, 0);
}

export function App() {
  const state = useTerminal();
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState('');
  const [search, setSearch] = useState('');
  const [looking, setLooking] = useState(false);
  const people = usePeople(search);
  const { visitor, choose, hand } = useVisitor(people);
  const result = useResult(state.accesses[0]);
  const door = doorOf(state.devices.find(({ name }) => name === 'door')?.state);
  const off = !state.connected;

  const run = useCallback(async (command: Command) => {
    const answer = await perform(command);
    setRefusal(answer.ok ? '' : answer.error);
  }, []);
  const keypad = useKeypad(state.menu, run, setPin);
  const press = (key: Key): void => {
    if (!off) keypad.press(key);
  };
  useKeyboard(press);
  const show = (target: Target): void => {
    const command = visitor === undefined ? undefined : commandOf(visitor, target, hand);
    if (command !== undefined) void run(command);
  };
  const arrive = (who: Visitor): void => {
    const command = cardCommand(who);
    if (command !== undefined)
      void run(command).then(() => setTimeout(() => void run({ do: 'door', push: true }), 400));
  };

  return (
    <main>
      <header className="top">
        <h1>Terminal panel</h1>
        <Passes disabled={off} onCommand={(command) => void run(command)} />
      </header>
      <People
        people={people}
        search={search}
        chosen={visitor}
        hand={hand}
        onSearch={setSearch}
        onChoose={({ userid }) => choose(userid)}
      />
      <div className="wall">
        <Device
          state={state}
          pin={pin}
          result={result}
          onKey={press}
          onStatus={(status) => void run({ do: 'key', key: 'status', status })}
          shows={(target) => visitor !== undefined && commandOf(visitor, target, hand) !== undefined}
          onShow={show}
          onLook={() => setLooking(true)}
        />
        <Door door={door} disabled={off} onCommand={(command) => void run(command)} />
      </div>
      <aside>
        <Cards disabled={off} onCard={(number) => void run({ do: 'card', number })} />
        <Rush disabled={off} onArrive={arrive} />
        <p className="refusal" role="alert">
          {refusal}
        </p>
        <Events accesses={state.accesses} />
      </aside>
      {looking && (
        <FaceDialog
          onPicture={(picture) => {
            setLooking(false);
            void showFace(picture).then((said) => setRefusal(said.ok ? '' : said.error));
          }}
          onClose={() => setLooking(false)}
        />
      )}
      <TimeLine marks={state.line.marks} />
      <World devices={state.devices} disabled={off} onCommand={(command) => void run(command)} />
    </main>
  );
}
