/* Where the firmware reads its settings, by looking at the text of its C files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { snakeCase } from '../../../tools/apigen/names.ts';

export interface Page {
  readonly name: string;
  readonly settings: readonly string[];
}

/** Text of a C file without comments and strings. */
const bare = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"(?:\\.|[^"\\\n])*"/g, '""');

/* Functions begin at the left edge and end with a brace there. */
const functionsOf = (text: string): string[] => text.match(/^[a-z_][^;{}=]*\([^;{}]*\)\s*\{[\s\S]*?^\}/gm) ?? [];

const nameOf = (source: string): string => /(\w+)\s*\(/.exec(source)?.[1] ?? '';

/** A check judges a setting and does nothing with it. */
const isCheck = (file: string, source: string): boolean =>
  /_checks\.c$/.test(file) || nameOf(source).startsWith('setting_check_');

/** Settings that the functions of a file read, as `<pair>.<setting>`; `headers` are texts of headers beside it, whose structs may hold a page. */
export function readIn(file: string, text: string, pages: readonly Page[], headers = ''): Set<string> {
  const found = new Set<string>();
  for (const source of functionsOf(bare(text)).filter((one) => !isCheck(file, one))) {
    for (const page of pages) {
      const snake = snakeCase(page.name);
      const named = [...source.matchAll(new RegExp(`struct setting_${snake} \\*?(\\w+)`, 'g'))].map(([, name]) => name);
      const held = [...headers.matchAll(new RegExp(`struct setting_${snake} \\*?(\\w+);`, 'g'))];
      const members = held.map(([, name]) => `\\w+(?:\\.|->)${name}`);
      const from = [...new Set([...named, ...members]), `values(?:\\.|->)${snake}`].join('|');
      for (const setting of page.settings) {
        const member = `\\b(?:${from})(?:\\.|->)${snakeCase(setting)}\\b(?!\\s*=[^=])`;
        if (new RegExp(member).test(source)) {
          found.add(`${page.name}.${setting}`);
        }
      }
    }
  }
  return found;
}

/** Each setting that is read somewhere below `firmware`, with the files that read it. The engine of the settings knows no single one. */
export function readers(firmware: string, pages: readonly Page[]): Map<string, string[]> {
  const all = readdirSync(firmware, { recursive: true, encoding: 'utf8' });
  const headersOf = (folder: string): string =>
    all
      .filter((file) => file.endsWith('.h') && dirname(file) === folder)
      .map((file) => bare(readFileSync(join(firmware, file), 'utf8')))
      .join('');
  const files = all.filter((file) => file.endsWith('.c') && !file.startsWith(join('core', 'settings'))).sort();
  const found = new Map<string, string[]>();
  for (const file of files) {
    for (const setting of readIn(file, readFileSync(join(firmware, file), 'utf8'), pages, headersOf(dirname(file)))) {
      found.set(setting, [...(found.get(setting) ?? []), file]);
    }
  }
  return found;
}
