/** Words and signs of days and hours; the same in lists, dialogs and on paper. */
import type { Leave, LeaveKind, ReportRow } from '@gen/records.ts';
import { formatMinute, formatNumber, formatWall, ltr, t } from '../../../lib/i18n.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { dayMs } from './reportState.ts';

export const NOTHING = '–';

/** "7:05" of minutes. */
export const spanText = (minutes: number): string =>
  ltr(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`);

export const spanOr = (minutes: number): string => (minutes === 0 ? NOTHING : spanText(minutes));

/** "+1:30", "−0:20": more or less than the target. */
export const balanceText = (minutes: number): string =>
  minutes === 0 ? NOTHING : ltr(`${minutes < 0 ? '\u2212' : '+'}${spanText(Math.abs(minutes))}`);

/** Days, and how long that was together. */
export const daysText = (days: number, minutes: number): string =>
  days === 0 ? NOTHING : `${formatNumber(days)} · ${spanText(minutes)}`;

/** "Tue, Jun 2". */
export const shortDay = (day: string): string =>
  formatWall(dayMs(day), { weekday: 'short', day: 'numeric', month: 'short' });

/** A minute of the wall, counted from midnight of the day; of the day before or after with −1 or +1. */
export function wallText(minute: number): string {
  const time = formatMinute(minute);
  if (minute < 0) return ltr(`${time} −1`);
  return minute < 1440 ? time : ltr(`${time} +1`);
}

export const inText = ({ firstIn, firstInMinute }: ReportRow): string =>
  firstIn === 0 ? NOTHING : wallText(firstInMinute);

export const outText = ({ lastOut, lastOutMinute }: ReportRow): string =>
  lastOut === 0 ? NOTHING : wallText(lastOutMinute);

export const whoText = ({ userid, name }: { userid: number; name: string }): string =>
  name.trim() === '' ? t('records.userOf', { userid: String(userid) }) : name;

/** "Ada · 7": the name keeps its direction, whatever stands beside it. */
export const nameBeside = (who: { userid: number; name: string }, text: string | number): string =>
  `\u2068${whoText(who)}\u2069 · ${text}`;

export const leaveText = (kind: LeaveKind): string => t(`enum.LeaveKind.${kind}`);

/** "2 Jun 2026", "2 Jun 2026 to 5 Jun 2026 · First half". */
export function leaveDays({ from, to, half }: Pick<Leave, 'from' | 'to' | 'half'>): string {
  const days = daysFromTo({ fromDay: from, toDay: to });
  return half === 'whole' ? days : `${days} · ${t(`enum.LeaveHalf.${half}`)}`;
}

export function daysFromTo({ fromDay, toDay }: { fromDay: string; toDay: string }): string {
  const text = (day: string) => formatWall(dayMs(day), { dateStyle: 'medium' });
  return fromDay === toDay ? text(fromDay) : t('rules.days', { from: text(fromDay), to: text(toDay) });
}

interface Sign {
  text: string;
  /** Left out: a quiet word. */
  tone?: 'no' | 'warn' | 'neutral';
}

/** What there is to say about a day: quietly what it asks, loudly what is wrong with it. */
export function signsOf(row: ReportRow): Sign[] {
  const signs: (Sign | false)[] = [
    row.kind !== 'work' && row.kind !== 'onLeave' && { text: t(`enum.DayKind.${row.kind}`) },
    row.leave > 0 && { text: t('report.spanOf', { word: leaveText(row.leaveKind), span: spanText(row.leave) }) },
    row.absent && { text: t('report.spanOf', { word: t('report.absent'), span: spanText(row.absence) }), tone: 'no' },
    row.missingIn && { text: t('report.missingIn'), tone: 'warn' },
    row.missingOut && { text: t('report.missingOut'), tone: 'warn' },
    row.inOutside && { text: t('report.inOutside'), tone: 'warn' },
    row.outOutside && { text: t('report.outOutside'), tone: 'warn' },
    row.odd && { text: t('report.odd'), tone: 'warn' },
    row.late > 0 && !row.missingIn && { text: t('report.late'), tone: 'warn' },
    row.early > 0 && !row.missingOut && { text: t('report.early'), tone: 'warn' },
    row.open && { text: t('report.open'), tone: 'neutral' },
    row.cut && { text: t('report.cut'), tone: 'no' },
    row.corrected && { text: t('report.corrected') },
    row.settled > 0 && { text: t('settle.left') },
  ];
  return signs.filter((sign) => sign !== false);
}

const icons = { no: 'alert', warn: 'alert', neutral: 'clock' } as const;

export function DaySigns({ row }: { row: ReportRow }) {
  return (
    <span className="report-signs">
      {signsOf(row).map(({ text, tone }) =>
        tone === undefined ? (
          <span key={text} className="muted">
            {text}
          </span>
        ) : (
          <Tag key={text} tone={tone} icon={icons[tone]}>
            {text}
          </Tag>
        ),
      )}
    </span>
  );
}
