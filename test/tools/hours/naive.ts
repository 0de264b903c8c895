/* Days of attendance once more, written from docs/rules.md alone and in another way: what is asked of a day and when
 * a person was there are sets of minutes. Slow and plain. Minutes are those since 1970 UTC where nothing else is
 * said. */
import { wallOf } from '../rules/naive.ts';
import type { Clock, Holiday } from '../rules/plan.ts';
import {
  type Assignment,
  type Days,
  type Figure,
  flags,
  type Kind,
  type Line,
  OUT,
  type Outcome,
  type Person,
  type Plan,
  type Question,
  type Shift,
  spans,
} from './plan.ts';

const dayMs = 86_400_000;
export const dayMinutes = 1440;

/** A day of the calendar: its number since 1970. */
export type Day = number;

const yearOf = (date: number): number => Math.floor(date / 10_000);
export const dayOf = (date: number): Day =>
  Date.UTC(yearOf(date), (Math.floor(date / 100) % 100) - 1, date % 100) / dayMs;
const dates = new Map<Day, number>();

export function dateOf(day: Day): number {
  const date = dates.get(day) ?? Number(new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', ''));
  dates.set(day, date);
  return date;
}

const weekdayOf = (day: Day): number => new Date(day * dayMs).getUTCDay();

/** All clocks, one after the other. */
const clocksOf = (clock: Clock | undefined): readonly Clock[] =>
  clock === undefined ? [] : [clock, ...clocksOf(clock.later?.clock)];

/** Hours that no clock is away from UTC. */
const farthest = 20 * 60;

/** When the wall shows this, in minutes since 1970: the first time, and what is left out as if nothing had changed. */
export function utcOf(clock: Clock | undefined, wall: number): number {
  const tries = clocksOf(clock).flatMap(({ zone, change }) => [wall - zone - change, wall - zone]);
  const shown = tries.filter((minute) => wallOf(clock, minute) === wall);
  if (clock === undefined || shown.length > 0) {
    return clock === undefined ? wall : Math.min(...shown);
  }
  let last = wall - farthest;
  while (wallOf(clock, last + 1) <= wall) {
    last++;
  }
  return wall - (wallOf(clock, last) - last);
}

/** The latest day that the wall has shown up to a minute: one that is set back does not leave it. */
function wallDay(clock: Clock | undefined, minute: number): Day {
  const justSet = clocksOf(clock)
    .map(({ later }) => later?.from ?? Number.POSITIVE_INFINITY)
    .filter((from) => from <= minute && minute < from + farthest);
  const shown = [minute, ...justSet.map((from) => from - 1)].map((each) => wallOf(clock, each));
  return Math.floor(Math.max(...shown) / dayMinutes);
}

/** The date so many years later; a 29 February that is missing there is the 28. */
function later(date: number, years: number): Day {
  const day = dayOf(date + years * 10_000);
  return dateOf(day) === date + years * 10_000 ? day : day - 1;
}

function isHoliday({ from, to, yearly }: Holiday, day: Day): boolean {
  const years = yearOf(dateOf(day)) - yearOf(from);
  return (yearly ? [years - 1, years] : [0]).some((each) => later(from, each) <= day && day <= later(to, each));
}

const holidayOn = (plan: Plan, day: Day): Holiday | undefined =>
  plan.holidays.filter((each) => isHoliday(each, day)).sort((a, b) => a.number - b.number)[0];

function isWorked(plan: Plan, { onHolidays, days, cycle }: Shift, day: Day): boolean {
  const holiday = onHolidays ? undefined : holidayOn(plan, day);
  if (holiday !== undefined && holiday.plan === undefined) {
    return false;
  }
  if (cycle === undefined) {
    return days.includes(holiday?.plan ?? weekdayOf(day));
  }
  const since = (day - dayOf(cycle.first)) % cycle.length;
  return days.includes(since < 0 ? since + cycle.length : since);
}

const holds = ({ from, to }: Days, day: Day): boolean => from <= dateOf(day) && (to === 0 || dateOf(day) <= to);

interface Assigned {
  readonly shifts: readonly Shift[];
  readonly isDated: boolean;
}

/** Those that count together on the day, by their numbers. */
function assigned(plan: Plan, assignments: readonly Assignment[], day: Day): Assigned {
  const holding = assignments.filter((each) => holds(each, day) && plan.shifts.has(each.shift));
  const latest = Math.max(...holding.map(({ from }) => from));
  const counting = holding.filter(({ from }) => from === latest);
  const shifts = [...plan.shifts.values()]
    .filter(({ number }) => counting.some(({ shift }) => shift === number))
    .sort((a, b) => a.number - b.number);
  return { shifts, isDated: counting.some(({ to }) => to !== 0) };
}

/** What the person has on the day, worked or not, by number. */
function shiftsOn(plan: Plan, { valid, usual, was, own, ofGroup }: Person, day: Day): readonly Shift[] {
  if (!holds(valid, day)) {
    return [];
  }
  const then = plan.shifts.get(was.find((each) => holds(each, day))?.shift ?? usual);
  const [mine, theirs] = [assigned(plan, own, day), assigned(plan, ofGroup, day)];
  const dated = [mine, theirs].map(({ shifts, isDated }) => (isDated ? shifts : []));
  const choices = [...dated, mine.shifts, then === undefined ? [] : [then], theirs.shifts];
  return choices.find((shifts) => shifts.length > 0) ?? [];
}

/** The shifts that the punches of the day choose from. */
export const candidatesOn = (plan: Plan, person: Person, day: Day): Shift[] =>
  shiftsOn(plan, person, day).filter((shift) => isWorked(plan, shift, day));

type Minutes = ReadonlySet<number>;

function minutesFrom(from: number, to: number): Set<number> {
  const minutes = new Set<number>();
  for (let minute = from; minute < to; minute++) {
    minutes.add(minute);
  }
  return minutes;
}

const without = (minutes: Minutes, less: Minutes): Set<number> =>
  new Set([...minutes].filter((minute) => !less.has(minute)));

const within = (minutes: Minutes, from: number, to: number): Set<number> =>
  new Set([...minutes].filter((minute) => from <= minute && minute < to));

/** A time on or off duty, and the first and last minute of its check-in or check-out time. */
export interface Check {
  readonly time: number;
  readonly first: number;
  readonly last: number;
}

const isOutside = (minute: number, { first, last }: Check): boolean => minute < first || last < minute;

export interface Times {
  readonly on: Check;
  readonly off: Check;
  /** Without leave. */
  readonly whole: { readonly on: number; readonly off: number };
  /** What late and early go by. */
  readonly core: { readonly from: number; readonly to: number };
}

export interface Work extends Times {
  /** Minutes of the duty that are in no break, or the target. */
  readonly planned: number;
  readonly leave: number;
}

/** Minutes of the wall, counted from the day on which the shift begins. */
interface Laid {
  readonly on: number;
  readonly middle: number;
  readonly off: number;
  readonly breaks: readonly (readonly [number, number])[];
}

function layOut({ on, off, breaks }: Shift): Laid {
  const end = off > on ? off : off + dayMinutes;
  return {
    on,
    middle: on + Math.floor((end - on) / 2),
    off: end,
    breaks: breaks
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => {
        const start = from < on ? from + dayMinutes : from;
        return [start, to < start ? to + dayMinutes : to];
      }),
  };
}

