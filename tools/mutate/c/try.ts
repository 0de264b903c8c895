// Tries mutants of C files: compiles each, links the tests that execute its function, and runs them until one detects it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { forEachAtMost } from '../../testsum/pool.ts';
import type { Outcome, State } from '../outcome.ts';
import { roomOf } from '../rooms.ts';
import { type UnitBuild, unitBuild } from './build.ts';
import { run } from './command.ts';
import { type Mutant, mutated } from './mutants.ts';
import { type Test, testsFor } from './tests.ts';

/** Maximum number of tests: nearly all of them execute common code. */
const testsAtMost = 12;

class Trial {
  private readonly build: UnitBuild;
  private readonly tests: readonly Test[];
  private readonly folder: string;
  private readonly originals = new Map<string, Promise<Buffer>>();

  constructor(build: UnitBuild, tests: readonly Test[], folder: string) {
    this.build = build;
    this.tests = tests;
    this.folder = folder;
  }

  async stateOf(mutant: Mutant, lane: string): Promise<State> {
    const copy = join(this.folder, lane, basename(mutant.file));
    writeFileSync(copy, this.textOf(mutant.file, mutant));
    const object = join(this.folder, lane, 'tested.o');
    if ((await this.build.compile(copy, object, mutant.file, 'tested')).status !== 0) return 'invalid';
    const tests = testsFor(this.tests, mutant.file, mutant.func).slice(0, testsAtMost);
    for (const test of tests) if (await this.isNoticed(test, object, lane)) return 'killed';
    const { file } = mutant;
    if ((await this.plain(copy, file)).equals(await this.original(file))) return 'invalid';
    return tests.length === 0 ? 'no test' : 'survived';
  }

  private textOf(file: string, mutant?: Mutant): string {
    const text = readFileSync(file, 'utf8');
    return `#line 1 "${file}"\n${mutant === undefined ? text : mutated(text, mutant.edit)}`;
  }

  /** Output of an optimizing compiler: equal for two texts with the same behaviour. */
  private async plain(copy: string, file: string): Promise<Buffer> {
    const object = `${copy}.o`;
    const { status, output } = await this.build.compile(copy, object, file, 'plain');
    if (status !== 0) throw new Error(`${file} cannot be compiled:\n${output.slice(-2000)}`);
    return readFileSync(object);
  }

  private original(file: string): Promise<Buffer> {
    const known = this.originals.get(file);
    if (known !== undefined) return known;
    const copy = join(mkdtempSync(join(this.folder, 'original-')), basename(file));
    writeFileSync(copy, this.textOf(file));
    const made = this.plain(copy, file);
    this.originals.set(file, made);
    return made;
  }

  private async isNoticed(test: Test, object: string, lane: string): Promise<boolean> {
    const program = join(this.folder, lane, 'program');
    const linked = await this.build.link(test.folder, object, program);
    if (linked.status !== 0) throw new Error(`${test.name} cannot be linked:\n${linked.output.slice(-2000)}`);
    const limits = { cpuSeconds: Math.ceil(5 + 5 * test.seconds), wallSeconds: 15 + 10 * test.seconds };
    const env = { ...process.env, TMPDIR: join(this.folder, lane), UNITY_ENDS_AT_FAILURE: '1' };
    return (await run([program], limits, { cwd: 'test/unit', env })).status !== 0;
  }
}

export interface TryOptions {
  readonly lanes: number;
  /** Whether this one can be skipped. */
  isOver(outcomes: readonly Outcome[], mutant: Mutant): boolean;
  tried(outcome: Outcome): void;
}

/** Tries the mutants in order until `isOver`; reports each outcome at once. */
export async function tryMutants(
  mutants: readonly Mutant[],
  tests: readonly Test[],
  options: TryOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  const trial = new Trial(unitBuild(), tests, folder);
  const free = Array.from({ length: options.lanes }, () => basename(mkdtempSync(join(folder, 'lane-'))));
  try {
    await forEachAtMost(options.lanes, mutants, async (mutant) => {
      if (options.isOver(outcomes, mutant)) return;
      const lane = free.pop() ?? '';
      const { file, line, text, from, to } = mutant;
      const outcome = { room: roomOf(file), file, line, text, from, to, state: await trial.stateOf(mutant, lane) };
      outcomes.push(outcome);
      options.tried(outcome);
      free.push(lane);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcomes;
}
