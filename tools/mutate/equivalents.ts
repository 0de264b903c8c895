// Mutants without an observable effect, each with its reason: tools/mutate/equivalent.json.

import { readFileSync } from 'node:fs';
import type { Outcome } from './outcome.ts';

interface Equivalent {
  readonly file: string;
  /** Trimmed text of the line, so that it is found when lines move. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

type Place = Pick<Outcome, 'file' | 'text' | 'from' | 'to'>;

const keyOf = ({ file, text, from, to }: Place): string => JSON.stringify([file, text, from, to]);

/** Whether a mutant is listed; refuses a list with an entry without a reason. */
export function equivalents(list = 'tools/mutate/equivalent.json'): (place: Place) => boolean {
  const entries = JSON.parse(readFileSync(list, 'utf8')) as Equivalent[];
  const bare = entries.find(({ reason }) => reason.trim() === '');
  if (bare !== undefined) throw new Error(`${list}: ${bare.file} "${bare.line}" has no reason`);
  const keys = new Set(entries.map(({ file, line, from, to }) => keyOf({ file, text: line, from, to })));
  return (place) => keys.has(keyOf(place));
}
