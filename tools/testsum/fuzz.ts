// Runs every libFuzzer target of build/fuzz for its share of the given seconds; a line `ok` or `not ok` per target.
//
//   npx node tools/testsum/fuzz.ts SECONDS [TARGET]...
//
// A target fuzz_<name> starts from test/fuzz/corpus/<name>. New inputs are stored in build/fuzz/corpus/<name>;
// an input that crashes it is stored in build/fuzz/crashes.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

const folder = 'build/fuzz';
const run = promisify(execFile);

function targets(asked: readonly string[]): string[] {
  const all = readdirSync(folder)
    .filter((name) => /^fuzz_[a-z0-9_]+$/.test(name))
    .map((name) => name.replace(/^fuzz_/, ''))
    .sort();
  const unknown = asked.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`no fuzz target is called ${unknown}; there are ${all.join(', ')}`);
  return asked.length > 0 ? [...asked] : all;
}

const [secondsText = '', ...asked] = process.argv.slice(2);
const seconds = Number(secondsText);
if (!(seconds > 0)) throw new Error('usage: fuzz.ts SECONDS [TARGET]...');
const names = targets(asked);
if (names.length === 0) throw new Error(`no fuzz target in ${folder}`);
const share = Math.max(1, Math.floor(seconds / names.length));
mkdirSync(`${folder}/crashes`, { recursive: true });

for (const name of names) {
  const found = `${folder}/corpus/${name}`;
  const seeds = `test/fuzz/corpus/${name}`;
  mkdirSync(found, { recursive: true });
  const options = [`-max_total_time=${share}`, '-timeout=5', '-rss_limit_mb=2048', '-print_final_stats=1'];
  options.push(`-artifact_prefix=${folder}/crashes/${name}-`, found);
  if (existsSync(seeds)) options.push(seeds);
  try {
    const { stderr } = await run(`${folder}/fuzz_${name}`, options, { maxBuffer: 64 * 1024 * 1024 });
    const runs = /number_of_executed_units:\s+(\d+)/.exec(stderr)?.[1] ?? '?';
    console.log(`ok ${name} ${runs} runs in ${share} s`);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    console.log(`not ok ${name}\n${(stderr ?? String(error)).slice(-8000)}`);
    process.exitCode = 1;
  }
}
