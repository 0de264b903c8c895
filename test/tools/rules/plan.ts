/* Rules as the tests have them, and how they are told to the driver. */
export interface Interval {
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

export type Kind = 'working' | 'alwaysOpen' | 'alwaysClosed';
const kinds: readonly Kind[] = ['working', 'alwaysOpen', 'alwaysClosed'];

export interface Period {
  readonly number: number;
  readonly kind: Kind;
  readonly intervals: readonly Interval[];
}

export interface Holiday {
  readonly number: number;
  /** yyyymmdd */
  readonly from: number;
  readonly to: number;
  readonly yearly: boolean;
  /** Weekday whose hours hold, 0 Sunday; undefined: none. */
  readonly plan?: number;
}

/** Month, week from 0 (5 the last), weekday, hour on the clock before. */
export type Point = readonly [number, number, number, number];

export interface Clock {
  /** Minutes ahead of UTC, and minutes that it goes forward. */
  readonly zone: number;
  readonly change: number;
  readonly start: Point;
  readonly end: Point;
  /** What holds in its place from a minute since 1970 UTC on. */
  readonly later?: { readonly from: number; readonly clock: Clock };
}

export interface Plan {
  readonly clock?: Clock;
  /** At most one interval a day. */
  readonly zones: ReadonlyMap<number, readonly Interval[]>;
  readonly groups: ReadonlyMap<number, readonly number[]>;
  readonly periods: readonly Period[];
  /** Numbers of period groups, by group; 0 is the door. */
  readonly inForce: ReadonlyMap<number, readonly number[]>;
  readonly holidays: readonly Holiday[];
}

const told = (intervals: readonly Interval[]): string =>
  [intervals.length, ...intervals.flatMap(({ day, start, end }) => [day, start, end])].join(' ');

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** A clock as both drivers read it. */
export const clockNumbers = ({ zone, change, start, end }: Clock): string => [zone, change, ...start, ...end].join(' ');

export function commandsOf({ clock, zones, groups, periods, inForce, holidays }: Plan): string[] {
  return [
    'new',
    ...(clock === undefined ? [] : [`clock ${clockNumbers(clock)}`]),
    ...[...zones].map(([number, intervals]) => {
      const week = weekdays.flatMap((day) => {
        const own = intervals.find((each) => each.day === day);
        return [own?.start ?? 0, own?.end ?? 0];
      });
      return `zone ${[number, ...week].join(' ')}`;
    }),
    ...[...groups].map(([number, own]) => `group ${number} ${[...own, 0, 0, 0, 0].slice(0, 4).join(' ')}`),
    ...periods.map(({ number, kind, intervals }) => `period ${number} ${kinds.indexOf(kind)} ${told(intervals)}`),
    ...[...inForce].flatMap(([group, numbers]) => numbers.map((number) => `force ${group} ${number}`)),
    ...holidays.map(({ number, from, to, yearly, plan }) =>
      ['holiday', number, from, to, Number(yearly), plan === undefined ? 0 : plan + 1].join(' '),
    ),
  ];
}

export const mergeCommand = (intervals: readonly Interval[]): string => `merge ${told(intervals)}`;
