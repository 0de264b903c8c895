// When whom: time zones, groups, period groups, what is in force and holidays, over the wire.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, type CallReply, type CallRequest, errorNamed } from '../harness/contract.ts';
import { type AuditRow, auditRows } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import type { WireReply } from '../harness/wire.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

/** The calls of docs/rules.md: before anything else was made. */
describe('docs/rules.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/rules.md'), 'utf8');
  const lines = document.split('```calls\n')[1]?.split('\n```')[0]?.split('\n') ?? [];

  test.each(lines)('%s', async (line) => {
    const [, call = '', request = '', answer = ''] = /^(\w+) (\{.*\}) -> (\w+)$/.exec(line) ?? [];
    const reply = await terminal.admin.attempt(call as CallName, JSON.parse(request));
    expect(reply.envelope.retvalue).toBe(answer === 'success' ? 0 : errorNamed(answer).code);
  });

  test('is read', () => {
    expect(lines.length).toBeGreaterThan(15);
  });
});

const never = [0, 0, 0, 0, 0, 0, 0];
const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);
const office = { number: 1, name: 'Office', start: week(480), end: week(1020) };

const zones = (number?: number): Promise<CallReply<'SetTimeIntervalInfo'>> =>
  terminal.admin.call('SetTimeIntervalInfo', number === undefined ? {} : { number });
const groups = (): Promise<CallReply<'SetGroupInfo'>> => terminal.admin.call('SetGroupInfo', {});
const periods = (): Promise<CallReply<'SetGroupTime'>> => terminal.admin.call('SetGroupTime', {});
const inForce = (): Promise<CallReply<'SetUniversalGroup'>> => terminal.admin.call('SetUniversalGroup', {});

/** Rows that `action` adds. */
async function rowsOf(action: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = auditRows(terminal.daemon).length;
  await action();
  return auditRows(terminal.daemon).slice(before);
}

describe('time zones', () => {
  test('none is there at first; one is defined, changed in parts, and told with its groups', async () => {
    expect(await zones()).toEqual({ zones: [], used: [] });
    const first = await terminal.admin.call('GetTimeIntervalInfo', office);
    expect(await zones()).toEqual({ zones: [{ ...office, revision: first.revision }], used: [] });
    const rows = await rowsOf(() => terminal.admin.call('GetTimeIntervalInfo', { number: 1, name: 'Day' }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ call: 'GetTimeIntervalInfo', object: 'time zone 1' });
    expect(rows[0]).toMatchObject({ before: { name: 'Office' }, after: { name: 'Day' } });
    expect((await zones(1)).zones[0]).toMatchObject({ ...office, name: 'Day' });
    expect(await zones(2)).toEqual({ zones: [], used: [] });
  });

  test('one that never holds stays defined; the same once more leaves no row', async () => {
    await terminal.admin.call('GetTimeIntervalInfo', { number: 32 });
    expect((await zones(32)).zones[0]).toMatchObject({ name: '', start: never, end: never });
    const [zone] = (await zones(32)).zones;
    const rows = await rowsOf(async () => {
      const saved = await terminal.admin.call('GetTimeIntervalInfo', { number: 32, name: '' });
      expect(saved.revision).toBe(zone?.revision);
    });
    expect(rows).toEqual([]);
  });

  test('who saw another state is told so, also when it was deleted and made again', async () => {
    const saved = await terminal.admin.call('GetTimeIntervalInfo', { number: 7, name: 'a' });
    const change = { number: 7, name: 'b', revision: saved.revision };
    await terminal.admin.call('GetTimeIntervalInfo', change);
    await terminal.admin.refuse('GetTimeIntervalInfo', change, 'changed_meanwhile', 'revision');
    await terminal.admin.call('delTimeInterval', { number: 7 });
    await terminal.admin.refuse('GetTimeIntervalInfo', change, 'changed_meanwhile', 'revision');
    await terminal.admin.call('GetTimeIntervalInfo', { number: 7, name: 'a', revision: 0 });
    await terminal.admin.refuse('GetTimeIntervalInfo', change, 'changed_meanwhile', 'revision');
    await terminal.admin.refuse('GetTimeIntervalInfo', { ...change, revision: 0 }, 'changed_meanwhile', 'revision');
  });

  test('one that groups have is deleted when it is sure, and they lose it', async () => {
    await terminal.admin.refuse('delTimeInterval', { number: 20 }, 'gone', 'number');
    await terminal.admin.call('GetTimeIntervalInfo', { number: 20 });
    await terminal.admin.call('GetGroupInfo', { number: 5, time1: 20, time2: 1, time4: 20 });
    await terminal.admin.call('GetGroupInfo', { number: 6, time3: 20 });
    expect((await zones()).used).toContainEqual({ number: 20, groups: [5, 6] });
    await terminal.admin.refuse('delTimeInterval', { number: 20 }, 'zone_in_use', 'number');
    expect((await zones(20)).zones).toHaveLength(1);
    const rows = await rowsOf(() => terminal.admin.call('delTimeInterval', { number: 20, sure: true }));
    expect(rows.map(({ object }) => object)).toEqual(['group 5', 'group 6', 'time zone 20']);
    expect(rows[0]).toMatchObject({ before: { time1: 20, time4: 20 }, after: { time1: 0, time4: 0 } });
    const five = (await groups()).groups.find(({ number }) => number === 5);
    expect(five).toMatchObject({ time1: 0, time2: 1, time3: 0, time4: 0 });
    for (const number of [5, 6]) await terminal.admin.call('delGroup', { number });
  });
});

