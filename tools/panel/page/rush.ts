// Rush hour: people with cards, one after the other, some of whom come twice, and one stranger.

import { stranger, type Visitor } from './hands.ts';

export interface Arrival {
  /** Milliseconds after the start. */
  readonly afterMs: number;
  readonly visitor: Visitor;
}

/** `count` arrivals in `minutes`, from `people` with cards; `random` returns 0 to below 1. */
export function rushOf(people: readonly Visitor[], count: number, minutes: number, random: () => number): Arrival[] {
  const carriers = people.filter(({ card }) => card !== '');
  const span = minutes * 60_000;
  return Array.from({ length: count }, (_, index) => {
    const pick = carriers[Math.floor(random() * carriers.length)] ?? stranger;
    const visitor = random() < 0.05 ? stranger : pick;
    return { afterMs: Math.round(((index + random()) / count) * span), visitor };
  });
}