type Half = 'first' | 'second';
type Halves = ReadonlySet<Half>;

/** The halves of the day that are free. */
export const freeOn = (person: Person, day: Day): Halves =>
  new Set(
    person.leaves
      .filter((each) => holds(each, day))
      .flatMap(({ half }): Half[] => (half === 'whole' ? ['first', 'second'] : [half])),
  );

const isFlexible = ({ kind }: Shift): boolean => kind !== 'fixed';

/** The span, in which everybody comes and goes as they like, and the core time of which leave takes a half. */
function flexibleTimes(plan: Plan, shift: Shift, day: Day, free: Halves): Times {
  const at = (wall: number): number => utcOf(plan.clock, day * dayMinutes + wall);
  const { on, off } = layOut(shift);
  const whole = { on: at(on), off: at(off) };
  const start = shift.core[0] < on ? shift.core[0] + dayMinutes : shift.core[0];
  const length = (shift.core[1] - shift.core[0] + dayMinutes) % dayMinutes;
  const end = at(start + length);
  const middle = Math.min(at(start + Math.floor(length / 2)), end);
  return {
    on: { time: whole.on, first: whole.on - shift.inBefore, last: whole.off },
    off: { time: whole.off, first: whole.on, last: whole.off + shift.outAfter },
    whole,
    core: { from: free.has('first') ? middle : at(start), to: free.has('second') ? middle : end },
  };
}

/** Without leave where `free` is left out. */
export function timesOn(plan: Plan, shift: Shift, day: Day, free: Halves = new Set()): Times {
  if (isFlexible(shift)) {
    return flexibleTimes(plan, shift, day, free);
  }
  const at = (wall: number): number => utcOf(plan.clock, day * dayMinutes + wall);
  const laid = layOut(shift);
  const whole = { on: at(laid.on), off: at(laid.off) };
  const middle = Math.min(at(laid.middle), whole.off);
  const on = free.has('first') ? middle : whole.on;
  const off = free.has('second') ? middle : whole.off;
  const first = whole.on - shift.inBefore;
  const last = whole.off + shift.outAfter;
  return {
    on: { time: on, first, last: Math.min(on + shift.inAfter, last) },
    off: { time: off, first: Math.max(off - shift.outBefore, first), last },
    whole,
    core: { from: on, to: off },
  };
}

/** All minutes of the breaks that the shift has on the day. */
function breaksOn(plan: Plan, shift: Shift, day: Day): Minutes {
  const at = (wall: number): number => utcOf(plan.clock, day * dayMinutes + wall);
  return new Set(layOut(shift).breaks.flatMap(([from, to]) => [...minutesFrom(at(from), at(to))]));
}

/** The target of flexible hours on a day on which they are worked. */
function targetOn(plan: Plan, shift: Shift, day: Day): number {
  if (shift.kind === 'dayTarget') {
    return shift.target;
  }
  const holiday = shift.onHolidays || shift.cycle !== undefined ? undefined : holidayOn(plan, day)?.plan;
  const monday = day - ((weekdayOf(day) + 6) % 7);
  const week = [0, 1, 2, 3, 4, 5, 6].map((add) => monday + add);
  const worked = week.filter((each) => isWorked({ ...plan, holidays: [] }, shift, each));
  const own = week.find((each) => weekdayOf(each) === holiday) ?? day;
  const upTo = (count: number): number => Math.floor((shift.target * count) / worked.length);
  const place = worked.indexOf(own);
  return upTo(place + 1) - upTo(place);
}

