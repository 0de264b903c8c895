import { beforeEach, expect, it, vi } from 'vitest';
import { underway, whenQuiet } from '../../../web/lib/quiet.ts';

beforeEach(() => void vi.useFakeTimers());

const heard = (): { is: boolean } => {
  const quiet = { is: false };
  void whenQuiet().then(() => {
    quiet.is = true;
  });
  return quiet;
};

it('is quiet when nothing was asked for a moment', async () => {
  const quiet = heard();
  expect(quiet.is).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(quiet.is).toBe(true);
});

it('waits for every call, also for those that fail, and a moment longer', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const replies = [underway(first.promise), underway(second.promise).catch(() => 'failed')];
  const quiet = heard();
  await vi.advanceTimersByTimeAsync(500);
  first.resolve('a');
  await vi.advanceTimersByTimeAsync(500);
  expect(quiet.is).toBe(false);
  second.reject(new Error('gone'));
  expect(await Promise.all(replies)).toEqual(['a', 'failed']);
  expect(quiet.is).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(quiet.is).toBe(true);
});

it('does not wait for ever', async () => {
  void underway(new Promise(() => undefined));
  const quiet = heard();
  await vi.advanceTimersByTimeAsync(3800);
  expect(quiet.is).toBe(false);
  await vi.advanceTimersByTimeAsync(1500);
  expect(quiet.is).toBe(true);
});

it.each([0, 120])('leaves nothing behind that is given up after %i ms', async (after) => {
  const gone = new AbortController();
  let is = false;
  void whenQuiet(gone.signal).then(() => {
    is = true;
  });
  await vi.advanceTimersByTimeAsync(after);
  expect(vi.getTimerCount()).toBe(1);
  gone.abort();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(9000);
  expect(is).toBe(false);
});
