/* The examples of docs/rules.md about days of attendance: lines of the blocks ```day and ```proposal. What cannot be read is an
 * error, so that no example is passed over. */

import { wallOf } from '../rules/naive.ts';
import type { Clock, Holiday } from '../rules/plan.ts';
import { dateOf, dayMinutes, dayOf, utcOf } from './naive.ts';
import {
  breakRules,
  flags,
  halves,
  type Leave,
  type Line,
  OUT,
  type Outcome,
  type Person,
  type Plan,
  type Question,
  readings,
  type Shift,
  spans,
} from './plan.ts';

export interface Example {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly plan: Plan;
  readonly person: Person;
  readonly question: Question;
  readonly answer: string;
}

/** The last Sunday of March at 02:00, and of October at 03:00. */
const centralEurope: Clock = { zone: 60, change: 60, start: [3, 5, 0, 2], end: [10, 5, 0, 3] };

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const usual: Shift = {
  number: 1,
  ...{ kind: 'fixed', target: 0, core: [0, 0] },
  ...{ on: 480, off: 960, inBefore: 120, inAfter: 120, outBefore: 120, outAfter: 240, lateGrace: 5, earlyGrace: 5 },
  ...{ missingIn: 0, missingOut: 0, overtimeBefore: 0, overtimeAfter: 0, overtimeStep: 15 },
  onHolidays: false,
  days: [1, 2, 3, 4, 5],
  breaks: [],
  breakRule: 'atLeast',
  ...{ breakFlex: 120, breakAfter: 0, breaksOnRest: true },
};

/** The span of flexible hours. */
const flexible = { on: 360, off: 1200 } as const;

interface Given {
  readonly date: number;
  readonly clock?: Clock;
  readonly shift: Shift;
  readonly hasShift: boolean;
  /** On and off duty of further shifts of the person, which have no breaks. */
  readonly also: readonly (readonly [number, number])[];
  readonly reading: Plan['reading'];
  readonly night: Plan['night'];
  /** Their plans, as `Holiday` has it. */
  readonly holidays: readonly (number | undefined)[];
  readonly valid: { readonly from: number; readonly to: number };
  readonly halves: readonly Leave['half'][];
  /** Minutes of the wall since 1970. */
  readonly now?: number;
}

const given: Given = {
  date: 20_260_602,
  shift: usual,
  hasShift: true,
  also: [],
  reading: 'keys',
  night: [0, 0],
  holidays: [],
  valid: { from: 0, to: 0 },
  halves: [],
};

function matched(pattern: RegExp, text: string): readonly string[] {
  const match = pattern.exec(text);
  if (match === null) {
    throw new Error(`'${text}' is not read by ${String(pattern)}`);
  }
  return match.slice(1).map((part) => part ?? '');
}

function inList<T>(words: readonly T[], word: unknown): T {
  const found = words.find((each) => each === word);
  if (found === undefined) {
    throw new Error(`'${String(word)}' is none of ${words.join(', ')}`);
  }
  return found;
}

function dateIn(text: string): number {
  const date = Number(matched(/^(\d{4}-\d\d-\d\d)$/, text)[0]?.replaceAll('-', ''));
  return inList([dateOf(dayOf(date))], date);
}

const digitsIn = (text: string): readonly number[] => [...(matched(/^(\d*)$/, text)[0] ?? '')].map(Number);

function minuteIn(text: string): number {
  const [hours = '', minutes = ''] = matched(/^([01]\d|2[0-3]):([0-5]\d)$/, text);
  return Number(hours) * 60 + Number(minutes);
}

function rangeIn(text: string): readonly [number, number] {
  const [from = '', to = ''] = matched(/^([^-]+)-([^-]+)$/, text);
  return [minuteIn(from), minuteIn(to)];
}

const numberIn = (text: string): number => Number(matched(/^(\d+)$/, text)[0]);

function pairIn(text: string): readonly [number, number] {
  const [first = '', second = ''] = matched(/^(\d+),(\d+)$/, text);
  return [Number(first), Number(second)];
}

type Setting = (value: string, given: Given) => Partial<Given>;

const ofShift =
  (read: (value: string, shift: Shift) => Partial<Shift>): Setting =>
  (value, { shift }) => ({ shift: { ...shift, ...read(value, shift) } });

