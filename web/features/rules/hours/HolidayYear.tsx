import type { Holiday } from '@gen/rules.ts';
import { type ReactNode, useState } from 'react';
import { formatList, monthNames, t } from '../../../lib/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { holidayDays } from '../words.ts';
import { daysOfMonth, monthsOf } from './year.ts';

export interface HolidayYearProps {
  holidays: readonly Holiday[];
  /** undefined: read-only. */
  onEdit: ((holiday: Holiday) => void) | undefined;
}

/** A year as twelve months with their holidays. A month with one links to it, one with several offers a choice. */
export function HolidayYear({ holidays, onEdit }: HolidayYearProps) {
  const [year, setYear] = useState(() => new Date().getFullYear());
  const months = monthsOf(holidays, year);
  const short = monthNames('short');
  const long = monthNames('long');
  return (
    <section className="holiday-year" aria-label={t('rules.yearOf', { year: String(year) })}>
      <div className="holiday-year-head">
        <IconButton icon="chevronStart" label={t('rules.yearBefore')} onClick={() => setYear(year - 1)} />
        <strong aria-live="polite">{year}</strong>
        <IconButton icon="chevronEnd" label={t('rules.yearAfter')} onClick={() => setYear(year + 1)} />
      </div>
      <ul className="holiday-months">
        {months.map((spans, month) => {
          const name = long[month] ?? '';
          return (
            <li key={name}>
              <Month name={name} spans={spans} onEdit={onEdit}>
                <span className="holiday-month-name" aria-hidden="true">
                  {short[month]}
                </span>
                <MonthBar year={year} month={month} spans={spans} />
                <span className="holiday-month-days" aria-hidden="true">
                  {spans.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')}
                </span>
              </Month>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Spans = ReturnType<typeof monthsOf<Holiday>>[number];

interface MonthProps {
  name: string;
  spans: Spans;
  onEdit: HolidayYearProps['onEdit'];
  children: ReactNode;
}

const nameOf = (holiday: Holiday): string => t('rules.holidayOf', { name: holiday.name, days: holidayDays(holiday) });

function Month({ name, spans, onEdit, children }: MonthProps) {
  const holidays = [...new Set(spans.map(({ holiday }) => holiday))];
  const [first] = holidays;
  const label =
    first === undefined
      ? t('rules.monthWithout', { month: name })
      : t('rules.monthWith', { month: name, holidays: formatList(holidays.map(nameOf)) });
  if (first === undefined || onEdit === undefined) {
    return (
      <div className="holiday-month">
        <span className="visually-hidden">{label}</span>
        {children}
      </div>
    );
  }
  if (holidays.length === 1) {
    return (
      <button type="button" className="holiday-month" title={label} onClick={() => onEdit(first)}>
        <span className="visually-hidden">{label}</span>
        {children}
      </button>
    );
  }
  return (
    <Menu
      className="holiday-month"
      label={label}
      trigger={children}
      groups={[holidays.map((holiday) => ({ label: nameOf(holiday), onSelect: () => onEdit(holiday) }))]}
    />
  );
}

/** The days of a month as a bar. */
function MonthBar({ year, month, spans }: { year: number; month: number; spans: Spans }) {
  const days = daysOfMonth(year, month);
  const percent = (count: number) => `${(count / days) * 100}%`;
  return (
    <span className="holiday-month-bar" aria-hidden="true">
      {spans.map(({ holiday, from, to }) => (
        <span
          key={`${holiday.number}/${from}`}
          className={holiday.plan === 'none' ? 'holiday-span' : 'holiday-span is-plan'}
          style={{ insetInlineStart: percent(from - 1), inlineSize: percent(to - from + 1) }}
        />
      ))}
    </span>
  );
}
