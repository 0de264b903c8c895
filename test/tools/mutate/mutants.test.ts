// Which mutants a C text has.

import { describe, expect, test } from 'vitest';
import { type Mutant, mutantsOf, mutated } from '../../../tools/mutate/c/mutants.ts';

const changes = async (text: string): Promise<string[]> =>
  (await mutantsOf('a.c', text)).map(({ from, to }) => `${from} → ${to}`);

/** The changes in a body of one statement, without the early returns before it. */
const changesIn = async (statement: string): Promise<string[]> =>
  (await changes(`int f(int a, int b) {\n    ${statement}\n}\n`)).filter((change) => !change.startsWith('(before)'));

describe('each kind of fault', () => {
  test.each([
    ['return a < b;', ['a < b → 0', '< → <=', '< → >=']],
    ['return a && !b;', ['a && !b → 0', '&& → ||', '!b → (b)']],
    ['return 0;', ['0 → -1', '0 → 1']],
    ['return true;', ['true → false']],
    ['g(7);', ['g(7); → ;', '7 → 8']],
    ['(void)g(a);', ['(void)g(a); → ;']],
    ['a = g(a, b);', ['a = g(a, b); → ;', 'a, b → b, a']],
    ['if (a) b++;', ['(a) → (0)', '(a) → (1)', 'b++; → ;']],
    ['a = calloc(a, b);', ['a = calloc(a, b); → ;']],
    ['a = arena_calloc(a, b, c);', ['a = arena_calloc(a, b, c); → ;', 'a, b → b, a']],
    ['return strcmp(a, b) == 0;', ['strcmp(a, b) == 0 → 0', '== → !=', '0 → 1']],
    ['return memcmp(a, b, c) != x;', ['memcmp(a, b, c) != x → 0', '!= → ==', 'b, c → c, b']],
    ['return strcmp(a, b);', ['strcmp(a, b) → 0', 'a, b → b, a']],
    ['while (a) { break; }', ['(a) → (0)', 'break; → ;']],
    ['b = a ? a : b;', ['b = a ? a : b; → ;', 'a → (0)', 'a → (1)']],
  ])('%s', async (statement, expected) => {
    expect((await changesIn(statement)).sort()).toEqual([...expected].sort());
  });

  test('a function returns before each of its statements, a procedure without a value', async () => {
    expect(await changes('void f(void) {\n    g();\n    h();\n}\n')).toEqual(
      ['(before) → return;', 'g(); → (removed)', '(before) → return;', 'h(); → (removed)'].map((change) =>
        change.replace('(removed)', ';'),
      ),
    );
    expect((await changes('int f(void) {\n    g();\n    return x;\n}\n'))[0]).toBe('(before) → return 0;');
  });
});

test('texts, directives, sizes of arrays, log lines and checks have none', async () => {
  expect(
    await changes(
      '#define N 3\n#include "a.h"\n/* a == b */\nstatic_assert(N == 3, "");\nchar *s = "a < b", t[N + 1];\nenum { A = 1 };\n',
    ),
  ).toEqual([]);
  expect(await changesIn('log_warn(1, "x");')).toEqual([]);
  expect(await changesIn('assert(a == 1);')).toEqual([]);
});

test('a table outside of functions is mutated too, and code behind a condition of the preprocessor', async () => {
  expect(await changes('static const int sizes[] = {4};\n#ifdef X\nint y = 2;\n#endif\n')).toEqual(['4 → 5', '2 → 3']);
});

test('a mutant knows its function, its line and the text of it', async () => {
  const [first] = await mutantsOf('a.c', 'static int *\nfind(int a)\n{\n    return a == 1;\n}\n');
  expect(first).toMatchObject({ file: 'a.c', func: 'find', line: 4, text: 'return a == 1;' });
});

test('the text with a mutation keeps its lines', async () => {
  const text = 'void f(void) {\n    g(1,\n      x);\n    h();\n}\n';
  const removed = (await mutantsOf('a.c', text)).find(({ to }) => to === ';') as Mutant;
  expect(mutated(text, removed.edit)).toBe('void f(void) {\n    ;\n\n    h();\n}\n');
});
