// The tree for the architecture check: the files that are, or would be, committed.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  /** Paths from the root, with forward slashes, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Text of a file; empty for a binary file. */
  read(path: string): string;
}

export function treeOf(files: Readonly<Record<string, string>>): Tree {
  return { paths: Object.keys(files).sort(), has: (path) => path in files, read: (path) => files[path] ?? '' };
}

/** The working tree at root, without files ignored by .gitignore. */
export function workingTree(root: string): Tree {
  const list = execFileSync('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const found = new Set(list.split('\0').filter((path) => path !== '' && existsSync(join(root, path))));
  const texts = new Map<string, string>();
  const read = (path: string): string => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const bytes = readFileSync(join(root, path));
    const text = bytes.includes(0) ? '' : bytes.toString('utf8');
    texts.set(path, text);
    return text;
  };
  return { paths: [...found].sort(), has: (path) => found.has(path), read };
}
