// The list of mutants that no test can notice.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEquivalents, withoutEquivalents } from '../../../../tools/mutate/ts/equivalents.ts';

const entry = {
  file: 'a.ts',
  line: 'return a < 2;',
  from: 'a < 2',
  to: 'EqualityOperator: a <= 2',
  reason: 'a is never 2',
};

function listOf(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'equivalents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'list.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('a mutant is left out when file, line and both codes are those of an entry', () => {
  const mutant = { file: 'a.ts', text: 'return a < 2;', from: 'a < 2', to: 'EqualityOperator: a <= 2' };
  const others = [
    { ...mutant, file: 'b.ts' },
    { ...mutant, text: 'return a < 2' },
    { ...mutant, from: 'a' },
    { ...mutant, to: 'true' },
  ];
  expect(withoutEquivalents([mutant, ...others], [entry])).toEqual(others);
  expect(withoutEquivalents([mutant], [])).toEqual([mutant]);
});

test.each(['file', 'line', 'from', 'to', 'reason'])('an entry without %s is refused', (key) => {
  const { [key]: _, ...rest } = { ...entry } as Record<string, string>;
  expect(() => readEquivalents(listOf([entry, rest]))).toThrow('entry 2');
  expect(() => readEquivalents(listOf([{ ...entry, [key]: '' }]))).toThrow('entry 1');
});

test('what is no list is refused', () => {
  expect(() => readEquivalents(listOf({}))).toThrow('no list');
  expect(() => readEquivalents(listOf([null]))).toThrow('entry 1');
});

test('each entry of the list is about a line that is there', () => {
  for (const { file, line } of readEquivalents()) {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((text) => text.trim());
    expect(lines, file).toContain(line);
  }
});
