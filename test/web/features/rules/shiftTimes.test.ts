/* Where the times of a shift lie on a day, what cannot be right about them, and which assignment counts. */
import '../../browser.ts';
import type { ShiftAssignment } from '@gen/rules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import spec from '../../../../firmware/api/spec/rules.json';
import {
  anotherBreak,
  anotherCore,
  countingOn,
  dataOf,
  type Faults,
  faultsOf,
  filled,
  isWorked,
  NEW_SHIFT,
  packed,
  partsOn,
  plannedOf,
  repeated,
  type ShiftData,
  type ShiftValues,
  valuesOf,
  workedDays,
} from '../../../../web/features/rules/shifts/shiftTimes.ts';
import { daysText, dutyText, termText } from '../../../../web/features/rules/shifts/shiftWords.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

beforeAll(() => activateLanguage('en'));

const shift = (change: Partial<ShiftData> = {}): ShiftData => ({ ...NEW_SHIFT, ...change });
const bare = { inBefore: 0, inAfter: 0, outBefore: 0, outAfter: 0 };
const night = shift({ ...bare, onDuty: 1320, offDuty: 360 });
const duty = (data: ShiftData, worked: (day: number) => boolean, day = 0) =>
  partsOn(data, worked, day).flatMap(({ kind, from, to, by }) => (kind === 'duty' ? [[from, to, by]] : []));
const always = () => true;

it('begins as the contract says', () => {
  const fields: [string, { type: string; default?: unknown }][] = Object.entries(spec.entities.Shift.fields);
  const nothing: Record<string, unknown> = { string: '', date: '', bool: false };
  const wanted = fields
    .filter(([name]) => name !== 'number' && name !== 'revision')
    .map(([name, field]) => [name, field.default ?? nothing[field.type] ?? 0]);
  expect(NEW_SHIFT).toEqual(Object.fromEntries(wanted));
});

describe('on a day', () => {
  it('lie the duty, with its breaks left out, and the times of check-in and check-out', () => {
    const office = shift({ breakStart: [720, 0, 900], breakEnd: [750, 0, 915] });
    expect(partsOn(office, always)).toMatchObject([
      { kind: 'window', from: 360, to: 600 },
      { kind: 'window', from: 840, to: 1200 },
      { kind: 'duty', from: 480, to: 720 },
      { kind: 'duty', from: 750, to: 900 },
      { kind: 'duty', from: 915, to: 960 },
    ]);
    expect(plannedOf(office)).toBe(435);
  });

  it('lies what the day before began, and what goes on into the next', () => {
    expect(duty(night, always)).toEqual([
      [0, 360, -1],
      [1320, 1440, 0],
    ]);
    expect(partsOn(night, (day) => day === 1, 1)).toMatchObject([
      { from: 1320, to: 1440, cameIn: false, goesOn: true },
    ]);
    expect(duty(night, (day) => day === 1, 2)).toEqual([[0, 360, -1]]);
    expect(duty(night, (day) => day === 1, 3)).toEqual([]);
  });

  it('lies a break behind midnight, and a check-in before it', () => {
    const watch = shift({ ...bare, onDuty: 1320, offDuty: 360, breakStart: [120, 0, 0], breakEnd: [150, 0, 0] });
    expect(duty(watch, (day) => day === 0, 1)).toEqual([
      [0, 120, -1],
      [150, 360, -1],
    ]);
    const early = shift({ ...bare, onDuty: 30, offDuty: 600, inBefore: 60 });
    expect(partsOn(early, (day) => day === 1, 0)).toMatchObject([{ kind: 'window', from: 1410, to: 1440, by: 1 }]);
  });

  it('a day and a night is as long as that', () => {
    const both = shift({ ...bare, offDuty: 480 });
    expect(plannedOf(both)).toBe(1440);
    expect(duty(both, always)).toEqual([
      [0, 480, -1],
      [480, 1440, 0],
    ]);
  });

  it('a break that begins before another has ended is taken off once', () => {
    expect(plannedOf(shift({ breakStart: [720, 730, 0], breakEnd: [750, 760, 0] }))).toBe(440);
  });
});

it('a pattern goes on in both directions', () => {
  expect([0, 1, 5, 6, 7, 8, -1].map((day) => isWorked(shift(), day))).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  const cycle = shift({ pattern: 'cycle', cycleDays: 3, days: 0b011 });
  expect([-1, 0, 1, 2, 3].map((day) => isWorked(cycle, day))).toEqual([false, true, true, false, true]);
});