function workOn(plan: Plan, shift: Shift, day: Day, free: Halves): Work {
  const times = timesOn(plan, shift, day, free);
  if (isFlexible(shift)) {
    const target = targetOn(plan, shift, day);
    const leave = free.size === 1 ? Math.floor(target / 2) : 0;
    return { ...times, planned: target - leave, leave };
  }
  const asked = without(minutesFrom(times.whole.on, times.whole.off), breaksOn(plan, shift, day));
  const planned = within(asked, times.on.time, times.off.time).size;
  return { ...times, planned, leave: asked.size - planned };
}

interface Punch {
  readonly minute: number;
  readonly status: number;
}

/** Those that count, in the order of their times. */
function punchesOf(log: readonly Line[]): Punch[] {
  const voided = new Set(log.filter(({ what }) => what === 'voided').map(({ ms }) => ms));
  return log
    .filter(({ ms }) => !voided.has(ms))
    .sort((a, b) => a.ms - b.ms)
    .map(({ ms, status }) => ({ minute: Math.floor(ms / 60_000), status }));
}

/** The farthest that a punch may be from its duty. */
export const reach = 480;

/** From a duty as it is without leave. */
function distance(minute: number, { whole: { on, off } }: Times): number {
  return Math.max(on - minute, minute - off, 0);
}

/** A shift that a day may be worked in, without leave, and what the punches say of it. */
interface Candidate {
  readonly shift: Shift;
  readonly times: Times;
  readonly pair?: { readonly came: number; readonly left: number; readonly sum: number } | undefined;
  readonly fits: boolean;
}

/** By the first order that tells them apart. */
const sortedBy = <T>(items: readonly T[], ...orders: readonly ((item: T) => number)[]): T[] =>
  [...items].sort((a, b) => orders.map((order) => order(a) - order(b)).find((difference) => difference !== 0) ?? 0);

function candidateOf(shift: Shift, times: Times, minutes: readonly number[]): Candidate {
  const near = minutes.filter((minute) => distance(minute, times) <= reach);
  const pairs = near.flatMap((came) =>
    near
      .filter((left) => came < left)
      .map((left) => ({ came, left, sum: Math.abs(came - times.on.time) + Math.abs(left - times.off.time) })),
  );
  const [pair] = sortedBy(
    pairs,
    ({ sum }) => sum,
    ({ came }) => came,
    ({ left }) => left,
  );
  const fits = pair !== undefined && !isOutside(pair.came, times.on) && !isOutside(pair.left, times.off);
  return { shift, times, pair, fits };
}

const numberOf = ({ shift }: Candidate): number => shift.number;
const sumOf = ({ pair }: Candidate): number => pair?.sum ?? Number.POSITIVE_INFINITY;

/** How far the closest punch within reach is from one of the times. */
const closestTo = (time: number, { times }: Candidate, minutes: readonly number[]): number =>
  Math.min(
    ...[dayMinutes * 366],
    ...minutes.filter((minute) => distance(minute, times) <= reach).map((minute) => Math.abs(minute - time)),
  );

/** The four punches that fit two duties best, the check-in and the check-out of the earlier one first. */
function fourOf(earlier: Candidate, later: Candidate, minutes: readonly number[]): readonly number[] | undefined {
  const within = (check: Check): number[] => minutes.filter((minute) => !isOutside(minute, check));
  const checks = [earlier.times.on, earlier.times.off, later.times.on, later.times.off];
  const chains = checks.reduce<number[][]>(
    (before, check) =>
      before.flatMap((chain) =>
        within(check)
          .filter((minute) => minute > (chain.at(-1) ?? Number.NEGATIVE_INFINITY))
          .map((minute) => [...chain, minute]),
      ),
    [[]],
  );
  const [best] = sortedBy(
    chains,
    (chain) => sum(chain.map((minute, index) => Math.abs(minute - (checks[index]?.time ?? 0)))),
    ...[0, 1, 2, 3].map((index) => (chain: readonly number[]) => chain[index] ?? 0),
  );
  return best;
}

/** Two candidates as the duties of one day, with the pairs that fit them together; undefined where that cannot be. */
function splitOf(one: Candidate, other: Candidate, minutes: readonly number[]): readonly Candidate[] | undefined {
  const [earlier = one, later = other] = sortedBy([one, other], ({ times }) => times.whole.on);
  const four = earlier.times.whole.off <= later.times.whole.on ? fourOf(earlier, later, minutes) : undefined;
  const [cameFirst, leftFirst, cameLast, leftLast] = four ?? [];
  if (cameFirst === undefined || leftFirst === undefined || cameLast === undefined || leftLast === undefined) {
    return undefined;
  }
  const fitting = (each: Candidate, came: number, left: number): Candidate => {
    const off = Math.abs(came - each.times.on.time) + Math.abs(left - each.times.off.time);
    return { ...each, fits: true, pair: { came, left, sum: off } };
  };
  return [fitting(earlier, cameFirst, leftFirst), fitting(later, cameLast, leftLast)];
}

