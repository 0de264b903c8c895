/** How full a capacity is: the only place that decides when to warn. */
export type Fullness = 'room' | 'nearlyFull' | 'full';

/** The share from which a warning is shown. */
const NEARLY = 0.9;

/** Its tone. */
export const fullnessTone = { room: 'ok', nearlyFull: 'warn', full: 'no' } as const satisfies Record<Fullness, string>;

export function fullnessOf(used: number, capacity: number): Fullness {
  if (capacity === 0) return 'room';
  if (used >= capacity) return 'full';
  return used >= capacity * NEARLY ? 'nearlyFull' : 'room';
}
