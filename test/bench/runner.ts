// Runs benchmarks one after the other. One that fails is a line of its own, and the next one is run.

import type { Scale } from './scale.ts';
import { type Failure, isRow, type Line, type Row, verdict } from './table.ts';

export type Bench = (scale: Scale) => Promise<Row[]>;

export interface Runner {
  readonly benches: Readonly<Record<string, Bench>>;
  /** Those to run, in the order of `benches`; none: all. */
  readonly wanted: readonly string[];
  readonly scale: Scale;
  /** What one may take; it fails then, and what it started is left. */
  readonly limitMs: number;
  readonly begun: (name: string) => void;
  readonly ended: (name: string, lines: readonly Line[]) => void;
}

function check(name: string, rows: readonly Row[], scale: Scale): void {
  if (rows.length === 0) throw new Error('it measured nothing');
  const keys = rows.map(({ key }) => key);
  const wrong = keys.find((key, at) => !key.startsWith(`${name}/`) || keys.indexOf(key) !== at);
  if (wrong !== undefined) throw new Error(`a row of ${name} has the key ${wrong}, or two have it`);
  const unmeasured = rows.find((row) => verdict(row) === 'not measured');
  if (scale === 'short' && unmeasured !== undefined) throw new Error(`${unmeasured.key} was not measured`);
}

/** Fails with the limit, and with what is thrown outside of the work's own promise, such as by the listener of a socket. */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  const timer = setTimeout(() => reject(new Error(`it did not end within ${limitMs / 1000} s`)), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    process.off('uncaughtException', reject);
  }
}

async function runOne(name: string, bench: Bench, { scale, limitMs }: Runner): Promise<Line[]> {
  try {
    const rows = await within(bench(scale), limitMs);
    check(name, rows, scale);
    return rows;
  } catch (error) {
    return [{ failed: name, error: error instanceof Error ? error.message : String(error) }];
  }
}

export async function runBenches(runner: Runner): Promise<Line[]> {
  const all: Line[] = [];
  for (const [name, bench] of Object.entries(runner.benches)) {
    if (runner.wanted.length > 0 && !runner.wanted.includes(name)) continue;
    runner.begun(name);
    const lines = await runOne(name, bench, runner);
    runner.ended(name, lines);
    all.push(...lines);
  }
  return all;
}

/** A line of the suite: `ok NAME`, or `not ok NAME` and the error. */
export function checkLine(name: string, lines: readonly Line[], seconds: number): string {
  const failure = lines.find((line): line is Failure => !isRow(line));
  return failure === undefined
    ? `ok ${name} ${lines.length} rows in ${seconds.toFixed(1)} s`
    : `not ok ${name}\n${failure.error}`;
}
