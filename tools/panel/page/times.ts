// Dates and times in the format of the terminal's display.

import type { Style } from '../protocol.ts';

const minuteMs = 60_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** The terminal's local time, as a date whose UTC parts are displayed. */
export function localTime(now: Date, { offsetMin, nextChangeS, nextOffsetMin }: Style): Date {
  const changed = nextChangeS !== null && now.getTime() >= nextChangeS * 1000;
  return new Date(now.getTime() + (changed ? nextOffsetMin : offsetMin) * minuteMs);
}

export function dateText(local: Date, { order, separator }: Style): string {
  const parts = { y: String(local.getUTCFullYear()), m: two(local.getUTCMonth() + 1), d: two(local.getUTCDate()) };
  return Array.from(order, (part) => parts[part as keyof typeof parts]).join(separator);
}

export function timeText(local: Date, { hour24 }: Style): string {
  const hour = local.getUTCHours();
  return `${hour24 ? two(hour) : String(hour % 12 === 0 ? 12 : hour % 12)}:${two(local.getUTCMinutes())}`;
}

/** The small text after the time: seconds, and AM or PM. */
export function secondsText(local: Date, { hour24 }: Style): string {
  const seconds = two(local.getUTCSeconds());
  return hour24 ? seconds : `${seconds} ${local.getUTCHours() < 12 ? 'AM' : 'PM'}`;
}
