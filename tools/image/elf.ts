// Properties of a program or library, from readelf.

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runTool } from './tools.ts';

export const readelf = (args: readonly string[]): string => runTool('aarch64-linux-gnu-readelf', args);

/** Direct dependencies of a program or library. */
export function neededBy(path: string): string[] {
  return [...readelf(['-dW', path]).matchAll(/\(NEEDED\)[^[]*\[([^\]]+)\]/g)].map((match) => match[1] ?? '');
}

/**
 * Files of all direct and indirect dependencies of these programs, as paths below the sysroot. A module finds libraries
 * in its own folder (RUNPATH is $ORIGIN).
 */
export function libraryClosure(programs: readonly string[], sysroot: string): string[] {
  const folder = 'usr/lib/aarch64-linux-gnu';
  const found = new Set<string>();
  const open = [...programs];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const name of neededBy(path)) {
      const beside = relative(sysroot, join(dirname(path), name));
      const library = existsSync(join(sysroot, beside)) && !beside.startsWith('..') ? beside : `${folder}/${name}`;
      if (found.has(library)) continue;
      if (!existsSync(`${sysroot}/${library}`)) throw new Error(`${path} needs ${name}, which the sysroot has not`);
      found.add(library);
      open.push(`${sysroot}/${library}`);
    }
  }
  return [...found].sort();
}
