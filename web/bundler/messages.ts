/** Catalogues: `web/locales/<language>.json` are read, checked against each other and compiled for Lingui's runtime. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A compiled message: text and arguments in order, as Lingui's runtime takes it. */
type Token = string | [string, string?, unknown?];
export type Message = readonly Token[];

export interface Catalogue {
  language: string;
  name: string;
  direction: string;
  messages: Record<string, Token[]>;
}

export type Arguments = Record<string, 'number' | 'text'>;

/** Keys of every catalogue that describe the language itself. */
const NAME_KEY = 'language.name';
const DIRECTION_KEY = 'language.direction';
/** Texts of the terminal's own display: checked with all others, drawn by its panel (tools/panel), and not in the console. */
export const SCREEN_PREFIX = 'screen.';
/** Texts of files that the terminal writes (tools/apigen/labels.ts). */
export const FILE_PREFIX = 'file.';
/** Texts of /up alone, which brings its own. */
export const UP_PREFIX = 'up.';
/** The catalogue that declares the keys and their arguments. */
export const SOURCE_LANGUAGE = 'en';

export class MessageProblems extends Error {
  constructor(problems: readonly string[]) {
    super(`${problems.length} problem(s) in the catalogues:\n  ${problems.join('\n  ')}`);
  }
}

/** Reads all catalogues of a folder, source language first. Throws MessageProblems that list everything at once. */
export function readCatalogues(folder: string): Catalogue[] {
  const problems: string[] = [];
  const languages = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
    .sort((a, b) => Number(b === SOURCE_LANGUAGE) - Number(a === SOURCE_LANGUAGE) || a.localeCompare(b, 'en'));
  const catalogues = languages.map((language) => readCatalogue(folder, language, problems));
  const source = catalogues[0];
  if (source?.language !== SOURCE_LANGUAGE) problems.push(`${SOURCE_LANGUAGE}.json is not there`);
  else for (const other of catalogues.slice(1)) compare(source, other, problems);
  if (problems.length > 0) throw new MessageProblems(problems);
  return catalogues;
}

/** Arguments of a compiled message, plural cases included. */
export function argumentsOf(message: readonly Token[]): Arguments {
  const found: Arguments = {};
  for (const token of message) {
    if (typeof token === 'string') continue;
    const [name, type, format] = token;
    const isNumber = type === 'plural' || type === 'selectordinal' || type === 'number';
    if (found[name] !== 'number') found[name] = isNumber ? 'number' : 'text';
    if (type !== 'plural' && type !== 'selectordinal' && type !== 'select') continue;
    for (const branch of Object.values(format as Record<string, unknown>)) {
      if (Array.isArray(branch)) Object.assign(found, { ...argumentsOf(branch as Token[]), ...found });
    }
  }
  return found;
}

function readCatalogue(folder: string, language: string, problems: string[]): Catalogue {
  const file = `${language}.json`;
  const text = readFileSync(join(folder, file), 'utf8');
  const content: unknown = JSON.parse(text);
  const messages: Record<string, Token[]> = {};
  const repeated = [...text.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map((match) => match[1] ?? '');
  for (const key of repeated.filter((one, index) => repeated.indexOf(one) !== index)) {
    problems.push(`${file}: ${key} stands there twice`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push(`${file}: is not one object of key and text`);
  } else {
    for (const [key, value] of Object.entries(content as Record<string, unknown>)) {
      if (typeof value !== 'string' || value.trim() === '') problems.push(`${file}: ${key} has no text`);
      else messages[key] = compile(file, key, value, problems);
    }
  }
  const name = messages[NAME_KEY]?.[0];
  const direction = messages[DIRECTION_KEY]?.[0];
  if (typeof name !== 'string') problems.push(`${file}: ${NAME_KEY} (the language's own name) is missing`);
  if (direction !== 'ltr' && direction !== 'rtl') problems.push(`${file}: ${DIRECTION_KEY} must be ltr or rtl`);
  delete messages[NAME_KEY];
  delete messages[DIRECTION_KEY];
  return { language, name: String(name), direction: String(direction), messages };
}

function compile(file: string, key: string, text: string, problems: string[]): Token[] {
  try {
    const message = compileMessageOrThrow(text) as Token[];
    const fault = faultOf(message);
    if (fault !== '') problems.push(`${file}: ${key}: ${fault}`);
    return message;
  } catch (error) {
    problems.push(`${file}: ${key}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return [text];
  }
}

const FORMATS: readonly (string | undefined)[] = [undefined, 'plural', 'selectordinal', 'select', 'number'];

/** What the parser lets pass and no reader should see; '' if nothing. */
function faultOf(message: readonly Token[]): string {
  for (const token of message) {
    if (typeof token === 'string') {
      if (/[{}]/.test(token)) return `stray brace in «${token}»`;
      continue;
    }
    const [name, type, format] = token;
    if (!FORMATS.includes(type)) return `{${name}} has the unknown format ${type}`;
    if (type === undefined || type === 'number') continue;
    const cases = format as Record<string, unknown>;
    if (!('other' in cases)) return `{${name}} has no case «other»`;
    for (const branch of Object.values(cases)) {
      const fault = Array.isArray(branch) ? faultOf(branch as Token[]) : '';
      if (fault !== '') return fault;
    }
  }
  return '';
}

function compare(source: Catalogue, other: Catalogue, problems: string[]): void {
  const file = `${other.language}.json`;
  const categories = new Intl.PluralRules(other.language).resolvedOptions().pluralCategories;
  for (const [key, message] of Object.entries(source.messages)) {
    const translated = other.messages[key];
    if (!translated) {
      problems.push(`${file}: ${key} is missing`);
      continue;
    }
    const wanted = Object.keys(argumentsOf(message)).sort().join(', ');
    const got = Object.keys(argumentsOf(translated)).sort().join(', ');
    if (wanted !== got)
      problems.push(`${file}: ${key} uses the arguments {${got}}, ${source.language} uses {${wanted}}`);
    for (const token of translated) {
      if (typeof token === 'string' || token[1] !== 'plural') continue;
      const cases = Object.keys(token[2] as object);
      const lacking = categories.filter((category) => !cases.includes(category));
      if (lacking.length > 0) problems.push(`${file}: ${key} lacks the plural form(s) ${lacking.join(', ')}`);
    }
  }
  for (const key of Object.keys(other.messages)) {
    if (!source.messages[key]) problems.push(`${file}: ${key} is stale (not in ${source.language}.json)`);
  }
}

/** What the console has of a catalogue. */
export function ofConsole(catalogue: Catalogue): Catalogue {
  const isOther = (key: string) => [SCREEN_PREFIX, UP_PREFIX, FILE_PREFIX].some((prefix) => key.startsWith(prefix));
  const messages = Object.entries(catalogue.messages).filter(([key]) => !isOther(key));
  return { ...catalogue, messages: Object.fromEntries(messages) };
}
