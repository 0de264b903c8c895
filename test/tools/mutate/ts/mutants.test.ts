// Mutants of TypeScript: what they are called, and which are no faults.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { condensed, keyOf, mutantOf, mutantsOf, noiseOf } from '../../../../tools/mutate/ts/mutants.ts';

async function mutantsOfText(name: string, text: string): ReturnType<typeof mutantsOf> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return await mutantsOf([join(folder, name)]);
}

test('a comparison is turned into others, a condition into true and false, a body emptied', async () => {
  const text = 'export function f(a: number): boolean {\n  return a < 2;\n}\n';
  const mutants = await mutantsOfText('a.ts', text);
  expect(mutants.map(({ line, from, replacement }) => [line, from, replacement])).toEqual([
    [1, '{ return a < 2; }', '{}'],
    [2, 'a < 2', 'true'],
    [2, 'a < 2', 'false'],
    [2, 'a < 2', 'a <= 2'],
    [2, 'a < 2', 'a >= 2'],
  ]);
  expect(mutants[1]).toMatchObject({ text: 'return a < 2;', mutator: 'ConditionalExpression' });
  expect(new Set(mutants.map(({ key }) => key)).size).toBe(5);
});

test('texts have no mutants, elements of a page do', async () => {
  expect(await mutantsOfText('a.ts', "export const a = 'b';\n")).toEqual([]);
  const page = await mutantsOfText('a.tsx', 'export const A = (p: { b: boolean }) => <p class="c">{p.b && "d"}</p>;\n');
  expect(page.map(({ replacement }) => replacement)).toContain('p.b || "d"');
});

test('a hook without dependencies and what a tool prints are no faults', async () => {
  const text = 'useEffect(run, []);\nuseEffect(run, [a]);\nconsole.log(a < b);\nconst list = [];\n';
  const mutants = await mutantsOfText('a.ts', text);
  expect(mutants.map(({ line, from }) => [line, from])).toEqual([
    [2, '[a]'],
    [4, '[]'],
  ]);
  expect(noiseOf({ mutator: 'ArrayDeclaration', from: '[]', text: '}, []);' })).toBeDefined();
  expect(noiseOf({ mutator: 'ArrayDeclaration', from: '[]', text: 'load(a, []) ?? b;' })).toBeUndefined();
  expect(noiseOf({ mutator: 'BooleanLiteral', from: 'true', text: 'useEffect(run, []);' })).toBeUndefined();
});

test('code over several lines is cut out from its first to its last column', () => {
  const location = { start: { line: 0, column: 4 }, end: { line: 2, column: 1 } };
  const described = { fileName: 'a.ts', location, mutatorName: 'BlockStatement', replacement: '{}' };
  const mutant = mutantOf(described, 'a.ts', '  f({\n  b;\n}) + c\n');
  expect(mutant).toMatchObject({ line: 1, text: 'f({', from: '{ b; }', to: 'BlockStatement: {}' });
  expect(keyOf(described, 'b.ts')).toBe('b.ts:0:4-2:1 {}');
});

test('long code is cut to eighty characters', () => {
  expect(condensed(`a\n  ${'b'.repeat(78)}`)).toBe(`a ${'b'.repeat(78)}`);
  expect(condensed(`a\n  ${'b'.repeat(79)}`)).toBe(`a ${'b'.repeat(77)}…`);
});
