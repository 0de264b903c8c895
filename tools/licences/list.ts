// The list in docs/licensing.md, and all licence texts as shipped.

import type { Part } from './collect.ts';

const begin = '<!-- list: written by make licences -->';
const end = '<!-- end of list -->';

const places: Readonly<Record<Part['where'], string>> = {
  console: 'in the console',
  'compiled in': 'compiled into posternd',
  linked: 'linked to posternd',
};

export function listOf(parts: readonly Omit<Part, 'text'>[]): string {
  const rows = parts.map(
    ({ name, version, licence, where }) => `| ${name} | ${version} | ${licence} | ${places[where]} |`,
  );
  return ['| part | version | licence | where |', '|---|---|---|---|', ...rows].join('\n');
}

function cut(page: string): [string, string, string] {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no place for the list: ${begin} … ${end}`);
  return [page.slice(0, from + begin.length), page.slice(from + begin.length, to), page.slice(to)];
}

export function isCurrent(page: string, list: string): boolean {
  return cut(page)[1].trim() === list;
}

export function withList(page: string, list: string): string {
  const [before, , after] = cut(page);
  return `${before}\n${list}\n${after}`;
}

export function textsOf(parts: readonly Part[]): string {
  const bar = '='.repeat(78);
  return parts.map(({ name, licence, text }) => `${bar}\n${name}: ${licence}\n${bar}\n\n${text.trim()}\n`).join('\n');
}
