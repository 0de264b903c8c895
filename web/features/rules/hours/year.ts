/** A year of holidays, as in the terminal (core/rules/rules_at.c). Pure. */
import type { Holiday } from '@gen/rules.ts';

const DAY_MS = 86_400_000;

export type HolidaySpan = Pick<Holiday, 'number' | 'from' | 'to' | 'yearly'>;

/** The part of a holiday that lies in a year: days from 1 January, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const daysOf = (year: number): number => (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;

/** Days since 1970 of a day in a year; 29 February counts as the 28th in other years. */
function dayIn(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, Math.min(day, last)) / DAY_MS;
}

const parts = (date: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
};

/** Position of a holiday in a year; a yearly one that includes New Year has two. */
export function spansIn({ from, to, yearly }: Omit<HolidaySpan, 'number'>, year: number): Span[] {
  const [fromYear, fromMonth, fromDay] = parts(from);
  const [toYear, toMonth, toDay] = parts(to);
  const first = Date.UTC(year, 0, 1) / DAY_MS;
  const last = first + daysOf(year) - 1;
  const begins = yearly ? [year - 1, year] : [fromYear];
  return begins.flatMap((begin) => {
    const start = dayIn(begin, fromMonth, fromDay);
    const end = dayIn(begin + toYear - fromYear, toMonth, toDay);
    return end < first || start > last
      ? []
      : [{ from: Math.max(start, first) - first, to: Math.min(end, last) - first }];
  });
}

/** Holidays of a year by month, January first: the days of the month in each. */
export function monthsOf<One extends HolidaySpan>(
  holidays: readonly One[],
  year: number,
): readonly (readonly { readonly holiday: One; readonly from: number; readonly to: number }[])[] {
  const yearStart = Date.UTC(year, 0, 1) / DAY_MS;
  return Array.from({ length: 12 }, (_, month) => {
    const first = Date.UTC(year, month, 1) / DAY_MS - yearStart;
    const last = Date.UTC(year, month + 1, 1) / DAY_MS - yearStart - 1;
    return holidays.flatMap((holiday) =>
      spansIn(holiday, year)
        .filter(({ from, to }) => from <= last && to >= first)
        .map(({ from, to }) => ({
          holiday,
          from: Math.max(from, first) - first + 1,
          to: Math.min(to, last) - first + 1,
        })),
    );
  });
}

/** Days of a month, January 0. */
export const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
