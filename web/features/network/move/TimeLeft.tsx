import { minutesAndSeconds } from '../../../lib/countdown.ts';
import { t } from '../../../lib/i18n.ts';

/** The time until the change is undone, as a number and as a shrinking bar. */
export function TimeLeft({ left, total }: { left: number; total: number }) {
  const share = total > 0 ? Math.min(1, left / total) : 0;
  return (
    <div className="time-left">
      <p className="time-left-text">
        <span>{t('move.goesBack')}</span>
        <strong role="timer">{minutesAndSeconds(left)}</strong>
      </p>
      <div className="meter-bar">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
