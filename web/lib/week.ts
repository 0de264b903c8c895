/**
 * Weeks of intervals, as stored in the terminal. Pure.
 *
 * An interval begins on a weekday and includes its last minute; an end before the start is on the next
 * day, an end at the start means never. On the drawn line, a day runs from point 0 to point 1440: an interval
 * from point 480 to 1050 is "08:00 to 17:30", and point 1440 is the last minute of the day, 23:59.
 */

export const DAY = 1440;
/** Step in minutes to which painting snaps. */
export const STEP = 15;
export const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

export interface Interval {
  /** Weekday on which it begins, 0 Sunday. */
  readonly day: number;
  /** Minute of that day. */
  readonly start: number;
  /** Its last minute; before the start: on the next day. */
  readonly end: number;
}

export type Week = readonly Interval[];

/** A part of one day, from the beginning of a minute to the beginning of another: 0 to 1440. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Continues from the previous day, or into the next one. */
  readonly cameIn: boolean;
  readonly goesOn: boolean;
}

const nextDay = (day: number): number => (day + 1) % 7;

/** Length in minutes, 1440 at most; 0 if it means never. */
export function lengthOf({ start, end }: Interval): number {
  return start === end ? 0 : ((end - start + DAY) % DAY) + 1;
}

export const isOvernight = ({ start, end }: Interval): boolean => end < start;

/** Its end on the line of the day it begins on. */
export function endPoint({ start, end }: Interval): number {
  if (end < start) return end + DAY;
  return end === DAY - 1 ? DAY : end;
}

/** The interval between two points of a day's line, cut to a day. */
export function between(day: number, from: number, to: number): Interval {
  const start = Math.min(Math.max(from, 0), DAY - 2);
  const last = Math.min(Math.max(to, start + 1), start + DAY - 1);
  const isToMidnight = last === DAY || (to >= DAY && start === 0);
  return { day, start, end: isToMidnight ? DAY - 1 : last % DAY };
}

export const snap = (minute: number): number => Math.round(minute / STEP) * STEP;

/** The parts of a week on a day: that day's intervals, and the parts of the previous day's after midnight. */
export function segmentsOn(week: Week, day: number): (Segment & { readonly index: number })[] {
  return week.flatMap((interval, index) => {
    if (lengthOf(interval) === 0) return [];
    const over = isOvernight(interval);
    const own =
      interval.day === day
        ? [{ from: interval.start, to: over ? DAY : interval.end + 1, cameIn: false, goesOn: over, index }]
        : [];
    const rest =
      over && nextDay(interval.day) === day
        ? [{ from: 0, to: interval.end + 1, cameIn: true, goesOn: false, index }]
        : [];
    return [...rest, ...own];
  });
}

/** The union of all weeks on a day, without overlaps, in order. */
export function coveredOn(weeks: readonly Week[], day: number): Segment[] {
  const all = weeks.flatMap((week) => segmentsOn(week, day)).toSorted((a, b) => a.from - b.from);
  const joined: Segment[] = [];
  for (const { from, to, cameIn, goesOn } of all) {
    const last = joined.at(-1);
    if (!last || from > last.to) {
      joined.push({ from, to, cameIn, goesOn });
    } else {
      const end = Math.max(to, last.to);
      joined[joined.length - 1] = { ...last, to: end, cameIn: last.cameIn || cameIn, goesOn: last.goesOn || goesOn };
    }
  }
  return joined;
}

/** The union of several weeks, as one week: a part that continues after midnight is one interval as long as it fits a day. */
export function together(weeks: readonly Week[]): Interval[] {
  return merged(weeks.flat());
}

export function sorted(week: Week): Interval[] {
  return week.toSorted((a, b) => a.day - b.day || a.start - b.start || endPoint(a) - endPoint(b));
}

/**
 * Merges intervals that begin on the same day and overlap or touch, unless the result would be longer than a day; intervals
 * that mean never are omitted.
 */