/** The duties of a day, one or two, by time; none where there is no candidate. */
function decide(shifts: readonly (readonly [Shift, Times])[], minutes: readonly number[]): Candidate[] {
  const candidates = shifts.map(([shift, times]) => candidateOf(shift, times, minutes));
  const withPair = candidates.filter(({ pair }) => pair !== undefined);
  const toOn = (each: Candidate): number => closestTo(each.times.on.time, each, minutes);
  const toOff = (each: Candidate): number => closestTo(each.times.off.time, each, minutes);
  const [chosen] =
    withPair.length > 0
      ? sortedBy(withPair, sumOf, numberOf)
      : sortedBy(
          candidates,
          (each) => Math.min(toOn(each), toOff(each)),
          (each) => Number(toOff(each) < toOn(each)),
          numberOf,
        );
  if (chosen === undefined) {
    return [];
  }
  const splits = candidates
    .filter((each) => chosen.fits && each !== chosen)
    .flatMap((each) => {
      const split = splitOf(chosen, each, minutes);
      return split === undefined ? [] : [{ split, number: each.shift.number }];
    });
  const [best] = sortedBy(
    splits,
    ({ split }) => sum(split.map(sumOf)),
    ({ number }) => number,
  );
  return best === undefined ? [chosen] : [...best.split];
}

const pairsOf = (chosen: readonly Candidate[]): number[] =>
  chosen.flatMap(({ pair, fits }) => (fits && pair !== undefined ? [pair.came, pair.left] : []));

export interface Duty {
  readonly day: Day;
  readonly shift: Shift;
  readonly work: Work;
  /** Minutes whose punches belong to it whatever is nearest. */
  readonly claims: readonly number[];
}

