/** The times of a shift: as they are typed, where they lie on a day, and what cannot be right about them. Pure. */
import { shiftLimits as limits, type Shift, type ShiftAssignment } from '@gen/rules.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { DAY } from '../../../lib/week.ts';

export const BREAKS = limits.breakStart.maxItems;

/** Fields in which a number is typed. */
const NUMBERS = [
  'inBefore',
  'inAfter',
  'outBefore',
  'outAfter',
  'lateGrace',
  'earlyGrace',
  'missingIn',
  'missingOut',
  'overtimeBefore',
  'overtimeAfter',
  'overtimeStep',
  'breakFlex',
  'breakAfter',
  'cycleDays',
  'target',
] as const;
type Typed = (typeof NUMBERS)[number];

/** Without effect for flexible hours. */
const OF_FIXED: readonly Typed[] = [
  'inAfter',
  'outBefore',
  'missingIn',
  'missingOut',
  'overtimeBefore',
  'overtimeAfter',
  'overtimeStep',
];

export interface Break {
  readonly start: number;
  readonly end: number;
}

/** What is stored of a shift, but its number. */
export type ShiftData = Omit<Shift, 'number' | 'revision'>;

/** A shift as it is typed: null for a number and 1440 for a time where nothing stands; the breaks that there are, and whether there
 * is a core time. */
export type ShiftValues = Omit<ShiftData, 'breakStart' | 'breakEnd' | Typed> &
  Readonly<Record<Typed, number | null>> & { readonly breaks: readonly Break[]; readonly hasCore: boolean };

/** What the terminal takes for what is not sent of a new one. */
export const NEW_SHIFT: ShiftData = {
  name: '',
  colour: 1,
  kind: 'fixed',
  target: 480,
  coreStart: 0,
  coreEnd: 0,
  onDuty: 480,
  offDuty: 960,
  breakStart: [0, 0, 0],
  breakEnd: [0, 0, 0],
  breakRule: 'atLeast',
  breakFlex: 120,
  breakAfter: 0,
  breaksOnRest: true,
  inBefore: 120,
  inAfter: 120,
  outBefore: 120,
  outAfter: 240,
  lateGrace: 5,
  earlyGrace: 5,
  missingIn: 0,
  missingOut: 0,
  overtimeBefore: 0,
  overtimeAfter: 0,
  overtimeStep: 15,
  onHolidays: false,
  pattern: 'week',
  days: 62,
  moreDays: '',
  cycleDays: 7,
  cycleFirst: '',
};

/** Days that are worked where another pattern was: Monday to Friday, the first five of a cycle. */
export const USUAL_DAYS = { week: 62, cycle: 31 } as const;

const round = (minute: number): number => ((minute % DAY) + DAY) % DAY;

/** Minutes from on duty to off duty; off duty that is not behind is on the next day. */
export function dutyOf({ onDuty, offDuty }: Pick<Shift, 'onDuty' | 'offDuty'>): number {
  return offDuty - onDuty + (offDuty <= onDuty ? DAY : 0);
}

export function breaksOf({ breakStart, breakEnd }: Pick<Shift, 'breakStart' | 'breakEnd'>): Break[] {
  return breakStart.map((start, index) => ({ start, end: breakEnd[index] ?? start })).filter(isTaken);
}

const isTaken = ({ start, end }: Break): boolean => start !== end;

/** Half an hour in the middle of the duty, for whoever asks for another break. */
export function anotherBreak(values: Pick<ShiftValues, 'onDuty' | 'offDuty'>): Break {
  const middle = values.onDuty + Math.trunc(dutyOf(values) / 2);
  const start = round(middle - (middle % 30));
  return { start, end: round(start + 30) };
}

/** The middle half of the span, for whoever asks for a core time. */
export function anotherCore(values: Pick<ShiftValues, 'onDuty' | 'offDuty'>): Pick<Shift, 'coreStart' | 'coreEnd'> {
  const quarter = Math.trunc(dutyOf(values) / 4);
  const [from, to] = [values.onDuty + quarter, values.onDuty + 3 * quarter];
  return { coreStart: round(from - (from % 30)), coreEnd: round(to - (to % 30)) };
}

export function valuesOf({ breakStart, breakEnd, ...rest }: ShiftData): ShiftValues {
  return { ...rest, breaks: breaksOf({ breakStart, breakEnd }), hasCore: rest.coreStart !== rest.coreEnd };
}

/** Whether the form has no field for the number: the kind of the shift does not use it. */
const isUnseen = (values: Pick<Shift, 'kind'>, name: Typed): boolean =>
  isFlexible(values) ? OF_FIXED.includes(name) : name === 'target';

