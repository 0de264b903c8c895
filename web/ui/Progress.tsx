import { type ReactNode, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { percentOf } from '../lib/percent.ts';

export interface ProgressProps {
  /** What is going on: "Sending the file". */
  label: string;
  /** How far it is, in figures. */
  figures?: ReactNode;
  /** So many of so many are done; without the one, or of 0: nobody can tell. */
  at: number | undefined;
  of: number;
}

/** Steps in which it is read out: not every figure is worth a sentence. */
const SAID_PERCENT = 10;

/** How far something is that takes long: its bar grows as the work does. */
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
