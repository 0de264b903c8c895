import type { ClockState } from '@gen/time.ts';
import { useHour24 } from '../../lib/clockFace.ts';
import { formatWall, t } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import { differenceText } from './apartText.ts';
import { useDeviceClock } from './useDeviceClock.ts';
import { apart, offsetText, wallOf } from './wall.ts';

/** The clock of the terminal, running, and how far it is from this browser's. */
export function ClockCard({ state }: { state: ClockState }) {
  const hour24 = useHour24();
  const { now, ahead } = useDeviceClock(state);
  const wall = wallOf(now, state.offset);
  const difference = apart(ahead);
  return (
    <section className="card clock-card" aria-label={t('time.deviceClock')}>
      <div className="clock-face" role="timer" aria-live="off">
        <time className="clock-time" dateTime={new Date(now).toISOString()} dir={hour24 ? 'ltr' : undefined}>
          {formatWall(wall, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
        </time>
        <span className="clock-day">{formatWall(wall, { dateStyle: 'full' })}</span>
      </div>
      <dl className="clock-facts">
        <div>
          <dt>{t('time.localTime')}</dt>
          <dd>
            <bdi dir="ltr">{offsetText(state.offset)}</bdi>
            {state.dst && <Tag tone="info">{t('time.dstActive')}</Tag>}
          </dd>
        </div>
        <div>
          <dt>{t('time.difference')}</dt>
          <dd>{difference === null ? t('time.same') : differenceText(difference)}</dd>
        </div>
      </dl>
    </section>
  );
}
