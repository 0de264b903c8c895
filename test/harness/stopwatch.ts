// The stopwatch of the simulated devices: how long the terminal itself took, see firmware/hal/sim/sim_stopwatch.c.

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

  /** The time that a share of all, from 0 to 1, does not exceed; 2 % too long at most. */
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
  /** From a credential to the answer at the door, which comes when the line of the log is durable. */
  readonly told: Times;
  /** Of those who were let in, from the relay to the answer: what making it durable takes. */
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
