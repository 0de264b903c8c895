// The programs of the unit tests, and the functions of the firmware that each executes: determined by running it once.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { forEachAtMost } from '../../testsum/pool.ts';
import { run } from './command.ts';

export interface Test {
  /** Path below test/unit without its extension: `core/door/test_decide`. */
  readonly name: string;
  /** Folder of its objects. */
  readonly folder: string;
  /** Run time in seconds. */
  readonly seconds: number;
  /** `file:function` of the executed functions. */
  readonly reached: readonly string[];
}

interface Kept extends Omit<Test, 'name'> {
  readonly builtMs: number;
}

const out = 'build/unit/ceedling/test/out';
const work = 'build/mutate';
const keptFile = `${work}/reached.json`;
const slotBytes = 8;

function programs(): string[] {
  if (!existsSync(out)) return [];
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.out'))
    .sort();
}

/** Paths of all unit tests, built or not, by their unique names. */
function sources(): Map<string, string> {
  const files = execFileSync('git', ['ls-files', 'test/unit/**/test_*.c'], { encoding: 'utf8' });
  const names = files
    .trim()
    .split('\n')
    .map((file) => relative('test/unit', file).replace(/\.c$/, ''));
  return new Map(names.map((name) => [basename(name), name]));
}

/** `file:function` for each address of a program, from its debug information. */
function namesOf(program: string, addresses: readonly string[]): string[] {
  const input = addresses.join('\n');
  const output = execFileSync('addr2line', ['-f', '-e', program], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = output.trimEnd().split('\n');
  const names = addresses.map((_, at) => {
    const file = relative(process.cwd(), (lines[at * 2 + 1] ?? '').replace(/:[\d?]+.*$/, ''));
    return `${file.replace(/^.*?(?=firmware\/)/, '')}:${lines[at * 2] ?? ''}`;
  });
  return [...new Set(names.filter((name) => name.startsWith('firmware/')))].sort();
}

function addressesIn(file: string): string[] {
  const data = readFileSync(file);
  const addresses: string[] = [];
  for (let at = 0; at + slotBytes <= data.length; at += slotBytes) {
    const address = data.readBigUInt64LE(at);
    if (address !== 0n) addresses.push(`0x${address.toString(16)}`);
  }
  return addresses;
}

async function lookAt(path: string, recorder: string): Promise<Kept | undefined> {
  const program = join(out, path);
  const notes = resolve(work, `${basename(path)}.reached`);
  rmSync(notes, { force: true });
  const env = { ...process.env, REACHED: notes, LD_PRELOAD: recorder, ASAN_OPTIONS: 'verify_asan_link_order=0' };
  const limits = { cpuSeconds: 300, wallSeconds: 900 };
  const { status, output, seconds } = await run([resolve(program)], limits, { cwd: 'test/unit', env });
  if (status !== 0) {
    console.log(`mutate: ${path} fails without a mutation and is left out:\n${output.slice(-600)}`);
    return undefined;
  }
  const reached = namesOf(program, addressesIn(notes));
  rmSync(notes);
  return { folder: resolve(out, dirname(path)), seconds, reached, builtMs: statSync(program).mtimeMs };
}

/** All tests that are built and pass; results for a program are valid until it is built again. */
export async function readTests(lanes: number): Promise<Test[]> {
  mkdirSync(work, { recursive: true });
  const before = existsSync(keptFile) ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Record<string, Kept>) : {};
  const recorder = resolve(work, 'reached.so');
  execFileSync('gcc', ['-O2', '-shared', '-fPIC', '-Wall', '-Wextra', 'tools/mutate/c/reached.c', '-o', recorder]);
  const now: Record<string, Kept> = {};
  const names = sources();
  const missing = names.size - programs().length;
  if (missing > 0) console.log(`mutate: ${missing} unit tests are not built and count as if they were not there`);
  const keep = (): void => writeFileSync(keptFile, JSON.stringify({ ...before, ...now }));
  await forEachAtMost(lanes, programs(), async (path) => {
    const kept = before[path];
    const isKept = kept !== undefined && kept.builtMs === statSync(join(out, path)).mtimeMs;
    const test = isKept ? kept : await lookAt(path, recorder);
    if (test === undefined) return;
    now[path] = test;
    if (!isKept) keep(); // at once, so that an interrupted run does not start over
  });
  return Object.entries(now).map(([path, kept]) => ({ ...kept, name: names.get(basename(path, '.out')) ?? path }));
}

/** Distance of a test from a file: its own, one of the same folder, any other. */
function distance(test: Test, file: string): number {
  const name = basename(file, '.c');
  const room = dirname(file).split('/').pop() ?? '';
  if ([`test_${name}`, `test_${room}_${name}`].includes(basename(test.name))) return 0;
  return test.name.split('/').includes(room) ? 1 : 2;
}

/** The tests that execute a function of a file, nearest and fastest first; without a function, those of the file. */
export function testsFor(tests: readonly Test[], file: string, func: string): Test[] {
  const wanted = func === '' ? `${file}:` : `${file}:${func}`;
  const isReached = (name: string): boolean => (func === '' ? name.startsWith(wanted) : name === wanted);
  return tests
    .filter(({ reached }) => reached.some(isReached))
    .sort((a, b) => distance(a, file) - distance(b, file) || a.seconds - b.seconds);
}
