/* The rules once more, written from docs/rules.md alone and in another way: a day's hours are laid out as a set of minutes, and a
 * moment is looked up. Slow and plain. */
import type { Clock, Holiday, Interval, Plan } from './plan.ts';

const dayMs = 86_400_000;
const dayMinutes = 1440;

/** A day of the calendar: its number since 1970. */
type Day = number;

const dayOf = (date: number): Day =>
  Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / dayMs;
const weekdayOf = (day: Day): number => new Date(day * dayMs).getUTCDay();
const yearOf = (day: Day): number => new Date(day * dayMs).getUTCFullYear();

/** The same day of another year; a 29 February that is missing there is the 28. */
function inYear(date: number, year: number): Day {
  const month = Math.floor(date / 100) % 100;
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return dayOf(year * 10_000 + (month === 2 && date % 100 === 29 && !leap ? 228 : date % 10_000));
}

function isHoliday({ from, to, yearly }: Holiday, day: Day): boolean {
  if (!yearly) {
    return dayOf(from) <= day && day <= dayOf(to);
  }
  const longer = Math.floor(to / 10_000) - Math.floor(from / 10_000);
  const begins = [yearOf(day) - 1, yearOf(day)];
  return begins.some((year) => inYear(from, year) <= day && day <= inYear(to, year + longer));
}

interface Kind {
  /** Whose hours begin on the day; undefined: none. */
  readonly weekday: number | undefined;
  readonly holiday: number;
}

function kindOf(plan: Plan, day: Day): Kind {
  const [holiday] = plan.holidays.filter((each) => isHoliday(each, day)).sort((a, b) => a.number - b.number);
  return holiday === undefined
    ? { weekday: weekdayOf(day), holiday: 0 }
    : { weekday: holiday.plan, holiday: holiday.number };
}

/** Minutes at which an interval holds, counted from the day on which it begins. */
function minutesOf({ start, end }: Interval): Set<number> {
  const minutes = new Set<number>();
  if (start === end) {
    return minutes;
  }
  const last = end > start ? end : end + dayMinutes;
  for (let minute = start; minute <= last; minute++) {
    minutes.add(minute);
  }
  return minutes;
}

const laidOut = new WeakMap<readonly Interval[], readonly Set<number>[]>();

function layOut(intervals: readonly Interval[]): readonly Set<number>[] {
  const known = laidOut.get(intervals) ?? intervals.map(minutesOf);
  laidOut.set(intervals, known);
  return known;
}

/** The day of the moment, then the one before it, each with the minute as it counts it. */
type Days = readonly { readonly kind: Kind; readonly minute: number }[];

/** The holiday of the day whose hours contain the moment, 0 for an ordinary day; undefined: none do. */
function holds(intervals: readonly Interval[], days: Days): number | undefined {
  const minutes = layOut(intervals);
  const found = days.find(({ kind, minute }) =>
    intervals.some(({ day }, index) => day === kind.weekday && minutes[index]?.has(minute) === true),
  );
  return found?.kind.holiday;
}

function letsIn(plan: Plan, group: number, days: Days): string | undefined {
  for (const zone of plan.groups.get(group) ?? []) {
    const holiday = holds(plan.zones.get(zone) ?? [], days);
    if (holiday !== undefined) {
      return `1 zone ${zone} 0 ${holiday}`;
    }
  }
  const inForce = plan.inForce.get(group) ?? [];
  for (const { number, kind, intervals } of [...plan.periods].sort((a, b) => a.number - b.number)) {
    const holiday = kind === 'working' && inForce.includes(number) ? holds(intervals, days) : undefined;
    if (holiday !== undefined) {
      return `1 period 0 ${number} ${holiday}`;
    }
  }
  return undefined;
}

function daysAt(plan: Plan, wall: number): Days {
  const day = Math.floor(wall / dayMinutes);
  const minute = wall - day * dayMinutes;
  return [
    { kind: kindOf(plan, day), minute },
    { kind: kindOf(plan, day - 1), minute: minute + dayMinutes },
  ];
}

