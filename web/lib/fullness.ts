/** How near a capacity is to its end: the one place that says when that is worth a word. */
export type Fullness = 'room' | 'nearlyFull' | 'full';

/** The share from which on it is time to make room. */
const NEARLY = 0.9;

/** The tone that goes with it. */
export const fullnessTone = { room: 'ok', nearlyFull: 'warn', full: 'no' } as const satisfies Record<Fullness, string>;

export function fullnessOf(used: number, capacity: number): Fullness {
  if (capacity === 0) return 'room';
  if (used >= capacity) return 'full';
  return used >= capacity * NEARLY ? 'nearlyFull' : 'room';
}
