/* Writes generated files. One that would not change is left alone, so that nothing is built again for it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Relative path → contents. */
export type Files = ReadonlyMap<string, string>;

/** Writes what differs and returns how many files that were. */
export function writeFiles(folder: string, files: Files): number {
  let written = 0;
  for (const [name, contents] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === contents) {
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
    written++;
  }
  return written;
}

/** Removes what an earlier specification left in `below`, a folder of `folder` that holds generated files alone. */
export function removeOthers(folder: string, below: string, files: Files): void {
  for (const name of readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts') && !files.has(`${below}/${name}`)) rmSync(join(folder, below, name));
  }
}
