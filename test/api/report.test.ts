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
    for (const userid of [50, 51]) await terminal.add({ userid });
    writeRecords(terminal.daemon.state, many);
    await terminal.restart();
    for (const userid of [50, 51]) {
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

describe('the order of the report', () => {
  const sums = (request: Partial<CallRequest<'reportSums'>>) =>
    terminal.admin.call('reportSums', { ...week, ...request });

  test('is that of any column, page by page', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const way = order === 'asc' ? 1 : -1;
      for (const sort of ['late', 'worked', 'absence', 'overtime', 'present', 'missing', 'planned'] as const) {
        const { sums: all } = await sums({ sort, order });
        const sorted = [...all].sort((a, b) => way * (a[sort] - b[sort]) || a.userid - b.userid);
        expect(all.length).toBeGreaterThan(2);
        expect(all).toEqual(sorted);
        const first = await sums({ sort, order, limit: 1 });
        const second = await sums({ sort, order, limit: 1, after: first.next });
        expect([...first.sums, ...second.sums]).toEqual(all.slice(0, 2));
      }
      const days = (await rows({ sort: 'worked', order, limit: 100 })).rows;
      const first = await rows({ sort: 'worked', order, limit: 4 });
      const second = await rows({ sort: 'worked', order, limit: 4, after: first.next });
      expect([...first.rows, ...second.rows]).toEqual(days.slice(0, 8));
      expect(days).toEqual(
        [...days].sort((a, b) => way * (a.worked - b.worked) || a.userid - b.userid || (a.date < b.date ? -1 : 1)),
      );
    }
  });

  test('is that of names, or of days', async () => {
    const named = await sums({ sort: 'name', order: 'desc' });
    const names = named.sums.map(({ name }) => name).filter((name) => ['Ada', 'Cyd', '=Bea'].includes(name));
    expect(names).toEqual(['Cyd', 'Ada', '=Bea']);
    const dated = await rows({ sort: 'date', order: 'desc', limit: 4 });
    expect(new Set(dated.rows.slice(0, 3).map(({ date }) => date))).toEqual(new Set(['2026-06-07']));
  });

  test('is of a column of the view', async () => {
    await terminal.admin.refuse('reportSums', { ...week, sort: 'date' }, 'out_of_range', 'sort');
    await terminal.admin.refuse('GetReportFormInfo', { ...week, sort: 'present' }, 'out_of_range', 'sort');
    await terminal.admin.refuse(
      'GetReportFormInfo',
      { ...week, sort: 'late', after: '99-20260601' },
      'bad_format',
      'after',
    );
  });
});

async function download(request: Partial<CallRequest<'DownloadReportForm'>>) {
  const reply = await terminal.admin.attempt('DownloadReportForm', { ...week, ...request });
  return { file: reply.file ?? Buffer.alloc(0), name: reply.headers['content-disposition'] ?? '' };
}

