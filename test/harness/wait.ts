// Waiting on conditions with a bound. Nothing in the system tests sleeps and hopes.

import { patienceMs } from './patience.ts';

/** The daemon is the slow build of the thread sanitizer. */
export const isSlow = process.env['POSTERN_SLOW'] !== undefined;

/** Bounds are multiplied by this: `TEST_TIME_SCALE`, or 10 for the slow builds of the thread sanitizer (`POSTERN_SLOW`). */
export const timeScale: number = (() => {
  const text = process.env['TEST_TIME_SCALE'] ?? (isSlow ? '10' : '1');
  const value = Number(text);
  if (!Number.isFinite(value) || value < 1) throw new Error(`TEST_TIME_SCALE must be a number from 1 on, not ${text}`);
  return value;
})();

/** Thrown when a bound passes; says what was waited for. */
export class WaitError extends Error {}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets that much time pass, finer than a timer: for where a cut falls, never in the hope that something happened. */
export async function pass(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Asks `probe` again and again until it gives something other than undefined or false, and gives that.
 * The probe may be asynchronous. Throws a WaitError naming `what` after `boundMs` (times the scale).
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  boundMs = patienceMs,
  everyMs = 10,
): Promise<T> {
  const end = performance.now() + boundMs * timeScale;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() >= end) throw new WaitError(`waited ${boundMs * timeScale} ms in vain for ${what}`);
    await pause(everyMs);
  }
}

/** The promise's value, or a WaitError naming `what` after `boundMs` (times the scale). */
export async function within<T>(what: string, promise: Promise<T>, boundMs = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WaitError(`waited ${boundMs * timeScale} ms in vain for ${what}`)),
      boundMs * timeScale,
    );
  });
  try {
    return await Promise.race([promise, bound]);
  } finally {
    clearTimeout(timer);
  }
}
