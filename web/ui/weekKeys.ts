/** Keyboard control of a painted week. Pure. */
import {
  between,
  changed,
  DAY,
  DAYS,
  endPoint,
  hitAt,
  type Interval,
  moved,
  resized,
  STEP,
  type Week,
  withInterval,
  without,
} from '../lib/week.ts';

/** Position of the keyboard cursor: a point of a day's line, above 1440 while an interval is painted past midnight. */
export interface Cursor {
  readonly day: number;
  readonly point: number;
  /** The point where the interval being painted begins; null: none is being painted. */
  readonly anchor: number | null;
}

export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

export interface KeyOutcome {
  readonly cursor: Cursor;
  /** The new week; omitted: unchanged. */
  readonly week?: Week;
  /** The interval that was painted, moved or resized. */
  readonly done?: Interval;
  readonly removed?: Interval;
}

export interface KeyWorld {
  readonly week: Week;
  /** Weekdays from top to bottom. */
  readonly days: readonly number[];
  readonly several: boolean;
  readonly rtl: boolean;
}

/** The interval at the cursor, with its index in the week. */
export function underCursor(week: Week, { day, point }: Cursor): { index: number; interval: Interval } | undefined {
  const minute = Math.min(point, DAY - 1);
  const hit = hitAt(week, day, minute, 0);
  const interval = hit && week[hit.index];
  return interval && { index: hit.index, interval };
}

/** The interval being painted, with its end at the cursor; undefined while it has no length. */
export function painting({ day, point, anchor }: Cursor): Interval | undefined {
  if (anchor === null || anchor === point) return undefined;
  return between(day, Math.min(anchor, point), Math.max(anchor, point));
}

const HOUR = 60;

/** Minutes that a key moves, in reading direction; undefined: the key does not move along a day. */
function stepOf({ key }: Key, rtl: boolean): number | undefined {
  const along = rtl ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: along * STEP,
    ArrowLeft: -along * STEP,
    PageDown: HOUR,
    PageUp: -HOUR,
  };
  return steps[key];
}

/** The effect of a key; undefined if it has none here. */
export function pressed(key: Key, cursor: Cursor, world: KeyWorld): KeyOutcome | undefined {
  if (key.shiftKey && key.key.startsWith('Arrow')) return carry(key, cursor, world);
  return go(key, cursor, world) ?? act(key, cursor, world);
}

/** Moves the cursor. */
function go(key: Key, cursor: Cursor, { days, rtl }: KeyWorld): KeyOutcome | undefined {
  const { day, point, anchor } = cursor;
  const by = stepOf(key, rtl);
  if (by !== undefined) {
    const most = anchor === null ? DAY : anchor + DAY - 1;
    /* From the last minute of a full day back to the grid. */
    const to = by > 0 ? Math.floor(point / STEP) * STEP + by : Math.ceil(point / STEP) * STEP + by;
    return { cursor: { ...cursor, point: Math.min(Math.max(to, 0), most) } };
  }
  if (key.key === 'Home') return { cursor: { ...cursor, point: 0 } };
  if (key.key === 'End') return { cursor: { ...cursor, point: DAY } };
  const line = days.indexOf(day) + (key.key === 'ArrowDown' ? 1 : -1);
  if (key.key !== 'ArrowDown' && key.key !== 'ArrowUp') return undefined;
  /* An interval being painted stays on its day. */
  if (anchor !== null) return { cursor };
  return { cursor: { ...cursor, day: days[Math.min(Math.max(line, 0), DAYS.length - 1)] ?? day } };
}

/** Paints, removes, cancels, resizes. */
function act({ key }: Key, cursor: Cursor, world: KeyWorld): KeyOutcome | undefined {
  const { week, several } = world;
  switch (key) {
    case ' ':
    case 'Enter':
      return paint(cursor, world);
    case 'Escape':
      return cursor.anchor === null ? undefined : { cursor: { ...cursor, point: cursor.anchor, anchor: null } };
    case 'Delete':
    case 'Backspace': {
      const under = underCursor(week, cursor);
      if (!under) return { cursor };
      return { cursor, week: without(week, under.index), removed: under.interval };
    }
    case '+':
    case '=':
    case '-': {
      const under = underCursor(week, cursor);
      if (!under) return { cursor };
      const done = resized(under.interval, 'end', endPoint(under.interval) + (key === '-' ? -STEP : STEP));
      return { cursor, week: changed(week, under.index, done, several), done };
    }
    default:
      return undefined;
  }
}

function paint(cursor: Cursor, { week, several }: KeyWorld): KeyOutcome {
  if (cursor.anchor === null) return { cursor: { ...cursor, anchor: cursor.point } };
  const done = painting(cursor);
  const rest = { day: cursor.day, point: Math.min(cursor.point, DAY), anchor: null };
  if (!done) return { cursor: rest };
  return { cursor: rest, week: withInterval(week, done, several), done };
}

/** Moves the interval at the cursor, and the cursor with it, in the direction of the arrow. */
function carry(key: Key, cursor: Cursor, { week, days, several, rtl }: KeyWorld): KeyOutcome | undefined {
  const under = underCursor(week, cursor);
  if (!under || cursor.anchor !== null) return { cursor };
  const { interval, index } = under;
  const by = stepOf(key, rtl) ?? 0;
  const lines = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0;
  const line = days.indexOf(interval.day) + lines;
  const day = days[Math.min(Math.max(line, 0), DAYS.length - 1)] ?? interval.day;
  const done = moved(interval, day, interval.start + by);
  return { cursor: { day, point: done.start, anchor: null }, week: changed(week, index, done, several), done };
}
