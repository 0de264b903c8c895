// A clock that is wrong: its records say so, are found, and their punches are moved. docs/rules.md, "Records of a wrong clock".

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

const hourMs = 3_600_000;
/** Two hours ago at the start. */
let then = 0;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada' });
  await terminal.add({ userid: 8, username: 'Bea' });
  const { now } = (await terminal.admin.call('SetDateTimeParam', {})).state;
  then = Math.floor((now - 2 * hourMs) / 60_000) * 60_000;
  const lines: SeedRecord[] = Array.from({ length: 60 }, (_, index) => ({
    time: then + index * 1000,
    userid: 7 + (index % 2),
    username: index % 2 === 0 ? 'Ada' : 'Bea',
    status: 'in',
  }));
  writeRecords(terminal.daemon.state, lines);
  await terminal.restart();
});
afterAll(() => terminal.stop());

const punch = { userid: 7, day: '2026-06-01', minute: 480, status: 'in' } as const;

const setClock = async (byMs: number) => {
  const { now } = (await terminal.admin.call('SetDateTimeParam', {})).state;
  await terminal.admin.call('GetDateTimeParam', { time: Math.floor((now + byMs) / 1000) });
};
const errors = async (): Promise<CallReply<'clockErrors'>['errors']> =>
  (await terminal.admin.call('clockErrors', {})).errors;

type Move = CallRequest<'movePunches'>;

/** All calls of a move, as a client makes them. */
async function move(request: Move): Promise<{ moved: number; first: number; last: number }> {
  let [moved, first, last, next] = [0, 0, 0, request.first];
  while (next !== 0) {
    const reply = await terminal.admin.call('movePunches', { ...request, first: next });
    moved += reply.moved;
    first = first === 0 ? reply.firstSeq : first;
    last = Math.max(last, reply.lastSeq);
    next = reply.next;
  }
  return { moved, first, last };
}

test('a clock that was right as far as is known has no errors', async () => {
  expect(await errors()).toEqual([]);
  expect(await terminal.admin.call('searchrecord', { wrongClock: true })).toMatchObject({ records: [] });
});

test('the records before a correction of hours are marked, found, and in the file', async () => {
  await setClock(2 * hourMs);
  await expect.poll(errors).toMatchObject([{ first: 1, from: then, fromOffset: 0, unset: false, lasts: false }]);
  const [error] = await errors();
  expect(Math.abs((error?.shift ?? 0) - 7200)).toBeLessThan(2);
  expect(error?.last).toBeGreaterThanOrEqual(60);
  const found = await terminal.admin.call('searchrecord', { wrongClock: true, limit: 100 });
  expect(found.records).toHaveLength(60);
  expect(found.clockErrors).toEqual([error]);
  await terminal.admin.call('addPunch', { ...punch, reason: 'after it' });
  const newest = await terminal.admin.call('searchrecord', { kind: 'correction' });
  expect([newest.records.length, newest.clockErrors]).toEqual([1, []]);
  const { file } = await terminal.admin.attempt('DownloadRecordForm', {});
  const [head = [], ...rows] = rowsOf(file?.toString() ?? '');
  const column = head.indexOf('Clock');
  expect(rows.filter((row) => row[column] === `corrected by +${error?.shift} s`)).toHaveLength(60);
});

test('their punches are moved, fifty at a time, and never twice', async () => {
  const [error] = await errors();
  const request = { first: 1, last: error?.last ?? 0, shift: error?.shift ?? 0, reason: 'the clock was slow' };
  const counted = await terminal.admin.call('movePunches', { ...request, dryRun: true });
  expect(counted).toMatchObject({ moved: 50, refused: [], next: 51, firstSeq: 0 });
  const before = auditRows(terminal.daemon).length;
  const moved = await move(request);
  expect(moved.moved).toBe(60);
  expect(auditRows(terminal.daemon).slice(before)).toMatchObject([{ object: 'punches' }, { object: 'punches' }]);
  expect(await move(request)).toEqual({ moved: 0, first: 0, last: 0 });
  const { records } = await terminal.admin.call('searchrecord', { kind: 'correction', userid: 7, limit: 100 });
  expect(records.filter(({ detail }) => detail === 'admin: the clock was slow').map(({ time }) => time)).toEqual(
    Array.from({ length: 30 }, (_, index) => then + (58 - index * 2) * 1000 + request.shift * 1000),
  );
  const back = { ...request, what: 'corrected', first: moved.first, last: moved.last, shift: -request.shift } as const;
  expect((await move(back)).moved).toBe(60);
});

test('a span, numbers and days that make no sense are refused', async () => {
  const request = { first: 2, last: 9, shift: 60, reason: 'x' };
  await terminal.admin.refuse('movePunches', { ...request, shift: 0 }, 'out_of_range', 'shift');
  await terminal.admin.refuse('movePunches', { ...request, last: 1 }, 'out_of_range', 'last');
  const days = { fromDay: '2026-06-02', toDay: '2026-06-01' } as const;
  await terminal.admin.refuse('movePunches', { ...request, ...days }, 'out_of_range', 'toDay');
});

test('nobody moves the own punches but level 16', async () => {
  const clerk = await terminal.administrator(30, 12, goodPassword(30));
  const { seq: last } = await terminal.admin.call('addPunch', { ...punch, userid: 30, reason: 'theirs' });
  const request = { what: 'corrected', first: last, last, shift: 60, reason: 'mine' } as const;
  expect(await clerk.call('movePunches', request)).toMatchObject({ moved: 0, refused: [{ seq: last, code: 12_062 }] });
});
