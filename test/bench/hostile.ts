// Whether a command of the door waits for an account that costs the terminal as much as it can: it looks at a table of line ends,
// uploads photos of many pixels and signs in, all at once and without a pause; and whether it waits for an import, which writes all the time.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { checked, send } from '../harness/bulk.ts';
import { mayChangeUsers, sendLineEnds } from '../harness/hostile.ts';
import { rootPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { tableOfUsers } from './bulk.ts';
import type { Scale } from './scale.ts';
import { median, percentile } from './stats.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { rounds: 120, looks: 6, photos: 12, signIns: 6, side: 4000, bytes: 20 * 1024 * 1024, rows: 50_000 },
  short: { rounds: 4, looks: 2, photos: 2, signIns: 2, side: 400, bytes: 1024 * 1024, rows: 300 },
} as const;
const lockDownMsMost = 50;
const perMinute = 10; // releases that the terminal accepts
const minuteMs = 60_000;

/** Milliseconds of a lock-down, the `round`th of a row; the release behind it is not timed. */
async function lockDown({ admin, bench }: Terminal, round: number): Promise<number> {
  if (round % perMinute === 0) await bench.advance(minuteMs);
  const begun = performance.now();
  await admin.call('doorCommand', { command: 'lockDown' });
  const took = performance.now() - begun;
  await admin.call('doorCommand', { command: 'release' });
  return took;
}

async function lockDowns(terminal: Terminal, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) times.push(await lockDown(terminal, i));
  return times;
}

/** As many as there is time for while users are written. */
async function lockDownsInImport(terminal: Terminal, rows: number): Promise<number[]> {
  const { admin } = terminal;
  const times: number[] = [];
  await send(admin, 'users', tableOfUsers(rows), 'users.csv');
  await checked(admin);
  await admin.call('bulkStart', { whole: false });
  do times.push(await lockDown(terminal, times.length));
  while ((await admin.call('bulkState', {})).step === 'writing');
  return times;
}

/** The load, in a process of its own: what it takes of a core for itself is not counted as the daemon's. */
class Load {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child;
    this.#lines = lines;
  }

  static async start(port: number, { looks, photos, signIns, side }: (typeof sizes)[Scale]): Promise<Load> {
    const args = [rootPath('test/bench/hostileLoad.ts'), ...[port, looks, photos, signIns, side].map(String)];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const load = new Load(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await load.#line();
    return load;
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the load ended by itself');
    return value;
  }

  /** How many calls were answered. */
  async end(): Promise<number> {
    this.#child.stdin?.end();
    return Number(await this.#line());
  }
}

function row(key: string, what: string, times: number[], quiet: number[]): Row {
  const p99 = percentile(times, 0.99);
  return {
    key,
    what,
    ours: `${p99.toFixed(1)} ms, median ${median(times).toFixed(1)} ms`,
    reference: `nobody else: p99 ${percentile(quiet, 0.99).toFixed(1)} ms, median ${median(quiet).toFixed(1)} ms`,
    ratio: p99 / percentile(quiet, 0.99),
    budget: `<= ${lockDownMsMost} ms`,
    value: p99,
    limit: lockDownMsMost,
  };
}

export async function benchHostile(scale: Scale): Promise<Row[]> {
  const { rounds, looks, photos, signIns, bytes, rows } = sizes[scale];
  const terminal = await Terminal.start();
  try {
    await mayChangeUsers(terminal.admin);
    const client = await terminal.administrator(1, 4, goodPassword(1));
    const quiet = await lockDowns(terminal, rounds);
    await sendLineEnds(client, bytes);
    const load = await Load.start(terminal.port, sizes[scale]);
    const loaded = await lockDowns(terminal, rounds);
    const answered = await load.end();
    await terminal.admin.call('bulkCancel', {}); // of the client, whose session has ended: many minutes have passed for the terminal
    const importing = await lockDownsInImport(terminal, rows);
    const hostile = `p99 of a lock-down while ${looks + photos + signIns} hostile calls run (${answered} answered)`;
    return [
      row('hostile/lock-down', hostile, loaded, quiet),
      row(
        'hostile/import',
        `p99 of a lock-down while ${rows} users are imported (${importing.length} times)`,
        importing,
        quiet,
      ),
    ];
  } finally {
    await terminal.stop();
  }
}