export function naiveGroup(plan: Plan, group: number, wall: number): string {
  if (!plan.groups.has(group)) {
    return '0 never 0 0 0';
  }
  const days = daysAt(plan, wall);
  const day = Math.floor(wall / dayMinutes);
  const ordinary = days.map(({ kind, minute }, before) => ({
    kind: { ...kind, weekday: weekdayOf(day - before) },
    minute,
  }));
  const now = letsIn(plan, group, days);
  if (now !== undefined) {
    return now;
  }
  const otherwise = letsIn(plan, group, ordinary);
  return otherwise === undefined ? '0 outside 0 0 0' : `0 holiday 0 0 ${otherwise.split(' ').at(-1)}`;
}

/** Hours that a moment outside of them missed, and by how many minutes: after their end, or, below 0, before their start. */
export interface Missed {
  readonly start: number;
  readonly end: number;
  readonly late: number;
}

/** The nearest of the group's hours that begin on the day of the moment or end on it. */
export function naiveMissed(plan: Plan, group: number, wall: number): Missed | undefined {
  const inForce = plan.inForce.get(group) ?? [];
  const intervals = [
    ...(plan.groups.get(group) ?? []).flatMap((zone) => plan.zones.get(zone) ?? []),
    ...plan.periods.flatMap((each) => (each.kind === 'working' && inForce.includes(each.number) ? each.intervals : [])),
  ].filter(({ start, end }) => start !== end);
  const missed = daysAt(plan, wall).flatMap(({ kind, minute }, before) =>
    intervals
      .filter(({ day, start, end }) => day === kind.weekday && (before === 0 || start > end))
      .map(({ start, end }): Missed => {
        const last = start > end ? end + dayMinutes : end;
        return { start, end, late: minute < start ? minute - start : minute - last };
      }),
  );
  /* The nearest first, of two as near the one that is over. */
  const [nearest] = missed.sort(
    (a, b) => Math.abs(a.late) - Math.abs(b.late) || b.late - a.late || a.start - b.start || a.end - b.end,
  );
  return nearest;
}

export function naiveDoor(plan: Plan, wall: number): string {
  const days = daysAt(plan, wall);
  const inForce = plan.inForce.get(0) ?? [];
  const sorted = [...plan.periods].sort((a, b) => a.number - b.number);
  for (const [kind, word] of [
    ['alwaysClosed', 'closed'],
    ['alwaysOpen', 'open'],
  ] as const) {
    for (const period of sorted.filter((each) => each.kind === kind && inForce.includes(each.number))) {
      const holiday = holds(period.intervals, days);
      if (holiday !== undefined) {
        return `${word} ${period.number} ${holiday}`;
      }
    }
  }
  return 'normal 0 0';
}

/** The last of a weekday in a month, at an hour on the clock of `offset` minutes: when it is, in minutes since 1970 UTC. */
function change([month, , weekday, hour]: Clock['start'], year: number, offset: number): number {
  let day = Date.UTC(year, month, 0) / dayMs;
  while (weekdayOf(day) !== weekday) {
    day--;
  }
  return day * dayMinutes + hour * 60 - offset;
}

/** Minutes on the wall since 1970 at a minute since 1970 UTC. The northern half of the world: forward in spring. */
export function wallOf(clock: Clock | undefined, minute: number): number {
  if (clock === undefined) {
    return minute;
  }
  if (clock.later !== undefined && minute >= clock.later.from) {
    return wallOf(clock.later.clock, minute);
  }
  const year = new Date(minute * 60_000).getUTCFullYear();
  const summer =
    change(clock.start, year, clock.zone) <= minute && minute < change(clock.end, year, clock.zone + clock.change);
  return minute + clock.zone + (summer ? clock.change : 0);
}