it('is sent as it was read, without what no pattern has and breaks of no length', () => {
  const stored = shift({ breakStart: [720, 900, 0], breakEnd: [750, 915, 0] });
  expect(dataOf(valuesOf(stored))).toEqual(stored);
  const values = { ...valuesOf(stored), breaks: [{ start: 600, end: 600 }, ...valuesOf(stored).breaks.slice(1)] };
  expect(dataOf(values)).toMatchObject({ breakStart: [900, 0, 0], breakEnd: [915, 0, 0] });
  expect(dataOf({ ...values, days: 255 }).days).toBe(127);
  expect(dataOf({ ...values, days: 255, pattern: 'cycle', cycleDays: 3 }).days).toBe(7);
  expect(dataOf({ ...values, days: 0x7fffffff, pattern: 'cycle', cycleDays: 31 }).days).toBe(0x7fffffff);
});

describe('the days of a cycle of a year', () => {
  const none = Array.from({ length: 366 }, () => false);
  const week = filled(none, 1, 5, true);

  it('are filled, repeated, and stored as bits and text', () => {
    const days = packed(repeated(week, 7));
    expect(days.days).toBe([0, 7, 14, 21, 28].reduce((sum, day) => sum | ((31 << day) & 0x7fffffff), 0));
    expect(days.moreDays).toHaveLength(366 - 31);
    const cycle = shift({ pattern: 'cycle', cycleDays: 366, ...days });
    expect(workedDays(cycle)).toEqual(none.map((_, day) => day % 7 < 5));
    expect(isWorked(cycle, -1)).toBe(true);
    expect(daysText(cycle)).toBe('262 of 366 days');
    expect(dataOf(valuesOf(cycle))).toEqual(cycle);
  });

  it('of a shorter one are those that it has', () => {
    const cycle = shift({ pattern: 'cycle', cycleDays: 366, ...packed(filled(none, 30, 40, true)) });
    expect(dataOf({ ...valuesOf(cycle), cycleDays: 33 })).toMatchObject({ days: 3 << 29, moreDays: '11' });
    expect(dataOf({ ...valuesOf(cycle), cycleDays: 30 })).toMatchObject({ days: 1 << 29, moreDays: '' });
  });

  it('are taken out of it', () => {
    expect(filled(repeated(week, 7), 2, 366, false).filter(Boolean)).toHaveLength(1);
  });
});

it('another break is half an hour in the middle of the duty', () => {
  expect(anotherBreak(shift())).toEqual({ start: 720, end: 750 });
  expect(anotherBreak(night)).toEqual({ start: 120, end: 150 });
});

/* The terminal refuses the same, at the same fields. */
const cases: [what: string, change: Partial<ShiftValues>, faults: Faults][] = [
  ['the usual one', {}, {}],
  ['no time', { onDuty: 1440 }, { onDuty: 'time' }],
  ['no number', { lateGrace: null }, { lateGrace: 'range' }],
  ['the longest grace', { lateGrace: 240 }, {}],
  ['a longer one', { lateGrace: 241 }, { lateGrace: 'range' }],
  ['a step of nothing', { overtimeStep: 0 }, { overtimeStep: 'range' }],
  ['a minute between check-in and check-out', { inAfter: 240, outBefore: 239 }, {}],
  ['none between them', { inAfter: 240, outBefore: 240 }, { outBefore: 'overlap' }],
  ['a check-out to the end of the next day', { onDuty: 1320, offDuty: 1200, outAfter: 239 }, {}],
  ['one beyond it', { onDuty: 1320, offDuty: 1200, outAfter: 240 }, { outAfter: 'late' }],
  ['a break to the end of the duty', { breaks: [{ start: 930, end: 960 }] }, {}],
  ['one beyond it', { breaks: [{ start: 931, end: 961 }] }, { breaks: 'break' }],
  ['one before it', { breaks: [{ start: 450, end: 490 }] }, { breaks: 'break' }],
  ['one of a night', { onDuty: 1320, offDuty: 360, breaks: [{ start: 1430, end: 10 }] }, {}],
  ['one without an end', { breaks: [{ start: 720, end: 1440 }] }, { breaks: 'time' }],
  ['one of no length', { breaks: [{ start: 0, end: 0 }] }, {}],
  ['a cycle from a day on', { pattern: 'cycle', cycleFirst: '2026-06-01' }, {}],
  ['one from none', { pattern: 'cycle' }, { cycleFirst: 'first' }],
  ['one of no days', { pattern: 'cycle', cycleFirst: '2026-06-01', cycleDays: 0 }, { cycleDays: 'range' }],
  ['a week, whatever cycle stood there', { cycleDays: null }, {}],
];

it.each(cases)('%s', (_, change, faults) => {
  expect(faultsOf({ ...valuesOf(NEW_SHIFT), ...change })).toEqual(faults);
});

