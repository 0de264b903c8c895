// The examples of docs/rules.md: a rule and its tests cannot drift apart.

import { readFileSync } from 'node:fs';
import { rootPath } from './paths.ts';

/** Rows of the table of a section whose first column has this heading; cells without their backquotes. */
export function examplesOf(heading: string, first: string): string[][] {
  const section = readFileSync(rootPath('docs/rules.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`));
  const table = section?.split('\n\n').find((part) => part.startsWith(`| ${first} |`));
  if (table === undefined) throw new Error(`docs/rules.md has no table of ${first} under ${heading}`);
  return table.split('\n').slice(2).filter(Boolean).map(cellsOf);
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
