// Runs the suites of the project, one line per suite, and ends with the time of each, the slowest test files, and
// the names of the failed tests and `N passed, N failed` over all of them.
//
//   npx node tools/testsum/main.ts [SUITE|GROUP]...     without any: all
//   npx node tools/testsum/main.ts --list
//
// FUZZ_SECONDS (60): time of the fuzz targets together. JOBS: cores to use, by default those of the machine.
// The whole output of a suite is in build/test/<suite>.log; the end of it is shown when the suite fails.

import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { endAllWhenTold, runCommand } from './command.ts';
import { add, type Counts, fromExit, none } from './counts.ts';
import { runAll, type Task } from './schedule.ts';
import { allSuites, chosen, reports, type Suite } from './suites.ts';
import { type FileTime, type SuiteTime, timeTable } from './times.ts';

interface Result {
  readonly counts: Counts;
  readonly files: readonly FileTime[];
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Names of the failed tests. */
  readonly failed: readonly string[];
  readonly reason: string;
  readonly output: string;
}

const shownLines = 60;
/** Maximum characters of a test's name and its message. */
const shownOfFailure = 400;

function numberFrom(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is not a whole number above 0: ${text}`);
  return value;
}

function taskOf(suite: Suite): Task<Result> {
  const log = `${reports}/${suite.name.replace(':', '-')}.log`;
  return {
    name: suite.name,
    needs: suite.needs,
    cores: suite.cores,
    run: async () => {
      rmSync(log.replace(/log$/, 'json'), { force: true });
      const startedMs = Date.now();
      const ended = await runCommand({
        argv: suite.argv,
        env: suite.env ?? {},
        log,
        limitSeconds: suite.limitSeconds,
      });
      const { output, seconds, cpuSeconds, reason } = ended;
      const files = suite.files?.(startedMs) ?? [];
      const failed = suite.failed?.(output) ?? [];
      return { counts: suite.count(output, ended.ok), files, seconds, cpuSeconds, failed, reason, output };
    },
  };
}

function whyFailed({ reason }: Result): string {
  return reason === '' ? 'tests failed' : reason;
}

function show(name: string, result: Result): void {
  const { passed, failed } = result.counts;
  const figures = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(`${name.padEnd(14)}${figures}${result.seconds.toFixed(1).padStart(8)} s`);
  if (failed === 0) return;
  console.log(`  ${name}: ${whyFailed(result)}`);
  const lines = result.output
    .trimEnd()
    .split('\n')
    .filter((line) => !/^$|^ok |^\s*✓/.test(line));
  for (const line of lines.slice(-shownLines)) console.log(`  | ${line}`);
}

/** A line for each failed test; for a suite without test names, why it failed. */
function failures(name: string, result: Result): string[] {
  if (result.counts.failed === 0) return [];
  const names = result.failed.length === 0 ? [whyFailed(result)] : result.failed;
  return names.map((one) => `failed: ${name}: ${one.slice(0, shownOfFailure)}`);
}

async function main(args: readonly string[]): Promise<number> {
  const suites = allSuites(numberFrom('FUZZ_SECONDS', 60));
  if (args.includes('--list')) {
    for (const suite of suites)
      console.log(`${suite.name.padEnd(14)}${suite.group.padEnd(8)}${suite.argv.slice(0, 6).join(' ')}`);
    return 0;
  }
  const wanted = chosen(suites, args);
  mkdirSync(reports, { recursive: true });
  const start = performance.now();
  let sum = none;
  const times: SuiteTime[] = [];
  const failed: string[] = [];
  await runAll(wanted.map(taskOf), {
    cores: numberFrom('JOBS', availableParallelism()),
    succeeded: (result) => result.counts.failed === 0,
    blocked: (_, need) => ({
      counts: fromExit(false),
      files: [],
      seconds: 0,
      cpuSeconds: 0,
      failed: [],
      reason: `not run, because ${need} failed`,
      output: '',
    }),
    finished: (task, result) => {
      sum = add(sum, result.counts);
      times.push({ name: task.name, seconds: result.seconds, cpuSeconds: result.cpuSeconds, files: result.files });
      failed.push(...failures(task.name, result));
      show(task.name, result);
    },
  });
  for (const line of timeTable(times)) console.log(line);
  console.log(`whole run: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  for (const line of failed) console.log(line);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

endAllWhenTold();

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
