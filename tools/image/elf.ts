// What a program or library says about itself, as readelf tells it.

import { existsSync } from 'node:fs';
import { runTool } from './tools.ts';

export const readelf = (args: readonly string[]): string => runTool('aarch64-linux-gnu-readelf', args);

/** Libraries that a program or library names itself. */
export function neededBy(path: string): string[] {
  return [...readelf(['-dW', path]).matchAll(/\(NEEDED\)[^[]*\[([^\]]+)\]/g)].map((match) => match[1] ?? '');
}

/** Files of all libraries that these programs need, directly or not, as paths below the sysroot. */
export function libraryClosure(programs: readonly string[], sysroot: string): string[] {
  const folder = 'usr/lib/aarch64-linux-gnu';
  const found = new Set<string>();
  const open = [...programs];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const name of neededBy(path)) {
      const library = `${folder}/${name}`;
      if (found.has(library)) continue;
      if (!existsSync(`${sysroot}/${library}`)) throw new Error(`${path} needs ${name}, which the sysroot has not`);
      found.add(library);
      open.push(`${sysroot}/${library}`);
    }
  }
  return [...found].sort();
}
