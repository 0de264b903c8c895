/** Which message keys and icons the sources use: what is used and missing, or there and never used, fails the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { FILE_PREFIX } from './messages.ts';

const ERROR_PREFIX = 'error.';
/** Ending of the key of the line that stands below an error text and says what to do. */
const HELP_ENDING = '.help';

export interface Usage {
  /** Every string literal without interpolation. */
  literals: Set<string>;
  /** What stands before the first `${` of a template literal. */
  prefixes: Set<string>;
  /** Keys handed to `t(` as a literal, with the file. */
  calls: Map<string, string>;
}

/** Reads every .ts and .tsx file below the folders; not the build itself, and not the list of icons. */
export function readUsage(...folders: readonly string[]): Usage {
  const usage: Usage = { literals: new Set(), prefixes: new Set(), calls: new Map() };
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name === 'icons.ts') continue;
    const path = join(entry.parentPath, entry.name);
    if (!path.includes('/bundler/')) scan(readFileSync(path, 'utf8'), path, usage);
  }
  return usage;
}

/** esbuild takes the comments out and the types off, so that what stands in quotes is a literal. */
export function scan(source: string, path: string, usage: Usage): void {
  const { code } = transformSync(source, { loader: 'tsx', jsx: 'automatic', minifyWhitespace: true });
  for (const match of code.matchAll(/(["'`])([\w.-]+)\1/g)) usage.literals.add(match[2] ?? '');
  for (const match of code.matchAll(/`([\w.-]+)\$\{/g)) usage.prefixes.add(match[1] ?? '');
  for (const match of code.matchAll(/\bt\((["'`])([^"'`$]+)\1/g)) usage.calls.set(match[2] ?? '', path);
}

/** Problems between the keys declared and the keys used. Error texts belong to the contract's catalogue instead. */
export function checkUsage(keys: readonly string[], usage: Usage): string[] {
  const declared = new Set(keys);
  const problems: string[] = [];
  for (const [key, path] of usage.calls) if (!declared.has(key)) problems.push(`${path}: t('${key}') has no text`);
  for (const key of keys) {
    if (key.startsWith(ERROR_PREFIX) || key.startsWith(FILE_PREFIX)) continue;
    const used = usage.literals.has(key) || [...usage.prefixes].some((one) => one.includes('.') && key.startsWith(one));
    if (!used) problems.push(`${key} is stale: nothing uses it`);
  }
  return problems;
}

interface ErrorCatalogue {
  errors: Record<string, { code: number; text: string }>;
}

/** Every code of the contract's error catalogue has a text, no other has a text or help, and the English one is the contract's. */
export function checkErrors(catalogueFile: string, texts: Readonly<Record<string, string>>): string[] {
  const { errors } = JSON.parse(readFileSync(catalogueFile, 'utf8')) as ErrorCatalogue;
  const problems: string[] = [];
  const known = new Set<string>();
  for (const { code, text } of Object.values(errors)) {
    const key = `${ERROR_PREFIX}${code}`;
    known.add(key);
    if (texts[key] === undefined) problems.push(`${key} is missing: «${text}»`);
    else if (texts[key] !== text) problems.push(`${key} says «${texts[key]}», the contract says «${text}»`);
  }
  for (const key of Object.keys(texts)) {
    const code = key.endsWith(HELP_ENDING) ? key.slice(0, -HELP_ENDING.length) : key;
    if (key.startsWith(ERROR_PREFIX) && !known.has(code)) problems.push(`${key} is stale: not in the error catalogue`);
  }
  return problems;
}

/** Icons that nothing names. */
export function checkIcons(names: readonly string[], usage: Usage): string[] {
  return names.filter((name) => !usage.literals.has(name)).map((name) => `icon ${name} is stale: nothing uses it`);
}
