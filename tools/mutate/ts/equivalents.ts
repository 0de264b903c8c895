// Mutants that no test can notice, listed with their reason in tools/mutate/equivalent.json.

import { readFileSync } from 'node:fs';

export interface Equivalent {
  readonly file: string;
  /** The text of the source line, trimmed: line numbers move. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const keys = ['file', 'line', 'from', 'to', 'reason'] as const;

function isEquivalent(entry: unknown): entry is Equivalent {
  if (typeof entry !== 'object' || entry === null) return false;
  const fields = new Map<string, unknown>(Object.entries(entry));
  return keys.every((key) => typeof fields.get(key) === 'string' && fields.get(key) !== '');
}

export function readEquivalents(path = 'tools/mutate/equivalent.json'): Equivalent[] {
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${path} is no list`);
  const wrong = list.findIndex((entry) => !isEquivalent(entry));
  if (wrong >= 0) throw new Error(`${path}: entry ${wrong + 1} needs ${keys.join(', ')}`);
  return list.filter(isEquivalent);
}

export interface Comparable {
  readonly file: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

export function withoutEquivalents<T extends Comparable>(mutants: readonly T[], list: readonly Equivalent[]): T[] {
  return mutants.filter(
    ({ file, text, from, to }) =>
      !list.some((entry) => entry.file === file && entry.line === text && entry.from === from && entry.to === to),
  );
}
