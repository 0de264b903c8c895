/* Random months of attendance that are the same in every run: shifts, people, and what their days look like in the
 * log. */
import type { Clock, Holiday } from '../rules/plan.ts';
import type { Random } from '../rules/weeks.ts';
import {
  type Check,
  candidatesOn,
  type Day,
  dateOf,
  dayMinutes,
  dayOf,
  freeOn,
  type Times,
  timesOn,
  utcOf,
} from './naive.ts';
import {
  type Assignment,
  breakRules,
  halves,
  type Leave,
  type Line,
  OUT,
  type Person,
  type Plan,
  type Shift,
} from './plan.ts';

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
  const length = pick(random, [1, 2, 4, 7, 31, 1 + random(31), 32, 366, 1 + random(366)]);
  const inCycle = times(length, (day) => day).filter(() => random(3) > 0);
  return { days: inCycle, cycle: { length, first: dateOf(firstDay + pick(random, [0, 12, -1, -400, 400])) } };
}

/** How breaks are taken off. */
const someBreakRule = (random: Random): Pick<Shift, 'breakRule' | 'breakFlex' | 'breakAfter' | 'breaksOnRest'> => ({
  breakRule: pick(random, breakRules),
  breakFlex: pick(random, [0, 15, 60, 120, 120, random(481)]),
  breakAfter: pick(random, [0, 0, 240, 360, random(1201)]),
  breaksOnRest: random(4) > 0,
});

/** When a shift begins, and how many minutes it takes. */
type Hours = readonly [number, number];

/** A duty is longer than any hour that the clock leaves out, so that on duty is before off duty on all days. */
const shortest = 121;

function someHours(random: Random): Hours {
  return pick(random, [
    [360 + random(20) * 15, 360 + random(12) * 15],
    [360 + random(20) * 15, 360 + random(12) * 15],
    [1200 + random(16) * 15, 360 + random(20) * 15],
    [random(96) * 15, dayMinutes],
    [random(dayMinutes), shortest + random(dayMinutes - shortest + 1)],
  ]);
}

/** Fixed or flexible hours, half of these with a core time. */
function someKind(random: Random, on: number, duty: number): Pick<Shift, 'kind' | 'target' | 'core'> {
  const kind = pick(random, ['fixed', 'fixed', 'dayTarget', 'weekTarget'] as const);
  const from = random(duty);
  const to = Math.min(from + pick(random, [1, 60, 240, random(duty)]), duty);
  const hasCore = random(2) > 0 && to - from < dayMinutes;
  return {
    kind,
    target: 1 + random(kind === 'weekTarget' ? 7 * duty : duty),
    core: hasCore ? [(on + from) % dayMinutes, (on + to) % dayMinutes] : [on, on],
  };
}

function someShift(random: Random, number: number, firstDay: Day, [on, duty]: Hours): Shift {
  const inAfter = Math.min(pick(random, [0, 30, 60, 120, 120, random(duty)]), duty - 1, 720);
  const outBefore = Math.min(pick(random, [0, 30, 60, 120, 120, random(duty)]), duty - 1 - inAfter, 720);
  return {
    number,
    on,
    off: (on + duty) % dayMinutes,
    inBefore: pick(random, [0, 60, 120, 120, 300, 720, random(721)]),
    inAfter,
    outBefore,
    outAfter: Math.min(pick(random, [0, 60, 240, 240, 600, random(721)]), 2 * dayMinutes - 1 - on - duty),
    lateGrace: pick(random, [0, 5, 5, 15]),
    earlyGrace: pick(random, [0, 5, 5, 15]),
    missingIn: pick(random, [0, 0, 30, 60, random(481)]),
    missingOut: pick(random, [0, 0, 30, 60, random(481)]),
    overtimeBefore: pick(random, [0, 1, 15, 30]),
    overtimeAfter: pick(random, [0, 1, 15, 30]),
    overtimeStep: pick(random, [1, 15, 30]),
    onHolidays: seldom(random, 4),
    ...somePattern(random, firstDay),
    ...someKind(random, on, duty),
    breaks: times(random(4), () => someBreak(random, on, duty)),
    ...someBreakRule(random),
  };
}

