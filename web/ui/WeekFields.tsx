import { type FocusEvent, useState } from 'react';
import { minuteOf, minuteText } from '../lib/dayMinute.ts';
import { t, weekdayNames } from '../lib/i18n.ts';
import { freeOn, type Interval, lengthOf, type Week, without } from '../lib/week.ts';
import { hoursText } from '../lib/weekText.ts';
import { IconButton } from './IconButton.tsx';
import { TimeBox } from './TimeBox.tsx';

export interface WeekFieldsProps {
  label: string;
  value: Week;
  onChange: (next: Week) => void;
  /** Weekdays from top to bottom. */
  days: readonly number[];
  several: boolean;
  disabled: boolean;
  /** A day got the focus. */
  onDay: (day: number) => void;
  /** The maximum number of intervals is reached. */
  isFull: boolean;
}

/** The week as times: a line per day, two boxes per interval. */
export function WeekFields({ label, value, onChange, days, onDay, several, disabled, isFull }: WeekFieldsProps) {
  const long = weekdayNames('long');
  return (
    <fieldset className="weekfields" disabled={disabled}>
      <legend className="visually-hidden">{t('week.times', { label })}</legend>
      {days.map((day) => {
        const own = value.flatMap((interval, index) => (interval.day === day ? [{ interval, index }] : []));
        const free = freeOn(value, day);
        return (
          <div key={day} className="weekfields-day" onFocusCapture={() => onDay(day)}>
            <span className="weekfields-name">{long[day]}</span>
            <div className="weekfields-intervals">
              {own.length === 0 && <span className="muted weekfields-none">{t('week.closedDay')}</span>}
              {own.map(({ interval, index }, at) => (
                <IntervalRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: what is being typed into stays where it is
                  key={at}
                  interval={interval}
                  name={own.length > 1 ? t('week.nth', { day: long[day] ?? '', number: at + 1 }) : (long[day] ?? '')}
                  disabled={disabled}
                  onChange={(next) => onChange(value.map((one, place) => (place === index ? next : one)))}
                  onRemove={() => onChange(without(value, index))}
                />
              ))}
            </div>
            {!disabled && (several || own.length === 0) && (
              <IconButton
                icon="plus"
                label={t('week.add', { day: long[day] ?? '' })}
                disabled={free === undefined || isFull}
                onClick={() => free && onChange([...value, free])}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

interface IntervalRowProps {
  interval: Interval;
  name: string;
  disabled: boolean;
  onChange: (next: Interval) => void;
  onRemove: () => void;
}

/** Both boxes empty on leaving: the interval is removed. One of them empty: it stays as it was. */
function IntervalRow({ interval, name, disabled, onChange, onRemove }: IntervalRowProps) {
  const [draft, setDraft] = useState<{ start: string; end: string } | null>(null);
  const { start, end } = draft ?? { start: minuteText(interval.start), end: minuteText(interval.end) };
  const type = (typed: { start: string; end: string }) => {
    const isWhole = typed.start !== '' && typed.end !== '';
    setDraft(isWhole ? null : typed);
    if (isWhole) onChange({ ...interval, start: minuteOf(typed.start), end: minuteOf(typed.end) });
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget;
    if (draft === null || (to instanceof Node && event.currentTarget.contains(to))) return;
    setDraft(null);
    if (draft.start === '' && draft.end === '') onRemove();
  };
  const never = lengthOf(interval) === 0;
  const isOver = interval.end < interval.start;
  return (
    <fieldset className="weekfields-interval" aria-label={name} onBlurCapture={onBlur}>
      <TimeBox
        className="weekfields-time"
        aria-label={t('week.startOf', { name })}
        aria-invalid={never || undefined}
        value={start}
        disabled={disabled}
        onChange={(next) => type({ start: next, end })}
      />
      <span aria-hidden="true">–</span>
      <TimeBox
        className="weekfields-time"
        aria-label={t('week.endOf', { name })}
        aria-invalid={never || undefined}
        value={end}
        disabled={disabled}
        onChange={(next) => type({ start, end: next })}
      />
      {!disabled && (
        <IconButton icon="trash" label={t('week.remove', { name, hours: hoursText(interval) })} onClick={onRemove} />
      )}
      {(never || isOver) && (
        <span className={never ? 'weekfields-note is-wrong' : 'weekfields-note'}>
          {never ? t('week.never') : t('week.runsOn')}
        </span>
      )}
    </fieldset>
  );
}