describe('groups', () => {
  test('one is defined, and counts its users', async () => {
    await terminal.admin.call('GetGroupInfo', { number: 2, name: 'Staff', time1: 1 });
    await terminal.add({ userid: 1, group: 2 });
    await terminal.add({ userid: 2, group: 0 });
    const reply = await groups();
    expect(reply.groups).toMatchObject([{ number: 2, name: 'Staff', time1: 1, time2: 0 }]);
    expect(reply.uses).toHaveLength(17);
    expect(reply.uses.filter(({ users }) => users > 0)).toEqual([
      { number: 0, users: 1 },
      { number: 2, users: 1 },
    ]);
  });

  test('one gets no time zone that is not defined', async () => {
    for (const field of ['time1', 'time2', 'time3', 'time4'] as const) {
      await terminal.admin.refuse('GetGroupInfo', { number: 3, [field]: 31 }, 'zone_undefined', field);
    }
    expect((await groups()).groups.map(({ number }) => number)).toEqual([2]);
    const [staff] = (await groups()).groups;
    const stale = { number: 2, name: 'x', revision: (staff?.revision ?? 0) - 1 };
    await terminal.admin.refuse('GetGroupInfo', stale, 'changed_meanwhile', 'revision');
  });

  test('one that users are in is deleted when it is sure, with what is in force for it; they stay in it', async () => {
    const added = await terminal.admin.call('AddGroupTime', { name: 'Early', kind: 'working', periods: [] });
    await terminal.admin.call('GetUniversalGroup', { working: [{ group: 2, periodGroups: [added.number] }] });
    const { revision } = await inForce();
    await terminal.admin.refuse('delGroup', { number: 2 }, 'group_in_use', 'number');
    await terminal.admin.refuse('delGroup', { number: 9 }, 'gone', 'number');
    const rows = await rowsOf(() => terminal.admin.call('delGroup', { number: 2, sure: true }));
    expect(rows).toMatchObject([{ object: 'group 2', before: { name: 'Staff' }, after: null }]);
    expect((await groups()).groups).toEqual([]);
    expect((await groups()).uses[2]).toEqual({ number: 2, users: 1 });
    expect((await inForce()).working).toEqual([]);
    expect((await inForce()).revision).toBeGreaterThan(revision);
    await terminal.admin.call('DelSomeGroup', { numbers: [added.number] });
  });
});

const lunch = [
  { day: 1, start: 780, end: 1020 },
  { day: 1, start: 480, end: 720 },
];