/** What a day asks of a person. */
export interface Asked {
  readonly day: Day;
  readonly kind: Kind;
  readonly shift?: Shift | undefined;
  readonly second?: Shift | undefined;
  /** One or two on a day at work, by time. */
  readonly duties: readonly Duty[];
  readonly leave: number;
  readonly leaveKind: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function askedOn(plan: Plan, person: Person, day: Day, chosen: readonly Candidate[], isChoice: boolean): Asked {
  const off = { day, duties: [], leave: 0, leaveKind: -1 };
  if (chosen.length === 0) {
    const [shift] = shiftsOn(plan, person, day);
    if (shift === undefined) {
      return { ...off, kind: 'none' };
    }
    const isHoliday = !shift.onHolidays && holidayOn(plan, day) !== undefined;
    return { ...off, kind: isHoliday ? 'holiday' : 'rest', shift };
  }
  const free = freeOn(person, day);
  const leaveKind = person.leaves.find((each) => holds(each, day))?.kind ?? -1;
  const [shift, second] = chosen.map((each) => each.shift);
  if (free.size === 2) {
    const leave = sum(chosen.map((each) => workOn(plan, each.shift, day, new Set()).planned));
    return { ...off, kind: 'onLeave', shift, second, leave, leaveKind };
  }
  const duties = chosen.map(
    (each): Duty => ({
      day,
      shift: each.shift,
      work: workOn(plan, each.shift, day, free),
      claims: isChoice ? pairsOf([each]) : [],
    }),
  );
  return { day, kind: 'work', shift, second, duties, leave: sum(duties.map(({ work }) => work.leave)), leaveKind };
}

function ownerOf(duties: readonly Duty[], minute: number): Duty | undefined {
  const claiming = duties.find(({ claims }) => claims.includes(minute));
  const [nearest] = sortedBy(
    duties.filter(({ work }) => distance(minute, work) <= reach),
    ({ work }) => distance(minute, work),
    ({ work: { whole } }) => Math.min(Math.abs(minute - whole.on), Math.abs(minute - whole.off)),
    ({ work }) => work.whole.on,
    ({ shift }) => shift.number,
  );
  return claiming ?? nearest;
}

export interface Owned extends Punch {
  /** Of the calendar. */
  readonly day: Day;
  readonly duty: Duty | undefined;
}

/** How many days before and after a day have a say in its figures. */
const around = 6;

/** The days that were asked for, and all punches with what they belong to. */
export interface Belongings {
  readonly days: readonly Asked[];
  readonly punches: readonly Owned[];
  /** Of these days and those around them. */
  readonly duties: readonly Duty[];
}

export function belongingsOf(
  plan: Plan,
  person: Person,
  { first, count }: Pick<Question, 'first' | 'count'>,
): Belongings {
  const punches = punchesOf(person.log);
  const minutes = [...new Set(punches.map(({ minute }) => minute))];
  const numbers = Array.from({ length: count + 2 * around }, (_, n) => dayOf(first) - around + n);
  const candidates = numbers.map((day) =>
    candidatesOn(plan, person, day).map((shift) => [shift, timesOn(plan, shift, day)] as const),
  );
  const decided = candidates.map((each) => decide(each, minutes));
  const days = numbers.map((day, n): Asked => {
    const [own = [], ofDay = []] = [candidates[n], decided[n]];
    const taken = pairsOf(decided[n - 1] ?? []);
    const left = minutes.filter((minute) => !taken.includes(minute));
    return askedOn(plan, person, day, own.length > 1 ? decide(own, left) : ofDay, own.length > 1);
  });
  const duties = days.flatMap((each) => each.duties);
  return {
    days: days.slice(around, around + count),
    duties,
    punches: punches.map((punch) => ({
      ...punch,
      day: wallDay(plan.clock, punch.minute),
      duty: ownerOf(duties, punch.minute),
    })),
  };
}

/** The punches of a duty as the terminal reads them: by turns without repeats, and every second one an OUT. */
function readPunches({ reading }: Plan, punches: readonly Punch[]): readonly Punch[] {
  if (reading === 'keys') {
    return punches;
  }
  if (reading === 'ends') {
    return punches.map(({ minute }) => ({ minute, status: 0 }));
  }
  const counted: Punch[] = [];
  for (const { minute } of punches) {
    const before = counted.at(-1);
    if (before === undefined || !isSingle(before.minute, minute)) {
      counted.push({ minute, status: counted.length % 2 === 0 ? 0 : OUT });
    }
  }
  return counted;
}

/** Minutes from an OUT to the next punch with another status. */
function timesOut(punches: readonly Punch[], firstIn: number, lastOut: number): Minutes {
  const minutes = new Set<number>();
  for (const [index, { minute, status }] of punches.entries()) {
    const back = punches.slice(index + 1).find((each) => each.status !== OUT);
    if (status === OUT && firstIn < minute && minute < lastOut && back !== undefined) {
      for (const each of minutesFrom(minute, back.minute)) {
        minutes.add(each);
      }
    }
  }
  return minutes;
}

/** Each uninterrupted row of minutes, as its first one and the one behind it. */
function rowsOf(minutes: Minutes): (readonly [number, number])[] {
  const sorted = [...minutes].sort((a, b) => a - b);
  const ends = sorted.filter((minute) => !minutes.has(minute + 1));
  return sorted
    .filter((minute) => !minutes.has(minute - 1))
    .map((start, index) => [start, (ends[index] ?? start) + 1] as const);
}

interface Around {
  readonly start: number;
  readonly end: number;
  /** Where the times out are that stand for the break. */
  readonly from: number;
  readonly to: number;
}

function aroundBreaks(breaks: Minutes, flex: number): Around[] {
  return rowsOf(breaks).map(([start, end], index, rows) => {
    const before = rows[index - 1]?.[1];
    const after = rows[index + 1]?.[0];
    const middle = (one: number | undefined, other: number | undefined): number | undefined =>
      one === undefined || other === undefined ? undefined : Math.floor((one + other) / 2);
    return {
      start,
      end,
      from: Math.max(start - flex, middle(before, start) ?? start - flex),
      to: Math.min(end + flex, middle(end, after) ?? end + flex),
    };
  });
}

/** How many minutes are left of `span`, the part of a duty from firstIn to lastOut, without times out and breaks. */
function workedIn(span: Minutes, away: Minutes, breaks: Minutes, shift: Shift): number {
  const there = without(span, away);
  if (shift.breakRule === 'fixed') {
    return without(there, breaks).size;
  }
  const out = new Set([...span].filter((minute) => away.has(minute)));
  const notPunched = aroundBreaks(breaks, shift.breakFlex).map(({ start, end, from, to }) => {
    const punched = within(out, from, to).size;
    const isTaken = shift.breakRule === 'atLeast' || punched === 0;
    return isTaken ? Math.max(within(span, start, end).size - punched, 0) : 0;
  });
  return there.size - Math.min(sum(notPunched), Math.max(there.size - shift.breakAfter, 0));
}

function isNight({ clock, night: [from, to] }: Plan, minute: number): boolean {
  const end = to > from ? to : to + dayMinutes;
  return [-1, 0, 1].some((days) => {
    const midnight = (wallDay(clock, minute) + days) * dayMinutes;
    return from !== to && utcOf(clock, midnight + from) <= minute && minute < utcOf(clock, midnight + end);
  });
}

/** Answers that were given before: the same minute is asked for by many people. */
const nightsKnown = new WeakMap<Plan, Map<number, boolean>>();

function wasNight(plan: Plan, minute: number): boolean {
  const known = nightsKnown.get(plan) ?? new Map<number, boolean>();
  nightsKnown.set(plan, known);
  const answer = known.get(minute) ?? isNight(plan, minute);
  known.set(minute, answer);
  return answer;
}

const atNight = (plan: Plan, minutes: Minutes): number =>
  [...minutes].filter((minute) => wasNight(plan, minute)).length;

/** How much of what `workedIn` leaves lies in a night. */
function nightIn(plan: Plan, span: Minutes, away: Minutes, breaks: Minutes, shift: Shift): number {
  const there = without(span, away);
  const out = new Set([...span].filter((minute) => away.has(minute)));
  const taken = aroundBreaks(breaks, shift.breakFlex).map(({ start, end, from, to }) => {
    const punched = within(out, from, to).size;
    const left = {
      fixed: within(there, start, end).size,
      atLeast: Math.max(within(span, start, end).size - punched, 0),
      asPunched: punched > 0 ? 0 : within(span, start, end).size,
    }[shift.breakRule];
    return Math.min(left, atNight(plan, within(there, start, end)));
  });
  return atNight(plan, there) - Math.min(sum(taken), there.size - workedIn(span, away, breaks, shift));
}

type Figures = Readonly<Record<Figure, number>>;

const nothing: Figures = {
  ...{ open: 0, firstIn: -1, lastOut: -1, missingIn: 0, missingOut: 0, absent: 0, inOutside: 0, outOutside: 0, odd: 0 },
  ...{ inTime: 0, outTime: 0, late: 0, early: 0, worked: 0, overtime: 0, night: 0, absence: 0, leave: 0, planned: 0 },
  balance: 0,
  ...{ shift: 0, secondShift: 0, leaveKind: -1 },
  ...{ addMinute: -1, addStatus: -1, addMinute2: -1, addStatus2: -1 },
};

const beyond = (minutes: number, grace: number): number => (minutes > grace ? minutes : 0);

const wholeSteps = (minutes: number, step: number): number => Math.floor(minutes / step) * step;

const overtimeOf = (minutes: number, least: number, step: number): number =>
  least === 0 || minutes < least ? 0 : wholeSteps(minutes, step);

/** A minute and the next one: somebody who presses twice. */
const isSingle = (first: number, last: number): boolean => last - first <= 1;

type Part = 'late' | 'early' | 'worked' | 'overtime' | 'night';

/** Of a duty with a check-in and a check-out, punched or credited; a credited one is so late or early as it says. */
function judged(
  plan: Plan,
  { day, shift, work }: Duty,
  came: { readonly minute: number; readonly credit?: number },
  left: { readonly minute: number; readonly credit?: number },
  away: Minutes,
): Pick<Figures, Part> {
  const { on, off, whole, core } = work;
  const longest = core.to - core.from;
  const { overtimeStep } = shift;
  const [overtimeBefore, overtimeAfter] = isFlexible(shift) ? [0, 0] : [shift.overtimeBefore, shift.overtimeAfter];
  const there = without(minutesFrom(came.minute, left.minute), away);
  const before = new Set(came.credit === undefined ? [...there].filter((minute) => minute < whole.on) : []);
  const after = new Set(left.credit === undefined ? [...there].filter((minute) => minute >= whole.off) : []);
  const overtimes = [
    { minutes: before, counted: overtimeOf(before.size, overtimeBefore, overtimeStep) },
    { minutes: after, counted: overtimeOf(after.size, overtimeAfter, overtimeStep) },
  ];
  const overtime = sum(overtimes.map(({ counted }) => counted));
  const span = within(minutesFrom(came.minute, left.minute), on.time, off.time);
  const breaks = breaksOn(plan, shift, day);
  const worked = workedIn(span, away, breaks, shift) + overtime;
  const nights = overtimes.map(({ minutes, counted }) => (counted > 0 ? atNight(plan, minutes) : 0));
  return {
    night: Math.min(nightIn(plan, span, away, breaks, shift) + sum(nights), worked),
    late: came.credit ?? Math.min(beyond(came.minute - core.from, shift.lateGrace), longest),
    early: left.credit ?? Math.min(beyond(core.to - left.minute, shift.earlyGrace), longest),
    worked,
    overtime,
  };
}

/** A duty with one punch, which is the check-in or the check-out. */
function singleFigures(plan: Plan, duty: Duty, [first, last]: readonly [number, number], isOpen: boolean): Figures {
  const { shift, work } = duty;
  const { on, off, core } = work;
  const length = off.time - on.time;
  const none: Minutes = new Set();
  const [missingIn, missingOut] = isFlexible(shift) ? [0, 0] : [shift.missingIn, shift.missingOut];
  if (Math.abs(first - on.time) <= Math.abs(first - off.time)) {
    const marks = { ...nothing, firstIn: first, inOutside: Number(isOutside(first, on)) };
    if (isOpen) {
      const late = Math.min(beyond(first - core.from, shift.lateGrace), core.to - core.from);
      return { ...marks, open: 1, late };
    }
    const credit = Math.min(missingOut, length);
    const left = { minute: off.time - credit, credit };
    const counted = missingOut === 0 ? {} : judged(plan, duty, { minute: first }, left, none);
    return { ...marks, missingOut: 1, ...counted };
  }
  const marks = { ...nothing, lastOut: last, outOutside: Number(!isOpen && isOutside(last, off)) };
  if (isOpen) {
    return { ...marks, open: 1 };
  }
  const credit = Math.min(missingIn, length);
  const came = { minute: on.time + credit, credit };
  const counted = missingIn === 0 ? {} : judged(plan, duty, came, { minute: last }, none);
  return { ...marks, missingIn: 1, ...counted };
}

/** Nobody came. */
function awayFigures({ shift, work: { core, planned } }: Duty): Figures {
  const balance = isFlexible(shift) ? -planned : 0;
  return shift.kind === 'weekTarget' && core.from === core.to
    ? { ...nothing, balance }
    : { ...nothing, absent: 1, absence: planned, balance };
}

function dutyFigures(plan: Plan, duty: Duty, punches: readonly Punch[], now: number): Figures {
  const { on, off, planned } = duty.work;
  const isOpen = now <= off.last;
  const [first, last] = [punches[0]?.minute, punches.at(-1)?.minute];
  if (first === undefined || last === undefined) {
    return isOpen ? { ...nothing, open: 1 } : awayFigures(duty);
  }
  if (isSingle(first, last)) {
    return singleFigures(plan, duty, [first, last], isOpen);
  }
  const read = readPunches(plan, punches);
  const away = timesOut(read, first, last);
  const { early, ...others } = judged(plan, duty, { minute: first }, { minute: last }, away);
  return {
    ...nothing,
    open: Number(isOpen),
    firstIn: first,
    lastOut: last,
    inOutside: Number(isOutside(first, on)),
    outOutside: Number(!isOpen && isOutside(last, off)),
    odd: Number(plan.reading === 'turns' && read.length % 2 === 1),
    inTime: last - first - away.size,
    outTime: away.size,
    early: isOpen && (isFlexible(duty.shift) || last < off.first) ? 0 : early,
    balance: isFlexible(duty.shift) && !isOpen ? others.worked - planned : 0,
    ...others,
  };
}

/** The sums of all duties; a mark that one has the day has, but it is absent only where all are. */
function together(duties: readonly Figures[]): Figures {
  const total = (figure: Figure): number => sum(duties.map((each) => each[figure]));
  const marks = flags.map((flag) => [flag, Math.min(total(flag), 1)] as const);
  return {
    ...nothing,
    ...Object.fromEntries([...marks, ...spans.map((span) => [span, total(span)] as const)]),
    absent: Number(duties.every(({ absent }) => absent === 1)),
    firstIn: duties.find(({ firstIn }) => firstIn >= 0)?.firstIn ?? -1,
    lastOut: duties.findLast(({ lastOut }) => lastOut >= 0)?.lastOut ?? -1,
  };
}

/** Punches of no duty that go together. */
interface Session {
  readonly day: Day;
  readonly first: number;
  readonly last: number;
  /** It is over. */
  readonly endsWithOut: boolean;
}

/** An OUT ends a session that began so long ago at most. */
const longest = 960;
/** Without an OUT, the longest time between two punches over midnight. */
const longestPause = 480;

/** How many punches the session has that begins with the first. */
function lengthOf(
  { reading }: Plan,
  [begin, ...others]: readonly Owned[],
): { readonly length: number; readonly endsWithOut: boolean } {
  if (begin === undefined) {
    return { length: 0, endsWithOut: false };
  }
  const ofDuty = others.findIndex(({ duty }) => duty !== undefined);
  const free = ofDuty < 0 ? others : others.slice(0, ofDuty);
  const isOut = {
    keys: ({ minute, status }: Punch) => status === OUT && minute > begin.minute,
    ends: () => false,
    turns: ({ minute }: Punch) => !isSingle(begin.minute, minute),
  }[reading];
  const out = free.findIndex(isOut);
  const ending = free[out]?.minute ?? Number.POSITIVE_INFINITY;
  const end = free.findIndex(({ minute, day }, index) => {
    const before = free[index - 1] ?? begin;
    return minute > before.minute + longestPause && day !== begin.day;
  });
  if (out >= 0 && (ending <= begin.minute + longest || end < 0 || out < end)) {
    const other = free.findIndex(
      ({ minute, status }, index) =>
        index > out && ((reading === 'keys' && status !== OUT) || !isSingle(ending, minute)),
    );
    return { length: (other < 0 ? free.length : other) + 1, endsWithOut: true };
  }
  return { length: (end < 0 ? free.length : end) + 1, endsWithOut: false };
}

function sessionsOf(plan: Plan, punches: readonly Owned[]): Session[] {
  const from = punches.findIndex(({ duty }) => duty === undefined);
  const begin = punches[from];
  if (begin === undefined) {
    return [];
  }
  const { length, endsWithOut } = lengthOf(plan, punches.slice(from));
  const last = punches[from + length - 1]?.minute ?? begin.minute;
  return [
    { day: begin.day, first: begin.minute, last, endsWithOut },
    ...sessionsOf(plan, punches.slice(from + length)),
  ];
}

const sessionsOn = (plan: Plan, punches: readonly Owned[], day: Day): Session[] =>
  sessionsOf(
    plan,
    punches.filter((each) => Math.abs(each.day - day) <= 3),
  ).filter((session) => session.day === day);

interface Sessions {
  readonly firstIn: number;
  readonly lastOut: number;
  readonly hasSingle: boolean;
  /** From the first session with more than one punch to lastOut. */
  readonly span: Minutes;
  /** The part of `span` in no session. */
  readonly away: Minutes;
}

function summed(sessions: readonly Session[]): Sessions {
  const whole = sessions.filter(({ first, last }) => !isSingle(first, last));
  const from = whole[0]?.first ?? 0;
  const to = whole.at(-1)?.last ?? 0;
  const span = minutesFrom(from, to);
  return {
    firstIn: sessions[0]?.first ?? -1,
    lastOut: whole.at(-1)?.last ?? -1,
    hasSingle: whole.length < sessions.length,
    span,
    away: without(span, new Set(whole.flatMap(({ first, last }) => [...minutesFrom(first, last)]))),
  };
}

/** A day without duty. */
function otherFigures(plan: Plan, { day, shift }: Asked, sessions: readonly Session[], now: number): Figures {
  const { firstIn, lastOut, hasSingle, span, away } = summed(sessions);
  const isOpen =
    wallDay(plan.clock, now) <= day || sessions.some((each) => !each.endsWithOut && now - each.first < longest);
  const inTime = span.size - away.size;
  const counted = shift?.breaksOnRest === true ? workedIn(span, away, breaksOn(plan, shift, day), shift) : inTime;
  const isBalance = shift !== undefined && isFlexible(shift);
  const worked = shift === undefined ? inTime : wholeSteps(counted, isBalance ? 1 : shift.overtimeStep);
  const night =
    shift?.breaksOnRest === true
      ? nightIn(plan, span, away, breaksOn(plan, shift, day), shift)
      : atNight(plan, without(span, away));
  return {
    ...nothing,
    open: Number(isOpen),
    firstIn,
    lastOut,
    missingOut: Number(hasSingle && !isOpen),
    inTime,
    outTime: away.size,
    worked,
    overtime: shift === undefined || isBalance ? 0 : worked,
    balance: isBalance && !isOpen ? worked : 0,
    night: Math.min(night, worked),
  };
}

/** A day at work with punches beside its duties. */
function withSessions(plan: Plan, figures: Figures, sessions: readonly Session[], shift: Shift | undefined): Figures {
  const { firstIn, lastOut, hasSingle, span, away } = summed(sessions);
  const hasPunch = figures.firstIn >= 0 || figures.lastOut >= 0;
  const inTime = span.size - away.size;
  const overtime = shift === undefined || isFlexible(shift) ? 0 : wholeSteps(inTime, shift.overtimeStep);
  return {
    ...figures,
    ...(hasPunch ? {} : { firstIn, lastOut }),
    missingOut: Number(figures.missingOut === 1 || (hasSingle && figures.open === 0)),
    inTime: figures.inTime + inTime,
    worked: figures.worked + overtime,
    overtime: figures.overtime + overtime,
    night: figures.night + Math.min(atNight(plan, without(span, away)), overtime),
  };
}

/** A punch to add. */
interface Proposal {
  readonly minute: number;
  readonly status: number;
}

/** Whether the last punch, before the check-out time, leads nowhere, or the first one, after the check-in time, begins nothing. */
const leadsOn = (plan: Plan, { odd }: Figures, isOut: boolean): boolean =>
  ({ keys: isOut, ends: false, turns: odd === 1 })[plan.reading];

function proposalOf(plan: Plan, { shift, work }: Duty, punches: readonly Punch[], figures: Figures): Proposal[] {
  const [first, last] = [punches[0], punches.at(-1)];
  if (first === undefined || last === undefined || figures.open === 1 || isFlexible(shift)) {
    return [];
  }
  const came = figures.missingIn + figures.inOutside === 0;
  const left = figures.missingOut + figures.outOutside === 0;
  const stays = figures.missingOut === 1 && !(plan.reading === 'keys' && first.status === OUT);
  const broke = figures.outOutside === 1 && last.minute < work.off.first && leadsOn(plan, figures, last.status !== OUT);
  const minuteOut = work.off.time - shift.missingOut;
  if (came && (stays || broke) && minuteOut > last.minute + 1) {
    return [{ minute: minuteOut, status: OUT }];
  }
  const began = figures.inOutside === 1 && first.minute > work.on.last && leadsOn(plan, figures, first.status === OUT);
  const minuteIn = work.on.time + shift.missingIn;
  const lacksIn = left && (figures.missingIn === 1 || began) && minuteIn < first.minute - 1;
  return lacksIn ? [{ minute: minuteIn, status: 0 }] : [];
}

const proposalFigures = ([one, two]: readonly Proposal[]): Partial<Figures> => ({
  addMinute: one?.minute ?? -1,
  addStatus: one?.status ?? -1,
  addMinute2: two?.minute ?? -1,
  addStatus2: two?.status ?? -1,
});

/** `seconds`: now. */
export function outcomesOf(plan: Plan, { days, punches, duties: all }: Belongings, seconds: number): Outcome[] {
  const now = Math.floor(seconds / 60);
  return days.map((asked): Outcome => {
    const { day, kind, shift, second, duties, leave, leaveKind } = asked;
    const sessions = sessionsOn(plan, punches, day);
    const punchesOfDuty = (duty: Duty): Owned[] => punches.filter((punch) => punch.duty === duty);
    const ofDuties = duties.map((duty) => dutyFigures(plan, duty, punchesOfDuty(duty), now));
    const proposals = duties.flatMap((duty, n) =>
      proposalOf(plan, duty, punchesOfDuty(duty), ofDuties[n] ?? nothing).filter(
        ({ minute }) => ownerOf(all, minute) === duty,
      ),
    );
    const figures =
      kind === 'work'
        ? withSessions(plan, together(ofDuties), sessions, shift)
        : otherFigures(plan, asked, sessions, now);
    return {
      ...figures,
      date: dateOf(day),
      kind,
      leave,
      leaveKind,
      planned: sum(duties.map(({ work }) => work.planned)),
      shift: shift?.number ?? 0,
      secondShift: second?.number ?? 0,
      ...proposalFigures(proposals),
    };
  });
}

export const naiveDays = (plan: Plan, person: Person, question: Question): Outcome[] =>
  outcomesOf(plan, belongingsOf(plan, person, question), question.now);