describe('DownloadReportForm', () => {
  test('is CSV with times, named after its days', async () => {
    const { file, name } = await download({ format: 'csv' });
    expect(name).toBe('attachment; filename="report-2026-06-01-2026-06-07.csv"');
    const [heading, ...cells] = rowsOf(file.toString('utf8').slice(1));
    expect(heading?.slice(0, 14).join()).toBe(
      'User ID,Name,Date,Day,Shift,First in,Last out,In time,Out time,Late,Early,Worked,Overtime,Night',
    );
    expect(cells[0]?.slice(0, 12)).toEqual([
      '7',
      'Ada',
      '2026-06-01',
      'work',
      'Early, by "day"',
      '2026-06-01 07:55',
      '2026-06-01 16:02',
      '8:07',
      '',
      '',
      '',
      '8:00',
    ]);
    expect(cells.find(([id]) => id === '8')?.[1]).toBe("'=Bea");
  });

  test('has the sign between cells and the decimal sign that are asked for, and the rows of the view', async () => {
    const { file } = await download({
      ...({ view: 'people', sort: 'worked', order: 'desc' } as const),
      ...({ hours: 'decimals', delimiter: 'semicolon', decimal: 'comma' } as const),
    });
    const lines = file.toString('utf8').slice(1).trim().split('\r\n');
    expect(lines[0]).toMatch(/^User ID;Name;Days due;/);
    const { sums } = await terminal.admin.call('reportSums', { ...week, sort: 'worked', order: 'desc' });
    expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(sums.map(({ userid }) => String(userid)));
    const worked = (minutes: number) => (minutes === 0 ? '' : (minutes / 60).toFixed(2).replace('.', ','));
    expect(lines.slice(1).map((line) => line.split(';')[13])).toEqual(sums.map((sum) => worked(sum.worked)));
  });

  test('is not written with a separator that is for reading alone', async () => {
    const request = { ...week, format: 'csv', delimiter: 'space' };
    await terminal.admin.refuse('DownloadReportForm', request, 'out_of_range', 'delimiter');
  });

  test('says in LibreOffice what the pages say, cell by cell', async () => {
    const sheets = await sheetsOf(
      (await download({ format: 'xlsx', view: 'people', sort: 'late', order: 'desc' })).file,
    );
    expect(Object.keys(sheets).sort()).toEqual(['Days', 'Summary']);
    const clock = (wall: number): string =>
      `${String(Math.floor(wall / 60)).padStart(2, '0')}:${String(wall % 60).padStart(2, '0')}`;
    const span = (minutes: number): string =>
      minutes === 0 ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    const { sums } = await terminal.admin.call('reportSums', { ...week, sort: 'late', order: 'desc' });
    expect(sheets['Summary']?.slice(1)).toEqual(
      sums.map((sum) => [
        ...[sum.userid, sum.name, sum.due, sum.present, sum.lateDays].map(String),
        ...[span(sum.late), String(sum.earlyDays), span(sum.early), String(sum.missing), String(sum.absentDays)],
        ...[span(sum.absence), String(sum.leaveDays)],
        ...[sum.leave, sum.worked, sum.overtime, sum.night, sum.planned].map(span),
        [sum.open ? 'open' : '', sum.cut ? 'cut' : ''].filter(Boolean).join(' '),
      ]),
    );
    const pages = await Promise.all(sums.map(({ userid }) => rows({ userid, limit: 100 })));
    expect(sheets['Days']?.slice(1).map((row) => row.slice(0, 17))).toEqual(
      pages
        .flatMap((page) => page.rows)
        .map((row) => [
          String(row.userid),
          row.name,
          row.date,
          row.kind,
          row.shift === 0 ? '' : 'Early, by "day"',
          row.firstIn === 0 ? '' : clock(row.firstInMinute),
          row.lastOut === 0 ? '' : clock(row.lastOutMinute),
          ...[row.inTime, row.outTime, row.late, row.early, row.worked, row.overtime, row.night].map(span),
          ...[row.absence, row.leave, row.planned].map(span),
        ]),
    );
  });

  test('has no night column while there is no night, and hours as decimals in LibreOffice', async () => {
    await terminal.admin.call('GetKaoqinParam', { nightFrom: 0, nightTo: 0 });
    try {
      expect((await rows()).nights).toBe(false);
      const sheets = await sheetsOf((await download({ format: 'xlsx', hours: 'decimals' })).file);
      expect(sheets['Summary']?.[0]).not.toContain('Night');
      expect(sheets['Days']?.[0]).not.toContain('Night');
      expect(sheets['Days']?.[1]?.[7]).toBe('8.12');
    } finally {
      await terminal.admin.call('GetKaoqinParam', { nightFrom: 1320, nightTo: 360 });
    }
  });

  test('is sorted only as its pages are', async () => {
    await terminal.admin.refuse('DownloadReportForm', { ...week, sort: 'present' }, 'out_of_range', 'sort');
  });
});

describe('night minutes', () => {
  test('are those of the set night, which a change moves', async () => {
    await terminal.add({ userid: 60, username: 'Night' });
    const day = (await rows()).today;
    await terminal.admin.call('addPunch', { userid: 60, day, minute: 0, status: 'in', reason: 'x' });
    await terminal.admin.call('addPunch', { userid: 60, day, minute: 2, status: 'out', reason: 'x' });
    const night = async () => (await terminal.admin.call('reportDay', { userid: 60, day })).row.night;
    expect(await night()).toBe(2);
    await terminal.admin.call('GetKaoqinParam', { nightFrom: 1 });
    expect(await night()).toBe(1);
    await terminal.admin.call('GetKaoqinParam', { nightFrom: 1320 });
    await terminal.admin.call('deleteuser', { userid: 60 });
  });
});