describe('period groups', () => {
  test('one is added under the next number, and replaced; its intervals are kept sorted', async () => {
    const added = await terminal.admin.call('AddGroupTime', { name: 'Shift', kind: 'working', periods: lunch });
    expect(added).toMatchObject({ number: 1, merged: false, periods: [lunch[1], lunch[0]] });
    const change = { number: 1, name: 'Shift', kind: 'working', periods: [], revision: added.revision } as const;
    const changed = await terminal.admin.call('AddGroupTime', change);
    expect((await periods()).groups).toEqual([{ ...change, revision: changed.revision }]);
    await terminal.admin.refuse('AddGroupTime', change, 'changed_meanwhile', 'revision');
    const next = await terminal.admin.call('AddGroupTime', { number: 0, name: 'N', kind: 'alwaysOpen', periods: [] });
    expect(next.number).toBe(2);
  });

  test('intervals that overlap become one, and the reply says so', async () => {
    const request: CallRequest<'AddGroupTime'> = {
      number: 1,
      name: 'Shift',
      kind: 'working',
      periods: [
        { day: 3, start: 1320, end: 120 },
        { day: 3, start: 1200, end: 1380 },
        { day: 4, start: 9, end: 9 },
      ],
    };
    const kept = [{ day: 3, start: 1200, end: 120 }];
    expect(await terminal.admin.call('AddGroupTime', request)).toMatchObject({ merged: true, periods: kept });
    expect((await periods()).groups[0]?.periods).toEqual(kept);
  });

  test('there are 32', async () => {
    const one = { name: 'More', kind: 'alwaysClosed', periods: [] } as const;
    for (let number = 3; number <= 32; number++) {
      expect((await terminal.admin.call('AddGroupTime', one)).number).toBe(number);
    }
    await terminal.admin.refuse('AddGroupTime', one, 'capacity');
    await terminal.admin.call('AddGroupTime', { ...one, number: 32, name: 'Last' });
    const numbers = Array.from({ length: 28 }, (_, index) => index + 5);
    const rows = await rowsOf(() => terminal.admin.call('DelSomeGroup', { numbers }));
    expect(rows).toHaveLength(28);
    expect(await terminal.admin.call('DelSomeGroup', { numbers: [5, 6] })).toEqual({ deleted: 0 });
  });
});

