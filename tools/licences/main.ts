// Lists shipped components with their licences.
//
//   npx node tools/licences/main.ts            writes the list into docs/licensing.md and all texts into build/licences/
//   npx node tools/licences/main.ts --check    checks whether docs/licensing.md is current, as a line `ok` or `not ok`

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { collect } from './collect.ts';
import { isCurrent, listOf, textsOf, withList } from './list.ts';

const page = 'docs/licensing.md';
const texts = 'build/licences/third-party.txt';

const parts = collect('build/host/posternd', 'build/web/postern');
const list = listOf(parts);
const silent = parts.find((part) => part.text.trim() === '');
if (silent !== undefined) throw new Error(`no licence text was found for ${silent.name}`);
const before = readFileSync(page, 'utf8');

if (process.argv.includes('--check')) {
  const current = isCurrent(before, list);
  console.log(
    current ? `ok ${page}` : `not ok ${page}: the list is not current, run make licences; it should say\n${list}`,
  );
  process.exitCode = current ? 0 : 1;
} else {
  writeFileSync(page, withList(before, list));
  mkdirSync('build/licences', { recursive: true });
  writeFileSync(texts, textsOf(parts));
  console.log(`${list}\n\n${page} is current; all texts are in ${texts}`);
}
