// What is taken from Stryker: its states, and what it must not remember.

import { expect, test } from 'vitest';
import { affordable } from '../../../../tools/mutate/ts/run.ts';
import { stateOf, withoutLeftOut } from '../../../../tools/mutate/ts/stryker.ts';

test("Stryker's states", () => {
  const names = ['Killed', 'Survived', 'NoCoverage', 'Timeout', 'RuntimeError', 'CompileError'];
  expect(names.map(stateOf)).toEqual(['killed', 'survived', 'no test', 'killed', 'killed', 'invalid']);
  expect(() => stateOf('Pending')).toThrow('Pending');
});

test('Stryker forgets what was outside the sample, and that alone', () => {
  const mutants = [{ id: '1', statusReason: 'outside the sample' }, { id: '2', statusReason: 'failed' }, { id: '3' }];
  const report = { schemaVersion: '1', files: { 'a.ts': { source: 'a', mutants } } };
  expect(withoutLeftOut(report)).toEqual({
    schemaVersion: '1',
    files: { 'a.ts': { source: 'a', mutants: [{ id: '2', statusReason: 'failed' }, { id: '3' }] } },
  });
});

test('as many mutants as fit into the time that is left, and no more than asked for', () => {
  expect(affordable(40, undefined, 5)).toBe(40);
  expect(affordable(undefined, undefined, 5)).toBeUndefined();
  expect(affordable(40, 100, 5)).toBe(20);
  expect(affordable(10, 100, 5)).toBe(10);
  expect(affordable(10, -1, 5)).toBe(0);
});
