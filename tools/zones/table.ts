/* The places as C: firmware/core/time/local_places.h declares what is defined here. */

import type { Clock } from './clocks.ts';
import type { Point, Rule } from './footer.ts';
import type { Name } from './names.ts';

const weeks = ['DST_WEEK_WEEK1', 'DST_WEEK_WEEK2', 'DST_WEEK_WEEK3', 'DST_WEEK_WEEK4', 'DST_WEEK_LAST'];

function pointText(point: Point): string {
  const hour = Math.floor(point.minute / 60);
  const { month, week, weekday } = point;
  return `{.month = ${month}, .week = ${weeks[week - 1]}, .weekday = ${weekday}, .hour = ${hour}, .minute = ${point.minute - 60 * hour}}`;
}

function ruleText({ standard, change, start, end }: Rule): string {
  return start === undefined || end === undefined
    ? `{.zone_min = ${standard}}`
    : `{.zone_min = ${standard}, .dst = DST_MODE_WEEK, .change_min = ${change}, .start = ${pointText(start)}, .end = ${pointText(end)}}`;
}

const stretchText = ({ offset, isDst }: Clock['first']): string => `${offset}, ${isDst}`;
const changesText = ({ changes }: Clock): string =>
  changes.map((change) => `{${change.at}u, ${stretchText(change)}}`).join(', ');

/** The same text, and one number for each that differs. */
class Distinct {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}

export interface Table {
  text: string;
  clocks: number;
  changes: number;
}

export function tableOf(version: string, names: readonly Name[], clockOf: (canonical: string) => Clock): Table {
  const lists = new Distinct();
  const clocks = new Distinct();
  const place = new Map(names.map(({ name }, index) => [name, index]));
  const rows = names.map(({ name, canonical, isOffered }) => {
    const clock = clockOf(canonical);
    const list = clock.changes.length === 0 ? 'NULL' : `changes_${lists.numberOf(changesText(clock))}`;
    const number = clocks.numberOf(
      `{.changes = ${list}, .count = ${clock.changes.length}, .first = {0, ${stretchText(clock.first)}}, .then = ${ruleText(clock.after)}}`,
    );
    return `    {"${name}", ${number}, ${place.get(canonical)}, ${isOffered}},`;
  });
  const text = [
    '/* Made by tools/zones of the zones of tzdata. Do not edit. */',
    '#include "core/time/local_places.h"',
    '',
    `const char places_version[] = "${version}";`,
    `const size_t places_count = ${names.length};`,
    '',
    ...lists.texts.map((list, index) => `static const struct local_place_change changes_${index}[] = {${list}};`),
    '',
    'const struct local_place place_clocks[] = {',
    ...clocks.texts.map((clock) => `    ${clock},`),
    '};',
    '',
    'const struct place places[] = {',
    ...rows,
    '};',
    '',
  ].join('\n');
  const changes = lists.texts.reduce((sum, list) => sum + list.split('{').length - 1, 0);
  return { text, clocks: clocks.texts.length, changes };
}
