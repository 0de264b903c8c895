// The one limit of all that tests and tools wait for. Waits end when what is awaited comes; only what fails waits so long, so the
// limit is far beyond what a busy machine needs. TEST_PATIENCE gives other seconds, for instance while something is broken on purpose.

/* The tests of the console are compiled without Node's types. */
const { env } = (globalThis as unknown as { process: { env: Readonly<Record<string, string | undefined>> } }).process;

/** The daemon is the slow build of the thread sanitizer. */
export const isSlow = env['POSTERN_SLOW'] !== undefined;

/** How much longer everything takes in an emulated machine, and in the build of the thread sanitizer. */
export const slowFactor = 4;

/** Seconds that a wait may take. */
export const patienceSeconds: number = (() => {
  const text = env['TEST_PATIENCE'] ?? String(180 * (isSlow ? slowFactor : 1));
  const value = Number(text);
  if (!(value > 0)) throw new Error(`TEST_PATIENCE is a number of seconds above 0, not ${text}`);
  return value;
})();

/** The same in milliseconds. */
export const patienceMs = patienceSeconds * 1000;

/** Milliseconds that a whole test or hook may take, for a test that hangs without a wait of ours. */
export const testLimitMs = env['SOAK'] === undefined ? 10 * patienceMs : 24 * 3600 * 1000;

/** Seconds that a suite may take: with six other programs on each pair of cores the longest takes less than an hour. */
export const suiteLimitSeconds = 4 * 3600;