/** `name=value` */
const settings: Readonly<Record<string, Setting>> = {
  date: (value) => ({ date: dateIn(value) }),
  now: (value) => {
    const [date = '', time = ''] = matched(/^([^T]+)T([^T]+)$/, value);
    return { now: dayOf(dateIn(date)) * dayMinutes + minuteIn(time) };
  },
  valid: (value) => {
    const [from = '', to = ''] = matched(/^([^.]*)\.\.([^.]*)$/, value);
    return { valid: { from: from === '' ? 0 : dateIn(from), to: to === '' ? 0 : dateIn(to) } };
  },
  leave: (value, given) => ({ halves: [...given.halves, inList(halves, value)] }),
  holiday: (value, { holidays }) => ({ holidays: [...holidays, weekdays.indexOf(inList(weekdays, value))] }),
  target: ofShift((value) => ({ ...flexible, kind: 'dayTarget', target: numberIn(value) })),
  targetWeek: ofShift((value) => ({ ...flexible, kind: 'weekTarget', target: numberIn(value) })),
  core: ofShift((value) => ({ core: rangeIn(value) })),
  on: ofShift((value) => ({ on: minuteIn(value) })),
  off: ofShift((value) => ({ off: minuteIn(value) })),
  in: ofShift((value) => {
    const [inBefore, inAfter] = pairIn(value);
    return { inBefore, inAfter };
  }),
  out: ofShift((value) => {
    const [outBefore, outAfter] = pairIn(value);
    return { outBefore, outAfter };
  }),
  grace: ofShift((value) => {
    const [lateGrace, earlyGrace] = pairIn(value);
    return { lateGrace, earlyGrace };
  }),
  missing: ofShift((value) => {
    const [missingIn, missingOut] = pairIn(value);
    return { missingIn, missingOut };
  }),
  overtime: ofShift((value) => {
    const [before = '', after = '', step = ''] = matched(/^(\d+),(\d+),(\d+)$/, value);
    return { overtimeBefore: Number(before), overtimeAfter: Number(after), overtimeStep: Number(step) };
  }),
  break: ofShift((value, { breaks }) => ({ breaks: [...breaks, rangeIn(value)] })),
  rule: ofShift((value) => ({ breakRule: inList(breakRules, value) })),
  flex: ofShift((value) => ({ breakFlex: numberIn(value) })),
  after: ofShift((value) => ({ breakAfter: numberIn(value) })),
  rest: ofShift((value) => ({ breaksOnRest: inList(['yes', 'no'], value) === 'yes' })),
  read: (value) => ({ reading: inList(readings, value) }),
  night: (value) => ({ night: rangeIn(value) }),
  also: (value, { also }) => ({ also: [...also, rangeIn(value)] }),
  week: ofShift((value) => ({ days: digitsIn(value) })),
  cycle: ofShift((value) => {
    const [length = '', days = '', first = ''] = matched(/^(\d+):(\d*)@(.+)$/, value);
    return {
      cycle: { length: Number(length), first: dateIn(first) },
      days: digitsIn(days).map((day) => day - 1),
    };
  }),
};

const words: Readonly<Record<string, Setting>> = {
  dst: () => ({ clock: centralEurope }),
  noShift: () => ({ hasShift: false }),
  holiday: (_, { holidays }) => ({ holidays: [...holidays, undefined] }),
  onHolidays: ofShift(() => ({ onHolidays: true })),
};

/** What is said of the day; undefined: nothing, it is a punch. */
function settingOf(token: string): { readonly read: Setting; readonly value: string } | undefined {
  const [name = '', ...values] = token.split('=');
  const read = (values.length === 0 ? words : settings)[name];
  return read === undefined ? undefined : { read, value: values.join('=') };
}

const statuses: Readonly<Record<string, number>> = { '': 0, in: 0, out: OUT };

function lineOf({ date, clock }: Given, token: string): Line {
  const [hours = '', minutes = '', seconds = '', day = '', status = '', what = ''] = matched(
    /^(\d\d):(\d\d)(?::([0-5]\d))?([+-]?)(in|out|status[1-6])?(added|void)?$/,
    token,
  );
  const days = dayOf(date) + { '': 0, '+': 1, '-': -1 }[inList(['', '+', '-'] as const, day)];
  return {
    ms: (utcOf(clock, days * dayMinutes + minuteIn(`${hours}:${minutes}`)) * 60 + Number(seconds)) * 1000,
    status: statuses[status] ?? Number(status.slice('status'.length)) + OUT,
    what: ({ added: 'correction', void: 'voided' } as const)[what] ?? 'access',
  };
}

