/** One tab stop a grid, and the keys of the ARIA grid pattern inside it: arrows, Home and End, with Control the corners. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** A cell: its row, and the weekday of its column. */
export interface Place {
  readonly row: number;
  readonly day: number;
}

export interface GridKeys {
  /** Where Tab comes in. */
  isStop: (place: Place) => boolean;
  /** Goes where the key leads; false when it leads nowhere in a grid. */
  move: (event: KeyboardEvent, from: Place) => boolean;
  refOf: (place: Place) => (element: HTMLInputElement | null) => void;
  onFocus: (place: Place) => void;
}

export interface GridShape {
  rows: number;
  /** The columns, in their order. */
  days: readonly number[];
  /** The column where one is; on a phone the only one that is seen. */
  day: number;
  onDay: (day: number) => void;
}

/** Row and column, from 0, to which a key leads; null: to none. */
export function keyTarget(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  at: { row: number; column: number },
  size: { rows: number; columns: number },
  isRtl: boolean,
): { row: number; column: number } | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const aside = (by: number) => ({ row: at.row, column: within(at.column + by, last.column) });
  switch (key) {
    case 'ArrowUp':
      return { row: within(at.row - 1, last.row), column: at.column };
    case 'ArrowDown':
      return { row: within(at.row + 1, last.row), column: at.column };
    case 'ArrowLeft':
      return aside(isRtl ? 1 : -1);
    case 'ArrowRight':
      return aside(isRtl ? -1 : 1);
    case 'Home':
      return ctrlKey ? { row: 0, column: 0 } : { row: at.row, column: 0 };
    case 'End':
      return ctrlKey ? last : { row: at.row, column: last.column };
    default:
      return null;
  }
}

export function useGridKeys({ rows, days, day, onDay }: GridShape): GridKeys {
  const [row, setRow] = useState(0);
  const cells = useRef(new Map<string, HTMLInputElement>());
  const wanted = useRef<Place | null>(null);
  const nameOf = (place: Place) => `${place.row}/${place.day}`;
  /* On a phone the column is seen only once it is drawn as the chosen one. */
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const cell = cells.current.get(nameOf(wanted.current));
    wanted.current = null;
    cell?.focus();
    cell?.select();
  });
  const go = (place: Place) => {
    setRow(place.row);
    onDay(place.day);
  };
  return {
    isStop: (place) => place.row === row && place.day === day,
    refOf: (place) => (element) => {
      if (element) cells.current.set(nameOf(place), element);
      else cells.current.delete(nameOf(place));
    },
    onFocus: go,
    move: (event, from) => {
      const at = { row: from.row, column: days.indexOf(from.day) };
      const size = { rows, columns: days.length };
      const to = keyTarget(event, at, size, getComputedStyle(event.currentTarget as Element).direction === 'rtl');
      if (to === null) return false;
      const place = { row: to.row, day: days[to.column] ?? from.day };
      if (nameOf(place) !== nameOf(from)) wanted.current = place;
      go(place);
      return true;
    },
  };
}
