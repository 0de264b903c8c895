// Words that this project no longer writes. Their number may only decrease: tools/arch/oldWords.json has the number of each
// in sources and documents, and is lowered with every change that removes some.

import type { Finding, Rule } from './rule.ts';
import type { Tree } from './tree.ts';

/** What to write instead. */
const better: Readonly<Record<string, string>> = {
  octet: 'byte',
  octets: 'bytes',
  anew: 'again',
  whoever: 'anyone who, or the name of the person',
  'what stands': 'what is there',
  'stands there': 'is there',
  'the good ones': 'valid rows',
  "nobody's": 'of no user, unowned',
  gift: 'the name of the value',
  heart: 'watchdog',
  prove: 'self-test, check',
  confine: 'sandbox',
  slips: 'receipts',
  ration: 'quota, rate limit',
  '«': 'straight quotes',
};

export const limitsFile = 'tools/arch/oldWords.json';
const searched = /\.(?:c|h|ts|tsx|md|sh)$/;
const own = /^tools\/arch\/oldWords\.ts$/;

const patternOf = (word: string): RegExp =>
  /^\w/.test(word) ? new RegExp(`\\b${word}\\b`, 'gi') : new RegExp(word, 'g');

/** Number of each of the words in the tree. */
export function oldWordsOf(tree: Tree): ReadonlyMap<string, number> {
  const texts = tree.paths.filter((path) => searched.test(path) && !own.test(path)).map((path) => tree.read(path));
  return new Map(
    Object.keys(better).map((word) => {
      const pattern = patternOf(word);
      return [word, texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)];
    }),
  );
}

function check(tree: Tree): Finding[] {
  if (!tree.has(limitsFile)) return [];
  const limits = JSON.parse(tree.read(limitsFile)) as Readonly<Record<string, number>>;
  return [...oldWordsOf(tree)].flatMap(([word, count]) => {
    const limit = limits[word] ?? 0;
    if (count <= limit) return [];
    return [{ path: limitsFile, line: 0, text: `"${word}" ${count} times instead of ${limit}: write ${better[word]}` }];
  });
}

export const oldWordRules: readonly Rule[] = [
  {
    name: 'old-words-become-less',
    holds: 'words that the project no longer writes become fewer with each change, never more',
    check,
  },
];