describe('flexible hours', () => {
  const own = { ...week, userid: 70 } as const;
  const sheetOf = async (request: Partial<CallRequest<'DownloadReportForm'>>) =>
    sheetsOf((await download({ ...own, ...request })).file);

  test('have a balance a day that is carried through the report, and no overtime', async () => {
    expect((await rows()).flexible).toBe(false);
    await terminal.admin.call('GetShiftsInfo', {
      ...({ number: 7, name: 'Flexible', kind: 'weekTarget', target: 2400, onDuty: 360, offDuty: 1200 } as const),
      ...{ coreStart: 600, coreEnd: 900, overtimeAfter: 1, missingOut: 60 },
    });
    await terminal.add({ userid: 70, username: 'Flex', shift: 7 });
    writeRecords(terminal.daemon.state, [
      ...[punch(70, at(0, 7)), punch(70, at(0, 17), 'out')],
      ...[punch(70, at(1, 10, 10)), punch(70, at(1, 15), 'out')],
      punch(70, at(2, 9)),
      ...[punch(70, at(4, 5)), punch(70, at(4, 13), 'out')],
      ...[punch(70, at(5, 9)), punch(70, at(5, 11, 5), 'out')],
    ]);
    await terminal.restart();
    const { rows: all, flexible } = await rows({ userid: 70, limit: 100 });
    expect(flexible).toBe(true);
    expect(
      all.map(({ worked, planned, late, early, balance, carried }) => [worked, planned, late, early, balance, carried]),
    ).toEqual([
      [600, 480, 0, 0, 120, 120],
      [290, 480, 10, 0, -190, -70],
      [0, 480, 0, 0, 0, -70],
      [0, 480, 0, 0, -480, -550],
      [420, 480, 0, 120, -60, -610],
      [125, 0, 0, 0, 125, -485],
      [0, 0, 0, 0, 0, -485],
    ]);
    expect(all.map(({ overtime }) => overtime)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const { sums, flexible: isOfSums } = await terminal.admin.call('reportSums', own);
    expect(isOfSums).toBe(true);
    expect(sums).toMatchObject([{ balance: -485, overtime: 0 }]);
    expect((await terminal.admin.call('reportDay', { userid: 70, day: '2026-06-02' })).row).toMatchObject({
      ...{ balance: -190, carried: -190 },
    });
  });

  test('of a week that begins before the report have the shares of its days', async () => {
    const { rows: friday } = await rows({ userid: 70, fromDay: '2026-06-05', toDay: '2026-06-08' });
    expect(friday.map(({ planned, balance, carried }) => [planned, balance, carried])).toEqual([
      [480, -60, -60],
      [0, 125, 65],
      [0, 0, 65],
      [480, -480, -415],
    ]);
  });

  test('are sorted by balance, and in files', async () => {
    const { sums } = await terminal.admin.call('reportSums', { ...week, sort: 'balance' });
    expect(sums[0]).toMatchObject({ userid: 70 });
    const { rows: carried } = await rows({ userid: 70, sort: 'carried', order: 'desc' });
    expect(carried[0]).toMatchObject({ date: '2026-06-01', carried: 120 });
    const sheets = await sheetOf({ format: 'xlsx' });
    const column = (sheet: string, heading: string) =>
      sheets[sheet]?.map((row) => row[sheets[sheet]?.[0]?.indexOf(heading) ?? -1]);
    expect(column('Summary', 'Balance (h)')).toEqual(['Balance (h)', '-8.08']);
    expect(column('Days', 'Balance carried (h)')?.slice(1, 4)).toEqual(['2.00', '-1.17', '-1.17']);
    const { file } = await download(own);
    expect(file.toString('utf8')).toContain(',-3:10,-1:10,');
    await terminal.admin.call('deleteuser', { userid: 70 });
    await terminal.admin.call('delShift', { number: 7, sure: true });
  });
});
