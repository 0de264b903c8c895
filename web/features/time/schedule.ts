/**
 * Which status applies when: the rule of the terminal (core/time/status_schedule.c), for the picture of the week. Pure.
 *
 * A status has points at which it starts, no intervals: it lasts until another one starts, over midnight and over days. So
 * its week is a table of times, and not one that is painted.
 */
import { type PunchStatus, punchStatusWords, type StatusChangeInfoValues } from '@gen/time.ts';
import { NEVER } from '../../lib/dayMinute.ts';

const DAY = 1440;
const WEEK = 7 * DAY;

export type Starts = StatusChangeInfoValues;

export interface Segment {
  readonly status: PunchStatus;
  /** Minutes of the day; the end is not part of it. */
  readonly from: number;
  readonly to: number;
}

interface Start {
  readonly status: PunchStatus;
  /** Minute of the week, Sunday 0:00 first. */
  readonly at: number;
}

/** All starts in order of time; of two in the same minute the later one of the list comes last. */
function startsOf(values: Starts): Start[] {
  const all = punchStatusWords.flatMap((status) =>
    values[status].flatMap((minute, day) => (minute < NEVER ? [{ status, at: day * DAY + minute }] : [])),
  );
  return all.sort((a, b) => a.at - b.at);
}

/** The seven days, Sunday first, each from 0:00 to 24:00 without a gap; empty ones while nothing starts at all. */
export function weekOf(values: Starts): readonly (readonly Segment[])[] {
  const starts = startsOf(values);
  const last = starts.at(-1);
  const days: Segment[][] = Array.from({ length: 7 }, () => []);
  if (!last) return days;
  let status = last.status;
  let from = 0;
  for (const start of [...starts, { status, at: WEEK }]) {
    spread(days, status, from, start.at);
    status = start.status;
    from = start.at;
  }
  return days;
}

/** Puts a stretch of the week into its days; what goes on in the same status is one segment. */
function spread(days: Segment[][], status: PunchStatus, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const day = Math.trunc(at / DAY);
    const end = Math.min(to, (day + 1) * DAY);
    const segments = days[day];
    const before = segments?.at(-1);
    if (before?.status === status) segments?.splice(-1, 1, { ...before, to: end - day * DAY });
    else segments?.push({ status, from: at - day * DAY, to: end - day * DAY });
    at = end;
  }
}

/** All starts of one day put onto others. */
export function copyDay(values: Starts, from: number, to: readonly number[]): Starts {
  return change(values, (minutes, day) => (to.includes(day) ? (minutes[from] ?? NEVER) : (minutes[day] ?? NEVER)));
}

/** The day without any start. */
export function clearDay(values: Starts, cleared: number): Starts {
  return change(values, (minutes, day) => (day === cleared ? NEVER : (minutes[day] ?? NEVER)));
}

/** Whether any status starts on a day. */
export function startsOn(values: Starts, day: number): boolean {
  return punchStatusWords.some((status) => (values[status][day] ?? NEVER) < NEVER);
}

export function isSameStarts(a: Starts, b: Starts): boolean {
  return punchStatusWords.every((status) => a[status].every((minute, day) => minute === b[status][day]));
}

export function withStart(values: Starts, status: PunchStatus, on: number, minute: number): Partial<Starts> {
  return { [status]: values[status].map((before, day) => (day === on ? minute : before)) };
}

function change(values: Starts, pick: (minutes: readonly number[], day: number) => number): Starts {
  const changed = punchStatusWords.map((status) => [status, values[status].map((_, day) => pick(values[status], day))]);
  return Object.fromEntries(changed) as Starts;
}
