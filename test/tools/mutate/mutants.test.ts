// Which mutants a C text has.

import { expect, test } from 'vitest';
import { mutantsOf } from '../../../tools/mutate/mutants.ts';

test('each comparison is turned into another, alone', () => {
  const text = 'int f(int a) {\n    return a == 1 && a < 2;\n}\n';
  expect(mutantsOf(text).map(({ line, from, to }) => [line, from, to])).toEqual([
    [2, '==', '!='],
    [2, '&&', '||'],
    [2, '<', '<='],
    [2, '<', '>='],
  ]);
  expect(mutantsOf(text)[1]?.text).toBe('int f(int a) {\n    return a == 1 || a < 2;\n}\n');
});

test('comments, texts and directives have none', () => {
  expect(mutantsOf('#include <a.h>\n/* a == b */\nchar *s = "a < b";\n')).toEqual([]);
});
