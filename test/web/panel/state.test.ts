import { describe, expect, it } from 'vitest';
import { deviceTitle, factsOf, faultWord } from '../../../tools/panel/page/devices.ts';
import { seedOf, stranger } from '../../../tools/panel/page/hands.ts';
import { rushOf } from '../../../tools/panel/page/rush.ts';
import { slipsOf } from '../../../tools/panel/page/Slips.tsx';
import { choosesEntry, closedMenu, initialState, next, pinMax, typed } from '../../../tools/panel/page/state.ts';
import { emptyLine, lineAfter, seenAt, windowMs } from '../../../tools/panel/page/timeline.ts';
import { dateText, localTime, secondsText, timeText } from '../../../tools/panel/page/times.ts';
import type { Display, PanelEvent, Style } from '../../../tools/panel/protocol.ts';

const style: Style = {
  order: 'ymd',
  separator: '-',
  hour24: true,
  saving: 'none',
  savingAfterS: 60,
  locked: false,
  offsetMin: 60,
  nextChangeS: null,
  nextOffsetMin: 0,
};
const shown: Display = {
  on: true,
  lines: [],
  language: 'en',
  initialPassword: null,
  clock: 0,
  asleep: false,
  status: 'IN',
  statusKeys: ['in'],
  statuses: ['IN'],
  console: null,
  wifiSsid: null,
  wifiKey: null,
  chosen: null,
  enrol: null,
  style,
};

const access = (credential: string, past?: true): PanelEvent => ({
  type: 'access',
  kind: 'card',
  credential,
  user: null,
  granted: false,
  asked: [],
  wait: 0,
  word: 'noAccess',
  time: 5,
  status: '',
  ...(past === undefined ? {} : { past }),
});

describe('what the page knows', () => {
  it('keeps accesses, newest first, and tells them apart', () => {
    const state = [access('a', true), access('b'), access('b')].reduce((s, event) => next(s, event, 0), initialState);
    expect(state.accesses.map(({ key, credential, past }) => [key, credential, past])).toEqual([
      [3, 'b', false],
      [2, 'b', false],
      [1, 'a', true],
    ]);
  });

  it('keeps at most fifty', () => {
    let state = initialState;
    for (let i = 0; i < 60; i += 1) state = next(state, access(String(i)), 0);
    expect(state.accesses).toHaveLength(50);
    expect(state.accesses[0]).toMatchObject({ credential: '59', key: 60 });
  });

  it('begins anew with a new stream', () => {
    expect(next(next(initialState, access('a'), 0), { type: 'opened' }, 0).accesses).toEqual([]);
  });

  it('knows by how much the terminal is ahead', () => {
    const display = { type: 'display', ...shown, clock: 9000 } as const;
    expect(next(initialState, display, 8000)).toMatchObject({ clockAhead: 1000, display });
  });

  it('shows a restart until the terminal is back', () => {
    const restarting = next(initialState, { type: 'restart' }, 0);
    expect(next(restarting, { type: 'link', connected: false }, 0)).toMatchObject({
      restarting: true,
      connected: false,
    });
    expect(next(restarting, { type: 'link', connected: true }, 0)).toMatchObject({
      restarting: false,
      connected: true,
    });
  });
});

describe('the devices', () => {
  const told = (events: PanelEvent[]) => events.reduce((s, event) => next(s, event, 0), initialState).devices;

  it('stand in the order they were named, each with what it said last', () => {
    expect(
      told([
        { type: 'faults', device: 'wifi', faults: { wrongKey: false } },
        { type: 'state', device: 'sound', state: { volume: 3 } },
        { type: 'state', device: 'wifi', state: { phase: 'off' } },
        { type: 'faults', device: 'wifi', faults: { wrongKey: true } },
      ]),
    ).toEqual([
      { name: 'wifi', state: { phase: 'off' }, faults: { wrongKey: true } },
      { name: 'sound', state: { volume: 3 }, faults: {} },
    ]);
  });

  it('are called by words, and one that is new by its own name', () => {
    expect([deviceTitle('wifi'), deviceTitle('doorSensor')]).toEqual(['Wi-Fi', 'Door sensor']);
    expect([faultWord('cableOut'), faultWord('stuckOpen')]).toEqual(['cable out', 'stuck open']);
    expect(factsOf({ linkUp: true, lease: 'bound', dns1: '', networks: [], temperature: 384 })).toEqual([
      { name: 'Link up', text: 'yes' },
      { name: 'Lease', text: 'bound' },
      { name: 'Temperature', text: '38.4 °C' },
    ]);
  });

  it('print slips, of which the newest is first', () => {
    expect(slipsOf({ slips: [['b', 'c'], ['a']] })).toEqual([['b', 'c'], ['a']]);
    expect([slipsOf({}), slipsOf({ slips: [5] })]).toEqual([[], []]);
  });
});

