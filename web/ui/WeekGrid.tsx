import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useHour24 } from '../lib/clockFace.ts';
import { formatMinute, t, weekdayNames } from '../lib/i18n.ts';
import { copiedDay, DAY, type Interval, STEP, segmentsOn, type Week, without, withoutDay } from '../lib/week.ts';
import { hoursText, intervalText, orderedDays } from '../lib/weekText.ts';
import { useWeekHistory } from './useWeekHistory.ts';
import { useWeekPointer } from './useWeekPointer.ts';
import { segmentClass, stretch, WeekHours, WeekSentences } from './WeekBars.tsx';
import { WeekFields } from './WeekFields.tsx';
import { WeekTools } from './WeekTools.tsx';
import { type Cursor, painting, pressed, underCursor } from './weekKeys.ts';

export interface WeekGridProps {
  /** Name of the painted intervals. */
  label: string;
  value: Week;
  onChange: (next: Week) => void;
  /** A day may have several intervals; otherwise painting replaces the existing one. */
  several?: boolean;
  /** Maximum total number of intervals. */
  most?: number | undefined;
  disabled?: boolean;
  /** Whether the fields of the week have an error, and its text. */
  invalid?: boolean;
  describedBy?: string | undefined;
}

/**
 * A week that is painted with the pointer or the keyboard, and edited as times below: both show the same. For the
 * keyboard it is one tab stop, with a cursor that announces its position.
 */
export function WeekGrid(props: WeekGridProps) {
  const { label, value, several = true, disabled = false } = props;
  useHour24();
  const days = orderedDays();
  const [cursor, setCursor] = useState<Cursor>({ day: days[0] ?? 1, point: 480, anchor: null });
  const [said, setSaid] = useState('');
  const history = useWeekHistory(value, props.onChange);
  const stop = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const isFull = value.length >= (props.most ?? Number.POSITIVE_INFINITY);
  const commit = (next: Week, words: string) => {
    if (next.length > (props.most ?? Number.POSITIVE_INFINITY))
      return setSaid(t('week.full', { most: props.most ?? 0 }));
    history.commit(next);
    setSaid(words);
  };
  const pointer = useWeekPointer({
    week: value,
    several,
    disabled,
    commit: (next, done) => {
      setCursor({ day: done.day, point: done.start, anchor: null });
      commit(next, intervalText(done));
    },
    onPlace: (day, point) => {
      setCursor({ day, point, anchor: null });
      stop.current?.focus({ preventScroll: true });
    },
  });
  const ghost = pointer.ghost?.interval ?? painting(cursor);
  const shown = pointer.ghost?.index === undefined ? value : without(value, pointer.ghost.index);
  const under = underCursor(value, cursor);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const outcome = pressed(event, cursor, { week: value, days, several, rtl });
    if (!outcome) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(outcome.cursor);
    const { week, done, removed } = outcome;
    if (week)
      commit(week, removed ? t('week.removed', { hours: intervalText(removed) }) : done ? intervalText(done) : '');
  };
  const short = weekdayNames('short');
  const dayName = weekdayNames('long')[cursor.day] ?? '';
  const place = placeOf(cursor);
  return (
    <div className="weekgrid" data-disabled={disabled ? '' : undefined}>
      <WeekSentences label={label} week={value} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="weekbars" aria-hidden={disabled || undefined}>
        <div className="weekbars-days" {...pointer.handlers}>
          {days.map((day, line) => (
            <Fragment key={day}>
              <span
                className={day === cursor.day ? 'weekbars-name is-day' : 'weekbars-name'}
                style={{ gridRow: line + 1 }}
                aria-hidden="true"
              >
                {short[day]}
              </span>
              <div className="weekbars-bar" style={{ gridRow: line + 1 }} ref={pointer.barRef(day)}>
                {segmentsOn(shown, day).map((segment) => (
                  <span
                    key={`${segment.index}/${segment.from}`}
                    className={segmentClass(segment)}
                    style={stretch(segment.from, segment.to)}
                    aria-hidden="true"
                  >
                    <span className="weekbars-label">
                      {segment.cameIn ? '' : hoursText(shown[segment.index] as Interval)}
                    </span>
                  </span>
                ))}
                {ghost &&
                  segmentsOn([ghost], day).map((segment) => (
                    <span
                      key={segment.from}
                      className={`${segmentClass(segment)} is-ghost`}
                      style={stretch(segment.from, segment.to)}
                      aria-hidden="true"
                    />
                  ))}
              </div>
            </Fragment>
          ))}
          {!disabled && (
            <div className="weekgrid-track" style={{ gridRow: days.indexOf(place.day) + 1 }}>
              <div
                ref={stop}
                className="weekgrid-cursor"
                role="slider"
                tabIndex={0}
                aria-label={t('week.cursor', { label })}
                aria-describedby={[helpId, props.describedBy].filter(Boolean).join(' ')}
                aria-invalid={props.invalid || undefined}
                aria-orientation="horizontal"
                aria-valuemin={0}
                aria-valuemax={7 * DAY}
                aria-valuenow={days.indexOf(place.day) * DAY + place.point}
                aria-valuetext={cursorText(cursor, under?.interval)}
                style={{ insetInlineStart: `${(place.point / DAY) * 100}%` }}
                onKeyDown={onKeyDown}
              />
            </div>
          )}
        </div>
        <WeekHours />
        <p className="weekgrid-now" aria-hidden="true">
          {ghost ? intervalText(ghost) : cursorText(cursor, under?.interval)}
        </p>
      </div>
      {!disabled && (
        <>
          <WeekTools
            undo={history.undo}
            day={cursor.day}
            days={days}
            onCopy={(to) => commit(copiedDay(value, cursor.day, to), t('week.copied', { day: dayName }))}
            onClear={
              value.some(({ day }) => day === cursor.day)
                ? () => commit(withoutDay(value, cursor.day), t('week.cleared', { day: dayName }))
                : undefined
            }
          />
          <p className="field-hint weekgrid-help" id={helpId}>
            {t('week.help')}
          </p>
        </>
      )}
      <WeekFields
        label={label}
        value={value}
        days={days}
        onDay={(day) => setCursor((now) => (now.day === day ? now : { ...now, day, anchor: null }))}
        several={several}
        disabled={disabled}
        isFull={isFull}
        onChange={(next) => commit(next, '')}
      />
    </div>
  );
}

/** The row and point at which the cursor is drawn. */
function placeOf({ day, point }: Cursor): { day: number; point: number } {
  return point > DAY ? { day: (day + 1) % 7, point: point - DAY } : { day, point };
}

/** "Monday, 08:15, in 08:00 to 17:30". */
function cursorText(cursor: Cursor, under: Interval | undefined): string {
  const { day, point } = placeOf(cursor);
  const at = t('week.at', {
    day: weekdayNames('long')[day] ?? '',
    time: formatMinute(Math.min(point, DAY - 1)),
  });
  const done = painting(cursor);
  if (cursor.anchor !== null)
    return t('week.begun', { at, hours: done ? hoursText(done) : t('week.steps', { step: STEP }) });
  return under ? t('week.inside', { at, hours: hoursText(under) }) : t('week.free', { at });
}
