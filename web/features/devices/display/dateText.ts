/** Dates and times in the format of the terminal's display. */
import type { TimeParamValues } from '@gen/devices.ts';

export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const separators = { dash: '-', slash: '/', dot: '.' } as const;

const two = (value: number): string => String(value).padStart(2, '0');

export function dateText(
  { year, month, day }: Pick<Moment, 'year' | 'month' | 'day'>,
  { dateOrder, dateSeparator }: Pick<TimeParamValues, 'dateOrder' | 'dateSeparator'>,
): string {
  const parts = { y: String(year), m: two(month), d: two(day) };
  const order = {
    ymd: [parts.y, parts.m, parts.d],
    dmy: [parts.d, parts.m, parts.y],
    mdy: [parts.m, parts.d, parts.y],
  };
  return order[dateOrder].join(separators[dateSeparator]);
}

export function timeText(
  { hour, minute }: Pick<Moment, 'hour' | 'minute'>,
  { hour24 }: Pick<TimeParamValues, 'hour24'>,
): string {
  if (hour24) return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}
