// Hours in which the door stands open for all or is closed for all: period groups in force, on the terminal's own calendar.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordReasonWords } from '../../build/gen/ts/records.ts';
import { queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
const minuteMs = 60_000;
const midnight = Date.UTC(2027, 0, 4) / 1000; // a Monday
const at = (hour: number) => midnight + hour * 3600;
/** Every day from one hour to another: the last minute of a period is included. */
const daily = (from: number, to: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: from * 60, end: to * 60 - 1 }));

beforeAll(async () => {
  terminal = await Terminal.start();
  const { admin } = terminal;
  await terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
  await admin.call('GetKaoqinParam', { duplicatePunch: 0 });
  await admin.call('GetAccessControl', { sensor: 'normallyClosed', relay: 'door', delay: 5, heldOpen: 30 });
  await admin.call('AddGroupTime', { name: 'Visitors', kind: 'alwaysOpen', periods: daily(10, 12) });
  await admin.call('AddGroupTime', { name: 'Delivery', kind: 'alwaysClosed', periods: daily(14, 16) });
  await admin.call('GetUniversalGroup', { alwaysOpen: [1], alwaysClosed: [2] });
});
afterAll(() => terminal.stop());

const state = () => terminal.admin.call('doorState', {});
const alarms = async () => (await state()).alarms.map(({ alarm }) => alarm);
const told = (want: object) =>
  until(`the door to be ${JSON.stringify(want)}`, async () => {
    const now = await state();
    return Object.entries(want).every(([key, value]) => now[key as keyof typeof now] === value) && now;
  });
const relayIs = (on: boolean) => terminal.bench.state('door', ({ relay }) => relay === on);
const world = (act: object) => terminal.bench.act({ do: 'door', ...act });

async function card(number: string) {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act({ do: 'card', number });
  return until('an access event', () => terminal.bench.accesses[seen]);
}
const lastReason = () =>
  recordReasonWords[
    Number(
      queryDatabase(terminal.daemon, 'SELECT reason FROM record WHERE kind = 0 ORDER BY seq DESC LIMIT 1')[0]?.[
        'reason'
      ],
    )
  ];

/** Its own restart, over which the clock goes on. */
async function restart(): Promise<void> {
  await terminal.daemon.restartsBy(() => terminal.admin.call('RestartMachine', {}));
  await terminal.resume();
}

/** What the schedule says now and next, with the hour of the terminal's wall. */
async function schedule() {
  const { schedule: now, changes } = await state();
  return [now, ...changes.map(({ time, offset, rule }) => `${rule} ${(time / 3_600_000 + offset / 60) % 24}`)];
}

/** Ten seconds before the hour, then the hour: as the calendar moves on, the door changes by itself. */
async function hourComes(hour: number, before: object, after: object): Promise<void> {
  await terminal.admin.call('GetDateTimeParam', { time: at(hour) - 10, zone: 0 });
  await told(before);
  await terminal.bench.advance(10_000);
  await told(after);
}

test('what the schedule says now and next is told, by the terminal’s own clock', async () => {
  const { admin } = terminal;
  await admin.call('GetDateTimeParam', { time: at(9), zone: 0 });
  expect(await schedule()).toEqual(['normal', 'alwaysOpen 10', 'normal 12']);
  await admin.call('GetDateTimeParam', { time: at(9), zone: 120 });
  expect(await schedule()).toEqual(['alwaysOpen', 'normal 12', 'alwaysClosed 14']);
  await admin.call('GetDateTimeParam', { time: at(17), zone: 0 });
  expect(await schedule()).toEqual(['normal', 'alwaysOpen 10', 'normal 12']);
  await admin.call('addHoliday', {
    name: 'Feast',
    from: '2027-01-05',
    to: '2027-01-06',
    yearly: false,
    plan: 'none',
  });
  expect((await state()).changes[0]?.time).toBe((midnight + 3 * 86_400 + 10 * 3600) * 1000);
  await admin.call('delHoliday', { numbers: [1] });
  // Hours that are beaten are told all the same.
  await admin.call('GetDateTimeParam', { time: at(11), zone: 0 });
  await admin.call('doorCommand', { command: 'lockDown' });
  await told({ rule: 'lockedDown' });
  expect(await schedule()).toEqual(['alwaysOpen', 'normal 12', 'alwaysClosed 14']);
  await admin.call('doorCommand', { command: 'release' });
  await told({ rule: 'alwaysOpen' });
});

test('always-open hours hold the lock open, for as long as the door may stand open then', async () => {
  await hourComes(10, { rule: 'normal', relay: false }, { rule: 'alwaysOpen', relay: true });
  await relayIs(true);
  await world({ push: true });
  await world({ hold: true });
  await told({ leaf: 'open' });
  await terminal.bench.advance(10 * minuteMs);
  await told({ leaf: 'open', relay: true });
  expect(await alarms()).toEqual([]);
  expect(await card('7007')).toMatchObject({ granted: true });
  expect(lastReason()).toBe('doorOpen');
  expect(await card('999')).toMatchObject({ granted: false });
  expect(await state()).toMatchObject({ relay: true });
});

test('they are there after a restart, and nothing is held then either', async () => {
  await restart();
  await relayIs(true);
  await told({ rule: 'alwaysOpen', relay: true });
  await world({ push: true });
  await world({ hold: true });
  await told({ leaf: 'open' });
  await terminal.bench.advance(10 * minuteMs);
  expect(await alarms()).toEqual([]);
});

test('when they end the lock falls, and the door has its time to be closed', async () => {
  await hourComes(12, { rule: 'alwaysOpen', relay: true }, { rule: 'normal', relay: false });
  await relayIs(false);
  expect(await alarms()).toEqual([]);
  await terminal.bench.advance(31_000);
  await until('the alarm', async () => (await alarms()).join() === 'held');
  await world({ close: true });
  await told({ leaf: 'closed' });
});

test('in always-closed hours nobody is let in, also after a restart; the exit button opens', async () => {
  await hourComes(14, { rule: 'normal', relay: false }, { rule: 'alwaysClosed', relay: false });
  expect(await card('7007')).toMatchObject({ granted: false });
  expect(lastReason()).toBe('alwaysClosed');
  await restart();
  await told({ rule: 'alwaysClosed', relay: false });
  expect(await card('7007')).toMatchObject({ granted: false });
  expect(lastReason()).toBe('alwaysClosed');
  expect((await terminal.bench.state('door'))['relay']).toBe(false);
  await world({ exit: true });
  await relayIs(true);
  await terminal.bench.advance(5000);
  await relayIs(false);
});

test('when they end the same person is let in', async () => {
  await hourComes(16, { rule: 'alwaysClosed', relay: false }, { rule: 'normal', relay: false });
  expect(await card('7007')).toMatchObject({ granted: true });
  await relayIs(true);
});
