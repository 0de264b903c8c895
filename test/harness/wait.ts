// Waits for conditions, with the one limit of patience.ts. System tests never sleep and hope.

import { patienceMs } from './patience.ts';

export { isSlow } from './patience.ts';

/** Thrown at a time-out; says what was waited for. */
export class WaitError extends Error {}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits this time, finer than a timer: to place a power cut, never in the hope that something happened. */
export async function pass(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Calls `probe` repeatedly until it returns something other than undefined or false, and returns that.
 * The probe may be asynchronous. Throws a WaitError naming `what` at the time limit.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  { everyMs = 10 }: { readonly everyMs?: number } = {},
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() >= end) throw new WaitError(`waited ${patienceMs} ms in vain for ${what}`);
    await pause(everyMs);
  }
}

/** Checks for this time that something does not happen, and throws if it does. */
export async function staysAway(what: string, probe: () => boolean, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    if (probe()) throw new Error(`${what} came`);
    await pause(10);
  }
}

/** The promise's value, or a WaitError naming `what` at the time limit. */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WaitError(`waited ${patienceMs} ms in vain for ${what}`)), patienceMs);
  });
  try {
    return await Promise.race([promise, bound]);
  } finally {
    clearTimeout(timer);
  }
}
