// Days to settle, one and many, over the wire: the rules themselves are tried in test/unit/core/records.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

/** A Monday. */
const first = Date.UTC(2026, 5, 1);
const week = { fromDay: '2026-06-01', toDay: '2026-06-07' } as const;
const at = (day: number, hour: number, min = 0): number => first + ((day * 24 + hour) * 60 + min) * 60_000;
const punch = (userid: number, time: number, status = 'in'): SeedRecord => ({ time, userid, username: 'Ada', status });

/** Of each person the check-out of Monday is missing; Ada's Tuesday is far too early, with nothing to propose. */
const people = Array.from({ length: 60 }, (_, index) => index + 100);
const lines: readonly SeedRecord[] = [
  punch(7, at(0, 8)),
  punch(7, at(1, 5)),
  punch(7, at(1, 16), 'out'),
  ...people.map((userid) => punch(userid, at(0, 8, 1))),
];

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetShiftsInfo', { number: 1, name: 'Early' });
  await terminal.add({ userid: 7, username: 'Ada', shift: 1 });
  await terminal.add({ userid: 8, username: 'Bea', shift: 1 });
  for (const userid of people) await terminal.add({ userid, shift: 1, group: 5 });
  writeRecords(terminal.daemon.state, lines);
  await terminal.restart();
});
afterAll(() => terminal.stop());

type Day = CallReply<'daysToSettle'>['days'][number];
const list = (request: Partial<CallRequest<'daysToSettle'>> = {}): Promise<CallReply<'daysToSettle'>> =>
  terminal.admin.call('daysToSettle', { ...week, ...request });
const itemOf = ({ row, seen }: Day) => ({ userid: row.userid, day: row.date, seen });
const settle = (days: readonly Day[], act: 'accept' | 'leave' = 'accept') =>
  terminal.admin.call('settleDays', { act, days: days.map(itemOf), reason: 'forgot it' });
const daysOf = (days: readonly Day[]) => days.map(({ row }) => `${row.userid} ${row.date}`);

describe('the days to settle', () => {
  test('have their punches and what is proposed', async () => {
    const { days, next } = await list({ userid: 7 });
    expect(days).toMatchObject([
      {
        row: { userid: 7, date: '2026-06-01', missingOut: true, settled: 0 },
        punches: [{ minute: 480, status: 'in', added: false }],
        proposals: [{ day: '2026-06-01', minute: 960, status: 'out' }],
      },
      { row: { date: '2026-06-02', inOutside: true }, proposals: [] },
    ]);
    expect(next).toBe('');
  });

  test('are those of the filter, page by page, the same as in the report', async () => {
    const one = await list({ group: 5 });
    const two = await list({ group: 5, after: one.next });
    expect([one.days.length, two.days.length, two.next]).toEqual([50, 10, '']);
    const { rows } = await terminal.admin.call('GetReportFormInfo', { ...week, group: 5, only: 'settle', limit: 100 });
    expect(daysOf([...one.days, ...two.days])).toEqual(rows.map(({ userid, date }) => `${userid} ${date}`));
    await terminal.admin.refuse('daysToSettle', { ...week, after: '7-2026' }, 'bad_format', 'after');
    await terminal.admin.refuse('daysToSettle', { ...week, userid: 9 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('daysToSettle', { ...week, toDay: '2026-05-31' }, 'out_of_range', 'toDay');
  });
});

describe('settling', () => {
  test('adds what is proposed for many, and takes it back together', async () => {
    const { days } = await list({ group: 5 });
    const before = auditRows(terminal.daemon).length;
    const { settled, seqs, refused } = await settle(days);
    expect([settled, seqs.length, refused]).toEqual([50, 50, []]);
    expect(auditRows(terminal.daemon).slice(before)).toHaveLength(50);
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ call: 'settleDays' });
    const { row } = await terminal.admin.call('reportDay', { userid: 100, day: '2026-06-01' });
    expect(row).toMatchObject({ missingOut: false, worked: 479, corrected: true });
    expect((await list({ group: 5 })).days).toHaveLength(10);
    expect(await terminal.admin.call('voidPunches', { seqs: [...seqs, 999_999], reason: 'a mistake' })).toEqual({
      voided: 50,
      refused: [{ seq: 999_999, code: 12_033 }],
    });
    expect(daysOf((await list({ group: 5 })).days)).toEqual(daysOf(days));
  });

  test('refuses a day that changed since it was listed, and settles the others', async () => {
    const days = (await list({ group: 5 })).days.slice(0, 3);
    const changed = days[1] as Day;
    await terminal.admin.call('addPunch', {
      ...{ userid: changed.row.userid, day: changed.row.date, minute: 700 },
      ...{ status: 'in', reason: 'by hand' },
    } as const);
    const { settled, refused } = await settle(days);
    expect(settled).toBe(2);
    expect(refused).toEqual([{ userid: changed.row.userid, day: changed.row.date, code: 12_020 }]);
    expect((await settle(days)).refused).toHaveLength(3);
  });

  test('leaves a day as it is until it is corrected, or that is taken back', async () => {
    const [, early] = (await list({ userid: 7 })).days;
    expect((await settle([early as Day])).refused).toMatchObject([{ code: 12_195 }]);
    const { seqs } = await settle([early as Day], 'leave');
    expect(daysOf((await list({ userid: 7 })).days)).toEqual(['7 2026-06-01']);
    const { row } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-02' });
    expect(row).toMatchObject({ settled: seqs[0], inOutside: true, corrected: false });
    const { records } = await terminal.admin.call('searchrecord', { kind: 'correction', userid: 7 });
    expect(records).toMatchObject([{ seq: seqs[0], status: 'none', detail: 'admin: forgot it' }]);
    await terminal.admin.call('voidPunch', { seq: seqs[0] ?? 0, reason: 'after all' });
    expect(daysOf((await list({ userid: 7 })).days)).toEqual(['7 2026-06-01', '7 2026-06-02']);
    await settle([(await list({ userid: 7 })).days[1] as Day], 'leave');
    await terminal.admin.call('addPunch', {
      ...{ userid: 7, day: '2026-06-02', minute: 480, status: 'in', reason: 'found' },
    } as const);
    expect(daysOf((await list({ userid: 7 })).days)).toContain('7 2026-06-02');
  });

  test('is not for the own days', async () => {
    const second = await terminal.administrator(30, 12, goodPassword(30));
    const seen = (await list({ userid: 7 })).days[0]?.seen ?? 1;
    const { refused, settled } = await second.call('settleDays', {
      ...{ act: 'leave', reason: 'x' },
      days: [{ userid: 30, day: '2026-06-01', seen }],
    } as const);
    expect([settled, refused[0]?.code]).toEqual([0, 12_020]); /* there is nothing to settle */
    await terminal.admin.call('addPunch', {
      ...{ userid: 30, day: '2026-06-01', minute: 480, status: 'in', reason: 'x' },
    } as const);
    const own = (await second.call('daysToSettle', { ...week, userid: 30 })).days[0] as Day;
    for (const act of ['accept', 'leave'] as const) {
      const reply = await second.call('settleDays', { act, days: [itemOf(own)], reason: 'x' });
      expect(reply.seqs).toEqual([]);
      expect(reply.refused).toMatchObject([{ userid: 30, code: act === 'leave' ? 12_062 : 12_195 }]);
    }
  });
});
