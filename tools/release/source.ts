// Values for the description of a bundle from the firmware's source.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSteps } from '../migrations/steps.ts';
import { longestNotes } from './facts.ts';
import { Fault } from './fault.ts';

/** Database version: the number of its migrations. */
export const schemaOf = (root = '.'): number => readSteps(join(root, 'firmware/store/migrations')).length;

/** Its security counter. */
export function counterOf(root = '.'): number {
  const found = /^set\(POSTERN_COUNTER (\d+) /m.exec(readFileSync(join(root, 'CMakeLists.txt'), 'utf8'))?.[1];
  if (found === undefined) throw new Fault('CMakeLists.txt has no POSTERN_COUNTER');
  return Number(found);
}

/** Release notes from a change log: the entries of its newest section, as far as a description has room. */
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
