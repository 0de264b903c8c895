// The single time limit of all waits in tests and tools. A wait ends when its condition is met; only a failure takes this long, so the
// limit is far beyond what a busy machine needs. TEST_PATIENCE sets other seconds, for instance while something is broken on purpose.

/* The tests of the console are compiled without Node's types. */
const { env } = (globalThis as unknown as { process: { env: Readonly<Record<string, string | undefined>> } }).process;

/** The daemon is the slow build with ThreadSanitizer. */
export const isSlow = env['POSTERN_SLOW'] !== undefined;

/** Slow-down factor of an emulated machine, and of the build with ThreadSanitizer. */
export const slowFactor = 4;

/** Limit of a wait in seconds. */
export const patienceSeconds: number = (() => {
  const text = env['TEST_PATIENCE'] ?? String(180 * (isSlow ? slowFactor : 1));
  const value = Number(text);
  if (!(value > 0)) throw new Error(`TEST_PATIENCE is a number of seconds above 0, not ${text}`);
  return value;
})();

/** The same in milliseconds. */
export const patienceMs = patienceSeconds * 1000;

/** Limit of a whole test or hook in milliseconds, for a hang outside of our waits. */
export const testLimitMs = env['SOAK'] === undefined ? 10 * patienceMs : 24 * 3600 * 1000;

/** Limit of a suite in seconds: with six other programs on each pair of cores the longest takes less than an hour. */
export const suiteLimitSeconds = 4 * 3600;
