/** Weeks as text: "Monday, 08:00 to 17:30". */
import { isHour24 } from './clockFace.ts';
import { firstWeekday, formatMinute, formatWall, t, weekdayNames } from './i18n.ts';
import { DAY, DAYS, endPoint, type Interval, isOvernight, lengthOf, sorted, type Week } from './week.ts';

/** The weekdays in the order of the language. */
export function orderedDays(): readonly number[] {
  return DAYS.map((day) => (day + firstWeekday()) % 7);
}

export function hourText(hour: number): string {
  if (isHour24()) return String(hour).padStart(2, '0');
  return formatWall(hour * 3_600_000, { hour: 'numeric' });
}

/** "08:00 to 17:30", "22:00 to 06:00 on the next day", "all day". */
export function hoursText(interval: Interval): string {
  if (lengthOf(interval) === 0) return t('week.never');
  if (interval.start === 0 && endPoint(interval) === DAY) return t('week.allDay');
  const times = { from: formatMinute(interval.start), to: formatMinute(interval.end) };
  return isOvernight(interval) ? t('week.overnight', times) : t('week.span', times);
}

/** "Monday, 08:00 to 17:30". */
export function intervalText(interval: Interval): string {
  return t('week.sentence', { day: weekdayNames('long')[interval.day] ?? '', hours: hoursText(interval) });
}

/** A sentence for each interval, day by day in the order of the language; one if there is none. */
export function weekSentences(week: Week): string[] {
  const sentences = orderedDays().flatMap((day) =>
    sorted(week)
      .filter((interval) => interval.day === day && lengthOf(interval) > 0)
      .map(intervalText),
  );
  return sentences.length === 0 ? [t('week.none')] : sentences;
}

const PLAN_DAYS: readonly string[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Hours of a holiday: none, or those of a weekday. */
export function planText(plan: string): string {
  const day = PLAN_DAYS.indexOf(plan);
  return day < 0 ? t('rules.plan.none') : t('rules.plan.day', { day: weekdayNames('long')[day] ?? '' });
}
