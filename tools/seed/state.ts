// A state folder with many users, made once by posternd itself and stored in build/ for tests and benches.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootPath } from '../../test/harness/paths.ts';
import { Terminal } from '../../test/harness/terminal.ts';
import { type FillResult, fill } from './fill.ts';

export interface StateOptions {
  readonly count: number;
  readonly pinEvery: number;
  readonly onProgress?: (done: number) => void;
}

/** Files of a state folder with its data; not sockets and leftovers of a run. */
function copyState(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (statSync(join(from, name)).isFile()) cpSync(join(from, name), join(to, name));
  }
}

/**
 * Makes a new state folder at `folder`, which must not exist, with a daemon of its own. Works in memory if the
 * machine has a file system there, because one durable commit per user is the slowest part on a disk.
 */
export async function makeState(folder: string, options: StateOptions): Promise<FillResult> {
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const work = join(base, `postern-seed-${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  try {
    const terminal = await Terminal.start({ state: work });
    let result: FillResult;
    try {
      result = await fill({
        host: '127.0.0.1',
        port: terminal.port,
        token: terminal.admin.token ?? '',
        connections: 2,
        depth: 16,
        ...options,
      });
    } finally {
      await terminal.stop();
    }
    copyState(work, folder);
    return result;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Everything that determines the content of a seeded state: these files, the store's and the rules'. */
function fingerprint(options: StateOptions): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([options.count, options.pinEvery]));
  for (const folder of ['tools/seed', 'firmware/store', 'firmware/core', 'firmware/api/spec']) {
    for (const name of readdirSync(rootPath(folder)).sort()) {
      if (/\.(ts|c|h|json)$/.test(name)) hash.update(name).update(readFileSync(rootPath(`${folder}/${name}`)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * A seeded state folder in build/seed, made at the first call and again when something it depends on has changed. Copy it
 * with copySeeded(); no daemon may run on it. `admin` has the password `adminPassword` of test/harness.
 */
export async function seededState(options: StateOptions): Promise<string> {
  const kept = rootPath(`build/seed/${options.count}-${fingerprint(options)}`);
  if (existsSync(kept)) return kept;
  mkdirSync(rootPath('build/seed'), { recursive: true });
  const fresh = `${kept}.part-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  await makeState(fresh, options);
  for (const name of readdirSync(rootPath('build/seed'))) {
    if (name.startsWith(`${options.count}-`) && !name.includes('.part-')) {
      rmSync(rootPath(`build/seed/${name}`), { recursive: true, force: true });
    }
  }
  renameSync(fresh, kept);
  return kept;
}

/** A copy of the seeded state at `folder`, which must not exist. */
export async function copySeeded(folder: string, options: StateOptions): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  copyState(await seededState(options), folder);
}
