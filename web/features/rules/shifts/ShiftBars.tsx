import { Fragment } from 'react';
import { useHour24 } from '../../../lib/clockFace.ts';
import { t, weekdayNames } from '../../../lib/i18n.ts';
import { orderedDays } from '../../../lib/weekText.ts';
import { stretch, WeekHours } from '../../../ui/WeekBars.tsx';
import { daysOf, isWorked, type Part, partsOn, type ShiftData, workedDays } from './shiftTimes.ts';
import { daysText, hoursText } from './shiftWords.ts';

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, from, to, cameIn, goesOn, by }) => (
    <span
      key={`${kind} ${from} ${by}`}
      className={[`shift-part is-${kind}`, by !== 0 && 'is-other', cameIn && 'is-from-before', goesOn && 'is-going-on']
        .filter(Boolean)
        .join(' ')}
      style={stretch(from, to)}
    />
  ));
}

const always = () => true;

/** The duty over the hours of a day: what passes midnight is striped, at the other end. Read out by its hours. */
export function ShiftBar({ shift }: { shift: ShiftData }) {
  useHour24();
  return (
    <span className={`shift-bar shift-colour-${shift.colour}`}>
      <span className="visually-hidden">{hoursText(shift)}</span>
      <span aria-hidden="true">
        <Parts parts={partsOn(shift, always)} />
      </span>
    </span>
  );
}

/** The same as large as a form, with its hours below. */
export function ShiftDay({ shift }: { shift: ShiftData }) {
  return (
    <div className="shift-day">
      <ShiftBar shift={shift} />
      <WeekHours />
    </div>
  );
}

/** A long cycle: a square for each day, four weeks on a line. */
export function ShiftCycle({ shift }: { shift: ShiftData }) {
  return (
    <div className={`shift-cycle shift-colour-${shift.colour}`} role="img" aria-label={daysText(shift)}>
      {workedDays(shift).map((on, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day is what stands at its place.
        <span key={day} className={on ? 'is-worked' : undefined} />
      ))}
    </div>
  );
}

/** The days of the pattern as one lives them: what passes midnight is on the day on which it happens. */
export function ShiftWeek({ label, shift }: { label: string; shift: ShiftData }) {
  useHour24();
  const isWeek = shift.pattern === 'week';
  const days = isWeek ? orderedDays() : Array.from({ length: daysOf(shift) }, (_, day) => day);
  const worked = (day: number) => isWorked(shift, day);
  const names = { short: weekdayNames('short'), long: weekdayNames('long') };
  const longOf = (day: number) => (isWeek ? (names.long[day] ?? '') : t('shifts.day', { number: day + 1 }));
  const begun = days.filter(worked);
  return (
    <div className={`weekbars shift-week shift-colour-${shift.colour}`}>
      <ul className="visually-hidden" aria-label={label}>
        {begun.length === 0 && <li>{t('week.none')}</li>}
        {begun.map((day) => (
          <li key={day}>{t('week.sentence', { day: longOf(day), hours: hoursText(shift) })}</li>
        ))}
      </ul>
      <div className="weekbars-days" aria-hidden="true">
        {days.map((day) => (
          <Fragment key={day}>
            <span className="weekbars-name">{isWeek ? names.short[day] : day + 1}</span>
            <div className="weekbars-bar">
              <Parts parts={partsOn(shift, worked, day).map((part) => ({ ...part, by: 0 }))} />
            </div>
          </Fragment>
        ))}
      </div>
      <WeekHours />
    </div>
  );
}
