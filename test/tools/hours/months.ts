/* Random months of attendance that are the same in every run: shifts, people, and what their days look like in the
 * log. */
import type { Clock, Holiday } from '../rules/plan.ts';
import type { Random } from '../rules/weeks.ts';
import { askedOn, type Check, type Day, dateOf, dayMinutes, dayOf, utcOf, type Work } from './naive.ts';
import { type Assignment, halves, type Leave, type Line, OUT, type Person, type Plan, type Shift } from './plan.ts';

export const days = 31;

/** Name, and the first day. */
export const months: readonly (readonly [string, Day])[] = [
  ['spring forward', dayOf(20_260_312)],
  ['autumn back', dayOf(20_261_008)],
  ['New Year', dayOf(20_261_214)],
  ['end of February', dayOf(20_270_214)],
  ['end of February, leap', dayOf(20_280_214)],
  ['any', dayOf(20_260_601)],
];

export const centralEurope: Clock = { zone: 60, change: 60, start: [3, 5, 0, 2], end: [10, 5, 0, 3] };

const clocks: readonly (Clock | undefined)[] = [
  undefined,
  centralEurope,
  centralEurope,
  { zone: 120, change: 60, start: [3, 5, 0, 0], end: [10, 5, 0, 0] },
  { zone: 0, change: 120, start: [3, 5, 0, 1], end: [10, 5, 0, 3] },
  { zone: -570, change: 30, start: [3, 5, 0, 23], end: [10, 5, 0, 1] },
];

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Once in so many times. */
const seldom = (random: Random, count: number): boolean => random(count) === 0;

function someBreak(random: Random, on: number, duty: number): readonly [number, number] {
  const from = pick(random, [0, Math.floor(duty / 2), Math.floor(duty / 2) - 20, random(duty)]);
  const to = Math.min(from + pick(random, [15, 30, 45, 60]), duty);
  return [(on + from) % dayMinutes, (on + to) % dayMinutes];
}

/** By the week, or in a cycle. */
function somePattern(random: Random, firstDay: Day): Pick<Shift, 'days' | 'cycle'> {
  const week = [0, 1, 2, 3, 4, 5, 6];
  if (random(3) > 0) {
    return { days: seldom(random, 4) ? week : week.filter(() => random(4) > 0) };
  }
  const length = pick(random, [1, 2, 4, 7, 31, 1 + random(31)]);
  const inCycle = times(length, (day) => day).filter(() => random(3) > 0);
  return { days: inCycle, cycle: { length, first: dateOf(firstDay + pick(random, [0, 12, -1, -400, 400])) } };
}

function someShift(random: Random, number: number, firstDay: Day): Shift {
  const [on, duty] = pick(random, [
    [360 + random(20) * 15, 360 + random(12) * 15],
    [360 + random(20) * 15, 360 + random(12) * 15],
    [1200 + random(16) * 15, 360 + random(20) * 15],
    [random(96) * 15, dayMinutes],
    [random(dayMinutes), 90 + random(dayMinutes - 89)],
  ] as const);
  const inAfter = Math.min(pick(random, [0, 30, 60, 120, 120, random(duty)]), duty - 1);
  const outBefore = Math.min(pick(random, [0, 30, 60, 120, 120, random(duty)]), duty - 1 - inAfter);
  return {
    number,
    on,
    off: (on + duty) % dayMinutes,
    inBefore: pick(random, [0, 60, 120, 120, 300, 720, random(dayMinutes)]),
    inAfter,
    outBefore,
    outAfter: Math.min(pick(random, [0, 60, 240, 240, 600, random(dayMinutes)]), 2 * dayMinutes - 1 - on - duty),
    lateGrace: pick(random, [0, 5, 5, 15]),
    earlyGrace: pick(random, [0, 5, 5, 15]),
    missingIn: pick(random, [0, 30, 60, random(600)]),
    missingOut: pick(random, [0, 30, 60, random(600)]),
    overtimeBefore: pick(random, [0, 1, 15, 30]),
    overtimeAfter: pick(random, [0, 1, 15, 30]),
    overtimeStep: pick(random, [1, 15, 30]),
    onHolidays: seldom(random, 4),
    ...somePattern(random, firstDay),
    breaks: times(random(4), () => someBreak(random, on, duty)),
  };
}

/** In the month or beside it; yearly ones also of other years, and from the leap day on. */
function someHoliday(random: Random, number: number, firstDay: Day): Holiday {
  const yearly = seldom(random, 3);
  const from = firstDay - 2 + random(days + 4) - (yearly ? pick(random, [0, 365, 1461]) : 0);
  const isLeapDay = yearly && seldom(random, 3);
  return {
    number,
    from: isLeapDay ? 20_280_229 - random(2) : dateOf(from),
    to: isLeapDay ? 20_280_229 : dateOf(from + (seldom(random, 4) ? random(20) : random(2))),
    yearly,
    ...(seldom(random, 2) ? {} : { plan: random(7) }),
  };
}

const byNumber = (shifts: readonly Shift[]): ReadonlyMap<number, Shift> =>
  new Map(shifts.map((shift) => [shift.number, shift]));

