// clang-tidy over each source file of the firmware, with the flags of the host build; a line `ok` or `not ok` per file.
//
// The analyzer follows calls only into small functions (its mode `shallow`), which takes 0.3 s of processor time
// per file; `--deep` follows all of them, which takes 0.8 s and is `make clang-tidy`.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { forEachAtMost } from './pool.ts';

const folder = 'build/host';
const depth = process.argv.includes('--deep') ? [] : ['-analyzer-config', 'mode=shallow'];
const depthArgs = depth.flatMap((word) => ['--extra-arg=-Xclang', `--extra-arg=${word}`]);
const run = promisify(execFile);

function compiledSources(): string[] {
  const commands = JSON.parse(readFileSync(`${folder}/compile_commands.json`, 'utf8')) as { file: string }[];
  const files = commands.map((command) => relative(process.cwd(), command.file));
  return [...new Set(files.filter((file) => file.startsWith('firmware/')))].sort();
}

const files = compiledSources();
if (files.length === 0) throw new Error(`${folder}/compile_commands.json names no source of the firmware`);

await forEachAtMost(availableParallelism(), files, async (file) => {
  try {
    await run('clang-tidy-19', ['-p', folder, '--quiet', '--warnings-as-errors=*', ...depthArgs, file]);
    console.log(`ok ${file}`);
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    console.log(`not ok ${file}\n${stdout ?? String(error)}`);
    process.exitCode = 1;
  }
});
