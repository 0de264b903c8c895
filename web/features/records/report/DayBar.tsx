import type { DayPunch, ReportDayReply } from '@gen/records.ts';
import { formatMinute, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { mirrorIn } from '../../../lib/mirror.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { dayPicture, isOfDay, type Span } from './dayPicture.ts';

const WIDE = 640;
const NARROW = 330;
const HEIGHT = 86;
/** Half of the longest time below it. */
const EDGE = 26;
const TICK_MIN = 180;

/** What is explained below the picture. */
interface DayKey {
  kind: 'duty' | 'core' | 'break' | 'free' | 'window';
  is: boolean;
  /** Where it is not the kind. */
  word?: 'duty' | 'span';
}

/** The day of the shift with the punches on it; the lists below say the same in words. */
export function DayBar({ day }: { day: ReportDayReply }) {
  const phone = usePhone();
  const picture = dayPicture(day);
  const { from, to, duties, free, breaks, windows, cores } = picture;
  const flexible = day.shifts.length > 0 && day.shifts.every(isFlexible);
  const width = phone ? NARROW : WIDE;
  const unit = (width - 2 * EDGE) / (to - from);
  const mirror = mirrorIn(width);
  const xOf = (minute: number) => EDGE + (minute - from) * unit;
  const tick = (phone ? 2 : 1) * TICK_MIN * Math.ceil((to - from) / 1440);
  const ticks = Array.from({ length: Math.floor((to - from) / tick) + 1 }, (_, index) => from + index * tick);
  const bars = (kind: string, y: number, height: number, spans: readonly Span[]) =>
    spans.map((span) => (
      <rect
        key={`${kind}${span.from}`}
        className={`day-${kind}`}
        x={mirror.x(xOf(span.from), (span.to - span.from) * unit)}
        y={y}
        width={(span.to - span.from) * unit}
        height={height}
      />
    ));
  const keys: DayKey[] = [
    { kind: 'duty', is: duties.length > 0, word: flexible ? 'span' : 'duty' },
    { kind: 'core', is: cores.length > 0 },
    { kind: 'break', is: breaks.length > 0 },
    { kind: 'free', is: free.length > 0 },
    { kind: 'window', is: windows.length > 0 },
  ];
  return (
    <figure className="day-picture">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} direction="ltr" aria-hidden="true">
        {ticks.map((minute) => (
          <g key={minute}>
            <line className="curve-grid" x1={mirror.x(xOf(minute))} x2={mirror.x(xOf(minute))} y1={4} y2={66} />
            <text className="curve-text" x={mirror.x(xOf(minute))} y={HEIGHT - 6} textAnchor="middle">
              {formatMinute(minute)}
            </text>
          </g>
        ))}
        {bars('window', 4, 6, windows)}
        {bars('free', 14, 22, free)}
        {bars('duty', 14, 22, duties)}
        {bars('core', 32, 4, cores)}
        {bars('break', 18, 14, breaks)}
        {day.punches
          .filter(({ minute }) => minute >= from && minute <= to)
          .map((punch) => (
            <Mark key={punch.seq} punch={punch} x={mirror.x(xOf(punch.minute))} />
          ))}
      </svg>
      <figcaption aria-hidden="true">
        {keys
          .filter(({ is }) => is)
          .map(({ kind, word = kind }) => (
            <span key={kind}>
              <svg width="14" height="12" aria-hidden="true">
                <rect className={`day-${kind}`} x="1" y="1" width="12" height={kind === 'window' ? 6 : 10} />
              </svg>{' '}
              {t(`report.bar.${word}`)}
            </span>
          ))}
      </figcaption>
    </figure>
  );
}

/** What the hours go by is filled, what was taken away crossed out, what is of another day pale. */
function Mark({ punch, x }: { punch: DayPunch; x: number }) {
  const { role } = punch;
  if (role === 'voided') return <path className="day-mark" d={`M${x - 4} 55l8 8m0-8l-8 8`} />;
  if (role === 'firstIn' || role === 'lastOut') {
    return <path className="day-mark day-mark-end" d={`M${x} 10v34l5 9h-10l5-9`} />;
  }
  return (
    <path
      className={isOfDay(punch) ? 'day-mark' : 'day-mark day-mark-other'}
      d={`M${x} 38v17m4 4a4 4 0 1 1-8 0 4 4 0 1 1 8 0`}
    />
  );
}