/** Three that follow each other around the clock, or overlap a little. */
const rotating = (random: Random): Hours[] => {
  const begin = pick(random, [360, 300, 345]);
  return times(3, (index): Hours => [(begin + index * 480) % dayMinutes, pick(random, [480, 480, 495, 450])]);
};

/** Two on one day with hours in between, or none. */
const split = (random: Random): Hours[] => {
  const begin = pick(random, [480, 420, 360 + random(120)]);
  const pause = pick(random, [240, 240, 120, 60, 0, random(360)]);
  return [
    [begin, 240],
    [begin + 240 + pause, pick(random, [240, 180])],
  ];
};

function someHoursOfAll(random: Random): Hours[] {
  const any = (count: number): Hours[] => times(count, () => someHours(random));
  return pick(random, [any(5), [...rotating(random), ...split(random)], [...any(3), ...split(random)]]);
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
    reading: pick(random, ['keys', 'keys', 'ends', 'turns'] as const),
    night: pick(random, [
      [1320, 360],
      [1320, 360],
      [1380, 300],
      [150, 149],
      [0, 0],
      [random(1440), random(1440)],
    ] as const),
    holidays: times(random(5), (index) => someHoliday(random, 64 - index * 3, firstDay)),
    shifts: byNumber(
      someHoursOfAll(random).map((hours, index) =>
        someShift(random, pick(random, [index + 1, 64 - index]), firstDay, hours),
      ),
    ),
  };
}

/** A plan whose clock is set to another zone up to three times. No change leaves out as much as the shortest duty takes. */
export function changePlan(random: Random, plan: Plan, firstDay: Day): Plan {
  const clock = plan.clock ?? { ...centralEurope, change: 0 };
  const moments = times(1 + random(3), () => (firstDay - 4) * dayMinutes + random((days + 8) * dayMinutes));
  moments.sort((a, b) => a - b);
  const from = (zone: number, at: number): Clock => {
    const moment = moments[at];
    return moment === undefined
      ? { ...clock, zone }
      : { ...clock, zone, later: { from: moment, clock: from(zone + pick(random, [-120, -60, 15, 30, 60]), at + 1) } };
  };
  return { ...plan, clock: from(clock.zone, 0) };
}

/** As a works has it: two shifts of the day and one of the night, an office, guards for a day and a night, a canteen
 * with two duties a day, and flexible hours. */
