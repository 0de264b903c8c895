// A random sample of mutants, the same for the same seed.

/** Random numbers from 0 to 1 by mulberry32. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of the items in random order, a smaller count the first ones of a greater; all in their own order without a count. */
export function sampleOf<T>(items: readonly T[], count: number | undefined, seed: number): T[] {
  if (count === undefined) return [...items];
  const next = random(seed);
  const rest = [...items];
  for (let at = 0; at < Math.min(count, rest.length); at++) {
    const other = at + Math.floor(next() * (rest.length - at));
    const taken = rest[other] as T;
    rest[other] = rest[at] as T;
    rest[at] = taken;
  }
  return rest.slice(0, count);
}

/** First and last line, both included. */
export type LineRange = readonly [from: number, to: number];

/** The mutants that begin in one of the ranges of their file. */
export function within<T extends { readonly file: string; readonly line: number }>(
  mutants: readonly T[],
  lines: Readonly<Record<string, readonly LineRange[]>> | undefined,
): T[] {
  if (lines === undefined) return [...mutants];
  return mutants.filter(({ file, line }) => (lines[file] ?? []).some(([from, to]) => from <= line && line <= to));
}
