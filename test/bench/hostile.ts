// Whether a command of the door waits for an account that costs the terminal as much as it can: it looks at a table of line ends,
// uploads photos of many pixels and signs in, all at once and without a pause.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mayChangeUsers, sendLineEnds } from '../harness/hostile.ts';
import { rootPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import type { Scale } from './scale.ts';
import { median, percentile } from './stats.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { rounds: 120, looks: 6, photos: 12, signIns: 6, side: 4000, bytes: 20 * 1024 * 1024 },
  short: { rounds: 4, looks: 2, photos: 2, signIns: 2, side: 400, bytes: 1024 * 1024 },
} as const;
const lockDownMsMost = 50;
const perMinute = 10; // releases that the terminal accepts
const minuteMs = 60_000;

/** Milliseconds of each lock-down, a release between two. */
async function lockDowns({ admin, bench }: Terminal, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    if (i % perMinute === 0) await bench.advance(minuteMs);
    const begun = performance.now();
    await admin.call('doorCommand', { command: 'lockDown' });
    times.push(performance.now() - begun);
    await admin.call('doorCommand', { command: 'release' });
  }
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

export async function benchHostile(scale: Scale): Promise<Row[]> {
  const { rounds, looks, photos, signIns, bytes } = sizes[scale];
  const terminal = await Terminal.start();
  try {
    await mayChangeUsers(terminal.admin);
    const client = await terminal.administrator(1, 4, goodPassword(1));
    const quiet = await lockDowns(terminal, rounds);
    await sendLineEnds(client, bytes);
    const load = await Load.start(terminal.port, sizes[scale]);
    const loaded = await lockDowns(terminal, rounds);
    const answered = await load.end();
    const p99 = percentile(loaded, 0.99);
    return [
      {
        key: 'hostile/lock-down',
        what: `p99 of a lock-down while ${looks + photos + signIns} hostile calls run (${answered} answered)`,
        ours: `${p99.toFixed(1)} ms, median ${median(loaded).toFixed(1)} ms`,
        reference: `nobody else: p99 ${percentile(quiet, 0.99).toFixed(1)} ms, median ${median(quiet).toFixed(1)} ms`,
        ratio: p99 / percentile(quiet, 0.99),
        budget: `<= ${lockDownMsMost} ms`,
        value: p99,
        limit: lockDownMsMost,
      },
    ];
  } finally {
    await terminal.stop();
  }
}
