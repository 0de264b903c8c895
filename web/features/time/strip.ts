/** The year ahead as a strip: where daylight saving is in force. Pure. */
import type { DstTransition } from '@gen/time.ts';

export interface Stretch {
  /** Shares of the strip, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface Strip {
  /** In milliseconds since 1970 UTC: first of this month, and the same month a year later. */
  readonly begin: number;
  readonly end: number;
  /** Share at which each month begins. */
  readonly months: readonly { readonly month: number; readonly at: number }[];
  readonly summer: readonly Stretch[];
  readonly now: number;
}

/** `changes`: the next ones, oldest first; none leaves the strip empty. */
export function stripOf(nowMs: number, changes: readonly DstTransition[]): Strip {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const begin = Date.UTC(year, month, 1);
  const end = Date.UTC(year + 1, month, 1);
  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - begin) / (end - begin)));
  const summer: Stretch[] = [];
  let from = 0;
  for (const { at, before, after } of changes) {
    const here = share(at * 1000);
    if (before > after && here > from) summer.push({ from, to: here });
    from = here;
  }
  const last = changes.at(-1);
  if (last && last.after > last.before && from < 1) summer.push({ from, to: 1 });
  const months = Array.from({ length: 12 }, (_, index) => {
    const start = new Date(Date.UTC(year, month + index, 1));
    return { month: start.getUTCMonth(), at: share(start.getTime()) };
  });
  return { begin, end, months, summer, now: share(nowMs) };
}
