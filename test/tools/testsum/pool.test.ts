import { expect, it } from 'vitest';
import { forEachAtMost } from '../../../tools/testsum/pool.ts';

it('does all, never more at a time than allowed', async () => {
  const done: number[] = [];
  let now = 0;
  let most = 0;
  await forEachAtMost(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});