/** What is typed; where it is out of sight it may be anything. */
function numberOf(values: ShiftValues, name: Typed): number {
  const value = values[name];
  return isUnseen(values, name) && !isWithin(value, limits[name]) ? NEW_SHIFT[name] : (value ?? 0);
}

/** As the terminal takes it. What is not a day of the pattern is worked on none. */
export function dataOf(typed: ShiftValues): ShiftData {
  const { breaks, hasCore, ...values } = typed;
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(typed, name)])) as Record<Typed, number>;
  const taken = breaks.filter(isTaken);
  const all = Array.from({ length: BREAKS }, (_, index) => taken[index] ?? { start: 0, end: 0 });
  return {
    ...values,
    ...numbers,
    ...(hasCore && values.coreStart < DAY && values.coreEnd < DAY ? {} : { coreStart: 0, coreEnd: 0 }),
    breakStart: all.map(({ start }) => start),
    breakEnd: all.map(({ end }) => end),
    ...packed(workedDays({ ...values, ...numbers })),
  };
}

/** Days that are stored as bits; the others as text. */
const BIT_DAYS = 31;

/** What says on which days a shift is worked. */
export type DaysOfShift = Pick<Shift, 'pattern' | 'days' | 'moreDays' | 'cycleDays'>;

/** How many days the pattern has. */
export function daysOf({ pattern, cycleDays }: Pick<Shift, 'pattern' | 'cycleDays'>): number {
  return pattern === 'week' ? 7 : Math.min(cycleDays, limits.cycleDays.max);
}

/** Whether the shift is worked on a day of its pattern, which goes on in both directions; 0 is Sunday, or day 1 of the cycle. */
export function isWorked(shift: DaysOfShift, day: number): boolean {
  const all = Math.max(daysOf(shift), 1);
  const place = ((day % all) + all) % all;
  return place < BIT_DAYS ? ((shift.days >> place) & 1) === 1 : shift.moreDays[place - BIT_DAYS] === '1';
}

/** Of each day of the pattern, in order, whether it is worked. */
export function workedDays(shift: DaysOfShift): boolean[] {
  return Array.from({ length: daysOf(shift) }, (_, day) => isWorked(shift, day));
}

/** The same as it is stored. */
export function packed(worked: readonly boolean[]): Pick<Shift, 'days' | 'moreDays'> {
  const bits = worked.slice(0, BIT_DAYS).map((on, day) => (on ? 1 << day : 0));
  const rest = worked.slice(BIT_DAYS).map((on) => (on ? '1' : '0'));
  return { days: bits.reduce((sum, bit) => sum | bit, 0), moreDays: rest.join('').replace(/0+$/, '') };
}

/** The days from one to another, both included and counted from 1, are worked, or not. */
export function filled(worked: readonly boolean[], first: number, last: number, on: boolean): boolean[] {
  return worked.map((now, day) => (day + 1 >= first && day + 1 <= last ? on : now));
}

/** The first days again and again, up to the end. */
export function repeated(worked: readonly boolean[], count: number): boolean[] {
  return worked.map((_, day) => worked[day % count] === true);
}

export type Times = Pick<
  Shift,
  | 'kind'
  | 'coreStart'
  | 'coreEnd'
  | 'onDuty'
  | 'offDuty'
  | 'breakStart'
  | 'breakEnd'
  | 'inBefore'
  | 'inAfter'
  | 'outBefore'
  | 'outAfter'
>;

/** A part of a day that a shift begun on it, on the day before or on the one behind takes. */
export interface Part {
  /** span and core: of flexible hours, in place of a duty. */
  readonly kind: 'window' | 'duty' | 'span' | 'core';
  readonly from: number;
  readonly to: number;
  /** Goes on from the day before, or into the next one. */
  readonly cameIn: boolean;
  readonly goesOn: boolean;
  /** Of the shift begun so many days away: 0 on this one. */
  readonly by: number;
}

/** On the line that begins with the day of the shift: below 0 is the day before, from 1440 on the next one. */
function spansOf(shift: Times): Pick<Part, 'kind' | 'from' | 'to'>[] {
  const { onDuty, inBefore, inAfter, outBefore, outAfter } = shift;
  const off = onDuty + dutyOf(shift);
  const gaps = breaksOf(shift)
    .map(({ start, end }) => ({ start: onDuty + round(start - onDuty), length: round(end - start) }))
    .toSorted((a, b) => a.start - b.start);
  const kind = isFlexible(shift) ? 'span' : 'duty';
  const duty: Pick<Part, 'kind' | 'from' | 'to'>[] = [];
  let at = onDuty;
  for (const { start, length } of [...gaps, { start: off, length: 0 }]) {
    const to = Math.min(start, off);
    if (to > at) duty.push({ kind, from: at, to });
    at = Math.max(at, start + length);
  }
  if (isFlexible(shift)) {
    const core = onDuty + round(shift.coreStart - onDuty);
    const length = round(shift.coreEnd - shift.coreStart);
    return [
      { kind: 'window', from: onDuty - inBefore, to: off + outAfter },
      ...duty,
      ...(length > 0 ? [{ kind: 'core' as const, from: core, to: core + length }] : []),
    ];
  }
  return [
    { kind: 'window', from: onDuty - inBefore, to: onDuty + inAfter },
    { kind: 'window', from: off - outBefore, to: off + outAfter },
    ...duty,
  ];
}

