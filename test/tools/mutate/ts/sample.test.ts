// The sample of mutants: the same for the same seed, and spread over all.

import { expect, test } from 'vitest';
import { affordable } from '../../../../tools/mutate/ts/run.ts';
import { sampleOf, within } from '../../../../tools/mutate/ts/sample.ts';

const hundred = Array.from({ length: 100 }, (_, at) => at);

test('a sample has as many different items as asked for', () => {
  const sample = sampleOf(hundred, 40, 1);
  expect(sample).toHaveLength(40);
  expect(new Set(sample).size).toBe(40);
  expect(sample.every((item) => hundred.includes(item))).toBe(true);
});

test('the same seed chooses the same items, another seed others', () => {
  expect(sampleOf(hundred, 40, 7)).toEqual(sampleOf(hundred, 40, 7));
  expect(sampleOf(hundred, 40, 7)).not.toEqual(sampleOf(hundred, 40, 8));
});

test('over many seeds each item is chosen about as often as any other', () => {
  const chosen = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed++) {
    for (const item of sampleOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3, seed)) chosen.set(item, (chosen.get(item) ?? 0) + 1);
  }
  for (const times of chosen.values()) expect(Math.abs(times - 600)).toBeLessThan(120);
  expect(chosen.size).toBe(10);
});

test('without a count all items come in their order', () => {
  expect(sampleOf(hundred, undefined, 1)).toEqual(hundred);
});

test('when there are no more, all come in random order', () => {
  const byNumber = (a: number, b: number): number => a - b;
  for (const count of [100, 101, Number.POSITIVE_INFINITY]) {
    expect(sampleOf(hundred, count, 1)).not.toEqual(hundred);
    expect(sampleOf(hundred, count, 1).sort(byNumber)).toEqual(hundred);
  }
  expect(sampleOf(hundred, 0, 1)).toEqual([]);
});

test('a smaller sample is the beginning of a greater one', () => {
  expect(sampleOf(hundred, 40, 3).slice(0, 16)).toEqual(sampleOf(hundred, 16, 3));
});

test('a sample leaves the list as it was', () => {
  const items = [...hundred];
  sampleOf(items, 40, 1);
  expect(items).toEqual(hundred);
});

test('changed lines hold the mutants of their file from the first to the last line', () => {
  const mutants = [1, 2, 3, 4, 5].flatMap((line) => ['a.ts', 'b.ts'].map((file) => ({ file, line })));
  expect(
    within(mutants, {
      'a.ts': [
        [2, 3],
        [5, 5],
      ],
    }),
  ).toEqual([
    { file: 'a.ts', line: 2 },
    { file: 'a.ts', line: 3 },
    { file: 'a.ts', line: 5 },
  ]);
  expect(within(mutants, undefined)).toEqual(mutants);
});

test('a room gets no more mutants than the rest of the time allows', () => {
  expect(affordable(40, undefined, 5)).toBe(40);
  expect(affordable(undefined, undefined, 5)).toBeUndefined();
  expect(affordable(40, 1000, 5)).toBe(40);
  expect(affordable(40, 99, 5)).toBe(19);
  expect(affordable(undefined, 99, 5)).toBe(19);
  expect(affordable(40, -3, 5)).toBe(0);
});