export function somePlan(random: Random, firstDay: Day): Plan {
  const clock = pick(random, clocks);
  return {
    ...(clock === undefined ? {} : { clock }),
    holidays: times(random(5), (index) => someHoliday(random, 64 - index * 3, firstDay)),
    shifts: byNumber(times(5, (index) => someShift(random, pick(random, [index + 1, 64 - index]), firstDay))),
  };
}

/** As a works has it: two shifts of the day and one of the night, an office, and guards for a day and a night. */
export function worksPlan(firstDay: Day): Plan {
  const work = {
    ...{ inBefore: 90, inAfter: 120, outBefore: 120, outAfter: 180, lateGrace: 5, earlyGrace: 5 },
    ...{ missingIn: 60, missingOut: 30, overtimeBefore: 0, overtimeAfter: 15, overtimeStep: 15, onHolidays: false },
  };
  const guard = { length: 3, first: dateOf(firstDay + 1) };
  return {
    clock: centralEurope,
    holidays: [
      { number: 1, from: dateOf(firstDay + 2), to: dateOf(firstDay + 2), yearly: true },
      { number: 2, from: dateOf(firstDay + 18), to: dateOf(firstDay + 18), yearly: false, plan: 6 },
    ],
    shifts: byNumber([
      { ...work, number: 1, on: 360, off: 840, days: [1, 2, 3, 4, 5], breaks: [[600, 630]] },
      { ...work, number: 2, on: 840, off: 1320, days: [1, 2, 3, 4, 5, 6], breaks: [[1080, 1110]] },
      { ...work, number: 3, on: 1320, off: 360, days: [0, 1, 2, 3, 4, 6], breaks: [[120, 150]] },
      { ...work, number: 4, on: 510, off: 1020, days: [1, 2, 3, 4, 5], breaks: [[720, 765]] },
      { ...work, number: 5, on: 420, off: 420, days: [0], cycle: guard, onHolidays: true, breaks: [[1425, 15]] },
    ]),
  };
}

/** Of a number that the plan has, mostly. */
const someNumber = (random: Random, plan: Plan): number =>
  pick(random, [...plan.shifts.keys(), ...plan.shifts.keys(), 40]);

/** Some begin on the same day as the one before. */
function someAssignments(random: Random, plan: Plan, firstDay: Day): Assignment[] {
  const made: Assignment[] = [];
  for (let left = pick(random, [0, 1, 2, 3]); left > 0; left--) {
    const from = dateOf(firstDay + pick(random, [-300, -10, random(days), random(days)]));
    const before = made.at(-1)?.from ?? from;
    const same = seldom(random, 2) ? before : from;
    const to = seldom(random, 2) ? 0 : dateOf(dayOf(same) + random(24));
    made.push({ shift: someNumber(random, plan), from: same, to });
  }
  return made;
}

/** One after the other, the last until a day of the month. */
function somePast(random: Random, plan: Plan, firstDay: Day): Assignment[] {
  const last = firstDay + random(days);
  const before = last - 1 - random(10);
  const recent = { shift: someNumber(random, plan), from: dateOf(before + 1), to: dateOf(last) };
  const past = { shift: seldom(random, 4) ? 0 : someNumber(random, plan), from: 0, to: dateOf(before) };
  return pick(random, [[], [], [{ ...recent, from: 0 }], [past, recent]]);
}

const someLeave = (random: Random, firstDay: Day): Leave => {
  const from = firstDay + random(days);
  return { kind: random(7), from: dateOf(from), to: dateOf(from + random(4)), half: pick(random, halves) };
};

const someValidity = (random: Random, firstDay: Day): Person['valid'] => ({
  from: seldom(random, 6) ? dateOf(firstDay + random(12)) : 0,
  to: seldom(random, 6) ? dateOf(firstDay + days - random(12)) : 0,
});

function someEmployment(random: Random, plan: Plan, firstDay: Day): Person {
  return {
    valid: someValidity(random, firstDay),
    usual: seldom(random, 4) ? 0 : someNumber(random, plan),
    was: somePast(random, plan, firstDay),
    own: seldom(random, 2) ? [] : someAssignments(random, plan, firstDay),
    ofGroup: someAssignments(random, plan, firstDay).map((each) => (seldom(random, 4) ? { ...each, from: 0 } : each)),
    leaves: times(random(4), () => someLeave(random, firstDay)),
    log: [],
  };
}

/** What is not as it should be. */
export type Irregularity =
  | 'forgotten'
  | 'double'
  | 'time out'
  | 'added'
  | 'voided'
  | 'changed clock'
  | 'clock set back'
  | 'imported';

