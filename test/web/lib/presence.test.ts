import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.useRealTimers());

it('somebody is present until nothing was touched for five minutes', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const { isPresent, onReturn } = await import('../../../web/lib/presence.ts');
  expect(isPresent()).toBe(true);
  vi.advanceTimersByTime(299_999);
  expect(isPresent()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isPresent()).toBe(false);
  const back = vi.fn(() => expect(isPresent()).toBe(true));
  const stop = onReturn(back);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(isPresent()).toBe(true);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b' }));
  expect(back).toHaveBeenCalledTimes(1);
  stop();
});
