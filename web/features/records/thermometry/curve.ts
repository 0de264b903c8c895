/** Where the points of the day's curve lie. Pure. */
import type { ThermometryDayReply } from '@gen/records.ts';

/** Widths of the drawing: its letters stay as large on a phone. */
export const WIDE = 720;
export const NARROW = 330;
export const HEIGHT = 200;
export const START = 44;
/** Half of the longest time below it. */
export const END = 20;
const TOP = 12;
const BOTTOM = 28;

export interface CurvePoint {
  readonly hour: number;
  readonly x: number;
  readonly mean: number;
  readonly highest: number;
  readonly isMeanAbove: boolean;
  readonly isHighestAbove: boolean;
}

export interface Curve {
  readonly points: readonly CurvePoint[];
  /** Runs of hours that follow one another: a line is drawn within one, never over hours without a figure. */
  readonly lines: readonly string[];
  readonly limit: number;
  /** Whole degrees with their height. */
  readonly grid: readonly { readonly degree: number; readonly y: number }[];
  readonly hours: readonly { readonly hour: number; readonly x: number }[];
}

/** The range is what was measured and the limit, in whole degrees. */
export function curveOf(
  { hours, above }: Pick<ThermometryDayReply, 'hours' | 'above'>,
  width: number,
  mirrored: (x: number) => number = (x) => x,
): Curve {
  const xOf = (hour: number) => mirrored(START + ((hour + 0.5) / 24) * (width - START - END));
  const all = [above, ...hours.flatMap(({ mean, highest }) => [mean, highest])];
  const low = Math.floor((Math.min(...all) - 1) / 10);
  const high = Math.ceil((Math.max(...all) + 1) / 10);
  const yOf = (tenths: number) => TOP + ((high * 10 - tenths) / ((high - low) * 10)) * (HEIGHT - TOP - BOTTOM);
  const points = hours.map(({ hour, mean, highest }) => ({
    hour,
    x: xOf(hour),
    mean: yOf(mean),
    highest: yOf(highest),
    isMeanAbove: mean > above,
    isHighestAbove: highest > above,
  }));
  const runs: CurvePoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.hour === point.hour - 1) run.push(point);
    else runs.push([point]);
  }
  const step = Math.ceil((high - low) / 6);
  return {
    points,
    lines: runs.map((run) => run.map(({ x, mean }) => `${x.toFixed(1)},${mean.toFixed(1)}`).join(' ')),
    limit: yOf(above),
    grid: Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step).map(
      (degree) => ({ degree, y: yOf(degree * 10) }),
    ),
    hours: [0, 6, 12, 18, 23].map((hour) => ({ hour, x: xOf(hour) })),
  };
}