/** A month of a person's log, as it is written. */
class Log {
  readonly lines: Line[] = [];
  readonly happened = new Set<Irregularity>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  press(minute: number, status: number): void {
    const random = this.#random;
    const isAdded = seldom(random, 20);
    const ms = minute * 60_000 + (isAdded ? 0 : pick(random, [0, 59_999, random(60_000)]));
    this.lines.push({ ms, status: this.#pressed(status), what: isAdded ? 'correction' : 'access' });
    if (isAdded) this.happened.add('added');
    if (seldom(random, 24)) this.#again(minute, ms);
    if (seldom(random, 24)) this.#take(ms);
  }

  /** The wrong key, or none. */
  #pressed(status: number): number {
    return seldom(this.#random, 6) ? this.#random(8) : status;
  }

  #again(minute: number, ms: number): void {
    const later = pick(this.#random, [ms, minute * 60_000 + 59_999, ms + this.#random(240_000)]);
    this.lines.push({ ms: later, status: this.#random(3), what: 'access' });
    this.happened.add('double');
  }

  /** Voided, and perhaps added again. */
  #take(ms: number): void {
    this.lines.push({ ms, status: 0, what: 'voided' });
    if (seldom(this.#random, 2)) {
      this.lines.push({ ms: ms + 60_000 * this.#random(20) + 1, status: this.#random(2), what: 'correction' });
    }
    this.happened.add('voided');
  }

  /** In the order of their times, until the clock is set back or others come in. */
  done(): Line[] {
    this.lines.sort((a, b) => a.ms - b.ms);
    if (seldom(this.#random, 3)) this.#setBack();
    if (seldom(this.#random, 3)) this.#import();
    return this.lines;
  }

  #setBack(): void {
    const from = this.#random(this.lines.length + 1);
    const back = pick(this.#random, [1, 60, 60, 180, 1440]) * 60_000;
    const later = this.lines.splice(from, 1 + this.#random(6));
    this.lines.splice(from, 0, ...later.map((line) => ({ ...line, ms: line.ms - back })));
    if (later.length > 0) this.happened.add('clock set back');
  }

  /** From a file: at the end, and what was there before twice. */
  #import(): void {
    const from = this.#random(this.lines.length + 1);
    const count = 1 + this.#random(10);
    const moved = seldom(this.#random, 2) ? this.lines.splice(from, count) : this.lines.slice(from, from + count);
    this.lines.push(...moved);
    if (moved.length > 0) this.happened.add('imported');
  }
}

/** Mostly a few minutes beside it, else at the edges of what counts. */
function someMinute(random: Random, { time, first, last }: Check): number {
  const edges = [first, first - 1, last, last + 1, time, first + random(Math.max(last - first, 0) + 1)];
  const near = [-31, -30, -16, -15, -6, -5, 5, 6, 15, 16, 29, 30, 31].map((minutes) => time + minutes);
  return random(3) > 0 ? time + random(30) - 15 : pick(random, [...edges, ...near]);
}

/** Away, and perhaps back. */
function someTimeOut(random: Random, log: Log, { on, off }: Work): void {
  const out = on.time + random(Math.max(off.time - on.time, 1));
  const back = out + pick(random, [0, 5, 30, random(180)]);
  log.press(out, OUT);
  if (seldom(random, 4)) log.press(out + random(20), OUT);
  if (random(5) > 0) log.press(back, pick(random, [0, 0, 3]));
  log.happened.add('time out');
}

function workedDay(random: Random, log: Log, work: Work): void {
  for (const [check, status] of [
    [work.on, 0],
    [work.off, OUT],
  ] as const) {
    if (seldom(random, 9)) {
      log.happened.add('forgotten');
    } else {
      log.press(someMinute(random, check), status);
    }
  }
  if (seldom(random, 3)) someTimeOut(random, log, work);
}

/** In the hours that come twice or are left out, and beside them. */
function changedDay(random: Random, log: Log, begin: number): void {
  for (let left = random(4); left > 0; left--) {
    log.press(begin - 60 + random(360), random(3));
    log.happened.add('changed clock');
  }
}

export interface Month {
  readonly person: Person;
  readonly happened: ReadonlySet<Irregularity>;
}

export function someMonth(random: Random, plan: Plan, firstDay: Day): Month {
  const person = someEmployment(random, plan, firstDay);
  const log = new Log(random);
  for (let day = firstDay - 3; day < firstDay + days + 3; day++) {
    const { work } = askedOn(plan, person, day);
    const begin = utcOf(plan.clock, day * dayMinutes);
    const isChanged = utcOf(plan.clock, (day + 1) * dayMinutes) - begin !== dayMinutes;
    if (work !== undefined) workedDay(random, log, work);
    if (isChanged) changedDay(random, log, begin);
    if (seldom(random, work === undefined ? 4 : 12)) log.press(begin + random(dayMinutes), random(3));
    if (work === undefined && seldom(random, 4)) log.press(begin + random(dayMinutes), random(3));
  }
  return { person: { ...person, log: log.done() }, happened: log.happened };
}

/** Weeks later, or in the midst of it, often as a day's check-out ends. */
export function someNow(random: Random, plan: Plan, person: Person, firstDay: Day): number {
  if (seldom(random, 2)) return (firstDay + days + 30) * dayMinutes * 60;
  const day = firstDay + random(days);
  const begin = utcOf(plan.clock, day * dayMinutes);
  const last = askedOn(plan, person, day).work?.off.last ?? begin + dayMinutes;
  return pick(random, [begin, begin - 1, last, last + 1, begin + random(dayMinutes)]) * 60 + random(60);
}
