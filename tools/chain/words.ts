// The numbers of the words in an exported log: their positions in the contract.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Group {
  readonly enums?: Readonly<Record<string, { readonly values: readonly string[] }>>;
}

function valuesOf(group: string, name: string): readonly string[] {
  const path = join(import.meta.dirname, `../../firmware/api/spec/${group}.json`);
  const values = (JSON.parse(readFileSync(path, 'utf8')) as Group).enums?.[name]?.values;
  if (values === undefined) throw new Error(`${path} has no ${name}`);
  return values;
}

const lists = {
  kind: valuesOf('records', 'RecordKind'),
  result: valuesOf('records', 'RecordResult'),
  reason: valuesOf('records', 'RecordReason'),
  status: valuesOf('records', 'RecordStatus'),
  factor: valuesOf('users', 'Factor'),
  importance: valuesOf('accounts', 'AuditImportance'),
};

/** The number of a word; -1, which no line has, for an unknown word. */
export const numberOf = (list: keyof typeof lists, word: string): number => lists[list].indexOf(word);

/** The bits of words separated by spaces. */
export function bitsOf(words: string): number {
  return words.split(' ').reduce((bits, word) => (word === '' ? bits : bits | (1 << numberOf('factor', word))), 0);
}
