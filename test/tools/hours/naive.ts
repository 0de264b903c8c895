/* Days of attendance once more, written from docs/rules.md alone and in another way: what is asked of a day and what
 * a person was there are sets of minutes. Slow and plain. Minutes are those since 1970 UTC where nothing else is
 * said. */
import { wallOf } from '../rules/naive.ts';
import type { Clock, Holiday } from '../rules/plan.ts';
import {
  type Assignment,
  type Days,
  type Kind,
  type Line,
  OUT,
  type Outcome,
  type Person,
  type Plan,
  type Question,
  type Shift,
} from './plan.ts';

const dayMs = 86_400_000;
export const dayMinutes = 1440;

/** A day of the calendar: its number since 1970. */
export type Day = number;

const yearOf = (date: number): number => Math.floor(date / 10_000);
export const dayOf = (date: number): Day =>
  Date.UTC(yearOf(date), (Math.floor(date / 100) % 100) - 1, date % 100) / dayMs;
export const dateOf = (day: Day): number =>
  Number(new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', ''));
const weekdayOf = (day: Day): number => new Date(day * dayMs).getUTCDay();

/** When the wall shows this, in minutes since 1970: the first time, and what is left out as if nothing had changed. */
export function utcOf(clock: Clock | undefined, wall: number): number {
  const { zone = 0, change = 0 } = clock ?? {};
  const ahead = wall - zone - change;
  return wallOf(clock, ahead) === wall ? ahead : wall - zone;
}

const wallDay = (clock: Clock | undefined, minute: number): Day => Math.floor(wallOf(clock, minute) / dayMinutes);

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

function assigned(plan: Plan, assignments: readonly Assignment[], day: Day): Shift | undefined {
  const holding = assignments.filter((each) => holds(each, day) && plan.shifts.has(each.shift));
  const latest = Math.max(...holding.map(({ from }) => from));
  const shifts = [...plan.shifts.values()]
    .filter(({ number }) => holding.some(({ shift, from }) => shift === number && from === latest))
    .sort((a, b) => a.number - b.number);
  return shifts.find((shift) => isWorked(plan, shift, day)) ?? shifts[0];
}

function shiftOn(plan: Plan, { usual, was, own, ofGroup }: Person, day: Day): Shift | undefined {
  const then = was.find((each) => holds(each, day))?.shift ?? usual;
  return assigned(plan, own, day) ?? plan.shifts.get(then) ?? assigned(plan, ofGroup, day);
}

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

/** A time on or off duty, and the first and last minute in which a punch is one for it. */
export interface Check {
  readonly time: number;
  readonly first: number;
  readonly last: number;
}

export interface Work {
  readonly on: Check;
  readonly off: Check;
  /** Without leave. */
  readonly whole: { readonly on: number; readonly off: number };
  /** Of the duty, and in no break. */
  readonly planned: Minutes;
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

function workOn(plan: Plan, shift: Shift, day: Day, free: ReadonlySet<string>): Work {
  const at = (wall: number): number => utcOf(plan.clock, day * dayMinutes + wall);
  const laid = layOut(shift);
  const whole = { on: at(laid.on), off: at(laid.off) };
  const middle = Math.min(at(laid.middle), whole.off);
  const on = free.has('first') ? middle : whole.on;
  const off = free.has('second') ? middle : whole.off;
  const breaks = new Set(laid.breaks.flatMap(([from, to]) => [...minutesFrom(at(from), at(to))]));
  const asked = without(minutesFrom(whole.on, whole.off), breaks);
  const planned = within(asked, on, off);
  const first = whole.on - shift.inBefore;
  const last = whole.off + shift.outAfter;
  return {
    on: { time: on, first, last: Math.min(on + shift.inAfter, last) },
    off: { time: off, first: Math.max(off - shift.outBefore, first), last },
    whole,
    planned,
    leave: asked.size - planned.size,
  };
}

/** What a day asks of a person. */
export interface Asked {
  readonly day: Day;
  readonly kind: Kind;
  readonly shift?: Shift;
  readonly work?: Work;
  readonly leave: number;
  readonly leaveKind: number;
}

export function askedOn(plan: Plan, person: Person, day: Day): Asked {
  const nothing = { day, leave: 0, leaveKind: -1 };
  const shift = holds(person.valid, day) ? shiftOn(plan, person, day) : undefined;
  if (shift === undefined) {
    return { ...nothing, kind: 'none' };
  }
  if (!isWorked(plan, shift, day)) {
    const isOff = !shift.onHolidays && holidayOn(plan, day) !== undefined;
    return { ...nothing, kind: isOff ? 'holiday' : 'rest', shift };
  }
  const leaves = person.leaves.filter((each) => holds(each, day));
  const free = new Set(leaves.flatMap(({ half }): string[] => (half === 'whole' ? ['first', 'second'] : [half])));
  if (free.size === 2) {
    const leave = workOn(plan, shift, day, new Set()).planned.size;
    return { day, kind: 'onLeave', shift, leave, leaveKind: leaves[0]?.kind ?? -1 };
  }
  const work = workOn(plan, shift, day, free);
  return { day, kind: 'work', shift, work, leave: work.leave, leaveKind: leaves[0]?.kind ?? -1 };
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

type Role = 'on' | 'off' | 'between';

/** Which day at work a minute belongs to, and as what. */
function ownerOf(days: readonly Asked[], minute: number): { readonly day: Day; readonly role: Role } | undefined {
  const works = days.flatMap(({ day, work }) => (work === undefined ? [] : [{ day, work }]));
  const [nearest] = works
    .flatMap(({ day, work }) => (['on', 'off'] as const).map((role) => ({ day, role, check: work[role] })))
    .filter(({ check }) => check.first <= minute && minute <= check.last)
    .sort(({ check: a }, { check: b }) => Math.abs(a.time - minute) - Math.abs(b.time - minute) || a.time - b.time);
  const around = works.find(({ work }) => work.on.first <= minute && minute <= work.off.last);
  return nearest ?? (around === undefined ? undefined : { day: around.day, role: 'between' });
}

/** Minutes from an OUT to the next punch with another status. */
function timesOut(punches: readonly Punch[], firstIn: number, lastOut: number): Minutes {
  const minutes = new Set<number>();
  for (const [index, { minute, status }] of punches.entries()) {
    const back = punches.slice(index + 1).find((each) => each.status !== OUT);
    if (status === OUT && firstIn < minute && minute < lastOut && back !== undefined && back.minute <= lastOut) {
      for (const each of minutesFrom(minute, back.minute)) {
        minutes.add(each);
      }
    }
  }
  return minutes;
}

const nothing = {
  ...{ open: 0, firstIn: -1, lastOut: -1, missingIn: 0, missingOut: 0, absent: 0, inTime: 0, outTime: 0 },
  ...{ late: 0, early: 0, worked: 0, overtime: 0, absence: 0, leave: 0, planned: 0, shift: 0, leaveKind: -1 },
};

const baseOf = ({ day, kind, shift, work, leave, leaveKind }: Asked): Outcome => ({
  ...nothing,
  date: dateOf(day),
  kind,
  leave,
  leaveKind,
  planned: work?.planned.size ?? 0,
  shift: shift?.number ?? 0,
});

const beyond = (minutes: number, grace: number): number => (minutes > grace ? minutes : 0);

const wholeSteps = (minutes: number, step: number): number => Math.floor(minutes / step) * step;

const overtimeOf = (minutes: number, least: number, step: number): number =>
  least === 0 || minutes < least ? 0 : wholeSteps(minutes, step);

interface There {
  readonly firstIn: number | undefined;
  readonly lastOut: number | undefined;
  readonly away: Minutes;
}

function presence({ firstIn, lastOut, away }: There): Partial<Outcome> {
  const isKnown = firstIn !== undefined && lastOut !== undefined;
  return {
    firstIn: firstIn ?? -1,
    lastOut: lastOut ?? -1,
    inTime: isKnown ? without(minutesFrom(firstIn, lastOut), away).size : 0,
    outTime: away.size,
  };
}

/** A missing punch counts as one that is so late or early as the shift says. */
function workedOf(shift: Shift, work: Work, { firstIn, lastOut, away }: There): Partial<Outcome> {
  const late = firstIn === undefined ? shift.missingIn : beyond(firstIn - work.on.time, shift.lateGrace);
  const early = lastOut === undefined ? shift.missingOut : beyond(work.off.time - lastOut, shift.earlyGrace);
  const { overtimeBefore, overtimeAfter, overtimeStep } = shift;
  const there = (from: number, to: number) => without(minutesFrom(from, Math.max(from, to)), away).size;
  const overtime =
    (firstIn === undefined ? 0 : overtimeOf(there(firstIn, work.whole.on), overtimeBefore, overtimeStep)) +
    (lastOut === undefined ? 0 : overtimeOf(there(work.whole.off, lastOut), overtimeAfter, overtimeStep));
  const inDuty = within(without(work.planned, away), work.on.time + late, work.off.time - early);
  return { late, early, worked: inDuty.size + overtime, overtime };
}

function workDay(base: Outcome, shift: Shift, work: Work, there: There, now: number): Outcome {
  const { firstIn, lastOut } = there;
  const known = { ...base, ...presence(there) };
  const isComplete = firstIn !== undefined && lastOut !== undefined;
  if (now <= work.off.last) {
    const { late = 0, ...rest } = workedOf(shift, work, there);
    return { ...known, open: 1, late: firstIn === undefined ? 0 : late, ...(isComplete ? rest : {}) };
  }
  const missingIn = firstIn === undefined && lastOut !== undefined;
  const missingOut = lastOut === undefined && firstIn !== undefined;
  const isAbsent =
    (firstIn === undefined && (lastOut === undefined || shift.missingIn === 0)) ||
    (lastOut === undefined && shift.missingOut === 0);
  return {
    ...known,
    missingIn: Number(missingIn),
    missingOut: Number(missingOut),
    ...(isAbsent ? { absent: 1, absence: base.planned } : workedOf(shift, work, there)),
  };
}

/** A day on which nothing is asked. */
function otherDay(base: Outcome, shift: Shift | undefined, there: There, isOver: boolean): Outcome {
  const known = { ...base, ...presence(there) };
  const isSingle = there.firstIn !== undefined && there.lastOut === undefined;
  const worked = shift === undefined ? known.inTime : wholeSteps(known.inTime, shift.overtimeStep);
  return {
    ...known,
    open: Number(!isOver),
    missingOut: Number(isSingle && isOver),
    worked,
    overtime: shift === undefined ? 0 : worked,
  };
}

const minutesOf = (punches: readonly { readonly minute: number }[]): readonly number[] =>
  punches.map(({ minute }) => minute);

function thereOf(punches: readonly Punch[], firstIn: number | undefined, lastOut: number | undefined): There {
  const isKnown = firstIn !== undefined && lastOut !== undefined;
  return { firstIn, lastOut, away: isKnown ? timesOut(punches, firstIn, lastOut) : new Set() };
}

/** How many days before and after a day have a say in whose a punch is. */
const around = 4;

export function naiveDays(plan: Plan, person: Person, { first, count, now }: Question): Outcome[] {
  const days = Array.from({ length: count + 2 * around }, (_, n) => askedOn(plan, person, dayOf(first) - around + n));
  const minuteNow = Math.floor(now / 60);
  const punches = punchesOf(person.log).map((punch) => ({
    ...punch,
    day: wallDay(plan.clock, punch.minute),
    owner: ownerOf(days, punch.minute),
  }));
  return days.slice(around, around + count).map((asked): Outcome => {
    const { day, shift, work } = asked;
    if (shift === undefined || work === undefined) {
      const own = punches.filter((each) => each.day === day && each.owner === undefined);
      const [firstIn] = minutesOf(own);
      const last = minutesOf(own).at(-1);
      const there = thereOf(own, firstIn, last === firstIn ? undefined : last);
      return otherDay(baseOf(asked), shift, there, wallDay(plan.clock, minuteNow) > day);
    }
    const own = punches.filter(({ owner }) => owner?.day === day);
    const [firstIn] = minutesOf(own.filter(({ owner }) => owner?.role === 'on'));
    const lastOut = minutesOf(own.filter(({ owner }) => owner?.role === 'off')).at(-1);
    return workDay(baseOf(asked), shift, work, thereOf(own, firstIn, lastOut), minuteNow);
  });
}
