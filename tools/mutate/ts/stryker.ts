// One run of Stryker: tests the mutants of a sample with the unit tests of their room.
//
// Settings common to all rooms are in stryker.config.json. TypeScript 7 has no compiler in JavaScript, so Stryker must neither
// rewrite a tsconfig (its `tsconfigFile` names none) nor switch off type checks. vitest.mutate.config.ts selects the tests instead of
// Stryker's `testFiles`: with that a mutant of a module's constants becomes active only after the module was loaded.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { State } from '../outcome.ts';
import { type Described, excludedMutations, keyOf, type Mutant, type Place } from './mutants.ts';
import { outsideSample } from './plugin.ts';
import type { Room } from './rooms.ts';

const folder = 'build/mutate/ts';

/** Files that the console's tests do not read; those of tools read all. */
const besideTheConsole = ['firmware', '!firmware/api/spec', 'docs', 'test/unit', 'test/image', 'test/e2e'];

/** States in Stryker's terms. A mutant that breaks its file for all tests counts as detected, like one that fails a test. */
const states: Readonly<Record<string, State>> = {
  Killed: 'killed',
  Survived: 'survived',
  NoCoverage: 'no test',
  Timeout: 'killed',
  RuntimeError: 'killed',
  CompileError: 'invalid',
};

export function stateOf(status: string): State {
  const state = states[status];
  if (state === undefined) throw new Error(`Stryker reports the unknown state ${status}`);
  return state;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly statusReason?: string }[] }>>;
}

/** Mutants outside of one sample may be in the next: Stryker must not remember them. */
export function withoutLeftOut<T extends Report>(report: T): T {
  const files = Object.entries(report.files).map(([name, file]) => [
    name,
    { ...file, mutants: file.mutants.filter(({ statusReason }) => statusReason !== outsideSample) },
  ]);
  return { ...report, files: Object.fromEntries(files) };
}

function forgetLeftOut(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return;
  writeFileSync(incrementalFile, JSON.stringify(withoutLeftOut(JSON.parse(readFileSync(incrementalFile, 'utf8')))));
}

/** Results count lines and columns from 1, mutants from 0. */
function fromZero(result: MutantResult): Described {
  const { start, end } = result.location;
  const before = ({ line, column }: Place): Place => ({ line: line - 1, column: column - 1 });
  return { ...result, location: { start: before(start), end: before(end) } };
}

/** Whether the run tests each mutant again, even if nothing changed. */
export interface Way {
  readonly force: boolean;
}

export async function runStryker(room: Room, mutants: readonly Mutant[], way: Way): Promise<Map<string, MutantResult>> {
  const name = room.name.replaceAll('/', '-');
  const sampleFile = resolve(folder, `${name}.sample.json`);
  const incrementalFile = `${folder}/${name}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(sampleFile, JSON.stringify(mutants.map(({ key }) => key)));
  process.env['MUTATE_TESTS'] = room.tests.filter((path) => existsSync(path)).join(' ');
  const stryker = new Stryker({
    configFile: 'tools/mutate/ts/stryker.config.json',
    vitest: {
      configFile: 'vitest.mutate.config.ts',
      related: false,
      /* One context per file: half the work of a thread. */
      pool: room.startsPrograms ? 'forks' : 'vmThreads',
    },
    plugins: ['@stryker-mutator/vitest-runner', resolve('tools/mutate/ts/plugin.ts')],
    sampleFile,
    /* Tools ask git which files there are. */
    ...(room.startsPrograms ? { buildCommand: 'git init -q' } : {}),
    ignorePatterns: ['build/*', '!build/gen', ...(room.startsPrograms ? [] : besideTheConsole)],
    mutate: [...new Set(mutants.map(({ file }) => file))],
    mutator: { excludedMutations },
    coverageAnalysis: room.startsPrograms ? 'off' : 'perTest',
    /* Without coverage Stryker cannot know what a changed test covers. */
    incremental: !room.startsPrograms,
    incrementalFile,
    concurrency: Number(process.env['JOBS'] ?? availableParallelism()),
    force: way.force,
  });
  const results = await stryker.runMutationTest();
  forgetLeftOut(incrementalFile);
  return new Map(results.map((result) => [keyOf(fromZero(result), relative(process.cwd(), result.fileName)), result]));
}
