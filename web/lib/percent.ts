/** Whole percent, 0 while the total is not known; 100 only at the end. */
export function percentOf(at: number, of: number): number {
  return of > 0 ? Math.floor((Math.min(at, of) * 100) / of) : 0;
}
