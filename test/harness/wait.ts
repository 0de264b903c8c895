// Waiting on conditions, with the one limit of patience.ts. Nothing in the system tests sleeps and hopes.

import { patienceMs } from './patience.ts';

export { isSlow } from './patience.ts';

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
 * The probe may be asynchronous. Throws a WaitError naming `what` when patience ends.
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

/** Watches for so long that something does not happen, and throws when it does. */
export async function staysAway(what: string, probe: () => boolean, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    if (probe()) throw new Error(`${what} came`);
    await pause(10);
  }
}

/** The promise's value, or a WaitError naming `what` when patience ends. */
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
