// The hours of a month and of a year of 1,000 people out of a full log: judging beside the bare scan (month_report.c), and the workbooks
// as they come over the wire, with the most memory that the daemon had meanwhile. A report has 92 days at most, so a year is four.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fill } from '../../tools/seed/fill.ts';
import { seedRecords, writeRecords } from '../../tools/seed/records.ts';
import { rootPath } from '../harness/paths.ts';
import { Terminal } from '../harness/terminal.ts';
import { drop } from './drop.ts';
import type { Scale } from './scale.ts';
import { median } from './stats.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { lines: 1_000_000, users: 1_000, rounds: 5, judged: 21, judgedYear: 5 },
  short: { lines: 2_000, users: 20, rounds: 1, judged: 1, judgedYear: 1 },
} as const;
const yearMs = 365 * 86_400_000;
const start = Date.UTC(2025, 0, 1);
const month: Days = { fromDay: '2025-07-01', toDay: '2025-07-31' };
const year: readonly Days[] = [
  { fromDay: '2025-01-01', toDay: '2025-03-31' },
  { fromDay: '2025-04-01', toDay: '2025-06-30' },
  { fromDay: '2025-07-01', toDay: '2025-09-30' },
  { fromDay: '2025-10-01', toDay: '2025-12-31' },
];

interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

interface Judged {
  /** Milliseconds of ours, of the bare scan; median of their ratios. */
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly lines: number;
}

/** Judges the days of everybody, beside the scan of the same lines; nobody has the state open. */
function judge(state: string, { fromDay, toDay }: Days, rounds: number): Judged {
  const args = [state, fromDay.replaceAll('-', ''), toDay.replaceAll('-', ''), String(rounds)];
  const printed = execFileSync(rootPath('build/host/month_report'), args, { encoding: 'utf8' });
  const [ours = Number.NaN, bare = Number.NaN, ratio = Number.NaN, lines = 0] = printed.trim().split(/\s+/).map(Number);
  return { ours, bare, ratio, lines };
}

/** The most memory the process ever had, and what it has now, in kB. */
function memoryOf(pid: number): { peak: number; now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { peak: of('VmHWM'), now: of('VmRSS') };
}

/** The log is full after a year: in the full scale that is 85 lines of everybody in a month. */
async function filled(scale: Scale): Promise<Terminal> {
  const { lines, users } = sizes[scale];
  const terminal = await Terminal.start();
  await terminal.admin.call('GetShiftsInfo', {
    number: 1,
    name: 'Day',
    breakStart: [720, 0, 0],
    breakEnd: [750, 0, 0],
    missingIn: 60, // most days of the short scale have a single punch, which would count nothing
    missingOut: 60,
  });
  await terminal.admin.call('assignShift', { group: 1, shift: 1, from: '' });
  const token = terminal.admin.token ?? '';
  const { port } = terminal;
  await fill({ host: '127.0.0.1', port, token, count: users, pinEvery: 0, connections: 4, depth: 4 });
  await terminal.daemon.stop();
  writeRecords(terminal.daemon.state, seedRecords({ count: lines, users, from: start, every: yearMs / lines }));
  return terminal;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Downloads the report of these days one after the other; milliseconds of all, and bytes. */
async function downloaded(
  terminal: Terminal,
  days: readonly Days[],
  format: 'csv' | 'xlsx',
): Promise<{ ms: number; bytes: number }> {
  const at = performance.now();
  let bytes = 0;
  for (const asked of days) {
    const { file } = await terminal.admin.attempt('DownloadReportForm', { ...asked, format });
    bytes += file?.length ?? 0;
  }
  return { ms: performance.now() - at, bytes };
}

/** Files of these days, the median of `rounds` in each format, with the most memory beyond what the daemon has at rest. */
async function files(terminal: Terminal, days: readonly Days[], rounds: number) {
  writeFileSync(`/proc/${terminal.daemon.pid}/clear_refs`, '5'); // the peak starts again: hashing at the sign-in was more
  const before = memoryOf(terminal.daemon.pid);
  const times: Record<'csv' | 'xlsx', number[]> = { csv: [], xlsx: [] };
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await downloaded(terminal, days, format);
      times[format].push(file.ms);
      bytes = file.bytes;
    }
  }
  const more = memoryOf(terminal.daemon.pid).peak - before.now;
  return { csv: median(times.csv), xlsx: median(times.xlsx), bytes, more };
}

function judgedRow(key: string, what: string, { ours, bare, ratio, lines }: Judged): Row {
  return {
    key,
    what: `${what}, ${lines} lines`,
    ours: `${ours.toFixed(1)} ms`,
    reference: `bare index scan ${bare.toFixed(1)} ms, x${ratio.toFixed(2)}`,
    ratio,
    budget: '<= 1.30 x the bare scan',
    value: ratio,
    limit: 1.3,
  };
}

function fileRow(key: string, what: string, { csv, xlsx, bytes, more }: Awaited<ReturnType<typeof files>>): Row {
  return {
    key,
    what: `${what}, ${(bytes / 1e6).toFixed(1)} MB`,
    ours: `${xlsx.toFixed(0)} ms, ${more} kB more at most`,
    reference: `as CSV ${csv.toFixed(0)} ms`,
    ratio: xlsx / csv,
    budget: '',
    value: xlsx,
    limit: Number.NaN,
  };
}

export async function benchReport(scale: Scale): Promise<Row[]> {
  const { users, rounds, judged, judgedYear } = sizes[scale];
  const terminal = await filled(scale);
  try {
    const { state } = terminal.daemon;
    const ofMonth = judge(state, month, judged);
    const parts = year.map((days) => judge(state, days, judgedYear));
    const [ours, bare] = [sum(parts.map((part) => part.ours)), sum(parts.map((part) => part.bare))];
    const ofYear = { ours, bare, ratio: ours / bare, lines: sum(parts.map(({ lines }) => lines)) };
    await terminal.daemon.begin();
    await terminal.resume();
    return [
      judgedRow('report/month', `month report, ${users} x 31 days`, ofMonth),
      fileRow('report/xlsx', `the same as XLSX, ${users * 31} rows`, await files(terminal, [month], rounds)),
      judgedRow('report/year', `year report, ${users} x 365 days, in four parts`, ofYear),
      fileRow('report/year-xlsx', `the same as four XLSX, ${users * 365} rows`, await files(terminal, year, 1)),
    ];
  } finally {
    await drop(terminal);
  }
}
