import type { ReportDayCount } from '@gen/records.ts';
import { useId } from 'react';
import { formatNumber, formatPercent, formatWall, t, weekdayNames } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { mirrorIn } from '../../../lib/mirror.ts';
import { problemText } from '../../../lib/problem.ts';
import { orderedDays } from '../../../lib/weekText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { barParts, barsOf, byWeekday, HEIGHT, NARROW, partsOf, START, WIDE } from './attendance.ts';
import { dayMs, type ReportAsked } from './reportState.ts';
import { NOTHING, shortDay } from './reportWords.tsx';
import { type Attendance, useAttendance } from './useAttendance.ts';

export interface ReportPicturesProps {
  asked: ReportAsked;
  /** Counts what was changed: the pictures are drawn again. */
  changes: number;
  /** The list, which is asked for first, is there. */
  isReady: boolean;
}

/** Attendance of all by day, and how many come late on which weekday. */
export function ReportPictures({ asked, changes, isReady }: ReportPicturesProps) {
  const attendance = useAttendance(asked, changes, isReady);
  const { days, people, isCounting } = attendance;
  if (!isReady && people === 0) return null;
  return (
    <Card title={t('report.attendance')}>
      {people === 0 && isCounting && <Skeleton lines={5} />}
      {people > 0 && (
        <div className="report-pictures">
          <AttendanceBars days={days} />
          <LateWeekdays days={days} />
        </div>
      )}
      <Progress {...attendance} />
    </Card>
  );
}

/** How many are counted, while that is not everybody. */
function Progress({ people, next, isCounting, error, cancel, goOn }: Attendance) {
  if (next === 0 && error === undefined) return null;
  return (
    <div className="report-progress">
      {isCounting && <span className="button-spinner" aria-hidden="true" />}
      <span>{t('report.soFar', { count: formatNumber(people) })}</span>
      {error !== undefined && (
        <span role="alert">
          <Lines text={problemText(error)} />
        </span>
      )}
      {isCounting ? (
        <Button size="small" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
      ) : (
        <Button size="small" onClick={goOn}>
          {t('report.countAll')}
        </Button>
      )}
    </div>
  );
}

type Days = { days: readonly ReportDayCount[] };

function AttendanceBars({ days }: Days) {
  const id = useId();
  const fill = (part: string) => `url(#${id}-${part})`;
  return (
    <figure className="report-bars">
      <BarsDrawing days={days} fill={fill} />
      <figcaption aria-hidden="true">
        {barParts.map((part) => (
          <span key={part}>
            <svg width="12" height="12" aria-hidden="true">
              <defs>
                <pattern id={`${id}-${part}`} width="5" height="5" patternUnits="userSpaceOnUse">
                  <rect className={`bar-${part}`} width="5" height="5" />
                  {part === 'late' && <path className="bar-line" d="M-1 1l2-2M0 5l5-5M4 6l2-2" />}
                  {part === 'leave' && <circle className="bar-dot" cx="2.5" cy="2.5" r="1.2" />}
                </pattern>
              </defs>
              <rect className={`bar-edge-${part}`} x="1" y="1" width="10" height="10" fill={fill(part)} />
            </svg>{' '}
            {t(`report.bar.${part}`)}
          </span>
        ))}
      </figcaption>
      {/* A table itself is never narrower than its words. */}
      <div className="visually-hidden">
        <BarsTable days={days} />
      </div>
    </figure>
  );
}

function BarsDrawing({ days, fill }: Days & { fill: (part: string) => string }) {
  const width = usePhone() ? NARROW : WIDE;
  const { bars, grid, labels } = barsOf(days, width);
  const mirror = mirrorIn(width);
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} direction="ltr" aria-hidden="true">
      {grid.map(({ count, y }) => (
        <g key={count}>
          <line className="curve-grid" x1={mirror.x(START)} x2={mirror.x(width)} y1={y} y2={y} />
          <text className="curve-text" x={mirror.x(START - 6)} y={y + 4} textAnchor={mirror.anchor('end')}>
            {formatNumber(count)}
          </text>
        </g>
      ))}
      {bars.map(({ date, x, width: wide, parts }) =>
        parts.map(({ part, y, height }) => (
          <rect
            key={`${date}${part}`}
            className={`bar-edge-${part}`}
            x={mirror.x(x, wide)}
            y={y}
            width={wide}
            height={height}
            fill={fill(part)}
          />
        )),
      )}
      {labels.map(({ date, x, anchor }) => (
        <text key={date} className="curve-text" x={mirror.x(x)} y={HEIGHT - 8} textAnchor={mirror.anchor(anchor)}>
          {formatWall(dayMs(date), { day: 'numeric', month: 'short' })}
        </text>
      ))}
    </svg>
  );
}

function BarsTable({ days }: Days) {
  return (
    <table>
      <caption>{t('report.byDay')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('report.day')}</th>
          {barParts.map((part) => (
            <th key={part} scope="col">
              {t(`report.bar.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{shortDay(day.date)}</th>
            {barParts.map((part) => (
              <td key={part}>{formatNumber(partsOf(day)[part])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LateWeekdays({ days }: Days) {
  const counts = byWeekday(days);
  const names = weekdayNames('short');
  return (
    <table className="report-weekdays">
      <caption>{t('report.lateByWeekday')}</caption>
      <tbody>
        {orderedDays().map((day) => {
          const { present, late } = counts[day] ?? { present: 0, late: 0 };
          return (
            <tr key={day}>
              <th scope="row">{names[day]}</th>
              <td className="report-weekday-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(late / Math.max(1, present)) * 100}%` }} />
              </td>
              <td className="report-weekday-share">{present === 0 ? NOTHING : formatPercent(late / present)}</td>
              <td className="muted">
                {present > 0 && t('ui.ofCapacity', { value: formatNumber(late), max: formatNumber(present) })}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