describe('in words', () => {
  it('are hours', () => {
    expect(dutyText(shift())).toBe('08:00 to 16:00');
    expect(dutyText(night)).toBe('22:00 to 06:00 the next day');
  });

  it.each([
    [62, 'Mon–Fri'],
    [127, 'Every day'],
    [0, 'On no day'],
    [0b0010010, 'Mon and Thu'],
    [0b1100000, 'Fri and Sat'],
    [0b1001111, 'Sun–Wed and Sat'],
  ])('are the days %s', (days, text) => expect(daysText(shift({ days }))).toBe(text));

  it('are the days of a cycle', () => {
    expect(daysText(shift({ pattern: 'cycle', cycleDays: 5, days: 7 }))).toBe('3 of 5 days');
  });

  it('is a time', () => {
    expect(termText({ from: '2026-06-01', to: '2026-06-05' })).toBe('Jun 1, 2026 to Jun 5, 2026');
    expect(termText({ from: '2026-06-01', to: '' })).toBe('From Jun 1, 2026');
    expect(termText({ from: '', to: '2026-06-05' })).toBe('Until Jun 5, 2026');
    expect(termText({ from: '', to: '' })).toBe('Always');
  });
});

describe('of the assignments', () => {
  const one = (id: number, number: number, from: string, to = ''): ShiftAssignment => ({
    id,
    userid: 7,
    group: 0,
    shift: number,
    from,
    to,
    usual: false,
  });
  const shifts = [{ number: 1 }, { number: 2 }];
  const ids = (day: string, rows: ShiftAssignment[]) => countingOn(day, rows, shifts).map(({ id }) => id);
  const rows = [one(1, 1, ''), one(2, 2, '2026-06-01', '2026-06-05'), one(3, 1, '2026-06-01', '2026-06-03')];

  it('those count that began last', () => {
    expect(ids('2026-05-31', rows)).toEqual([1]);
    expect(ids('2026-06-03', rows)).toEqual([2, 3]);
    expect(ids('2026-06-05', rows)).toEqual([2]);
    expect(ids('2026-06-06', rows)).toEqual([1]);
  });

  it('neither one that was usual counts, nor one of a shift that is not there', () => {
    expect(ids('2026-06-03', [{ ...one(4, 1, ''), usual: true }, one(5, 9, '2026-06-02')])).toEqual([]);
  });
});

describe('flexible hours', () => {
  const flexible = shift({ ...bare, kind: 'dayTarget', onDuty: 840, offDuty: 360, coreStart: 60, coreEnd: 180 });

  it('lie as a span, with the core time where its midnight puts it', () => {
    expect(partsOn(flexible, (day) => day === 0, 1)).toMatchObject([
      { kind: 'window', from: 0, to: 360, by: -1 },
      { kind: 'span', from: 0, to: 360, by: -1 },
      { kind: 'core', from: 60, to: 180, by: -1 },
    ]);
    expect(plannedOf(flexible)).toBe(480);
    expect(partsOn({ ...flexible, coreEnd: 60 }, always).some(({ kind }) => kind === 'core')).toBe(false);
  });

  it.each<[Partial<ShiftValues>, Faults]>([
    [{}, {}],
    [{ target: 0 }, { target: 'long' }],
    [{ target: 960 }, {}],
    [{ target: 961 }, { target: 'long' }],
    [{ kind: 'weekTarget', target: 6720 }, {}],
    [{ kind: 'weekTarget', target: 6721 }, { target: 'long' }],
    [{ target: null }, { target: 'range' }],
    [{ coreStart: 839 }, { coreEnd: 'core' }],
    [{ coreEnd: 361 }, { coreEnd: 'core' }],
    [{ coreEnd: 60 }, { coreEnd: 'core' }],
    [{ coreEnd: 1440 }, { coreEnd: 'time' }],
    [{ hasCore: false, coreEnd: 1440 }, {}],
    [{ inAfter: 720, outBefore: null, missingIn: 9999 }, {}],
    [{ inBefore: null }, { inBefore: 'range' }],
    [{ kind: 'fixed', target: null, coreEnd: 1440 }, {}],
  ])('are wrong where the terminal refuses them: %o', (change, faults) => {
    expect(faultsOf({ ...valuesOf(flexible), ...change })).toEqual(faults);
  });

  it('send nothing that is out of sight and wrong', () => {
    const typed = { ...valuesOf(flexible), missingIn: 9999, outBefore: null, hasCore: false };
    expect(dataOf(typed)).toEqual({ ...flexible, missingIn: 0, outBefore: 120, coreStart: 0, coreEnd: 0 });
    expect(dataOf({ ...valuesOf(shift()), target: null }).target).toBe(480);
    expect(dataOf({ ...valuesOf(flexible), kind: 'fixed', coreEnd: 1440 })).toMatchObject({ coreStart: 0, coreEnd: 0 });
  });

  it('get a core time in the middle of the span', () => {
    expect(anotherCore(valuesOf(flexible))).toEqual({ coreStart: 1080, coreEnd: 120 });
  });
});
