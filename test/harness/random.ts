// Seeded randomness: a test that failed with random data fails again with the printed seed.

/** A small generator (mulberry32); good enough for tests, not for secrets. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /** From 0 up to, not including, 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One of the values. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

/* Tests of the console have browser types and no Node types, but run in Node. */
const environment = globalThis as unknown as { process: { env: Readonly<Record<string, string | undefined>> } };

/** The seed of this run: `SEED`, or `fallback`; tests print it when they fail. */
export function runSeed(fallback: number): number {
  const text = environment.process.env['SEED'];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new Error(`SEED must be a whole number, not ${text}`);
  return value;
}
