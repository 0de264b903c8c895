import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { useHour24 } from '../lib/clockFace.ts';
import { weekdayNames } from '../lib/i18n.ts';
import { coveredOn, DAY, together, type Week } from '../lib/week.ts';
import { hourText, orderedDays, weekSentences } from '../lib/weekText.ts';

const HOURS = [0, 6, 12, 18, 24];

/** Position of an interval on the bar of a day. */
export function stretch(from: number, to: number): CSSProperties {
  return { insetInlineStart: `${(from / DAY) * 100}%`, inlineSize: `${((to - from) / DAY) * 100}%` };
}

/** The hours below the bars of a day. */
export function WeekHours() {
  return (
    <div className="weekbars-hours" aria-hidden="true">
      {HOURS.map((hour) => (
        <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
          {hourText(hour)}
        </span>
      ))}
    </div>
  );
}

export interface WeekBarsProps {
  label: string;
  /** Several weeks drawn together. */
  weeks: readonly Week[];
  /** Content below the bars. */
  children?: ReactNode;
}

/** A read-only week: seven bars, and sentences for a screen reader. */
export function WeekBars({ label, weeks, children }: WeekBarsProps) {
  useHour24();
  const short = weekdayNames('short');
  return (
    <div className="weekbars">
      <WeekSentences label={label} week={together(weeks)} />
      <div className="weekbars-days" aria-hidden="true">
        {orderedDays().map((day) => (
          <Fragment key={day}>
            <span className="weekbars-name">{short[day]}</span>
            <div className="weekbars-bar">
              {coveredOn(weeks, day).map((segment) => (
                <span key={segment.from} className={segmentClass(segment)} style={stretch(segment.from, segment.to)} />
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      <WeekHours />
      {children}
    </div>
  );
}

export function segmentClass({ cameIn, goesOn }: { cameIn: boolean; goesOn: boolean }): string {
  return ['weekbars-segment', cameIn && 'is-from-before', goesOn && 'is-going-on'].filter(Boolean).join(' ');
}

/** A week read out, interval by interval. */
export function WeekSentences({ label, week }: { label: string; week: Week }) {
  return (
    <ul className="visually-hidden" aria-label={label}>
      {weekSentences(week).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** A week as small as an icon: beside its name. Read out by its sentences. */
export function WeekPicture({ label, weeks }: Omit<WeekBarsProps, 'children'>) {
  useHour24();
  return (
    <span className="weekpicture">
      <span className="visually-hidden">
        {label}: {weekSentences(together(weeks)).join('; ')}
      </span>
      <span className="weekpicture-days" aria-hidden="true">
        {orderedDays().map((day) => (
          <span key={day} className="weekpicture-day">
            {coveredOn(weeks, day).map(({ from, to }) => (
              <span key={from} className="weekpicture-segment" style={stretch(from, to)} />
            ))}
          </span>
        ))}
      </span>
    </span>
  );
}
