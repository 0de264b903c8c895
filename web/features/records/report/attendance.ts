/** Where the bars of attendance by day lie, and how late people come by weekday. Pure. */
import type { ReportDayCount } from '@gen/records.ts';
import { weekdayOf } from './reportState.ts';

/** Widths of the drawing: its letters stay as large on a phone. */
export const WIDE = 640;
export const NARROW = 330;
export const HEIGHT = 190;
export const START = 36;
const TOP = 10;
const BOTTOM = 24;
const LABELS = 6;
/** Fewer where they would touch. */
const LABELS_NARROW = 4;
/** Half of the longest label. */
const LABEL_HALF = 32;

/** Parts of a bar, from below. */
export const barParts = ['onTime', 'late', 'absent', 'leave'] as const;
export type BarPart = (typeof barParts)[number];

export interface Bars {
  readonly bars: readonly {
    readonly date: string;
    readonly x: number;
    readonly width: number;
    readonly parts: readonly { readonly part: BarPart; readonly y: number; readonly height: number }[];
  }[];
  /** Numbers of people with their height. */
  readonly grid: readonly { readonly count: number; readonly y: number }[];
  /** Days that are named: below their bar, or where that is too near to the edge, up to the edge. */
  readonly labels: readonly { readonly date: string; readonly x: number; readonly anchor: 'middle' | 'end' }[];
}

export const partsOf = ({ present, late, absent, onLeave }: ReportDayCount): Record<BarPart, number> => ({
  onTime: present - late,
  late,
  absent,
  leave: onLeave,
});

/** 1, 2, 5, 10 … so that there are four steps or fewer. */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)));
  return [1, 2, 5, 10].map((one) => one * power).find((step) => step * 4 >= most) ?? most;
}

export function barsOf(days: readonly ReportDayCount[], width: number): Bars {
  const sums = days.map((day) => barParts.reduce((sum, part) => sum + partsOf(day)[part], 0));
  const step = stepOf(Math.max(1, ...sums));
  const steps = Math.max(1, Math.ceil(Math.max(...sums) / step));
  const unit = (HEIGHT - TOP - BOTTOM) / (steps * step);
  const room = (width - START) / Math.max(1, days.length);
  const gap = Math.min(8, room / 4);
  const xOf = (index: number) => START + (index + 0.5) * room;
  const every = Math.ceil(days.length / (width > NARROW ? LABELS : LABELS_NARROW));
  return {
    bars: days.map((day, index) => {
      let y = HEIGHT - BOTTOM;
      const parts = barParts.flatMap((part) => {
        const height = partsOf(day)[part] * unit;
        y -= height;
        return height === 0 ? [] : [{ part, y, height }];
      });
      return { date: day.date, x: xOf(index) - (room - gap) / 2, width: room - gap, parts };
    }),
    grid: Array.from({ length: steps + 1 }, (_, index) => ({
      count: index * step,
      y: HEIGHT - BOTTOM - index * step * unit,
    })),
    labels: days.flatMap(({ date }, index) => {
      if (index % every !== 0) return [];
      const x = xOf(index);
      return [x + LABEL_HALF > width ? { date, x: width, anchor: 'end' } : { date, x, anchor: 'middle' }];
    }),
  };
}

export interface WeekdayCount {
  readonly present: number;
  readonly late: number;
}

/** Of each weekday, Sunday first, who came and who of them was late. */
export function byWeekday(days: readonly ReportDayCount[]): readonly WeekdayCount[] {
  const sums = Array.from({ length: 7 }, () => ({ present: 0, late: 0 }));
  for (const { date, present, late } of days) {
    const sum = sums[weekdayOf(date)];
    if (sum) {
      sum.present += present;
      sum.late += late;
    }
  }
  return sums;
}

/** The same days of more people. */
export const addedUp = (days: readonly ReportDayCount[], more: readonly ReportDayCount[]): readonly ReportDayCount[] =>
  days.length === 0
    ? more
    : more.map((day, index) => {
        const { due = 0, present = 0, late = 0, absent = 0, onLeave = 0 } = days[index] ?? {};
        return {
          date: day.date,
          due: day.due + due,
          present: day.present + present,
          late: day.late + late,
          absent: day.absent + absent,
          onLeave: day.onLeave + onLeave,
        };
      });