describe('a time on the display', () => {
  const at = (iso: string, changes: Partial<Style> = {}) => {
    const local = localTime(new Date(iso), { ...style, ...changes });
    const how = { ...style, ...changes };
    return [dateText(local, how), timeText(local, how), secondsText(local, how)].join(' ');
  };

  it('is written as it is set', () => {
    expect(at('2026-11-24T16:05:09Z')).toBe('2026-11-24 17:05 09');
    expect(at('2026-11-24T16:05:09Z', { order: 'dmy', separator: '.', hour24: false })).toBe('24.11.2026 5:05 09 PM');
    expect(at('2026-11-24T23:05:09Z', { order: 'mdy', separator: '/', hour24: false })).toBe('11/25/2026 12:05 09 AM');
  });

  it('changes with daylight saving', () => {
    const change = { nextChangeS: Date.parse('2026-03-29T01:00:00Z') / 1000, nextOffsetMin: 120 };
    expect(at('2026-03-29T00:59:59Z', change)).toBe('2026-03-29 01:59 59');
    expect(at('2026-03-29T01:00:00Z', change)).toBe('2026-03-29 03:00 00');
  });
});

describe("the administrator's menu", () => {
  const entries = [{ key: '1', what: 'endWaits' }];
  const menu = { type: 'menu', ...closedMenu, page: 'entries', entries } as const;

  it('stands until it is closed, or the terminal goes away', () => {
    const open = next(initialState, menu, 0);
    expect(open.menu.page).toBe('entries');
    expect(next(open, { ...menu, page: 'closed' }, 0).menu.page).toBe('closed');
    expect(next(open, { type: 'link', connected: false }, 0).menu.page).toBe('closed');
  });

  it('takes a figure at once where it offers entries, and nowhere else', () => {
    const asks = { ...menu, page: 'id', entries: [] } as const;
    expect([choosesEntry(menu, '1'), choosesEntry(menu, 'ok'), choosesEntry(asks, '1')]).toEqual([true, false, false]);
  });
});

describe('the keypad', () => {
  it('adds digits up to what the terminal takes', () => {
    expect(typed('12', '3')).toBe('123');
    expect(typed('1'.repeat(pinMax), '3')).toBe('1'.repeat(pinMax));
  });

  it('takes the last digit back, and is empty after OK', () => {
    expect(typed('12', 'back')).toBe('1');
    expect(typed('', 'back')).toBe('');
    expect(typed('12', 'ok')).toBe('');
  });
});

describe('the line of what happened', () => {
  const door = (state: Record<string, unknown>): PanelEvent => ({
    type: 'state',
    device: 'door',
    state: { relay: false, open: false, wiegand: '', wiegandSent: 0, ...state },
  });

  it('marks decisions, and nothing that happened before the page asked', () => {
    const { marks } = lineAfter(lineAfter(emptyLine, access('a', true), 5), access('b'), 6);
    expect(marks).toMatchObject([{ lane: 'decision', from: 6, to: 6, tone: 'no', text: 'unknown: refused' }]);
  });

  it('draws the relay and the leaf as bars from when they began to when they ended', () => {
    const on = lineAfter(emptyLine, door({ relay: true }), 10);
    expect(on.marks).toMatchObject([{ lane: 'relay', from: 10, to: undefined }]);
    expect(lineAfter(on, door({ relay: true, open: true }), 20).marks).toHaveLength(2);
    expect(lineAfter(on, door({}), 30).marks).toMatchObject([{ lane: 'relay', from: 10, to: 30 }]);
  });

  it('marks a frame when one more has gone out', () => {
    const before = lineAfter(emptyLine, door({ wiegandSent: 3 }), 10);
    expect(before.marks).toEqual([]);
    const after = lineAfter(before, door({ wiegandSent: 4, wiegand: '0101' }), 20);
    expect(after.marks).toMatchObject([{ lane: 'wiegand', text: '4 bits: 0101' }]);
  });

  it('shows the last minute, and what still lasts', () => {
    const { marks } = lineAfter(lineAfter(emptyLine, access('b'), 0), door({ relay: true }), 0);
    expect(seenAt(marks, windowMs - 1)).toHaveLength(2);
    expect(seenAt(marks, windowMs + 1)).toMatchObject([{ lane: 'relay' }]);
  });
});

describe('people', () => {
  const ana = { userid: 7, name: 'Ana', card: '5', fingers: [], face: false, irises: [] };

  it('have fingers of their own', () => {
    const seeds = [seedOf(ana, 0), seedOf(ana, 9), seedOf({ ...ana, userid: 8 }, 0), seedOf(stranger, 0)];
    expect(new Set(seeds).size).toBe(4);
    expect(seedOf({ ...ana, userid: 999_999_999 }, 9)).toBeLessThan(2 ** 31);
  });

  it('come in a rush hour, in order and within the time, now and then a stranger', () => {
    const arrivals = rushOf([ana, { ...ana, userid: 8, card: '' }], 10, 2, () => 0.5);
    expect(arrivals.map(({ visitor }) => visitor.userid)).toEqual(Array.from({ length: 10 }, () => 7));
    expect(arrivals.every(({ afterMs }, i) => afterMs > (arrivals[i - 1]?.afterMs ?? 0) && afterMs < 120_000)).toBe(
      true,
    );
    expect(rushOf([], 1, 1, () => 0.5)[0]?.visitor).toBe(stranger);
  });
});

describe('the photo of who was let in', () => {
  it('stands until somebody else is there', () => {
    const seen = next(initialState, { type: 'photo', userid: 7, jpeg: 'AA' }, 0);
    expect(seen.photo).toMatchObject({ userid: 7 });
    expect(next(seen, access('a'), 0).photo).toBeUndefined();
  });
});
