/* The rule in the footer of a compiled zone, as firmware/core/time/local_time.h has it. */

import type { Stretch } from './tzif.ts';

export interface Point {
  month: number;
  /** 1 to 4, 5 is the last. */
  week: number;
  weekday: number;
  /** After midnight, also before it or on a later day. */
  minute: number;
}

export interface Rule {
  /** Standard time minus UTC, in minutes. */
  standard: number;
  /** By how much the clock goes forward, and when; without daylight saving 0. */
  change: number;
  start?: Point;
  end?: Point;
  /** The footer calls the shorter days daylight saving (Ireland). */
  isInverted: boolean;
}

const NAME = '(?:<[^>]+>|[A-Za-z]+)';
const TIME = '[+-]?\\d+(?::\\d+)?';
const POINT = `M(\\d+)\\.(\\d)\\.(\\d)(?:/(${TIME}))?`;
const FOOTER = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,${POINT},${POINT})?$`);

function minutesOf(text: string): number {
  const [hours = '', minutes = '0'] = text.replace(/^[+-]/, '').split(':');
  return (text.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function pointOf(parts: readonly (string | undefined)[]): Point {
  const [month, week, weekday, time = '2'] = parts;
  return { month: Number(month), week: Number(week), weekday: Number(weekday), minute: minutesOf(time) };
}

export function parseFooter(text: string): Rule {
  const found = FOOTER.exec(text);
  if (found === null) {
    throw new Error(`has a footer of another form: ${text}`);
  }
  const standard = 0 - minutesOf(found[1] ?? '');
  if (found[3] === undefined) {
    return { standard, change: 0, isInverted: false };
  }
  const other = found[2] === undefined ? standard + 60 : 0 - minutesOf(found[2]);
  const start = pointOf(found.slice(3, 7));
  const end = pointOf(found.slice(7, 11));
  return other > standard
    ? { standard, change: other - standard, start, end, isInverted: false }
    : { standard: other, change: standard - other, start: end, end: start, isInverted: true };
}

const DAY_S = 86_400;

/** When a clock that is `offset` minutes ahead of UTC reaches the point in a year. */
function momentOf(point: Point, year: number, offset: number): number {
  const first = new Date(Date.UTC(year, point.month - 1, 1));
  const days = new Date(Date.UTC(year, point.month, 0)).getUTCDate();
  let day = 1 + ((point.weekday + 7 - first.getUTCDay()) % 7) + 7 * (point.week - 1);
  while (day > days) {
    day -= 7;
  }
  return first.getTime() / 1000 + (day - 1) * DAY_S + (point.minute - offset) * 60;
}

/** What the rule does in a year, in order of time. */
export function changesIn(rule: Rule, year: number): Stretch[] {
  const { standard, change, start, end } = rule;
  if (start === undefined || end === undefined) {
    return [];
  }
  const summer = { at: momentOf(start, year, standard), offset: standard + change, isDst: true };
  const winter = { at: momentOf(end, year, standard + change), offset: standard, isDst: false };
  return summer.at < winter.at ? [summer, winter] : [winter, summer];
}
