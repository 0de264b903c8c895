// The lines changed since a commit.

import { execFileSync } from 'node:child_process';

export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Changed and new lines by file, from the text of `git diff -U0`. */
export function linesOfDiff(diff: string): Map<string, Lines[]> {
  const changed = new Map<string, Lines[]>();
  let file = '';
  for (const line of diff.split('\n')) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    const count = Number(hunk?.[2] ?? 1);
    if (hunk === null || count === 0) continue;
    const first = Number(hunk[1]);
    changed.set(file, [...(changed.get(file) ?? []), { first, last: first + count - 1 }]);
  }
  return changed;
}

/** Changes since the commit, in commits and in the working tree. */
export function changedSince(commit: string): Map<string, Lines[]> {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return linesOfDiff(git('diff', '-U0', '--no-color', '--no-ext-diff', commit, '--', 'firmware', 'web', 'tools'));
}

export const isIn = (ranges: readonly Lines[] | undefined, line: number): boolean =>
  (ranges ?? []).some(({ first, last }) => line >= first && line <= last);
