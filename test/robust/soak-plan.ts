// Rules as the naive decision has them, told to a running terminal.

import type { Client } from '../harness/client.ts';
import { europe } from '../harness/summer.ts';
import type { Clock, Interval, Plan } from '../tools/rules/plan.ts';

/** Of a terminal in the middle of Europe. */
export const soakClock: Clock = { zone: 60, change: 60, start: [3, 5, 0, 2], end: [10, 5, 0, 3] };

export const emptyPlan: Plan = {
  clock: soakClock,
  zones: new Map(),
  groups: new Map(),
  periods: [],
  inForce: new Map(),
  holidays: [],
};

const holidayPlans = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const weekdays = [0, 1, 2, 3, 4, 5, 6];

const dateText = (date: number): string => String(date).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const edge = (intervals: readonly Interval[], which: 'start' | 'end'): number[] =>
  weekdays.map((day) => intervals.find((each) => each.day === day)?.[which] ?? 0);

export async function tellClock(admin: Client, startS: number): Promise<void> {
  await admin.call('GetDateTimeParam', { zone: soakClock.zone, time: startS });
  await admin.call('GetDSTParam', { ...europe, change: soakClock.change });
}

async function forget(admin: Client, plan: Plan): Promise<void> {
  await admin.call('GetUniversalGroup', { working: [], alwaysOpen: [], alwaysClosed: [] });
  if (plan.periods.length > 0) {
    await admin.call('DelSomeGroup', { numbers: plan.periods.map(({ number }) => number), sure: true });
  }
  if (plan.holidays.length > 0) {
    await admin.call('delHoliday', { numbers: plan.holidays.map(({ number }) => number) });
  }
  for (const number of plan.groups.keys()) await admin.call('delGroup', { number, sure: true });
}

/** Replaces the rules of the terminal. */
export async function tellPlan(admin: Client, before: Plan | undefined, plan: Plan): Promise<void> {
  if (before !== undefined) await forget(admin, before);
  for (const [number, intervals] of plan.zones) {
    await admin.call('GetTimeIntervalInfo', { number, start: edge(intervals, 'start'), end: edge(intervals, 'end') });
  }
  for (const [number, [time1 = 0, time2 = 0, time3 = 0, time4 = 0]] of plan.groups) {
    /* A zone that nobody has defined lets nobody in, as none does. */
    const known = (zone: number): number => (plan.zones.has(zone) ? zone : 0);
    const times = { time1: known(time1), time2: known(time2), time3: known(time3), time4: known(time4) };
    await admin.call('GetGroupInfo', { number, ...times });
  }
  for (const { number, kind, intervals } of plan.periods) {
    await admin.call('AddGroupTime', { number, name: `Period ${number}`, kind, periods: [...intervals] });
  }
  for (const { number, from, to, yearly, plan: day } of plan.holidays) {
    const plain = day === undefined ? 'none' : (holidayPlans[day] ?? 'none');
    const days = { from: dateText(from), to: dateText(to) };
    await admin.call('addHoliday', { number, name: `Holiday ${number}`, ...days, yearly, plan: plain });
  }
  const kindOf = new Map(plan.periods.map(({ number, kind }) => [number, kind]));
  const ofKind = (group: number, kind: string): number[] =>
    (plan.inForce.get(group) ?? []).filter((number) => kindOf.get(number) === kind);
  await admin.call('GetUniversalGroup', {
    working: [...plan.groups.keys()].map((group) => ({ group, periodGroups: ofKind(group, 'working') })),
    alwaysOpen: ofKind(0, 'alwaysOpen'),
    alwaysClosed: ofKind(0, 'alwaysClosed'),
  });
}
