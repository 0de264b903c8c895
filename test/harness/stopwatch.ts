// The stopwatch of the simulated devices: times of the terminal itself, see firmware/hal/sim/sim_stopwatch.c.

import type { Bench } from './bench.ts';

/** A distribution of times, in milliseconds. */
export class Times {
  readonly count: number;
  readonly longest: number;
  readonly #classes: readonly (readonly [number, number])[];

  constructor(count: number, longest: number, classes: readonly (readonly [number, number])[]) {
    this.count = count;
    this.longest = longest;
    this.#classes = classes;
  }

  /** Quantile for a share from 0 to 1; at most 2 % too high. */
  at(share: number): number {
    let left = Math.ceil(share * this.count);
    for (const [ms, count] of this.#classes) {
      left -= count;
      if (left <= 0) return Math.min(ms, this.longest);
    }
    return Number.NaN;
  }
}

export interface Stopwatch {
  /** From a credential to the command for the relay. */
  readonly relay: Times;
  /** From a credential to the answer at the door, which comes when the record is durable. */
  readonly told: Times;
  /** When access is granted, from the relay to the answer: the time to make the record durable. */
  readonly kept: Times;
  /** A bare write and fdatasync in the same process. */
  readonly sync: Times;
}

function timesOf(value: unknown): Times {
  const { count, maxNs, classes } = value as {
    count: number;
    maxNs: number;
    classes: readonly (readonly [number, number])[];
  };
  return new Times(
    count,
    maxNs / 1e6,
    classes.map(([ns, many]) => [ns / 1e6, many]),
  );
}

export async function readStopwatch(bench: Bench): Promise<Stopwatch> {
  await bench.act({ do: 'stopwatch', read: true });
  const state = await bench.state('stopwatch');
  return {
    relay: timesOf(state['relay']),
    told: timesOf(state['told']),
    kept: timesOf(state['kept']),
    sync: timesOf(state['sync']),
  };
}
