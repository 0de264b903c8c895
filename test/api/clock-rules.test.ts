// Past days keep the clock that they had, whatever zone and daylight saving are set later.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import { rowsOf } from '../harness/csv.ts';
import { queryDatabase } from '../harness/database.ts';
import { sheetsOf } from '../harness/office.ts';
import { europe } from '../harness/summer.ts';
import { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

const minuteMs = 60_000;
const summer = 120; // Central Europe
const june = { fromDay: '2026-06-01', toDay: '2026-06-07' } as const;
const wall = (day: number, hour: number, minute: number): number =>
  Date.UTC(2026, 5, day, hour, minute) - summer * minuteMs;
const punch = (day: number, hour: number, minute: number, status: 'in' | 'out'): SeedRecord => ({
  time: wall(day, hour, minute),
  offset: summer,
  userid: 7,
  username: 'Ada',
  status,
});
/** Days of the office, and a night that begins ten minutes after midnight. */
const lines = [
  punch(2, 7, 58, 'in'),
  punch(2, 16, 2, 'out'),
  punch(3, 8, 11, 'in'),
  punch(3, 15, 50, 'out'),
  punch(5, 0, 10, 'in'),
  punch(5, 4, 0, 'out'),
  /* Written before the terminal remembered its rules: the line alone knows what the wall showed. */
  { ...punch(4, 9, 0, 'in'), offset: 60 },
  { ...punch(4, 17, 0, 'out'), offset: 60 },
];

const rules = () =>
  queryDatabase(terminal.daemon, 'SELECT from_s, zone, mode FROM clock_rule ORDER BY id').map((row) => ({ ...row }));

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetShiftsInfo', { number: 1, name: 'Early' });
  await terminal.add({ userid: 7, username: 'Ada', shift: 1 });
  await terminal.admin.call('GetDateTimeParam', { zone: 60 });
  await terminal.admin.call('GetDSTParam', europe);
  writeRecords(terminal.daemon.state, lines);
  await terminal.restart();
});
afterAll(() => terminal.stop());

async function fileOf(call: 'DownloadReportForm' | 'DownloadRecordForm', format: 'csv' | 'xlsx'): Promise<string[][]> {
  const asked = call === 'DownloadReportForm' ? { ...june, format } : { ...june, format, all: false };
  const { file } = await terminal.admin.attempt(call, asked);
  if (file === undefined) {
    throw new Error(`${call} gives no file`);
  }
  return format === 'csv'
    ? rowsOf(file.toString('utf8').replace(/^\ufeff/, ''))
    : (Object.values(await sheetsOf(file))[0] ?? []);
}

/** All that is told of the week. */
const told = async () => ({
  report: (await terminal.admin.call('GetReportFormInfo', { ...june, userid: 7 })).rows,
  sums: (await terminal.admin.call('reportSums', { ...june })).sums,
  days: (await terminal.admin.call('reportDays', { ...june })).days,
  night: await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-05' }),
  list: (await terminal.admin.call('searchrecord', { ...june, limit: 50 })).records,
  ofTheNight: (await terminal.admin.call('searchrecord', { fromDay: '2026-06-05', toDay: '2026-06-05' })).records,
  reportCsv: await fileOf('DownloadReportForm', 'csv'),
  listCsv: await fileOf('DownloadRecordForm', 'csv'),
});
const books = async () => ({
  report: await fileOf('DownloadReportForm', 'xlsx'),
  list: await fileOf('DownloadRecordForm', 'xlsx'),
});

const column = (rows: string[][], name: string, day: string): string | undefined => {
  const [heading = [], ...cells] = rows;
  return cells.find((row) => row.includes(day))?.[heading.indexOf(name)];
};

