import type { DstTransition } from '@gen/time.ts';
import { formatWall, monthNames, t } from '../../lib/i18n.ts';
import { stripOf } from './strip.ts';
import { offsetText, wallOf } from './wall.ts';

const percent = (share: number): string => `${share * 100}%`;

export interface YearStripProps {
  /** Now, in milliseconds since 1970 UTC. */
  now: number;
  changes: readonly DstTransition[];
}

/** The year ahead with daylight saving marked, and the next changes in words. */
export function YearStrip({ now, changes }: YearStripProps) {
  const strip = stripOf(now, changes);
  const short = monthNames('short');
  const narrow = monthNames('narrow');
  return (
    <div className="year">
      <div className="year-strip" aria-hidden="true">
        {strip.summer.map(({ from, to }) => (
          <span
            key={from}
            className="year-summer"
            style={{ insetInlineStart: percent(from), inlineSize: percent(to - from) }}
          />
        ))}
        {strip.months.map(({ month, at }) => (
          <span key={month} className="year-month" style={{ insetInlineStart: percent(at) }}>
            <span className="month-short">{short[month]}</span>
            <span className="month-narrow">{narrow[month]}</span>
          </span>
        ))}
        <span className="year-now" style={{ insetInlineStart: percent(strip.now) }} />
      </div>
      <p className="year-legend" aria-hidden="true">
        <span className="year-summer" />
        {t('dst.inForce')}
        <span className="year-now" />
        {t('dst.now')}
      </p>
      <ol className="year-changes" aria-label={t('dst.next')}>
        {changes.map((change) => (
          <li key={change.at}>
            <Change change={change} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** "Sunday, 28 March 2027: 02:00 becomes 03:00". */
function Change({ change: { at, before, after } }: { change: DstTransition }) {
  const time = (offset: number) => formatWall(wallOf(at * 1000, offset), { hour: '2-digit', minute: '2-digit' });
  return (
    <>
      <strong>{formatWall(wallOf(at * 1000, before), { dateStyle: 'full' })}</strong>
      <span>
        {t(after > before ? 'dst.forward' : 'dst.back', { from: time(before), to: time(after) })}{' '}
        <bdi dir="ltr" className="muted">
          {offsetText(after)}
        </bdi>
      </span>
    </>
  );
}
