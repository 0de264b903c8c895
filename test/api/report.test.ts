// The hours of people, over the wire: the rules themselves are tried in test/tools/hours.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { auditRows } from '../harness/database.ts';
import { sheetsOf } from '../harness/office.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

/** A Monday. */
const first = Date.UTC(2026, 5, 1);
const minute = 60_000;
const dayMs = 1440 * minute;
const at = (day: number, hour: number, min = 0): number => first + day * dayMs + (hour * 60 + min) * minute;
const punch = (userid: number, time: number, status = 'in'): SeedRecord => ({ time, userid, username: 'Ada', status });
const week = { fromDay: '2026-06-01', toDay: '2026-06-07' } as const;

/** Ada: on time, late, missing out, absent, then a day with a time out; Bea: nothing; Cyd of another group: Saturday. */
const lines: readonly SeedRecord[] = [
  punch(7, at(0, 7, 55)),
  punch(7, at(0, 16, 2), 'out'),
  punch(7, at(1, 8, 20)),
  punch(7, at(1, 16), 'out'),
  punch(7, at(2, 8)),
  punch(7, at(4, 8)),
  punch(7, at(4, 10), 'out'),
  punch(7, at(4, 11)),
  punch(7, at(4, 16), 'out'),
  { ...punch(7, at(3, 8)), result: 'refused', reason: 'outsideHours' },
  { ...punch(7, at(3, 16)), status: 'none' },
  punch(9, at(5, 9)),
  punch(9, at(5, 12, 20)),
];

/** More punches, and more lines of any kind, than are looked at of a person. */
const many: readonly SeedRecord[] = [
  ...Array.from({ length: 8193 }, (_, index) => punch(50, at(0, 0, index % 8640) + index)),
  ...Array.from({ length: 65_537 }, (_, index) => ({ ...punch(51, at(0, 0) + index), result: 'refused' })),
  punch(51, at(1, 8)),
];

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetShiftsInfo', { number: 1, name: 'Early, by "day"', missingIn: 60, missingOut: 60 });
  await terminal.add({ userid: 7, username: 'Ada', shift: 1 });
  await terminal.add({ userid: 8, username: '=Bea', shift: 1, group: 4 });
  await terminal.add({ userid: 9, username: 'Cyd', shift: 1, group: 5 });
  writeRecords(terminal.daemon.state, lines);
  writeRecords(terminal.daemon.state, many);
  await terminal.restart();
});
afterAll(() => terminal.stop());

type Row = CallReply<'GetReportFormInfo'>['rows'][number];
const rows = (request: Partial<CallRequest<'GetReportFormInfo'>> = {}): Promise<CallReply<'GetReportFormInfo'>> =>
  terminal.admin.call('GetReportFormInfo', { ...week, ...request });
const some = ({ date, worked, late, early, absence, kind }: Row) => [date.slice(8), kind, worked, late, early, absence];

