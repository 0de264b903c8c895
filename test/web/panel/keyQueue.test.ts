// Keys of the panel's keypad that are pressed before the menu has said what came of the one before.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyQueue } from '../../../tools/panel/page/keyQueue.ts';
import { initialState } from '../../../tools/panel/page/state.ts';
import type { Command, Menu } from '../../../tools/panel/protocol.ts';

const closed: Menu = initialState.menu;
const entries: Menu = { ...closed, page: 'entries', entries: [{ key: '2', what: 'enrol' }] };
const asking: Menu = { ...closed, page: 'enrolUser' };

let menu: Menu;
let sent: Command[];
let shown: string;
let queue: KeyQueue;

beforeEach(() => {
  vi.useFakeTimers();
  menu = closed;
  sent = [];
  shown = '';
  queue = new KeyQueue({
    menu: () => menu,
    send: async (command) => {
      sent.push(command);
    },
    show: (pin) => {
      shown = pin;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const press = (...keys: Parameters<KeyQueue['press']>[0][]): void => {
  for (const key of keys) queue.press(key);
};
async function says(next: Menu): Promise<void> {
  menu = next;
  queue.menuSaid();
  await vi.advanceTimersByTimeAsync(0);
}

test('a code is typed, and sent with OK', async () => {
  press('4', '1', '7', 'back', 'ok');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ do: 'pin', digits: '41' }]);
  expect(shown).toBe('');
});

test('figures behind one that chooses an entry wait until the menu says what they are for', async () => {
  menu = entries;
  press('2', '4', '1', 'ok');
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([{ do: 'pin', digits: '2' }]);
  await says(asking);
  expect(sent).toEqual([
    { do: 'pin', digits: '2' },
    { do: 'pin', digits: '41' },
  ]);
});

test('the menu opens before what is typed behind its key', async () => {
  press('menu', '8', 'ok');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ do: 'key', key: 'menu' }]);
  await says({ ...closed, page: 'id' });
  expect(sent).toEqual([
    { do: 'key', key: 'menu' },
    { do: 'pin', digits: '8' },
  ]);
});

test('a key that gets no answer holds up those behind it for ten seconds', async () => {
  menu = entries;
  press('9', '2');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
});

test('nor is anything taken while the menu works', async () => {
  menu = { ...closed, page: 'code' };
  press('4', 'ok', '2');
  await vi.advanceTimersByTimeAsync(0);
  await says({ ...closed, page: 'working' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ do: 'pin', digits: '4' }]);
  await says(entries);
  expect(sent).toEqual([
    { do: 'pin', digits: '4' },
    { do: 'pin', digits: '2' },
  ]);
});
