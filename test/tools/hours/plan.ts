/* Attendance as the tests have it, how it is told to the driver, and what the driver answers. */
import { type Clock, clockNumbers, type Holiday, commandsOf as rulesCommands } from '../rules/plan.ts';

export const breakRules = ['fixed', 'atLeast', 'asPunched'] as const;

export interface Cycle {
  readonly length: number;
  /** yyyymmdd, as all dates. */
  readonly first: number;
}

export const shiftKinds = ['fixed', 'dayTarget', 'weekTarget'] as const;

export interface Shift {
  readonly number: number;
  readonly kind: (typeof shiftKinds)[number];
  /** Of flexible hours: minutes to work, and the minutes of the day of the core time. */
  readonly target: number;
  readonly core: readonly [number, number];
  /** Minutes of the day, as the breaks. */
  readonly on: number;
  readonly off: number;
  readonly inBefore: number;
  readonly inAfter: number;
  readonly outBefore: number;
  readonly outAfter: number;
  readonly lateGrace: number;
  readonly earlyGrace: number;
  readonly missingIn: number;
  readonly missingOut: number;
  readonly overtimeBefore: number;
  readonly overtimeAfter: number;
  readonly overtimeStep: number;
  readonly onHolidays: boolean;
  /** Weekdays, 0 Sunday; of a cycle its days, from 0. */
  readonly days: readonly number[];
  readonly cycle?: Cycle;
  readonly breaks: readonly (readonly [number, number])[];
  readonly breakRule: (typeof breakRules)[number];
  readonly breakFlex: number;
  readonly breakAfter: number;
  readonly breaksOnRest: boolean;
}

export const readings = ['keys', 'ends', 'turns'] as const;

export interface Plan {
  readonly reading: (typeof readings)[number];
  readonly clock?: Clock;
  readonly holidays: readonly Holiday[];
  readonly shifts: ReadonlyMap<number, Shift>;
  /** Minutes of the day; the same twice: it is never night. */
  readonly night: readonly [number, number];
}

/** Days from and to; 0: since ever, and open. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

export interface Assignment extends Days {
  readonly shift: number;
}

export const halves = ['whole', 'first', 'second'] as const;

export interface Leave extends Days {
  readonly kind: number;
  readonly half: (typeof halves)[number];
}

export const OUT = 1;
const lines = ['access', 'correction', 'voided'] as const;

export interface Line {
  readonly ms: number;
  readonly status: number;
  readonly what: (typeof lines)[number];
}

export interface Person {
  readonly valid: Days;
  /** 0: none. */
  readonly usual: number;
  readonly was: readonly Assignment[];
  readonly own: readonly Assignment[];
  readonly ofGroup: readonly Assignment[];
  /** As they were entered. */
  readonly leaves: readonly Leave[];
  /** As they are in the log. */
  readonly log: readonly Line[];
}

export interface Question {
  readonly first: number;
  readonly count: number;
  /** Seconds since 1970 UTC. */
  readonly now: number;
}

export const kinds = ['none', 'work', 'rest', 'holiday', 'onLeave'] as const;
export type Kind = (typeof kinds)[number];

export const flags = ['open', 'missingIn', 'missingOut', 'absent', 'inOutside', 'outOutside', 'odd'] as const;
export const spans = [
  ...(['inTime', 'outTime', 'late', 'early', 'worked', 'overtime', 'night', 'absence', 'leave'] as const),
  ...(['balance', 'planned'] as const),
];

/** As the driver tells them, behind date and kind. */
const figures = [
  ...(['open', 'firstIn', 'lastOut', 'missingIn', 'missingOut', 'absent', 'inOutside', 'outOutside', 'odd'] as const),
  ...spans,
  ...(['shift', 'secondShift', 'leaveKind'] as const),
  ...(['addMinute', 'addStatus', 'addMinute2', 'addStatus2'] as const),
];
export type Figure = (typeof figures)[number];

/** Of a day: flags are 1 or 0, punches, also the proposed ones, minutes since 1970 UTC; -1: no punch, no kind of leave. */
export interface Outcome extends Readonly<Record<Figure, number>> {
  readonly date: number;
  readonly kind: Kind;
}

function shiftCommand(shift: Shift): string {
  const week = [0, ...shift.days.filter((day) => day < 31).map((day) => 2 ** day)].reduce((sum, bit) => sum + bit);
  const more = shift.days.filter((day) => day >= 31);
  const breaks = [...shift.breaks.flat(), 0, 0, 0, 0, 0, 0].slice(0, 6);
  return [
    ...['shift', shift.number, shift.on, shift.off],
    ...[shift.inBefore, shift.inAfter, shift.outBefore, shift.outAfter],
    ...[shift.lateGrace, shift.earlyGrace, shift.missingIn, shift.missingOut],
    ...[shift.overtimeBefore, shift.overtimeAfter, shift.overtimeStep, Number(shift.onHolidays)],
    ...[Number(shift.cycle !== undefined), week, shift.cycle?.length ?? 0, shift.cycle?.first ?? 0],
    ...breaks,
    ...[breakRules.indexOf(shift.breakRule), shift.breakFlex, shift.breakAfter, Number(shift.breaksOnRest)],
    ...[shiftKinds.indexOf(shift.kind), shift.target, ...shift.core],
    ...[more.length, ...more],
  ].join(' ');
}

/** One clock after the other, where there are several. */
function eraCommands(clock: Clock | undefined, from = 0): string[] {
  const isOnly = clock === undefined || (clock.later === undefined && from === 0);
  return isOnly
    ? []
    : [`era ${from * 60} ${clockNumbers(clock)}`, ...eraCommands(clock.later?.clock, clock.later?.from)];
}

export const planCommands = ({ shifts, reading, night, ...plan }: Plan): string[] => [
  ...rulesCommands({ ...plan, zones: new Map(), groups: new Map(), periods: [], inForce: new Map() }),
  ...eraCommands(plan.clock),
  `read ${readings.indexOf(reading)}`,
  `night ${night.join(' ')}`,
  ...[...shifts.values()].map(shiftCommand),
];

export const personCommands = ({ valid, usual, was, own, ofGroup, leaves, log }: Person): string[] => [
  `person ${valid.from} ${valid.to} ${usual}`,
  ...own.map(({ shift, from, to }) => `own ${shift} ${from} ${to}`),
  ...was.map(({ shift, from, to }) => `was ${shift} ${from} ${to}`),
  ...ofGroup.map(({ shift, from, to }) => `ofGroup ${shift} ${from} ${to}`),
  ...leaves.map(({ kind, from, to, half }) => `leave ${kind} ${from} ${to} ${halves.indexOf(half)}`),
  ...log.map(({ ms, status, what }) => `punch ${ms} ${status} ${lines.indexOf(what)}`),
];

export const daysCommand = ({ first, count, now }: Question): string => `days ${first} ${count} ${now}`;

export const tell = (outcome: Outcome): string =>
  [outcome.date, outcome.kind, ...figures.map((figure) => outcome[figure])].join(' ');

export function readOutcome(line: string): Outcome {
  const [date, word, ...numbers] = line.split(' ');
  const kind = kinds.find((each) => each === word);
  if (kind === undefined || numbers.length !== figures.length) {
    throw new Error(`'${line}' is not read`);
  }
  const pairs = figures.map((figure, index) => [figure, Number(numbers[index])] as const);
  return { date: Number(date), kind, ...(Object.fromEntries(pairs) as Record<Figure, number>) };
}
