// States and scores.

import { expect, test } from 'vitest';
import {
  isMissed,
  type Outcome,
  type State,
  scoreLine,
  scoresOf,
  stateOf,
} from '../../../../tools/mutate/ts/outcome.ts';
import { withoutLeftOut } from '../../../../tools/mutate/ts/stryker.ts';

const outcome = (room: string, state: State): Outcome => ({
  room,
  file: 'a.ts',
  line: 1,
  from: 'a',
  to: 'b',
  state,
  seconds: 1,
});

test("Stryker's states", () => {
  const names = ['Killed', 'Survived', 'NoCoverage', 'Timeout', 'RuntimeError', 'CompileError'];
  expect(names.map(stateOf)).toEqual(['killed', 'survived', 'noCoverage', 'timeout', 'killed', 'invalid']);
  expect(() => stateOf('Pending')).toThrow('Pending');
});

test('a mutant is missed when no test runs it or none fails', () => {
  const states = ['killed', 'survived', 'noCoverage', 'timeout', 'invalid'] as const;
  expect(states.filter((state) => isMissed({ state }))).toEqual(['survived', 'noCoverage']);
});

test('each room has its score, in which invalid mutants count for nothing', () => {
  const scores = scoresOf([
    outcome('b', 'killed'),
    outcome('a', 'survived'),
    outcome('b', 'timeout'),
    outcome('b', 'noCoverage'),
    outcome('b', 'invalid'),
    outcome('c', 'invalid'),
  ]);
  expect(scores).toEqual([
    { room: 'b', noticed: 2, counted: 3 },
    { room: 'a', noticed: 0, counted: 1 },
    { room: 'c', noticed: 0, counted: 0 },
  ]);
  expect(scores.map(scoreLine).map((line) => line.replace(/ +/g, ' '))).toEqual([
    'b 2 of 3 66 %',
    'a 0 of 1 0 %',
    'c 0 of 0 100 %',
  ]);
});

test('Stryker forgets what was outside the sample, and that alone', () => {
  const mutants = [{ id: '1', statusReason: 'outside the sample' }, { id: '2', statusReason: 'failed' }, { id: '3' }];
  const report = { schemaVersion: '1', files: { 'a.ts': { source: 'a', mutants } } };
  expect(withoutLeftOut(report)).toEqual({
    schemaVersion: '1',
    files: { 'a.ts': { source: 'a', mutants: [{ id: '2', statusReason: 'failed' }, { id: '3' }] } },
  });
});