const weeksLater = 4 * 7 * dayMinutes;

function read(before: string): Omit<Example, 'line' | 'answer'> {
  const tokens = before.split(' ').filter((token) => token !== '');
  let said = given;
  for (const token of tokens) {
    const setting = settingOf(token);
    said = { ...said, ...setting?.read(setting.value, said) };
  }
  const { date, clock, shift } = said;
  const now = said.now ?? dayOf(date) * dayMinutes + weeksLater;
  const holidays = said.holidays.map(
    (plan, index): Holiday => ({
      number: index + 1,
      from: date,
      to: date,
      yearly: false,
      ...(plan === undefined ? {} : { plan }),
    }),
  );
  const further = said.also.map(
    ([on, off], index): Shift => ({ ...shift, number: shift.number + index + 1, on, off, breaks: [] }),
  );
  const shifts = new Map([shift, ...further].map((each) => [each.number, each]));
  return {
    plan: { ...(clock === undefined ? {} : { clock }), holidays, shifts, reading: said.reading, night: said.night },
    person: {
      valid: said.valid,
      usual: said.hasShift ? shift.number : 0,
      own: further.length === 0 ? [] : [...shifts.keys()].map((number) => ({ shift: number, from: 0, to: 0 })),
      ...{ was: [], ofGroup: [] },
      leaves: said.halves.map((half) => ({ kind: 0, from: date, to: date, half })),
      log: tokens.filter((token) => settingOf(token) === undefined).map((token) => lineOf(said, token)),
    },
    question: { first: date, count: 1, now: utcOf(clock, now) * 60 },
  };
}

function exampleOf(text: string, line: number): Example {
  try {
    const [before = '', answer = ''] = matched(/^(?:(.*) )?-> (.+)$/, text);
    return { line, ...read(before), answer };
  } catch (error) {
    throw new Error(`docs/rules.md:${line}: ${String(error)}`, { cause: error });
  }
}

export function readExamples(document: string, kind: 'day' | 'proposal' = 'day'): Example[] {
  let within = false;
  return document.split('\n').flatMap((text, index): Example[] => {
    const begins = text === `\`\`\`${kind}`;
    const ends = within && text === '```';
    const isExample = within && !ends;
    within = begins || isExample;
    return isExample ? [exampleOf(text, index + 1)] : [];
  });
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

function timeOf(clock: Clock | undefined, minute: number, date: number): string {
  const wall = wallOf(clock, minute);
  const days = Math.floor(wall / dayMinutes) - dayOf(date);
  const ofDay = wall - (dayOf(date) + days) * dayMinutes;
  return `${twoDigits(Math.floor(ofDay / 60))}:${twoDigits(ofDay % 60)}${days === 0 ? '' : days > 0 ? '+' : '-'}`;
}

/** An outcome as the page writes it. */
export function textOf(outcome: Outcome, clock: Clock | undefined): string {
  const { date, kind, firstIn, lastOut, shift, secondShift } = outcome;
  const [open, ...others] = flags.map((flag) => (outcome[flag] === 1 ? [flag] : []));
  return [
    ...(kind === 'work' ? [] : [kind]),
    ...(open ?? []),
    ...(firstIn < 0 ? [] : ['in', timeOf(clock, firstIn, date)]),
    ...(lastOut < 0 ? [] : ['out', timeOf(clock, lastOut, date)]),
    ...others.flat(),
    ...spans.flatMap((span) => (outcome[span] === 0 || span === 'planned' ? [] : [span, outcome[span]])),
    ...(shift > 1 ? ['shift', shift] : []),
    ...(secondShift === 0 ? [] : ['second', secondShift]),
  ].join(' ');
}

/** What is proposed, as the page writes it. */
export function proposalText({ date, ...outcome }: Outcome, clock: Clock | undefined): string {
  const punches = [
    [outcome.addMinute, outcome.addStatus],
    [outcome.addMinute2, outcome.addStatus2],
  ] as const;
  const texts = punches.flatMap(([minute, status]) =>
    minute < 0 ? [] : [`${status === OUT ? 'out' : 'in'} ${timeOf(clock, minute, date)}`],
  );
  return texts.join(' ') || 'none';
}
