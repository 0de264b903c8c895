/* Writes generated files. An unchanged file is not touched, so that nothing is rebuilt for it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Relative path → contents. */
export type Files = ReadonlyMap<string, string>;

/** Writes changed files and returns their number. */
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

/** Removes files of an earlier specification in `below`, a folder of `folder` that contains only generated files. */
export function removeOthers(folder: string, below: string, files: Files): void {
  for (const name of readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts') && !files.has(`${below}/${name}`)) rmSync(join(folder, below, name));
  }
}