describe('what is in force', () => {
  test('is told, changed in parts, and left a row of what differs', async () => {
    await terminal.admin.call('GetGroupInfo', { number: 2, name: 'Staff' });
    const rows = await rowsOf(() =>
      terminal.admin.call('GetUniversalGroup', {
        working: [{ group: 2, periodGroups: [1, 1] }],
        alwaysOpen: [2],
        alwaysClosed: [4, 3],
      }),
    );
    expect(rows).toMatchObject([{ object: 'periods in force', before: { door: [] }, after: { door: [2, 3, 4] } }]);
    const all = await inForce();
    expect(all).toMatchObject({ alwaysOpen: [2], alwaysClosed: [3, 4] });
    expect(all.working).toEqual([{ group: 2, periodGroups: [1] }]);
    await terminal.admin.call('GetUniversalGroup', { alwaysClosed: [3], revision: all.revision });
    expect(await inForce()).toMatchObject({ working: all.working, alwaysOpen: [2], alwaysClosed: [3] });
    const stale = { alwaysOpen: [], revision: all.revision };
    await terminal.admin.refuse('GetUniversalGroup', stale, 'changed_meanwhile', 'revision');
    expect(await rowsOf(() => terminal.admin.call('GetUniversalGroup', { alwaysClosed: [3] }))).toEqual([]);
  });

  test('is of the right kind and defined', async () => {
    const refuse = (
      request: CallRequest<'GetUniversalGroup'>,
      error: 'out_of_range' | 'period_undefined',
      at: string,
    ) => terminal.admin.refuse('GetUniversalGroup', request, error, at);
    await refuse({ alwaysOpen: [2, 3] }, 'out_of_range', 'alwaysOpen[1]');
    await refuse({ alwaysClosed: [3, 4, 1] }, 'out_of_range', 'alwaysClosed[2]');
    await refuse({ alwaysClosed: [30] }, 'period_undefined', 'alwaysClosed[0]');
    const empty = { group: 9, periodGroups: [] };
    const wrong = { working: [empty, { group: 2, periodGroups: [1, 2] }] };
    await refuse(wrong, 'out_of_range', 'working[1].periodGroups[1]');
    const nobody = { working: [{ group: 9, periodGroups: [1] }] };
    await terminal.admin.refuse('GetUniversalGroup', nobody, 'group_undefined', 'working[0].group');
    const twice = { working: [empty, empty] };
    await terminal.admin.refuse('GetUniversalGroup', twice, 'duplicate_key', 'working[1].group');
    expect(await inForce()).toMatchObject({ alwaysOpen: [2], alwaysClosed: [3] });
  });

  test('keeps its kind, and is deleted when it is sure', async () => {
    const other = { number: 3, name: 'More', kind: 'working', periods: [] } as const;
    await terminal.admin.refuse('AddGroupTime', other, 'period_in_use', 'kind');
    await terminal.admin.refuse('DelSomeGroup', { numbers: [4, 3] }, 'period_in_use', 'numbers[1]');
    expect((await periods()).groups.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const { revision } = await inForce();
    expect(await terminal.admin.call('DelSomeGroup', { numbers: [4, 3], sure: true })).toEqual({ deleted: 2 });
    expect(await inForce()).toMatchObject({ alwaysOpen: [2], alwaysClosed: [] });
    expect((await inForce()).revision).toBeGreaterThan(revision);
  });
});

describe('the body may be a JSON string', () => {
  const post = (call: CallName, text: string): Promise<WireReply> => terminal.admin.attempt(call, JSON.stringify(text));

  test('of AddGroupTime, DelSomeGroup and GetUniversalGroup', async () => {
    const group = JSON.stringify({
      name: 'Été «24/7»',
      kind: 'alwaysOpen',
      periods: [{ day: 0, start: 0, end: 1439 }],
    });
    const added = await post('AddGroupTime', group);
    expect(added.status).toBe(200);
    expect((await periods()).groups.find(({ name }) => name === 'Été «24/7»')).toMatchObject({ number: 3 });
    expect((await post('GetUniversalGroup', '{"alwaysOpen":[3]}')).status).toBe(200);
    expect((await inForce()).alwaysOpen).toEqual([3]);
    expect((await post('DelSomeGroup', '{"numbers":[3],"sure":true}')).status).toBe(200);
    expect((await inForce()).alwaysOpen).toEqual([]);
    expect((await post('addHoliday', '{}')).status).toBe(400);
  });
});

const eve = { name: 'Eve', from: '2026-12-24', to: '2026-12-26', yearly: true, plan: 'sunday' } as const;

describe('holidays', () => {
  test('one is added under the next number, and replaced', async () => {
    const added = await terminal.admin.call('addHoliday', eve);
    expect(added.number).toBe(1);
    expect((await periods()).holidays).toEqual([{ number: 1, ...eve, revision: added.revision }]);
    const rows = await rowsOf(() => terminal.admin.call('addHoliday', { ...eve, ...added, plan: 'none' }));
    expect(rows).toMatchObject([{ object: 'holiday 1', before: { plan: 'sunday' }, after: { plan: 'none' } }]);
    await terminal.admin.refuse('addHoliday', { ...eve, ...added }, 'changed_meanwhile', 'revision');
  });

  test('its days are there, in order, and 62 at most', async () => {
    await terminal.admin.refuse('addHoliday', { ...eve, from: '' }, 'missing_parameter', 'from');
    await terminal.admin.refuse('addHoliday', { ...eve, to: '' }, 'missing_parameter', 'to');
    await terminal.admin.refuse('addHoliday', { ...eve, to: '2026-12-23' }, 'out_of_range', 'to');
    await terminal.admin.refuse('addHoliday', { ...eve, to: '2027-02-24' }, 'out_of_range', 'to');
    await terminal.admin.call('addHoliday', { ...eve, number: 9, to: '2027-02-23' });
    await terminal.admin.call('addHoliday', { ...eve, number: 9, to: '2026-12-24' });
  });

  test('there are 64', async () => {
    for (let count = 3; count <= 64; count++) await terminal.admin.call('addHoliday', eve);
    await terminal.admin.refuse('addHoliday', eve, 'capacity');
    const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
    expect(await terminal.admin.call('delHoliday', { numbers })).toEqual({ deleted: 64 });
    expect(await terminal.admin.call('delHoliday', { numbers })).toEqual({ deleted: 0 });
    expect((await periods()).holidays).toEqual([]);
  });
});

describe('at the door', () => {
  /* The bench's clock is UTC; the whole of a day holds, and nothing of the others. */
  const wholeDay = (day: number): number[] => week(0).map((_, index) => (index === day ? 1439 : 0));

  async function granted(card: string): Promise<boolean> {
    const { accesses } = terminal.bench;
    const before = accesses.length;
    await terminal.bench.act({ do: 'card', number: card });
    return (await until('what the display says of the card', () => accesses[before])).granted;
  }

  test('people of a group come in within its hours, at once after a change and after a restart', async () => {
    await terminal.admin.call('GetTimeIntervalInfo', { number: 2, start: never, end: week(1439) });
    await terminal.admin.call('GetGroupInfo', { number: 4, time1: 2 });
    await terminal.add({ userid: 41, cardno: '4141', group: 4 });
    expect(await granted('4141')).toBe(true);
    const today = new Date((await terminal.bench.display()).clock).getUTCDay();
    await terminal.admin.call('GetTimeIntervalInfo', { number: 2, end: wholeDay((today + 3) % 7) });
    expect(await granted('4141')).toBe(false);
    await terminal.restart();
    expect(await granted('4141')).toBe(false);
    await terminal.admin.call('GetTimeIntervalInfo', { number: 2, end: wholeDay(today) });
    expect(await granted('4141')).toBe(true);
    await terminal.admin.call('delGroup', { number: 4, sure: true });
    expect(await granted('4141')).toBe(false);
  });
});
