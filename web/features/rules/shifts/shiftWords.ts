/** Shifts and who has them, in words. */
import type { Shift, ShiftAssignment } from '@gen/rules.ts';
import { formatDay, formatList, formatMinute, t, weekdayNames } from '../../../lib/i18n.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import type { ShiftNames } from '../../../lib/shiftNames.ts';
import { orderedDays } from '../../../lib/weekText.ts';
import { type DaysOfShift, daysOf, isWorked } from './shiftTimes.ts';

/** "08:00 to 16:00", "22:00 to 06:00 the next day". */
export function dutyText({ onDuty, offDuty }: Pick<Shift, 'onDuty' | 'offDuty'>): string {
  const times = { from: formatMinute(onDuty), to: formatMinute(offDuty) };
  return offDuty <= onDuty ? t('week.overnight', times) : t('week.span', times);
}

/** The same, and whether they are flexible. */
export function hoursText(shift: Pick<Shift, 'kind' | 'onDuty' | 'offDuty'>): string {
  const hours = dutyText(shift);
  return isFlexible(shift) ? t('shifts.flexible', { hours }) : hours;
}

/** "Mon–Fri", "Mon and Thu", "3 of 5 days". */
export function daysText(shift: DaysOfShift): string {
  const all = daysOf(shift);
  const days = shift.pattern === 'week' ? orderedDays() : Array.from({ length: all }, (_, day) => day);
  const worked = days.map((day) => isWorked(shift, day));
  const count = worked.filter(Boolean).length;
  if (count === 0) return t('shifts.noDays');
  if (count === all) return t('shifts.everyDay');
  if (shift.pattern === 'cycle') return t('shifts.ofCycle', { count, days: all });
  const names = weekdayNames('short');
  const runs: number[][] = [];
  for (const [place, day] of days.entries()) {
    if (!worked[place]) continue;
    const run = worked[place - 1] ? runs.at(-1) : undefined;
    if (run) run.push(day);
    else runs.push([day]);
  }
  const nameOf = (day: number | undefined) => names[day ?? 0] ?? '';
  return formatList(
    runs.flatMap((run) => (run.length > 2 ? [`${nameOf(run[0])}–${nameOf(run.at(-1))}`] : run.map(nameOf))),
  );
}

/** "June 1, 2026 to June 5, 2026", "From June 1, 2026", "Always". */
export function termText({ from, to }: Pick<ShiftAssignment, 'from' | 'to'>): string {
  if (from !== '' && to !== '') return t('rules.days', { from: formatDay(from), to: formatDay(to) });
  if (from !== '') return t('users.validFromDay', { day: formatDay(from) });
  return to === '' ? t('users.validAlways') : t('users.validToDay', { day: formatDay(to) });
}

/** Of shifts that were read. */
export function namesOfShifts(shifts: readonly Pick<Shift, 'number' | 'name'>[]): ShiftNames {
  return new Map(shifts.map(({ number, name }) => [number, name]));
}
