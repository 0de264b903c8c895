import type { ThermometryDayReply } from '@gen/records.ts';
import { formatDay, formatMinute, formatNumber, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { mirrorIn } from '../../../lib/mirror.ts';
import { degreesText } from '../../../lib/recordTexts.ts';
import { curveOf, END, HEIGHT, NARROW, START, WIDE } from './curve.ts';

/** The day as a curve, and the same figures as a table that is read out. */
export function ThermometryCurve({ day }: { day: ThermometryDayReply }) {
  const measured = day.hours.reduce((sum, { count }) => sum + count, 0);
  const abnormal = day.hours.reduce((sum, hour) => sum + hour.abnormal, 0);
  return (
    <figure className="thermometry">
      <CurveDrawing day={day} />
      <figcaption>
        <span>{t('thermometry.summary', { count: formatNumber(measured), abnormal: formatNumber(abnormal) })}</span>
        <span className="thermometry-key" aria-hidden="true">
          <span className="key-mean">{t('thermometry.mean')}</span>
          <span className="key-highest">{t('thermometry.highest')}</span>
          <span className="key-limit">{t('thermometry.limitIs', { limit: degreesText(day.above) })}</span>
        </span>
        {day.partial && <span className="muted">{t('thermometry.partial')}</span>}
      </figcaption>
      {/* A table itself is never narrower than its words. */}
      <div className="visually-hidden">
        <CurveTable day={day} />
      </div>
    </figure>
  );
}

function CurveDrawing({ day }: { day: ThermometryDayReply }) {
  const width = usePhone() ? NARROW : WIDE;
  const mirror = mirrorIn(width);
  const { points, lines, limit, grid, hours } = curveOf(day, width, mirror.x);
  return (
    <svg className="thermometry-curve" viewBox={`0 0 ${width} ${HEIGHT}`} direction="ltr" aria-hidden="true">
      {grid.map(({ degree, y }) => (
        <g key={degree}>
          <line className="curve-grid" x1={mirror.x(START)} x2={mirror.x(width - END)} y1={y} y2={y} />
          <text className="curve-text" x={mirror.x(START - 8)} y={y + 4} textAnchor={mirror.anchor('end')}>
            {formatNumber(degree)}
          </text>
        </g>
      ))}
      {hours.map(({ hour, x }) => (
        <text key={hour} className="curve-text" x={x} y={HEIGHT - 8} textAnchor="middle">
          {formatMinute(hour * 60)}
        </text>
      ))}
      <line className="curve-limit" x1={mirror.x(START)} x2={mirror.x(width - END)} y1={limit} y2={limit} />
      {points.map(({ hour, x, mean, highest }) => (
        <line key={hour} className="curve-reach" x1={x} x2={x} y1={mean} y2={highest} />
      ))}
      {lines.map((line) => (
        <polyline key={line} className="curve-mean" points={line} />
      ))}
      {points.map(({ hour, x, mean, highest, isMeanAbove, isHighestAbove }) => (
        <g key={hour}>
          <circle className={isMeanAbove ? 'curve-dot curve-above' : 'curve-dot'} cx={x} cy={mean} r={3.5} />
          {highest < mean && (
            <path
              className={isHighestAbove ? 'curve-highest curve-above' : 'curve-highest'}
              d={`M${x - 4.5} ${highest + 3.5} L${x} ${highest - 4.5} L${x + 4.5} ${highest + 3.5} Z`}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

function CurveTable({ day }: { day: ThermometryDayReply }) {
  return (
    <table>
      <caption>{t('thermometry.caption', { day: formatDay(day.day) })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('thermometry.hour')}</th>
          <th scope="col">{t('thermometry.measured')}</th>
          <th scope="col">{t('thermometry.mean')}</th>
          <th scope="col">{t('thermometry.highest')}</th>
          <th scope="col">{t('thermometry.above')}</th>
        </tr>
      </thead>
      <tbody>
        {day.hours.map(({ hour, count, mean, highest, abnormal }) => (
          <tr key={hour}>
            <th scope="row">{formatMinute(hour * 60)}</th>
            <td>{formatNumber(count)}</td>
            <td>{degreesText(mean)}</td>
            <td>{degreesText(highest)}</td>
            <td>{formatNumber(abnormal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
