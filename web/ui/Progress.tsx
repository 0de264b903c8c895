import { type ReactNode, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { percentOf } from '../lib/percent.ts';

export interface ProgressProps {
  /** Name of the process: "Sending the file". */
  label: string;
  /** Progress in figures. */
  figures?: ReactNode;
  /** Done and total; without one of them, or with a total of 0, the progress is unknown. */
  at: number | undefined;
  of: number;
}

/** Steps of the announcements: not every change is read out. */
const SAID_PERCENT = 10;

/** Progress of a long process: the bar grows with it. */
export function Progress({ label, figures, at, of }: ProgressProps) {
  const id = useId();
  const percent = at === undefined || of === 0 ? undefined : percentOf(at, of);
  const said = percent === undefined ? 0 : percent - (percent % SAID_PERCENT);
  return (
    <div className="progress">
      <div className="meter-head">
        <span id={id}>{label}</span>
        <span className="meter-value">{figures}</span>
      </div>
      <div
        className={percent === undefined ? 'meter-bar progress-any' : 'meter-bar'}
        role="progressbar"
        aria-labelledby={id}
        aria-valuetext={typeof figures === 'string' ? figures : undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent ?? 100}%` }} />
      </div>
      <span className="visually-hidden" role="status">
        {said === 0 ? label : `${label}, ${t('ui.percent', { percent: said })}`}
      </span>
    </div>
  );
}
