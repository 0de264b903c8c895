// A rule has a name, a one-line statement, and a function that finds its violations.

import type { Tree } from './tree.ts';

export interface Finding {
  readonly path: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  readonly text: string;
}

export interface Rule {
  readonly name: string;
  readonly holds: string;
  check(tree: Tree): Finding[];
}

/** How single lines are checked. */
export interface Lines {
  /** Files to check. */
  applies(path: string): boolean;
  /** Text to check, with the lines of the file; default: the file's own text. */
  view?(text: string): string;
  /** The violation in the line, or undefined. */
  find(line: string, path: string): string | undefined;
}

export function findInLines(tree: Tree, { applies, view, find }: Lines): Finding[] {
  return tree.paths.filter(applies).flatMap((path) => {
    const text = tree.read(path);
    const lines = (view?.(text) ?? text).split('\n');
    return lines.flatMap((line, index) => {
      const wrong = find(line, path);
      return wrong === undefined ? [] : [{ path, line: index + 1, text: wrong }];
    });
  });
}

/** A rule about single lines of the files that `applies` chooses. */
export function lineRule(options: Lines & { readonly name: string; readonly holds: string }): Rule {
  return { name: options.name, holds: options.holds, check: (tree) => findInLines(tree, options) };
}

/** The first match of the pattern, as it stands in the line. */
export function matching(pattern: RegExp): (line: string) => string | undefined {
  return (line) => pattern.exec(line)?.[0].trim();
}
