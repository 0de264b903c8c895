import { t } from '../../lib/i18n.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { percentOf } from './job.ts';

export interface ProgressProps {
  /** What is done. */
  label: string;
  at: number;
  /** 0 while it is not known: then the bar says nothing. */
  of: number;
  /** The figures in words. */
  text: string;
}

/** How far it is, in figures and as a bar; read out at each tenth. */
export function Progress({ label, at, of, text }: ProgressProps) {
  const percent = percentOf(at, of);
  const tenth = Math.floor(percent / 10) * 10;
  return (
    <div className="meter">
      <div className="meter-head">
        <span className="bulk-doing">
          <span className="button-spinner" aria-hidden="true" />
          {label}
        </span>
        <span className="meter-value">{text}</span>
      </div>
      <div
        className="meter-bar"
        role="progressbar"
        aria-label={label}
        aria-valuetext={text}
        {...(of > 0 ? { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent } : {})}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      <div role="status">
        <VisuallyHidden>{of > 0 ? `${label} ${t('bulk.percent', { percent: tenth })}` : label}</VisuallyHidden>
      </div>
    </div>
  );
}