describe('a change of zone and daylight saving', () => {
  let before: Awaited<ReturnType<typeof told>>;
  let bound: Awaited<ReturnType<typeof books>>;

  test('leaves past days, the list and the files as they were', async () => {
    before = await told();
    bound = await books();
    await terminal.admin.call('GetDateTimeParam', { zone: -300 });
    await terminal.admin.call('GetDSTParam', { mode: 'disable' });
    expect(await told()).toEqual(before);
    expect(await books()).toEqual(bound);
    await terminal.restart();
    expect(await told()).toEqual(before);
  });

  test('so that all tell the wall of then', () => {
    const second = before.report.find(({ date }) => date === '2026-06-02');
    expect(second).toMatchObject({ firstInMinute: 7 * 60 + 58, lastOutMinute: 16 * 60 + 2, worked: 480, late: 0 });
    expect(before.ofTheNight.map(({ time }) => time)).toEqual([wall(5, 4, 0), wall(5, 0, 10)]);
    for (const file of [before.reportCsv, bound.report]) {
      expect(column(file, 'First in', '2026-06-02')).toContain('07:58');
      expect(column(file, 'Last out', '2026-06-02')).toContain('16:02');
    }
    for (const file of [before.listCsv, bound.list]) {
      const times = file.slice(1).map((row) => row[1]);
      expect(times.some((time) => time?.includes('16:02') === true)).toBe(true);
    }
  });

  test('and a punch what its own line says', async () => {
    const { row, punches } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-04' });
    expect(row).toMatchObject({ firstInMinute: 8 * 60, lastOutMinute: 16 * 60 });
    expect(punches.map(({ minute }) => minute)).toEqual([8 * 60, 16 * 60]);
  });

  test('is in force from now on', async () => {
    const { state } = await terminal.admin.call('SetDateTimeParam', {});
    expect(state).toMatchObject({ offset: -300, dst: false });
    const [first, second, ...others] = rules();
    expect(first).toEqual({ from_s: 0, zone: 60, mode: 2 });
    expect(second).toMatchObject({ zone: -300, mode: 0 });
    expect(Math.abs(Number(second?.['from_s']) - Date.now() / 1000)).toBeLessThan(3600);
    expect(others).toEqual([]);
  });

  test('lets a correction mean the wall of its day', async () => {
    const add = { userid: 7, day: '2026-06-06', minute: 8 * 60, status: 'in', reason: 'forgot' } as const;
    const { seq } = await terminal.admin.call('addPunch', add);
    const { records } = await terminal.admin.call('searchrecord', { kind: 'correction', userid: 7 });
    expect(records[0]).toMatchObject({ seq, time: wall(6, 8, 0), offset: summer });
    const { row } = await terminal.admin.call('reportDay', { userid: 7, day: '2026-06-06' });
    expect(row).toMatchObject({ firstInMinute: 480 });
  });

  test('lets "Why?" go by the clock of then', async () => {
    const hours = { number: 1, start: [0, 480, 480, 480, 480, 480, 0], end: [0, 500, 500, 500, 500, 500, 0] };
    await terminal.admin.call('GetTimeIntervalInfo', hours);
    await terminal.admin.call('GetGroupInfo', { number: 5, time1: 1 });
    await terminal.add({ userid: 8, username: 'Bea', cardno: '8008', group: 5 });
    const then = await terminal.admin.call('explain', { userid: 8, time: wall(3, 8, 5) });
    expect(then).toMatchObject({ verdict: 'granted', offset: summer });
    const later = await terminal.admin.call('explain', { userid: 8, time: wall(3, 13, 5) });
    expect(later).toMatchObject({ verdict: 'refused', reason: 'outsideHours' });
  });
});

describe('a change that is tried', () => {
  test('and put back within the hour leaves no trace', async () => {
    const before = rules();
    await terminal.admin.call('GetDateTimeParam', { zone: 540 });
    await terminal.admin.call('GetDateTimeParam', { zone: 330 });
    expect(rules().map(({ zone }) => zone)).toEqual([60, 330]);
    await terminal.admin.call('GetDateTimeParam', { zone: -300 });
    expect(rules()).toEqual(before);
    await terminal.admin.call('GetDateTimeParam', { zone: 60 });
    await terminal.admin.call('GetDSTParam', europe);
    expect(rules()).toEqual([{ from_s: 0, zone: 60, mode: 2 }]);
  });

  test('and fails changes nothing', async () => {
    const before = rules();
    await terminal.admin.refuse('GetDateTimeParam', { zone: 330, time: 1_577_836_800 }, 'clock_too_old', 'time');
    expect(rules()).toEqual(before);
  });
});

test('before anybody punched a change holds for all time', async () => {
  const other = await Terminal.start();
  try {
    await other.admin.call('GetDateTimeParam', { zone: 480 });
    const stored = queryDatabase(other.daemon, 'SELECT from_s, zone FROM clock_rule').map((row) => ({ ...row }));
    expect(stored).toEqual([{ from_s: 0, zone: 480 }]);
  } finally {
    await other.stop();
  }
});