export function merged(week: Week): Interval[] {
  const result: Interval[] = [];
  for (const interval of sorted(week)) {
    if (lengthOf(interval) === 0) continue;
    const last = result.at(-1);
    const begins = last && last.day === interval.day && interval.start <= last.start + lengthOf(last);
    const end = begins ? Math.max(last.start + lengthOf(last), interval.start + lengthOf(interval)) - 1 : 0;
    if (begins && end - last.start < DAY) result[result.length - 1] = { ...last, end: end % DAY };
    else result.push(interval);
  }
  return result;
}

export function isSameWeek(a: Week, b: Week): boolean {
  const [one, other] = [sorted(a), sorted(b)];
  return (
    one.length === other.length &&
    one.every(({ day, start, end }, index) => {
      const beside = other[index];
      return beside?.day === day && beside.start === start && beside.end === end;
    })
  );
}

/** Adds an interval; if a day has only one, replaces it. */
export function withInterval(week: Week, interval: Interval, several: boolean): Interval[] {
  const rest = several ? week : week.filter(({ day }) => day !== interval.day);
  return merged([...rest, interval]);
}

export function without(week: Week, index: number): Interval[] {
  return week.filter((_, at) => at !== index);
}

/** Replaces an interval by another; it merges with intervals it touches. */
export function changed(week: Week, index: number, interval: Interval, several: boolean): Interval[] {
  return withInterval(without(week, index), interval, several);
}

/** Moves one end, on the line of the day it begins on. The length stays between one step and a day. */
export function resized(interval: Interval, edge: 'start' | 'end', point: number): Interval {
  const end = endPoint(interval);
  if (edge === 'start') {
    const first = Math.max(0, end - DAY + 1);
    return between(interval.day, Math.max(first, Math.min(point, Math.min(end, DAY) - STEP)), end);
  }
  return between(interval.day, interval.start, Math.max(point, interval.start + STEP));
}

/** Moves it to another day or minute, with the same length. */
export function moved(interval: Interval, day: number, start: number): Interval {
  const from = Math.min(Math.max(start, 0), DAY - STEP);
  return between(day, from, from + endPoint(interval) - interval.start);
}

/** Copies the intervals of a day to other days, replacing theirs. */
export function copiedDay(week: Week, from: number, to: readonly number[]): Interval[] {
  const targets = to.filter((day) => day !== from);
  const source = week.filter(({ day }) => day === from);
  const kept = week.filter(({ day }) => !targets.includes(day));
  return sorted([...kept, ...targets.flatMap((day) => source.map((interval) => ({ ...interval, day })))]);
}

export function withoutDay(week: Week, day: number): Interval[] {
  return week.filter((interval) => interval.day !== day);
}

/** The interval at a minute of a day, and whether one of its ends is within reach; undefined: none. */
export function hitAt(
  week: Week,
  day: number,
  minute: number,
  reach: number,
): { readonly index: number; readonly part: 'start' | 'end' | 'inside' } | undefined {
  const segments = segmentsOn(week, day);
  const near = (edge: number) => Math.abs(edge - minute) <= reach;
  /* The middle of a short one stays available for moving it. */
  const edges = segments.filter(({ from, to }) => minute >= from - reach && minute <= to + reach);
  for (const { from, to, cameIn, goesOn, index } of edges) {
    const room = Math.min(reach, (to - from) / 4);
    const inside = minute >= from && minute <= to;
    if (!cameIn && near(from) && (!inside || minute - from <= room)) return { index, part: 'start' };
    if (!goesOn && near(to) && (!inside || to - minute <= room)) return { index, part: 'end' };
  }
  const inside = segments.find(({ from, to }) => minute >= from && minute < to);
  return inside && { index: inside.index, part: 'inside' };
}

/** A free interval on a day, for a new one; working hours first. */
export function freeOn(week: Week, day: number): Interval | undefined {
  const taken = coveredOn([week], day);
  const isFree = (from: number, to: number) => taken.every((one) => to < one.from || from >= one.to);
  const start = [480, 780, 1080, ...Array.from({ length: 24 }, (_, hour) => hour * 60)].find((minute) =>
    isFree(minute, minute + 60),
  );
  if (start === undefined) return undefined;
  const working = taken.length === 0 ? between(day, 480, 1020) : undefined;
  return working ?? between(day, start, start + 60);
}
