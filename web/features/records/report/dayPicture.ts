/** What of a day lies where, in minutes of the wall from its midnight, as the terminal has it (core/records/duty.c). Pure. */
import type { DayPunch, ReportDayReply } from '@gen/records.ts';
import type { Shift } from '@gen/rules.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';

const DAY = 1440;
const HOUR = 60;

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface DayPicture extends Span {
  /** One, or two of a split shift. */
  readonly duties: readonly Span[];
  /** Duty that a leave takes away. */
  readonly free: readonly Span[];
  readonly breaks: readonly Span[];
  /** Check-in time and check-out time. */
  readonly windows: readonly Span[];
  /** Of flexible hours: what late and early are measured against. */
  readonly cores: readonly Span[];
}

type Day = Pick<ReportDayReply, 'row' | 'shifts' | 'punches' | 'leaves'>;

type Parts = Omit<DayPicture, keyof Span>;

/** Flexible hours: the whole span, whatever leave there is, and the core time of which a half may be free. */
function flexibleOf({ leaves }: Day, shift: Shift, span: Span, breaks: readonly Span[]): Parts {
  const later = shift.coreStart < shift.onDuty ? DAY : 0;
  const from = shift.coreStart + later;
  const to = shift.coreEnd + later + (shift.coreEnd < shift.coreStart ? DAY : 0);
  const middle = from + Math.floor((to - from) / 2);
  const core = {
    from: leaves.some(({ half }) => half === 'first') ? middle : from,
    to: leaves.some(({ half }) => half === 'second') ? middle : to,
  };
  return {
    ...NOTHING,
    duties: [span],
    breaks,
    windows: [{ from: span.from - shift.inBefore, to: span.to + shift.outAfter }],
    cores: core.from < core.to ? [core] : [],
  };
}

const NOTHING: Parts = { duties: [], free: [], breaks: [], windows: [], cores: [] };

function partsOf(day: Day, shift: Shift): Parts {
  const { row, leaves } = day;
  if (row.kind !== 'work' && row.kind !== 'onLeave') return NOTHING;
  const on = shift.onDuty;
  const off = shift.offDuty + (shift.offDuty <= on ? DAY : 0);
  const middle = on + Math.floor((off - on) / 2);
  if (row.kind === 'onLeave') return { ...NOTHING, free: [{ from: on, to: off }] };
  const breaks = shift.breakStart.flatMap((start, index) => {
    const end = shift.breakEnd[index] ?? start;
    const later = start < on ? DAY : 0;
    return start === end ? [] : [{ from: start + later, to: end + later + (end < start ? DAY : 0) }];
  });
  if (isFlexible(shift)) return flexibleOf(day, shift, { from: on, to: off }, breaks);
  const isFirstFree = leaves.some(({ half }) => half !== 'second');
  const isSecondFree = leaves.some(({ half }) => half !== 'first');
  const duty = { from: isFirstFree ? middle : on, to: isSecondFree ? middle : off };
  return {
    ...NOTHING,
    duties: [duty],
    free: [
      { from: on, to: duty.from },
      { from: duty.to, to: off },
    ].filter(({ from, to }) => from < to),
    breaks: breaks
      .map(({ from, to }) => ({ from: Math.max(from, duty.from), to: Math.min(to, duty.to) }))
      .filter(({ from, to }) => from < to),
    windows: [
      { from: on - shift.inBefore, to: duty.from + shift.inAfter },
      { from: duty.to - shift.outBefore, to: off + shift.outAfter },
    ],
  };
}

export const isOfDay = ({ role }: DayPunch): boolean => role !== 'otherDay' && role !== 'outside';

/** 24 hours that hold all that is of the day: from midnight where they do; more where it is longer. */
export function dayPicture(day: Day): DayPicture {
  const all = day.shifts.map((shift) => partsOf(day, shift));
  const parts: Parts = {
    duties: all.flatMap(({ duties }) => duties),
    free: all.flatMap(({ free }) => free),
    breaks: all.flatMap(({ breaks }) => breaks),
    windows: all.flatMap(({ windows }) => windows),
    cores: all.flatMap(({ cores }) => cores),
  };
  const own = day.punches.filter(isOfDay).map(({ minute }) => minute);
  const ends = [...parts.windows, ...parts.free].flatMap(({ from, to }) => [from, to]);
  const low = Math.min(...own, ...ends, DAY);
  const high = Math.max(...own, ...ends, 0);
  if (low >= 0 && high <= DAY) return { ...parts, from: 0, to: DAY };
  const begin = Math.min(low, Math.max((low + high) / 2 - DAY / 2, 0));
  const from = Math.floor(begin / HOUR) * HOUR;
  return { ...parts, from, to: Math.max(from + DAY, Math.ceil(high / HOUR) * HOUR) };
}
