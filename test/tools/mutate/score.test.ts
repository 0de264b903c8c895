// Rooms, samples, changed lines, equivalents and the report.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIn, linesOfDiff } from '../../../tools/mutate/changed.ts';
import { equivalents } from '../../../tools/mutate/equivalents.ts';
import type { Outcome, State } from '../../../tools/mutate/outcome.ts';
import { percent, renderReport, scoresOf, totalOf } from '../../../tools/mutate/report.ts';
import { roomOf } from '../../../tools/mutate/rooms.ts';
import { inTurn, shuffled } from '../../../tools/mutate/sample.ts';

const outcome = (room: string, line: number, state: State): Outcome => ({
  room,
  file: `firmware/${room}/a.c`,
  line,
  text: 'x = 1;',
  from: '1',
  to: '2',
  state,
});

test.each([
  ['firmware/core/door/decide.c', 'core/door'],
  ['firmware/store/users/roll.c', 'store'],
  ['firmware/store/home.c', 'store'],
  ['firmware/hal/linux/linux.c', 'hal/linux'],
  ['firmware/hal/linux/dhcp_hook/main.c', 'hal/linux'],
  ['firmware/hal/entropy.c', 'hal'],
  ['web/features/bulk/job.ts', 'web/features/bulk'],
  ['web/lib/api/call.ts', 'web/lib'],
  ['tools/image/vm/main.ts', 'tools/image'],
])('%s is in the room %s', (file, room) => {
  expect(roomOf(file)).toBe(room);
});

test('a sample is the same for the same seed, another for another, and loses nothing', () => {
  const items = Array.from({ length: 50 }, (_, at) => at);
  expect(shuffled(items, 3)).toEqual(shuffled(items, 3));
  expect(shuffled(items, 3)).not.toEqual(shuffled(items, 4));
  expect([...shuffled(items, 3)].sort((a, b) => a - b)).toEqual(items);
});

test('rooms take turns: a small one is not lost among large ones', () => {
  const items = [...Array.from({ length: 90 }, () => 'large'), 'small', 'small'];
  const order = inTurn(items, (item) => item, 1);
  expect(order).toHaveLength(92);
  expect(order.slice(0, 4).sort()).toEqual(['large', 'large', 'small', 'small']);
});

test('the changed lines of a diff, without files that only lost lines', () => {
  const changed = linesOfDiff(
    '+++ b/firmware/a.c\n@@ -3 +4,2 @@\n+x\n+y\n@@ -9,2 +12 @@\n+z\n+++ b/firmware/b.c\n@@ -3,4 +2,0 @@\n-x\n',
  );
  expect([...changed.keys()]).toEqual(['firmware/a.c']);
  const lines = changed.get('firmware/a.c');
  expect([3, 4, 5, 6, 11, 12, 13].filter((line) => isIn(lines, line))).toEqual([4, 5, 12]);
  expect(isIn(undefined, 1)).toBe(false);
});

test('an equivalent mutant is found by the text of its line, and has to have a reason', () => {
  const list = join(mkdtempSync(join(tmpdir(), 'equivalent-')), 'list.json');
  const entry = { file: 'firmware/store/a.c', line: 'x = 1;', from: '1', to: '2', reason: 'x is not read' };
  writeFileSync(list, JSON.stringify([entry]));
  const isEquivalent = equivalents(list);
  expect(isEquivalent(outcome('store', 7, 'survived'))).toBe(true);
  expect(isEquivalent({ ...outcome('store', 7, 'survived'), to: '3' })).toBe(false);
  writeFileSync(list, JSON.stringify([{ ...entry, reason: ' ' }]));
  expect(() => equivalents(list)).toThrow('has no reason');
});

test('the score counts what a test could have noticed', () => {
  const outcomes = [
    outcome('store', 1, 'killed'),
    outcome('store', 2, 'survived'),
    outcome('store', 3, 'no test'),
    outcome('store', 4, 'invalid'),
    outcome('util', 5, 'invalid'),
  ];
  const scores = scoresOf(outcomes);
  expect(scores).toEqual([
    { room: 'store', tried: 3, noticed: 1 },
    { room: 'util', tried: 0, noticed: 0 },
  ]);
  expect(percent(totalOf(scores))).toBeCloseTo(100 / 3);
  const report = renderReport(outcomes);
  expect(report).toContain('firmware/store/a.c:2: 1 → 2\nfirmware/store/a.c:3: 1 → 2 (no test runs it)');
  expect(report).toMatch(/^store +1 of +3 +33 %$/m);
});
