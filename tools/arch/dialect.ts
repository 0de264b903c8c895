// Rules for the style of C, so that no file has its own dialect.

import { isC } from './layers.ts';
import { type Finding, lineRule, type Rule } from './rule.ts';
import { codeOnly } from './text.ts';
import type { Tree } from './tree.ts';

const declaration = /^static [\w \t*]*?\b([a-z0-9]+)\(/;

/** Names that the file declares as pointers: `struct user *user`, `const char *text`. */
function pointersOf(code: string): string[] {
  const declared = code.matchAll(
    /\b(?:struct \w+|const char|char|void|FILE|cJSON|uint8_t) \*(?:const )?(\w+)\b(?!\()/g,
  );
  return [...new Set([...declared].map((match) => match[1] ?? ''))];
}

/** Lines in which one of the names alone is a condition. */
function bareConditions(path: string, code: string): Finding[] {
  const names = ['r', ...pointersOf(code)].join('|');
  const not = `!(?:${names})\\b(?!\\s*(?:->|[.[(]))`;
  const alone = `\\b(?:if|while) \\((?:${names})(?:\\)| &&| \\|\\|)`;
  const pattern = new RegExp(`(?<![\\w.>])(?:${not}|${alone})`);
  return code.split('\n').flatMap((line, index) => {
    const match = pattern.exec(line);
    return match === null ? [] : [{ path, line: index + 1, text: match[0] }];
  });
}

export const dialectRules: readonly Rule[] = [
  lineRule({
    name: 'statics-carry-their-noun',
    holds: 'a static function is called after what it is about, so that it can be searched for: wifi_start, not start',
    applies: isC,
    view: codeOnly,
    find: (line) => declaration.exec(line)?.[1],
  }),
  {
    name: 'conditions-compare',
    holds: 'a condition compares: p == NULL, r < 0; only what is a bool stands alone',
    check: (tree: Tree): Finding[] =>
      tree.paths.filter(isC).flatMap((path) => bareConditions(path, codeOnly(tree.read(path)))),
  },
];
