// Checks the values of a description; each error names its option.

import type { BundleFacts } from './description.ts';
import { Fault } from './fault.ts';

const number = '(0|[1-9]\\d*)';
const part = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const semver = new RegExp(
  `^${number}\\.${number}\\.${number}(-${part}(\\.${part})*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$`,
);
const largestNumber = 2 ** 31 - 1;
/** 2100-01-01. */
const latestBuilt = 4_102_444_800;
export const longestNotes = 2000;

function fitting(option: string, text: string, longest: number, form: RegExp, words: string): string {
  if (text.length > longest || !form.test(text)) throw new Fault(`--${option} is ${words}, not «${text}»`);
  return text;
}

function whole(option: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < low || value > high) {
    throw new Fault(`--${option} is a whole number from ${low} to ${high}, not «${text}»`);
  }
  return value;
}

/** SWUpdate also accepts patterns where the board's name is, hence no `#`. */
export const boardOf = (text: string): string =>
  fitting('board', text, 32, /^[a-z0-9][a-z0-9.-]*$/, 'a name of small letters, digits, . and -');

function notesOf(text: string): string {
  const notes = text.replaceAll('\r\n', '\n').trim();
  if ([...notes].length > longestNotes) throw new Fault(`--notes has more than ${longestNotes} characters`);
  const strange = [...notes].find((character) => /\p{C}/u.test(character) && !'\n\t'.includes(character));
  if (strange !== undefined) {
    throw new Fault(`--notes has the character U+${strange.codePointAt(0)?.toString(16).padStart(4, '0')}`);
  }
  return notes;
}

export function slotsOf(text: string): BundleFacts['slots'] {
  const match = /^a=(\/[^,\s]+),b=(\/[^,\s]+)$/.exec(text);
  const [a, b] = [match?.[1], match?.[2]];
  if (a === undefined || b === undefined) throw new Fault(`--slots is a=/PATH,b=/PATH, not «${text}»`);
  if (a === b) throw new Fault(`--slots names ${a} twice`);
  if (a.length > 200 || b.length > 200) throw new Fault('--slots has a path of more than 200 characters');
  return { a, b };
}

export interface FactOptions {
  readonly version: string;
  readonly description: string | undefined;
  readonly board: string;
  readonly brand: string;
  readonly 'build-id': string;
  readonly counter: string;
  readonly schema: string;
  readonly built: string;
  /** The text itself, not its file. */
  readonly notes: string;
  readonly slots: string;
}

export function factsOf(options: FactOptions): BundleFacts {
  const version = fitting('version', options.version, 32, semver, 'a version as of semver.org');
  const board = boardOf(options.board);
  const line = options.description ?? `Postern ${version} for ${board}`;
  return {
    version,
    description: fitting('description', line, 200, /^[^\p{C}]+$/u, 'one line of text'),
    board,
    brand: fitting('brand', options.brand, 32, /^[a-z0-9][a-z0-9-]*$/, 'a name of small letters, digits and -'),
    buildId: fitting('build-id', options['build-id'], 64, /^[0-9A-Za-z][0-9A-Za-z._-]*$/, 'letters, digits, . _ and -'),
    counter: whole('counter', options.counter, 1, largestNumber),
    schema: whole('schema', options.schema, 0, largestNumber),
    built: whole('built', options.built, 0, latestBuilt),
    notes: notesOf(options.notes),
    slots: slotsOf(options.slots),
  };
}
