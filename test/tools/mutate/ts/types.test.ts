// Which mutants the compiler refuses.

import { expect, test } from 'vitest';
import { type Mutant, mutantOf, mutantsOf } from '../../../../tools/mutate/ts/mutants.ts';
import { applied, refused, refusedCopies } from '../../../../tools/mutate/ts/types.ts';

function mutantIn(line: string, from: string, mutatorName: string, replacement: string): Mutant {
  const column = line.indexOf(from);
  const location = { start: { line: 1, column }, end: { line: 1, column: column + from.length } };
  return mutantOf({ fileName: 'a.ts', location, mutatorName, replacement }, 'a.ts', `\n${line}\n`);
}

test('an operator that binds less stays an expression of its own', () => {
  const mutant = mutantIn('return a && b && c;', 'a && b', 'LogicalOperator', 'a || b');
  expect(applied('\nreturn a && b && c;\n', mutant)).toBe('\nreturn (a || b) && c;\n');
});

test('blocks and cases stay what they are', () => {
  const block = mutantIn('if (a) { b(); }', '{ b(); }', 'BlockStatement', '{}');
  expect(applied('\nif (a) { b(); }\n', block)).toBe('\nif (a) {}\n');
  const label = mutantIn('case 1: return a;', 'case 1: return a;', 'ConditionalExpression', 'case 1:');
  expect(applied('\ncase 1: return a;\n', label)).toBe('\ncase 1:\n');
});

test('errors count for the copy that they are in', () => {
  const output = `build/mutate/types/web/ui/a.mutant3.tsx(4,7): error TS2322: no
    build/mutate/types/web/lib/b.mutant12.ts(1,1): error TS1: no
build/mutate/types/web/ui/a.mutant3.tsx(5,7): error TS2322: no
build/mutate/types/web/lib/c.mutant7.ts is in the program
`;
  expect(refusedCopies(output)).toEqual(new Set([3, 12]));
});

test('a function that returns nothing is refused, another comparison is not', async () => {
  const mutants = await mutantsOf(['tools/mutate/changed.ts']);
  const some = mutants.filter(({ text }) => /^export function linesOfDiff|line >= first/.test(text));
  const all = some.map(({ to }) => to);
  const names = [...refused(some)].map(({ to }) => to);
  expect(all).toEqual(expect.arrayContaining(['BlockStatement: {}', 'EqualityOperator: line > first']));
  expect(names).toContain('BlockStatement: {}');
  expect(names).not.toContain('EqualityOperator: line > first');
});

test('without mutants nothing is compiled', () => {
  expect(refused([])).toEqual(new Set());
});
