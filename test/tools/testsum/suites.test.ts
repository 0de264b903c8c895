import { expect, it } from 'vitest';
import { allSuites, chosen } from '../../../tools/testsum/suites.ts';

const suites = allSuites(60);
const names = (asked: string[]): string[] => chosen(suites, asked).map((suite) => suite.name);

it('takes all without a wish', () => {
  expect(names([])).toEqual(suites.map((suite) => suite.name));
});

it('takes a suite by its name with the builds it needs, and no more', () => {
  expect(names(['robust'])).toEqual(['build:web', 'build:host', 'robust']);
});

it('takes a group', () => {
  expect(names(['api'])).toEqual(['build:web', 'build:host', 'build:asan', 'build:tsan', 'api', 'api:tsan']);
});

it('refuses an unknown name', () => {
  expect(() => names(['robots'])).toThrow('no suite or group is called robots');
});

it('names each suite once', () => {
  expect(new Set(suites.map((suite) => suite.name)).size).toBe(suites.length);
});
