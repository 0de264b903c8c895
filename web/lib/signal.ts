/** Bars for a signal in dBm: 0 (none) to 4. */
export type Bars = 0 | 1 | 2 | 3 | 4;

export function barsOf(dbm: number): Bars {
  if (dbm === 0 || dbm < -88) return 0;
  if (dbm < -78) return 1;
  if (dbm < -68) return 2;
  return dbm < -58 ? 3 : 4;
}
