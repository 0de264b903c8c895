// Records the calls of the contract with their outcomes; api/setup.ts evaluates them at the end of the suite.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { rootPath } from './paths.ts';

/** One folder per build of the daemon, so that suites against two of them may run side by side. */
const folder = rootPath(`build/test/hits-${basename(dirname(process.env['POSTERND'] ?? 'host/posternd'))}`);
const seen = new Set<string>();

/** Records that a call was answered with this retvalue. Cheap: each pair is written once per process. */
export function record(name: string, retvalue: number): void {
  const line = `${name} ${retvalue}\n`;
  if (seen.has(line)) return;
  seen.add(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(`${folder}/${process.pid}`, line);
}

/** Deletes the records of earlier runs. */
export function clearRecords(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** All outcomes seen, by call. */
export function readRecords(): Map<string, Set<number>> {
  const hits = new Map<string, Set<number>>();
  let files: string[] = [];
  try {
    files = readdirSync(folder);
  } catch {
    // No call was made.
  }
  for (const file of files) {
    for (const line of readFileSync(`${folder}/${file}`, 'utf8').split('\n')) {
      const [name, retvalue] = line.split(' ');
      if (name === undefined || retvalue === undefined) continue;
      const outcomes = hits.get(name) ?? new Set<number>();
      outcomes.add(Number(retvalue));
      hits.set(name, outcomes);
    }
  }
  return hits;
}