export function worksPlan(firstDay: Day): Plan {
  const work = {
    ...{ inBefore: 90, inAfter: 120, outBefore: 120, outAfter: 180, lateGrace: 5, earlyGrace: 5 },
    ...{ missingIn: 60, missingOut: 30, overtimeBefore: 0, overtimeAfter: 15, overtimeStep: 15, onHolidays: false },
    ...({ breakRule: 'atLeast', breakFlex: 120, breakAfter: 0, breaksOnRest: true } as const),
    ...({ kind: 'fixed', target: 0, core: [0, 0] } as const),
  };
  const canteen = { ...work, days: [1, 2, 3, 4, 5, 6], breaks: [], missingIn: 0, missingOut: 0 };
  const guard = { length: 3, first: dateOf(firstDay + 1) };
  return {
    clock: centralEurope,
    reading: 'keys',
    night: [1320, 360],
    holidays: [
      { number: 1, from: dateOf(firstDay + 2), to: dateOf(firstDay + 2), yearly: true },
      { number: 2, from: dateOf(firstDay + 18), to: dateOf(firstDay + 18), yearly: false, plan: 6 },
    ],
    shifts: byNumber([
      { ...work, number: 1, on: 360, off: 840, days: [1, 2, 3, 4, 5], breaks: [[600, 630]] },
      { ...work, number: 2, on: 840, off: 1320, days: [1, 2, 3, 4, 5, 6], breaks: [[1080, 1110]], breakRule: 'fixed' },
      { ...work, number: 3, on: 1320, off: 360, days: [0, 1, 2, 3, 4, 6], breaks: [[120, 150]], breakAfter: 360 },
      { ...work, number: 4, on: 510, off: 1020, days: [1, 2, 3, 4, 5], breaks: [[720, 765]], breakRule: 'asPunched' },
      { ...work, number: 5, on: 420, off: 420, days: [0], cycle: guard, onHolidays: true, breaks: [[1425, 15]] },
      { ...canteen, number: 6, on: 480, off: 720 },
      { ...canteen, number: 7, on: 960, off: 1200 },
      { ...canteen, number: 8, kind: 'dayTarget', target: 480, core: [600, 900], on: 420, off: 1200 },
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

/** All from the same day on: the punches decide. */
function someRotation(random: Random, plan: Plan, firstDay: Day): Assignment[] {
  const from = dateOf(firstDay + pick(random, [-300, -10, random(days)]));
  const numbers = [...plan.shifts.keys()];
  const count = 2 + random(3);
  const first = random(numbers.length);
  return times(count, (index) => ({ shift: numbers[(first + index) % numbers.length] ?? 0, from, to: 0 }));
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
    own: pick(random, [[], someAssignments(random, plan, firstDay), someRotation(random, plan, firstDay)]),
    ofGroup: seldom(random, 4)
      ? someRotation(random, plan, firstDay)
      : someAssignments(random, plan, firstDay).map((each) => (seldom(random, 4) ? { ...each, from: 0 } : each)),
    leaves: times(random(4), () => someLeave(random, firstDay)),
    log: [],
  };
}

/** What is not as it should be. */
export type Irregularity =
  | 'forgotten'
  | 'double'
  | 'single'
  | 'far'
  | 'lunch'
  | 'two duties'
  | 'free day'
  | 'over a free midnight'
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
    const ofMinute = minute * 60_000 + 59_999;
    const later = pick(this.#random, [ms, ofMinute, ofMinute + 1 + this.#random(60_000), ms + this.#random(240_000)]);
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
function someTimeOut(random: Random, log: Log, { on, off }: Times): void {
  const out = on.time + random(Math.max(off.time - on.time, 1));
  const back = out + pick(random, [0, 5, 30, random(180)]);
  log.press(out, OUT);
  if (seldom(random, 4)) log.press(out + random(20), OUT);
  if (random(5) > 0) log.press(back, pick(random, [0, 0, 3]));
  log.happened.add('time out');
}

/** At the time of the break, beside it, or at the edges of where it counts as the break. */
function someLunch(random: Random, log: Log, begin: number, { breaks, breakFlex }: Shift): void {
  for (const [from, to] of breaks) {
    const length = (to - from + dayMinutes) % dayMinutes;
    const start = begin + from + pick(random, [0, 0, random(30) - 15, random(300) - 150]);
    const edges = [
      begin + from - breakFlex - length,
      begin + from - breakFlex - 1,
      begin + from + length + breakFlex - 1,
    ];
    const out = pick(random, [start, start, ...edges]);
    log.press(out, OUT);
    log.press(out + pick(random, [length, length, length - 1, length + 1, 1, 5, random(120)]), 0);
    log.happened.add('lunch');
  }
}

/** Hours before or after the duty, at the edges of its reach, or in the midst of it. */
function someFar(random: Random, log: Log, { whole: { on, off } }: Times): void {
  const edges = [on - 481, on - 480, off + 480, off + 481];
  const minute = pick(random, [
    ...edges,
    on - random(720),
    off + random(720),
    Math.floor((on + off) / 2) + random(3) - 1,
  ]);
  log.press(minute, random(3));
  log.happened.add('far');
}

function workedDay(random: Random, log: Log, begin: number, shift: Shift, duty: Times): void {
  const forgotten = pick(random, ['', '', '', '', '', 'in', 'out', 'both']);
  const checks = [
    ['in', duty.on, 0],
    ['out', duty.off, OUT],
  ] as const;
  for (const [, check, status] of checks.filter(([name]) => forgotten !== name && forgotten !== 'both')) {
    log.press(someMinute(random, check), status);
  }
  if (forgotten !== '') log.happened.add('forgotten');
  if (seldom(random, 20)) {
    log.press(duty.on.time + random(Math.max(duty.off.time - duty.on.time, 1)), random(2));
    log.happened.add('single');
  }
  if (seldom(random, 3)) someTimeOut(random, log, duty);
  if (seldom(random, 3)) someLunch(random, log, begin, shift);
  if (seldom(random, 12)) someFar(random, log, duty);
}

/** On a day without duty, often over midnight, sometimes all night. */
function freeDay(random: Random, log: Log, begin: number): void {
  const first = begin + pick(random, [540, 1320, 1320 + random(120), random(dayMinutes)]);
  const last = first + pick(random, [0, 1, 60, 240, 480, 600, random(1200), 960, 961]);
  log.press(first, pick(random, [0, 0, 0, 3, OUT]));
  log.happened.add('free day');
  if (seldom(random, 3)) {
    const out = first + random(Math.max(last - first, 1));
    log.press(out, OUT);
    if (random(4) > 0) log.press(out + random(90), 0);
  }
  if (seldom(random, 6)) {
    log.happened.add('single');
    return;
  }
  log.press(last, pick(random, [OUT, OUT, OUT, 0]));
  if (last >= begin + dayMinutes) log.happened.add('over a free midnight');
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

/** What the person works on a day that asks for it: one of the shifts, or all. */
function someOf(random: Random, candidates: readonly Shift[]): readonly Shift[] {
  const count = Math.min(random(3) > 0 ? 2 : 1, candidates.length);
  const first = random(Math.max(candidates.length, 1));
  return times(count, (index) => candidates[(first + index) % candidates.length] as Shift);
}

/** Fewer on days that ask for two duties: some punch all four times, some only in the morning and at night. */
function someWork(random: Random, log: Log, plan: Plan, person: Person, day: Day): boolean {
  const candidates = candidatesOn(plan, person, day);
  const free = freeOn(person, day);
  if (candidates.length === 0 || free.size === 2) {
    return false;
  }
  const begin = utcOf(plan.clock, day * dayMinutes);
  const shifts = someOf(random, candidates).toSorted((a, b) => a.on - b.on);
  const duties = shifts.map((shift) => timesOn(plan, shift, day, free));
  const [first, second] = duties;
  if (first !== undefined && second !== undefined && seldom(random, 5)) {
    log.press(someMinute(random, first.on), 0);
    log.press(someMinute(random, second.off), OUT);
    log.happened.add('forgotten');
    return true;
  }
  for (const [index, shift] of shifts.entries()) {
    workedDay(random, log, begin, shift, duties[index] as Times);
  }
  if (second !== undefined) log.happened.add('two duties');
  return true;
}

export function someMonth(random: Random, plan: Plan, firstDay: Day): Month {
  const person = someEmployment(random, plan, firstDay);
  const log = new Log(random);
  for (let day = firstDay - 3; day < firstDay + days + 3; day++) {
    const begin = utcOf(plan.clock, day * dayMinutes);
    const isChanged = utcOf(plan.clock, (day + 1) * dayMinutes) - begin !== dayMinutes;
    const isWorked = someWork(random, log, plan, person, day);
    if (isChanged) changedDay(random, log, begin);
    if (seldom(random, isWorked ? 12 : 6)) log.press(begin + random(dayMinutes), random(3));
    if (!isWorked && seldom(random, 3)) freeDay(random, log, begin);
  }
  return { person: { ...person, log: log.done() }, happened: log.happened };
}

/** Weeks later, or in the midst of it, often as a day's check-out or a session ends. */
export function someNow(random: Random, plan: Plan, person: Person, firstDay: Day): number {
  if (seldom(random, 2)) return (firstDay + days + 30) * dayMinutes * 60;
  const day = firstDay + random(days);
  const begin = utcOf(plan.clock, day * dayMinutes);
  const ends = candidatesOn(plan, person, day).map((shift) => timesOn(plan, shift, day, freeOn(person, day)).off.last);
  const last = ends.length === 0 ? begin + dayMinutes : pick(random, ends);
  const punched = Math.floor((person.log.length === 0 ? 0 : pick(random, person.log).ms) / 60_000);
  const session = punched > 0 ? punched + 959 + random(3) : begin;
  return pick(random, [begin, begin - 1, last, last + 1, session, begin + random(dayMinutes)]) * 60 + random(60);
}
