/* Random rules that are the same in every run, and the weeks in which something happens. */
import type { Clock, Holiday, Interval, Kind, Period, Plan } from './plan.ts';

/** A whole number from 0 to below `count`. */
export type Random = (count: number) => number;

/** From a text: the same numbers every time (xorshift). */
export function randomOf(seed: string): Random {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 17) || 1;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
}

const minuteOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 60_000;

/** Name, and the minute since 1970 UTC at which it begins. */
export const weeks: readonly (readonly [string, number])[] = [
  ['spring forward', minuteOf('2026-03-26')],
  ['autumn back', minuteOf('2026-10-22')],
  ['New Year', minuteOf('2026-12-28')],
  ['New Year of a later year', minuteOf('2029-12-29')],
  ['end of February', minuteOf('2027-02-25')],
  ['end of February, leap', minuteOf('2028-02-25')],
  ['any', minuteOf('2026-06-10')],
];

/** A door that is open on Mondays from 8 to 12, and a Monday at 8. */
export const mondays: Plan = {
  zones: new Map(),
  groups: new Map(),
  periods: [{ number: 1, kind: 'alwaysOpen', intervals: [{ day: 1, start: 480, end: 719 }] }],
  inForce: new Map([[0, [1]]]),
  holidays: [],
};
export const monday = minuteOf('2026-06-15') + 480;

/** Round minutes, and those beside the edges of a day. */
const someMinute = (random: Random): number =>
  [0, 1, 719, 720, 1438, 1439, random(1440), random(24) * 60][random(8)] ?? 0;

const someInterval = (random: Random, day: number): Interval => {
  const start = someMinute(random);
  return { day, start, end: random(8) === 0 ? start : someMinute(random) };
};

export const someIntervals = (random: Random, most: number): Interval[] =>
  Array.from({ length: random(most + 1) }, () => someInterval(random, random(7)));

const someWeek = (random: Random): Interval[] =>
  [0, 1, 2, 3, 4, 5, 6].filter(() => random(4) > 0).map((day) => someInterval(random, day));

const dateAt = (day: number): number =>
  Number(new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''));

/** On days of the week or around it; yearly ones also of other years, and from the leap day on. */
function someHoliday(random: Random, number: number, firstDay: number): Holiday {
  const yearly = random(3) === 0;
  const from = firstDay - 2 + random(9) - (yearly ? ([0, 365, 1461][random(3)] ?? 0) : 0);
  const days = random(4) === 0 ? random(62) : random(2);
  const plan = random(3) === 0 ? {} : { plan: random(7) };
  const leapDay = yearly && random(3) === 0;
  return {
    number,
    from: leapDay ? 20_280_229 - random(2) : dateAt(from),
    to: leapDay ? 20_280_229 : dateAt(from + days),
    yearly,
    ...plan,
  };
}

const kinds: readonly Kind[] = ['working', 'alwaysOpen', 'alwaysClosed'];

const clocks: readonly (Clock | undefined)[] = [
  undefined,
  { zone: 60, change: 60, start: [3, 5, 0, 2], end: [10, 5, 0, 3] },
  { zone: 0, change: 120, start: [3, 5, 0, 1], end: [10, 5, 0, 3] },
  { zone: -570, change: 30, start: [3, 5, 0, 23], end: [10, 5, 0, 1] },
];

export function randomPlan(random: Random, from: number): Plan {
  const firstDay = Math.floor(from / 1440);
  const periods = Array.from(
    { length: 6 },
    (_, index): Period => ({
      number: index + 1 + random(2) * 26,
      kind: kinds[random(3)] ?? 'working',
      intervals: someIntervals(random, 6),
    }),
  ).filter(({ number }, index, all) => all.findIndex((each) => each.number === number) === index);
  const some = (): number[] => periods.filter(() => random(2) === 0).map(({ number }) => number);
  const clock = clocks[random(clocks.length)];
  return {
    ...(clock === undefined ? {} : { clock }),
    zones: new Map([1, 2, 32].map((number) => [number, someWeek(random)])),
    groups: new Map([[2, [1, random(2) * 2]], ...(random(8) === 0 ? [] : [[3, [0, 32, random(33), 2]] as const])]),
    periods,
    inForce: new Map([
      [0, some()],
      [2, some()],
      [3, some()],
    ]),
    holidays: Array.from({ length: random(5) }, (_, index) => someHoliday(random, 64 - index * 3, firstDay)),
  };
}
