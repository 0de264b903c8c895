import { type ReactNode, useId } from 'react';

export interface ProgressProps {
  /** What is going on: «Sending the file». */
  label: string;
  /** How far it is, in figures. */
  figures?: ReactNode;
  /** Between 0 and 1; left out: nobody can tell. */
  share?: number | undefined;
}

/** Steps in which it is read out: not every figure is worth a sentence. */
const SAID_PERCENT = 25;

/** How far something is that takes long: its bar grows as the work does. */
export function Progress({ label, figures, share }: ProgressProps) {
  const id = useId();
  const percent = share === undefined ? undefined : Math.floor(Math.min(1, Math.max(0, share)) * 100);
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
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent ?? 100}%` }} />
      </div>
      <span className="visually-hidden" role="status">
        {said === 0 ? label : `${label}, ${said} %`}
      </span>
    </div>
  );
}
