/** Conversion of time zones, groups and period groups to weeks. Pure. */
import type { Group, InForce, PeriodGroup, TimeZone } from '@gen/rules.ts';
import { DAYS, type Interval, lengthOf, type Week } from '../../../lib/week.ts';

/** The interval of each weekday that has one. */
export function weekOfZone({ start, end }: Pick<TimeZone, 'start' | 'end'>): Interval[] {
  return DAYS.map((day) => ({ day, start: start[day] ?? 0, end: end[day] ?? 0 })).filter(
    (interval) => lengthOf(interval) > 0,
  );
}

/** Format of the terminal: a minute for each weekday, Sunday first; a day without hours begins and ends at 0. */
export function zoneOfWeek(week: Week): { start: number[]; end: number[] } {
  const of = (day: number) => week.find((interval) => interval.day === day);
  return { start: DAYS.map((day) => of(day)?.start ?? 0), end: DAYS.map((day) => of(day)?.end ?? 0) };
}

export const TIMES = ['time1', 'time2', 'time3', 'time4'] as const;
export type Times = Record<(typeof TIMES)[number], number>;

/** The weeks of a group's time zones; 0 and deleted zones are omitted. */
export function weeksOfGroup(group: Times, zones: readonly TimeZone[]): Interval[][] {
  const chosen = new Set(TIMES.map((name) => group[name]));
  return zones.filter(({ number }) => chosen.has(number)).map(weekOfZone);
}

/** The weeks of the period groups with these numbers. */
export function weeksOfPeriods(numbers: readonly number[], groups: readonly PeriodGroup[]): Week[] {
  return groups.filter(({ number }) => numbers.includes(number)).map(({ periods }) => periods);
}

/** Working period groups that apply to a user group. */
export function workingOf(group: number, working: readonly InForce[]): readonly number[] {
  return working.find((one) => one.group === group)?.periodGroups ?? [];
}

/** Adds or removes a period group for a user group. Groups without any are omitted. */
export function withWorking(working: readonly InForce[], group: number, period: number, on: boolean): InForce[] {
  const before = workingOf(group, working).filter((number) => number !== period);
  const periodGroups = (on ? [...before, period] : before).toSorted((a, b) => a - b);
  return [...working.filter((one) => one.group !== group), { group, periodGroups }]
    .filter((one) => one.periodGroups.length > 0)
    .toSorted((a, b) => a.group - b.group);
}

/** User groups with different assignments. */
export function differing(a: readonly InForce[], b: readonly InForce[]): number[] {
  const groups = new Set([...a, ...b].map(({ group }) => group));
  return [...groups].filter((group) => workingOf(group, a).join() !== workingOf(group, b).join());
}

/** The lowest free number; undefined: none. */
export function freeNumber(
  taken: readonly { readonly number: number }[],
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const used = new Set(taken.map(({ number }) => number));
  return Array.from({ length: max - min + 1 }, (_, index) => min + index).find((number) => !used.has(number));
}

/** User groups that contain a time zone. */
export function groupsWithZone(zone: number, groups: readonly Group[]): number[] {
  return groups.filter((group) => TIMES.some((name) => group[name] === zone)).map(({ number }) => number);
}
