import { punchStatusWords, type StatusNow } from '@gen/time.ts';
import { isHour24 } from '../../lib/clockFace.ts';
import { formatMinute, formatWall, t, weekdayNames } from '../../lib/i18n.ts';
import { type Starts, weekOf } from './schedule.ts';
import type { StatusLabels } from './useStatusLabels.ts';

const DAY = 1440;
const percent = (minutes: number): string => `${(minutes / DAY) * 100}%`;
const hours = [0, 6, 12, 18, 24];

/** The end of a day is 24:00 on a clock that has it. */
const endText = (minute: number): string => (minute === DAY && isHour24() ? '24:00' : formatMinute(minute));
const hourText = (hour: number): string =>
  isHour24() ? String(hour).padStart(2, '0') : formatWall(hour * 3_600_000, { hour: 'numeric' });

export interface WeekPlanProps {
  values: Starts;
  state: StatusNow;
  labels: StatusLabels;
  /** Weekdays in the order of the language. */
  days: readonly number[];
}

/** The week as seven bars, what applies when, with a line where the terminal is now. */
export function WeekPlan({ values, state, labels, days }: WeekPlanProps) {
  const week = weekOf(values);
  const short = weekdayNames('short');
  const long = weekdayNames('long');
  const now = t('statusChange.nowLine', { day: long[state.weekday] ?? '', time: formatMinute(state.minute) });
  return (
    <div className="week">
      <ul className="week-days">
        {days.map((day) => (
          <li key={day} className="week-day">
            <span className="week-name" aria-hidden="true">
              {short[day]}
            </span>
            <div className="week-bar">
              {(week[day] ?? []).map(({ status, from, to }) => (
                <span
                  key={from}
                  className={`week-segment plan-${punchStatusWords.indexOf(status)}`}
                  style={{ insetInlineStart: percent(from), inlineSize: percent(to - from) }}
                  title={t('statusChange.segment', {
                    day: long[day] ?? '',
                    from: formatMinute(from),
                    to: endText(to),
                    status: labels[status],
                  })}
                >
                  <span className="visually-hidden">
                    {t('statusChange.segment', {
                      day: long[day] ?? '',
                      from: formatMinute(from),
                      to: endText(to),
                      status: labels[status],
                    })}
                  </span>
                  <span className="week-segment-label" aria-hidden="true">
                    {labels[status]}
                  </span>
                </span>
              ))}
              {day === state.weekday && (
                <span className="week-now" style={{ insetInlineStart: percent(state.minute) }} title={now}>
                  <span className="visually-hidden">{now}</span>
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="week-hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {hourText(hour)}
          </span>
        ))}
      </div>
    </div>
  );
}
