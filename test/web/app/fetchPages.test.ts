import { expect, it, vi } from 'vitest';
import { fetchPages, savesData } from '../../../web/app/fetchPages.ts';

const parts = { rest: () => Promise.resolve(), untilAnswer: vi.fn(() => Promise.resolve()) };

it('fetches one after another, and goes on behind one that failed when the terminal answers', async () => {
  const order: string[] = [];
  const page =
    (name: string, works = true) =>
    async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (!works) throw new TypeError('Failed to fetch');
    };
  await fetchPages([page('a'), page('b', false), page('c')], new AbortController().signal, parts);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(parts.untilAnswer).toHaveBeenCalledTimes(1);
});

it('ends with the session', async () => {
  const ending = new AbortController();
  const second = vi.fn(() => Promise.resolve());
  await fetchPages([async () => ending.abort(), second], ending.signal, parts);
  expect(second).not.toHaveBeenCalled();
});

it('is not done where somebody pays for what nobody asked for', () => {
  expect(savesData({})).toBe(false);
  expect(savesData({ saveData: false, effectiveType: '4g' })).toBe(false);
  expect(savesData({ saveData: true })).toBe(true);
  expect(savesData({ effectiveType: 'slow-2g' })).toBe(true);
});