/** What lies on a day when the shift begins on the days that are `worked`. */
export function partsOn(shift: Times, worked: (day: number) => boolean, day = 0): Part[] {
  return [-1, 0, 1].flatMap((by) => {
    if (!worked(day + by)) return [];
    return spansOf(shift).flatMap(({ kind, from, to }) => {
      const [begins, ends] = [from + by * DAY, to + by * DAY];
      const part = { kind, from: Math.max(begins, 0), to: Math.min(ends, DAY), by };
      return part.from < part.to ? [{ ...part, cameIn: begins < 0, goesOn: ends > DAY }] : [];
    });
  });
}

/** Minutes on duty without the breaks; of flexible hours the target. */
export function plannedOf(shift: Times & Pick<Shift, 'target'>): number {
  if (isFlexible(shift)) return shift.target;
  return spansOf(shift).reduce((sum, { kind, from, to }) => sum + (kind === 'duty' ? to - from : 0), 0);
}

/** What cannot be right, as the terminal refuses it: `overlap` of check-in and check-out, `late` the end of check-out, `long` a target. */
export type Fault = 'time' | 'range' | 'overlap' | 'late' | 'break' | 'first' | 'long' | 'core';
export type Faults = Partial<Record<keyof ShiftValues, Fault>>;

export function faultsOf(values: ShiftValues): Faults {
  const faults: Faults = {};
  const hasCore = isFlexible(values) && values.hasCore;
  const times = ['onDuty', 'offDuty', ...(hasCore ? (['coreStart', 'coreEnd'] as const) : [])] as const;
  for (const name of times) if (values[name] >= DAY) faults[name] = 'time';
  if (values.breaks.some(({ start, end }) => start >= DAY || end >= DAY)) faults.breaks = 'time';
  for (const name of NUMBERS) {
    const isOff = name === 'cycleDays' && values.pattern === 'week';
    if (!isOff && !isUnseen(values, name) && !isWithin(values[name], limits[name])) faults[name] = 'range';
  }
  if (values.pattern === 'cycle' && values.cycleFirst === '') faults.cycleFirst = 'first';
  return Object.keys(faults).some((name) => name !== 'cycleFirst') ? faults : { ...faults, ...misfits(values) };
}

function misfits(values: ShiftValues): Faults {
  const shift = dataOf(values);
  const faults: Faults = isFlexible(shift) ? flexibleMisfits(values, shift) : {};
  const { onDuty, inAfter, outBefore, outAfter } = shift;
  const duty = dutyOf(shift);
  if (!isFlexible(shift) && inAfter + outBefore >= duty) faults.outBefore = 'overlap';
  if (onDuty + duty + outAfter >= 2 * DAY) faults.outAfter = 'late';
  if (breaksOf(shift).some(({ start, end }) => round(start - onDuty) + round(end - start) > duty)) {
    faults.breaks = 'break';
  }
  return faults;
}

/** The longest target that can be reached. */
export const longestTarget = (shift: Pick<Shift, 'kind' | 'onDuty' | 'offDuty'>): number =>
  dutyOf(shift) * (shift.kind === 'weekTarget' ? 7 : 1);

function flexibleMisfits({ hasCore }: ShiftValues, shift: ShiftData): Faults {
  const { onDuty, coreStart, coreEnd, target } = shift;
  const length = round(coreEnd - coreStart);
  const isOutside = length === 0 || round(coreStart - onDuty) + length > dutyOf(shift);
  return {
    ...(target === 0 || target > longestTarget(shift) ? { target: 'long' as const } : {}),
    ...(hasCore && isOutside ? { coreEnd: 'core' as const } : {}),
  };
}

function isWithin(value: number | null, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value !== null && value >= min && value <= max;
}

/** Of one's own assignments those that count on a day: of those that hold and are defined, the ones begun last. */
export function countingOn(
  day: string,
  assigned: readonly ShiftAssignment[],
  shifts: readonly Pick<Shift, 'number'>[],
): ShiftAssignment[] {
  const holding = assigned.filter(
    ({ usual, shift, from, to }) =>
      !usual && from <= day && (to === '' || day <= to) && shifts.some(({ number }) => number === shift),
  );
  const last = holding
    .map(({ from }) => from)
    .toSorted()
    .at(-1);
  return holding.filter(({ from }) => from === last);
}
