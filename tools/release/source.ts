// What the source of a firmware knows about it, for the description of its bundle.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longestNotes } from './facts.ts';
import { Fault } from './fault.ts';

/** Version of the database that it writes: the number of its migrations, which are numbered by their place. */
export function schemaOf(root = '.'): number {
  const source = readFileSync(join(root, 'firmware/store/migrations.c'), 'utf8');
  const list = /migrations\[\] = \{(.*?)\n\};/s.exec(source)?.[1] ?? '';
  const count = [...list.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\bmigration_\w+/g)].length;
  if (count === 0) throw new Fault('firmware/store/migrations.c has no list of migrations');
  return count;
}

/** Its security counter. */
export function counterOf(root = '.'): number {
  const found = /^set\(POSTERN_COUNTER (\d+) /m.exec(readFileSync(join(root, 'CMakeLists.txt'), 'utf8'))?.[1];
  if (found === undefined) throw new Fault('CMakeLists.txt has no POSTERN_COUNTER');
  return Number(found);
}

/** Words for people from a change log: the entries of its newest section, as far as a description has room. */
export function newestNotes(changelog: string): string {
  const section = changelog.split(/^## /m)[1] ?? '';
  const entries = section
    .split(/\n(?=[-#])|\n\n/)
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' ').replaceAll('`', ''))
    .filter((entry) => entry.startsWith('- '));
  let notes = '';
  for (const entry of entries) {
    const longer = notes === '' ? entry : `${notes}\n${entry}`;
    if ([...longer].length > longestNotes) break;
    notes = longer;
  }
  return notes;
}

export const notesOf = (root = '.'): string => newestNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