describe('the report', () => {
  test('has a row a person and day, with what the specification names', async () => {
    const { rows: all } = await rows({ limit: 100 });
    expect(all).toHaveLength(21);
    expect(all[1]).toMatchObject({
      userid: 7,
      name: 'Ada',
      date: '2026-06-02',
      firstIn: at(1, 8, 20) / 1000,
      lastOut: at(1, 16) / 1000,
      firstInMinute: 500,
      lastOutMinute: 960,
      inTime: 460,
      outTime: 0,
      late: 20,
      early: 0,
      worked: 460,
      planned: 480,
      shift: 1,
      open: false,
    });
    expect(all.slice(0, 7).map(some)).toEqual([
      ['01', 'work', 480, 0, 0, 0],
      ['02', 'work', 460, 20, 0, 0],
      ['03', 'work', 420, 0, 60, 0],
      ['04', 'work', 0, 0, 0, 480],
      ['05', 'work', 420, 0, 0, 0],
      ['06', 'rest', 0, 0, 0, 0],
      ['07', 'rest', 0, 0, 0, 0],
    ]);
    expect(all.slice(14).map(some)[5]).toEqual(['06', 'rest', 195, 0, 0, 0]);
  });

  test('is read page by page, each row once', async () => {
    const { rows: whole } = await rows({ limit: 100 });
    const parts: Row[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await rows({ limit: 7, ...(after === undefined ? {} : { after }) });
      parts.push(...page.rows);
      expect(page.rows).toHaveLength(7);
      if (page.next === '') break;
      after = page.next;
    }
    expect(parts).toEqual(whole);
  });

  test.each(['x', '7', '7-', '7-20260531', '7-20260608', '07-20260601', '7-2026060x', '0-20260601', '7-20260601-'])(
    'does not begin behind «%s»',
    async (after) => {
      await terminal.admin.refuse('GetReportFormInfo', { ...week, after: after.padEnd(3) }, 'bad_format', 'after');
    },
  );

  test('is of a group, or of one user', async () => {
    expect(new Set((await rows({ group: 4 })).rows.map(({ userid }) => userid))).toEqual(new Set([8]));
    expect((await rows({ userid: 9, limit: 100 })).rows).toHaveLength(7);
    await terminal.admin.refuse('GetReportFormInfo', { ...week, userid: 99 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('reportSums', { ...week, userid: 99 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('reportDays', { ...week, userid: 99 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('DownloadReportForm', { ...week, userid: 99 }, 'user_unknown', 'userid');
  });

  test('is of 92 days at most', async () => {
    const long = { fromDay: '2026-06-01', toDay: '2026-09-01' };
    for (const call of ['GetReportFormInfo', 'reportSums', 'reportDays', 'DownloadReportForm'] as const) {
      await terminal.admin.refuse(call, long, 'out_of_range', 'toDay');
      await terminal.admin.refuse(call, { fromDay: '2026-06-02', toDay: '2026-06-01' }, 'out_of_range', 'toDay');
    }
    expect((await terminal.admin.call('reportDays', { ...long, toDay: '2026-08-31' })).days).toHaveLength(92);
  });

  test('says so where more is in the log than is looked at, and only there', async () => {
    for (const userid of [50, 51]) {
      await terminal.add({ userid });
      expect((await rows({ userid })).rows.map(({ cut }) => cut)).toEqual(Array.from({ length: 7 }, () => true));
      await terminal.admin.call('deleteuser', { userid });
    }
    expect((await rows({ userid: 7 })).rows.some(({ cut }) => cut)).toBe(false);
  });

  test('is added up by person and by day', async () => {
    const { sums, next } = await terminal.admin.call('reportSums', { ...week, limit: 2 });
    expect(next).toBe(8);
    expect(sums[0]).toMatchObject({
      userid: 7,
      name: 'Ada',
      due: 5,
      present: 4,
      absentDays: 1,
      lateDays: 1,
      earlyDays: 1,
      missing: 1,
      worked: 480 + 460 + 420 + 420,
      late: 20,
      early: 60,
      absence: 480,
      planned: 5 * 480,
      overtime: 0,
    });
    const rest = await terminal.admin.call('reportSums', { ...week, limit: 2, after: next });
    expect(rest.sums.map(({ userid, overtime }) => [userid, overtime])).toEqual([[9, 195]]);
    expect(rest.next).toBe(0);
    const { days, people } = await terminal.admin.call('reportDays', week);
    expect(people).toBe(3);
    expect(days[1]).toEqual({ date: '2026-06-02', due: 3, present: 1, late: 1, absent: 2, onLeave: 0 });
    expect(days[5]).toEqual({ date: '2026-06-06', due: 0, present: 1, late: 0, absent: 0, onLeave: 0 });
  });
});

describe('a day', () => {
  test('opens to its punches, each with what it is', async () => {
    const { row, shifts, punches } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-05' });
    expect(row).toMatchObject({ outTime: 60, inTime: 420, worked: 420 });
    expect(shifts.map(({ name }) => name)).toEqual(['Early, by "day"']);
    expect(punches.map(({ minute: wall, role, status }) => [wall, role, status])).toEqual([
      [480, 'firstIn', 'in'],
      [600, 'wentOut', 'out'],
      [660, 'cameBack', 'in'],
      [960, 'lastOut', 'out'],
    ]);
    await terminal.admin.refuse('reportDay', { userid: 99, day: '2026-06-05' }, 'user_unknown', 'userid');
  });
});

describe('a punch by hand', () => {
  const today = async () => (await rows()).today;

  test('is added with who and why, as a line of its own', async () => {
    const day = await today();
    const before = auditRows(terminal.daemon).length;
    const { seq } = await terminal.admin.call('addPunch', {
      userid: 8,
      day,
      minute: 0,
      status: 'in',
      reason: 'forgot the card',
    });
    const { punches } = await terminal.admin.call('reportDay', { userid: 8, day });
    expect(punches).toMatchObject([{ seq, minute: 0, added: true, detail: 'admin: forgot the card' }]);
    const { records } = await terminal.admin.call('searchrecord', { kind: 'correction' });
    expect(records).toMatchObject([
      { seq, kind: 'correction', userid: 8, status: 'in', detail: 'admin: forgot the card' },
    ]);
    expect(auditRows(terminal.daemon).slice(before)).toMatchObject([{ call: 'addPunch', object: 'punch of user 8' }]);
  });

  test('takes one away, which stays in the log', async () => {
    const { punches } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-02' });
    const seq = punches[0]?.seq ?? 0;
    await terminal.admin.call('voidPunch', { seq, reason: 'somebody else had the card' });
    await terminal.admin.call('voidPunch', { seq, reason: 'again' });
    const day = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-02' });
    expect(day.row).toMatchObject({ missingIn: true, late: 60 });
    expect(day.punches[0]).toMatchObject({ seq, role: 'voided', detail: 'admin: somebody else had the card' });
    const { records } = await terminal.admin.call('searchrecord', { kind: 'voided' });
    expect(records).toHaveLength(1);
    await terminal.admin.refuse('voidPunch', { seq: records[0]?.seq ?? 0, reason: 'x' }, 'gone', 'seq');
    await terminal.admin.refuse('voidPunch', { seq: 999_999, reason: 'x' }, 'gone', 'seq');
  });

  test('may be of the minute of one that was taken away', async () => {
    const day = await today();
    const add = { userid: 9, day, minute: 0, status: 'in', reason: 'once' } as const;
    const { seq } = await terminal.admin.call('addPunch', add);
    await terminal.admin.call('voidPunch', { seq, reason: 'not so' });
    await terminal.admin.call('addPunch', { ...add, reason: 'after all' });
    const { punches } = await terminal.admin.call('reportDay', { userid: 9, day });
    expect(punches.map(({ role }) => role === 'voided')).toEqual([true, false]);
  });

  test('is of today or the year before, of somebody who is there, and not of oneself', async () => {
    const day = await today();
    const add = { userid: 8, day, minute: 0, status: 'in', reason: 'x' } as const;
    await terminal.admin.refuse('addPunch', { ...add, day: '2099-01-01' }, 'out_of_range', 'day');
    await terminal.admin.refuse('addPunch', { ...add, day: '2020-01-01' }, 'out_of_range', 'day');
    await terminal.admin.refuse('addPunch', { ...add, userid: 99 }, 'user_unknown', 'userid');
    const second = await terminal.administrator(30, 12, goodPassword(30));
    await second.refuse('addPunch', { ...add, userid: 30 }, 'own_hours', 'userid');
    const { seq } = await terminal.admin.call('addPunch', { ...add, userid: 30 });
    await second.refuse('voidPunch', { seq, reason: 'x' }, 'own_hours', 'seq');
    await second.call('addPunch', add);
  });
});

describe('a leave', () => {
  test('explains an absence', async () => {
    const { id } = await terminal.admin.call('addLeave', {
      userid: 7,
      kind: 'sick',
      from: '2026-06-04',
      to: '2026-06-04',
      note: 'called',
    });
    const { row, leaves } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-04' });
    expect(row).toMatchObject({ kind: 'onLeave', leave: 480, leaveKind: 'sick', absent: false });
    const leave = { id, userid: 7, kind: 'sick', from: '2026-06-04', to: '2026-06-04', half: 'whole', note: 'called' };
    expect(leaves).toEqual([leave]);
    expect((await terminal.admin.call('leavesOf', { userid: 7 })).leaves).toEqual([leave]);
    await terminal.admin.call('delLeave', { id });
    await terminal.admin.refuse('delLeave', { id }, 'gone', 'id');
    expect((await terminal.admin.call('leavesOf', { userid: 7 })).leaves).toEqual([]);
  });

  test('of half a day counts its person once', async () => {
    const add = (half: 'first' | 'second', day: string) =>
      terminal.admin.call('addLeave', { userid: 7, kind: 'sick', from: day, to: day, half });
    /* On the first day Ada came all the same, on the fourth not even in the half that was left. */
    const ids = [(await add('second', week.fromDay)).id, (await add('first', '2026-06-04')).id];
    const { days } = await terminal.admin.call('reportDays', { ...week, userid: 7 });
    const counts = days.map(({ present, absent, onLeave }) => [present, absent, onLeave]);
    expect([counts[0], counts[3]]).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    for (const id of ids) await terminal.admin.call('delLeave', { id });
  });

  test('has days in order, a person, and is not the own one', async () => {
    const leave = { userid: 7, kind: 'sick', from: '2026-06-04', to: '2026-06-04' } as const;
    await terminal.admin.refuse('addLeave', { ...leave, to: '2026-06-03' }, 'out_of_range', 'to');
    await terminal.admin.refuse('addLeave', { ...leave, to: '2027-06-05' }, 'out_of_range', 'to');
    await terminal.admin.refuse('addLeave', { ...leave, from: '' }, 'missing_parameter', 'from');
    await terminal.admin.refuse('addLeave', { ...leave, userid: 99 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('leavesOf', { userid: 99 }, 'user_unknown', 'userid');
    const second = await terminal.administrator(31, 12, goodPassword(31));
    await second.refuse('addLeave', { ...leave, userid: 31 }, 'own_hours', 'userid');
    const { id } = await terminal.admin.call('addLeave', { ...leave, userid: 31 });
    await second.refuse('delLeave', { id }, 'own_hours', 'id');
  });

  test('of the 257th is one too many', async () => {
    await terminal.add({ userid: 40 });
    const leave = { userid: 40, kind: 'other', from: '2026-06-04', to: '2026-06-04' } as const;
    for (let count = 0; count < 256; count++) await terminal.admin.call('addLeave', leave);
    await terminal.admin.refuse('addLeave', leave, 'capacity');
  });
});

describe('DownloadReportForm', () => {
  async function download(format: 'csv' | 'xlsx') {
    const reply = await terminal.admin.attempt('DownloadReportForm', { ...week, format });
    return { file: reply.file ?? Buffer.alloc(0), name: reply.headers['content-disposition'] ?? '' };
  }

  test('is CSV with minutes, named after its days', async () => {
    const { file, name } = await download('csv');
    expect(name).toBe('attachment; filename="report-2026-06-01-2026-06-07.csv"');
    const [heading, ...cells] = rowsOf(file.toString('utf8').slice(1));
    expect(heading?.slice(0, 12)).toEqual([
      'User ID',
      'Name',
      'Date',
      'Day',
      'Shift',
      'First in',
      'Last out',
      'In time (min)',
      'Out time (min)',
      'Late (min)',
      'Early (min)',
      'Worked (min)',
    ]);
    expect(cells[0]?.slice(0, 12)).toEqual([
      '7',
      'Ada',
      '2026-06-01',
      'work',
      'Early, by "day"',
      '2026-06-01 07:55',
      '2026-06-01 16:02',
      '487',
      '',
      '',
      '',
      '480',
    ]);
    expect(cells.find(([id]) => id === '8')?.[1]).toBe("'=Bea");
  });

  test('says in LibreOffice what the pages say, cell by cell, and adds up by itself', async () => {
    const sheets = await sheetsOf((await download('xlsx')).file);
    const [, ...cells] = sheets['Report'] ?? [];
    const clock = (wall: number): string =>
      `${String(Math.floor(wall / 60)).padStart(2, '0')}:${String(wall % 60).padStart(2, '0')}`;
    const span = (minutes: number): string =>
      minutes === 0 ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    const all: Row[] = [];
    let after: string | undefined;
    do {
      const page: CallReply<'GetReportFormInfo'> = await rows({ limit: 100, ...(after ? { after } : {}) });
      all.push(...page.rows);
      after = page.next;
    } while (after !== '');
    const people = [...new Set(all.map(({ userid }) => userid))];
    const expected = people.flatMap((userid) => {
      const own = all.filter((row) => row.userid === userid);
      const spansOf = (row: Row) => [
        row.inTime,
        row.outTime,
        row.late,
        row.early,
        row.worked,
        row.overtime,
        row.absence,
        row.leave,
        row.planned,
      ];
      const sums = own.map(spansOf).reduce((a, b) => a.map((one, index) => one + (b[index] ?? 0)));
      return [
        ...own.map((row) => [
          String(row.userid),
          row.name,
          row.date,
          row.kind,
          row.shift === 0 ? '' : 'Early, by "day"',
          row.firstIn === 0 ? '' : clock(row.firstInMinute),
          row.lastOut === 0 ? '' : clock(row.lastOutMinute),
          ...spansOf(row).map(span),
        ]),
        [String(userid), own[0]?.name ?? '', '', '', '', '', '', ...sums.map((sum) => span(sum) || '0:00')],
      ];
    });
    expect(cells.map((row) => row.slice(0, 16))).toEqual(expected);
  });
});
