/* Where holidays are in a year: as the terminal sees them (docs/rules.md, "Holidays"). */
import { describe, expect, it } from 'vitest';
import { daysOfMonth, monthsOf, spansIn } from '../../../../web/features/rules/hours/year.ts';

const once = (from: string, to: string) => ({ from, to, yearly: false });
const yearly = (from: string, to: string) => ({ from, to, yearly: true });

describe('the spans of a holiday in a year', () => {
  it.each([
    [once('2026-12-24', '2026-12-26'), 2026, [{ from: 357, to: 359 }]],
    [once('2026-12-24', '2026-12-26'), 2027, []],
    [once('2026-12-30', '2027-01-02'), 2026, [{ from: 363, to: 364 }]],
    [once('2026-12-30', '2027-01-02'), 2027, [{ from: 0, to: 1 }]],
    [yearly('2026-12-25', '2026-12-25'), 2024, [{ from: 359, to: 359 }]],
    [
      yearly('2026-12-24', '2027-01-01'),
      2030,
      [
        { from: 0, to: 0 },
        { from: 357, to: 364 },
      ],
    ],
    [yearly('2028-02-29', '2028-02-29'), 2027, [{ from: 58, to: 58 }]],
    [yearly('2028-02-29', '2028-02-29'), 2028, [{ from: 59, to: 59 }]],
    [yearly('2028-02-27', '2028-02-29'), 2100, [{ from: 57, to: 58 }]],
  ] as const)('%o in %d', (holiday, year, want) => {
    expect(spansIn(holiday, year)).toEqual(want);
  });

  it('are cut at the ends of months', () => {
    const months = monthsOf([{ number: 1, ...once('2026-03-30', '2026-05-02') }], 2026);
    expect(months.map((spans) => spans.map(({ from, to }) => `${from}-${to}`).join())).toEqual([
      '',
      '',
      '30-31',
      '1-30',
      '1-2',
      ...Array(7).fill(''),
    ]);
  });
});

it.each([
  [2026, 0, 31],
  [2026, 1, 28],
  [2028, 1, 29],
  [2100, 1, 28],
  [2026, 3, 30],
  [2026, 11, 31],
])('month %2$d of %1$d has its days', (year, month, days) => {
  expect(daysOfMonth(year, month)).toBe(days);
});
