// The hours of a month of 1,000 people out of a full log: judging beside the bare scan (month_report.c), and the workbook as it comes
// over the wire, with the most memory that the daemon had meanwhile.

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
  full: { lines: 1_000_000, users: 1_000, rounds: 5, judged: 21 },
  short: { lines: 2_000, users: 20, rounds: 1, judged: 1 },
} as const;
const yearMs = 365 * 86_400_000;
const start = Date.UTC(2025, 0, 1);
const month = { fromDay: '2025-07-01', toDay: '2025-07-31' } as const;

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

export async function benchReport(scale: Scale): Promise<Row[]> {
  const { users, rounds, judged } = sizes[scale];
  const terminal = await filled(scale);
  try {
    const days = [month.fromDay, month.toDay].map((day) => day.replaceAll('-', ''));
    const args = [terminal.daemon.state, ...days, String(judged)];
    const printed = execFileSync(rootPath('build/host/month_report'), args, { encoding: 'utf8' });
    const [ours = Number.NaN, bare = Number.NaN, ratio = Number.NaN, read = 0] = printed
      .trim()
      .split(/\s+/)
      .map(Number);
    await terminal.daemon.begin();
    await terminal.resume();
    writeFileSync(`/proc/${terminal.daemon.pid}/clear_refs`, '5'); // the peak starts again: hashing at the sign-in was more
    const before = memoryOf(terminal.daemon.pid);
    const times: Record<'csv' | 'xlsx', number[]> = { csv: [], xlsx: [] };
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      for (const format of ['csv', 'xlsx'] as const) {
        const at = performance.now();
        const { file } = await terminal.admin.attempt('DownloadReportForm', { ...month, format });
        times[format].push(performance.now() - at);
        bytes = file?.length ?? 0;
      }
    }
    const after = memoryOf(terminal.daemon.pid);
    return [
      {
        key: 'report/month',
        what: `month report, ${users} x 31 days, ${read} lines`,
        ours: `${ours.toFixed(1)} ms`,
        reference: `bare index scan ${bare.toFixed(1)} ms, x${ratio.toFixed(2)}`,
        ratio,
        budget: '<= 1.30 x the bare scan',
        value: ratio,
        limit: 1.3,
      },
      {
        key: 'report/xlsx',
        what: `the same as XLSX, ${users * 31} rows, ${(bytes / 1e6).toFixed(1)} MB`,
        ours: `${median(times.xlsx).toFixed(0)} ms, ${after.peak - before.now} kB more at most`,
        reference: `as CSV ${median(times.csv).toFixed(0)} ms`,
        ratio: median(times.xlsx) / median(times.csv),
        budget: '',
        value: median(times.xlsx),
        limit: Number.NaN,
      },
    ];
  } finally {
    await drop(terminal);
  }
}
