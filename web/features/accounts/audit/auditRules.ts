/** Texts for audit entries about groups, time zones, period groups and holidays. */
import { formatList, formatMinute, t, weekdayNames } from '../../../lib/i18n.ts';
import { DAYS, type Week } from '../../../lib/week.ts';
import { hoursText, orderedDays, planText } from '../../../lib/weekText.ts';

const TIME_FIELD = /^time([1-4])$/;
const GROUP = /^group (\d+)$/;

/** Undefined if the name has no text of its own. */
export function ruleLabel(object: string, name: string): string | undefined {
  const [, time] = object.startsWith('group ') ? (TIME_FIELD.exec(name) ?? []) : [];
  if (time !== undefined) return t('rules.time', { number: time });
  const [, group] = GROUP.exec(name) ?? [];
  if (group !== undefined) return t('users.groupNumber', { group });
  return object.startsWith('period group ') && name === 'kind' ? t('rules.kind') : undefined;
}

/** Undefined for a value that is not of a rule. */
export function ruleWord(object: string, name: string, value: unknown): string | undefined {
  if (object.startsWith('group ') && TIME_FIELD.test(name)) return value === 0 ? t('rules.noZone') : String(value);
  if (object.startsWith('time zone ') && isMinutes(value)) return minutesText(value);
  if (object.startsWith('period group ')) {
    if (name === 'kind') return kindWord(value);
    if (name === 'periods' && Array.isArray(value)) return periodsText(value);
  }
  if (object.startsWith('holiday ') && name === 'plan') return planText(String(value));
  return undefined;
}

function kindWord(value: unknown): string | undefined {
  return value === 'working' || value === 'alwaysOpen' || value === 'alwaysClosed'
    ? t(`rules.kind.${value}`)
    : undefined;
}

const isMinutes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === DAYS.length && value.every((one) => typeof one === 'number');

/** One time a day: "Mon–Fri 08:00, Sat 00:00". */
const minutesText = (minutes: readonly number[]): string => daysText((day) => formatMinute(minutes[day] ?? 0));

/** Triples of weekday, start and end. */
function periodsText(periods: readonly unknown[]): string {
  const week: Week = periods.filter(isTriple).map(([day, start, end]) => ({ day, start, end }));
  return daysText((day) => formatList(week.filter((one) => one.day === day).map(hoursText)));
}

const isTriple = (value: unknown): value is readonly [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number');

/** Consecutive days with the same hours are combined; a day without hours is omitted. */
function daysText(textOfDay: (day: number) => string): string {
  const names = weekdayNames('short');
  const runs: { first: number; last: number; text: string }[] = [];
  for (const day of orderedDays()) {
    const text = textOfDay(day);
    const run = runs.at(-1);
    if (run?.text === text) run.last = day;
    else runs.push({ first: day, last: day, text });
  }
  const parts = runs
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => {
      const days = first === last ? (names[first] ?? '') : `${names[first] ?? ''}–${names[last] ?? ''}`;
      return `${days} ${text}`;
    });
  return parts.length === 0 ? t('week.none') : parts.join(' · ');
}
