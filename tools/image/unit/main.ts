// Runs the unit tests with the compiler, flags and libraries of a board's posternd, in QEMU's user emulation.
//
//   npx node tools/image/unit/main.ts [--all] [TASK]     TASK of Ceedling, test:all without it
//
// --all: also the tests that arm64.json excludes, to check whether the reasons still hold. The output is in
// build/test/unit-arm64.log; the last line is `N passed, N failed`.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endAllWhenTold, runCommand } from '../../testsum/command.ts';
import { fromCeedling } from '../../testsum/counts.ts';
import { compiler, configure, sysroot } from '../compile.ts';
import { locked, unpack, unpackedLock } from '../debs.ts';
import { prepareTools, tool } from '../tools.ts';
import { type BoardFlags, flagsOf } from './flags.ts';
import { type LeftOut, readLeftOut, reportOf, runnerOf } from './left-out.ts';
import { projectOf } from './project.ts';

const out = 'build/unit-arm64';
const log = 'build/test/unit-arm64.log';
const limitSeconds = 60 * 60;
const shownLines = 80;

/** QEMU's own PAC algorithm: the real one takes half of the time. */
const processor = 'max,pauth-impdef=on';

function prepare(): BoardFlags {
  const { packages: lock } = locked({ newestIfGone: true });
  prepareTools(lock);
  unpack(
    lock.filter((entry) => entry.root === 'target'),
    sysroot,
  );
  const mongoose = process.env['MONGOOSE_DIR'] ?? 'build/deps/mongoose';
  return flagsOf(configure({ folder: out, brand: 'postern', epoch: 0, mongoose }));
}

/** Files compiled with other flags are compiled again. */
function startAfresh(flags: BoardFlags): void {
  const mark = `${out}/flags`;
  const now = `${JSON.stringify(flags, null, 2)}\n${readFileSync(unpackedLock, 'utf8')}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  for (const part of ['obj', 'ceedling', 'libfirmware.a']) rmSync(`${out}/${part}`, { recursive: true, force: true });
  writeFileSync(mark, now);
}

/** Ceedling does not repeat an unchanged program: with another runner its stored results are invalid. */
function writeRunner(leftOut: readonly LeftOut[]): string {
  const runner = `${out}/run`;
  const text = runnerOf(['qemu-aarch64', '-cpu', processor, '-L', resolve(sysroot)], leftOut);
  if (!existsSync(runner) || readFileSync(runner, 'utf8') !== text)
    rmSync(`${out}/ceedling/test/results`, { recursive: true, force: true });
  writeFileSync(runner, text);
  chmodSync(runner, 0o755);
  return runner;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const leftOut = values.all ? [] : readLeftOut();
  const flags = prepare();
  startAfresh(flags);
  mkdirSync('build/test', { recursive: true });
  const runner = writeRunner(leftOut);
  const without = leftOut.filter(({ tests }) => tests === undefined).map(({ file }) => file);
  const project = projectOf(readFileSync('test/unit/project.yml', 'utf8'), {
    ...{ out, flags, without },
    fixture: `../../${runner}`,
  });
  writeFileSync(`${out}/project.yml`, project);
  const env = {
    OUT: out,
    CC_BASE: tool(compiler),
    AR: tool('aarch64-linux-gnu-ar'),
    UNIT_FLAGS: flags.compile.join(' '),
  };
  const argv = ['make', '--no-print-directory', 'ceedling', `UNIT=${positionals[0] ?? 'test:all'}`];
  const ended = await runCommand({
    argv,
    env: { ...env, UNIT_PROJECT: `../../${out}/project.yml` },
    log,
    limitSeconds,
  });
  const counts = fromCeedling(ended.output, ended.ok);
  if (counts.failed > 0) {
    console.log(`unit-arm64: ${ended.reason === '' ? 'tests failed' : ended.reason}; the whole output is in ${log}`);
    for (const line of ended.output.trimEnd().split('\n').slice(-shownLines)) console.log(`  | ${line}`);
  }
  for (const line of reportOf(leftOut)) console.log(line);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

endAllWhenTold();

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`unit-arm64: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
