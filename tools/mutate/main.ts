// Turns each comparison of a C file into another, one at a time, and runs its unit test: a mutant that no test notices is
// printed, and the exit code is 1. The test has to have been built (make ceedling UNIT=test:NAME).
//
//   node tools/mutate/main.ts firmware/core/door/decide.c core/door/test_decide

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Mutant, mutantsOf } from './mutants.ts';

const [source, test] = process.argv.slice(2);
if (source === undefined || test === undefined)
  throw new Error('usage: node tools/mutate/main.ts FILE.c ROOM/test_NAME');

const objects = resolve('build/unit/ceedling/test/out', test.replace(/^core\//, ''));
const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
const flags = ['-std=gnu11', '-g', '-D_GNU_SOURCE', '-D_FILE_OFFSET_BITS=64', '-fsanitize=address,undefined', '-w'];
const includes = ['firmware', 'build/unit/gen/c'].map((path) => `-I${resolve(path)}`);
const libraries = ['cjson', 'sqlite3', 'sodium', 'utf8proc', 'jpeg', 'png', 'wolfssl', 'resolv', 'm', 'pthread'].map(
  (name) => `-l${name}`,
);

/** Whether the test passes with this text in the place of the file. */
function passes(text: string): boolean {
  const file = join(folder, basename(source ?? ''));
  const program = join(folder, 'test');
  writeFileSync(file, text);
  const parts = readdirSync(objects).filter((name) => name.endsWith('.o'));
  execFileSync('gcc', [
    ...flags,
    ...includes,
    file,
    ...parts.map((name) => join(objects, name)),
    '-Wl,-z,muldefs',
    `-L${resolve('build/unit')}`,
    '-lfirmware',
    ...libraries,
    '-o',
    program,
  ]);
  return spawnSync(program, { cwd: 'test/unit', timeout: 10_000 }).status === 0;
}

const text = readFileSync(source, 'utf8');
const survivors: Mutant[] = [];
try {
  if (!passes(text)) throw new Error('the test fails without a mutation');
  const mutants = mutantsOf(text);
  for (const mutant of mutants) if (passes(mutant.text)) survivors.push(mutant);
  for (const { line, from, to } of survivors) console.log(`${source}:${line}: ${from} → ${to} is not noticed`);
  console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants noticed`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = survivors.length === 0 ? 0 : 1;
