/** Painting a week with mouse, pen or finger: free space is painted, an interval is moved, its ends are dragged. */
import { type PointerEvent, useRef, useState } from 'react';
import {
  between,
  changed,
  DAY,
  hitAt,
  type Interval,
  moved,
  resized,
  STEP,
  snap,
  type Week,
  withInterval,
} from '../lib/week.ts';

interface Place {
  readonly day: number;
  /** Minute of that day, not snapped. */
  readonly minute: number;
}

type Grip =
  | { readonly kind: 'paint' }
  | { readonly kind: 'move' | 'start' | 'end'; readonly index: number; readonly interval: Interval };

interface Drag {
  readonly grip: Grip;
  readonly from: Place;
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

/** Movement in pixels below which a press is a click. */
const THRESHOLD = 5;
/** Distance in pixels within which the pointer is on the end of an interval. */
const REACH = { mouse: 6, pen: 8, touch: 16 } as const;

export interface Ghost {
  readonly interval: Interval;
  /** The interval that it replaces; undefined: a new one. */
  readonly index: number | undefined;
}

/** The interval for a pointer position. Pure. */
export function ghostOf(grip: Grip, from: Place, now: Place): Ghost {
  if (grip.kind === 'paint') {
    const first = Math.min(snap(from.minute), DAY - STEP);
    const here = snap(now.minute);
    const last = here === first ? first + STEP : here;
    return { interval: between(from.day, Math.min(first, last), Math.max(first, last)), index: undefined };
  }
  const { index, interval } = grip;
  if (grip.kind === 'move') {
    const day = (interval.day + now.day - from.day + 7) % 7;
    return { interval: moved(interval, day, snap(interval.start + now.minute - from.minute)), index };
  }
  /* The end of a day's interval can be dragged into the next day. */
  const isNext = grip.kind === 'end' && now.day === (interval.day + 1) % 7;
  return { interval: resized(interval, grip.kind, snap(now.minute) + (isNext ? DAY : 0)), index };
}

export interface WeekPointer {
  readonly ghost: Ghost | undefined;
  readonly barRef: (day: number) => (element: HTMLElement | null) => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
  };
}

export interface WeekPointerWorld {
  readonly week: Week;
  readonly several: boolean;
  readonly disabled: boolean;
  readonly commit: (next: Week, done: Interval) => void;
  /** Pressed without dragging. */
  readonly onPlace: (day: number, point: number) => void;
}

export function useWeekPointer({ week, several, disabled, commit, onPlace }: WeekPointerWorld): WeekPointer {
  const bars = useRef(new Map<number, HTMLElement>());
  const drag = useRef<Drag | null>(null);
  const [ghost, setGhost] = useState<Ghost>();

  const placeOf = (event: PointerEvent<HTMLElement>): { place: Place; minutesPerPixel: number } | undefined => {
    const boxes = [...bars.current].map(([day, bar]) => ({ day, bar, box: bar.getBoundingClientRect() }));
    const away = ({ top, bottom }: DOMRect) => Math.max(top - event.clientY, event.clientY - bottom, 0);
    const [nearest] = boxes.toSorted((a, b) => away(a.box) - away(b.box));
    if (!nearest) return undefined;
    const { day, bar, box } = nearest;
    const share = (event.clientX - box.left) / Math.max(box.width, 1);
    const along = getComputedStyle(bar).direction === 'rtl' ? 1 - share : share;
    const minute = Math.min(Math.max(along * DAY, 0), DAY);
    return { place: { day, minute }, minutesPerPixel: DAY / Math.max(box.width, 1) };
  };
  const stop = () => {
    drag.current = null;
    setGhost(undefined);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event);
    if (disabled || event.button !== 0 || !event.isPrimary || !at) return;
    const { day, minute } = at.place;
    const reach = REACH[event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'];
    const hit = hitAt(week, day, minute, reach * at.minutesPerPixel);
    const interval = hit && week[hit.index];
    const grip: Grip =
      hit && interval
        ? { kind: hit.part === 'inside' ? 'move' : hit.part, index: hit.index, interval }
        : { kind: 'paint' };
    drag.current = { grip, from: at.place, x: event.clientX, y: event.clientY, isOn: false };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const follow = (event: PointerEvent<HTMLElement>): Ghost | undefined => {
    const now = drag.current;
    const at = placeOf(event);
    if (!now || !at) return undefined;
    const isOn = now.isOn || Math.hypot(event.clientX - now.x, event.clientY - now.y) >= THRESHOLD;
    drag.current = { ...now, isOn };
    return isOn ? ghostOf(now.grip, now.from, at.place) : undefined;
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    const last = follow(event);
    stop();
    if (!now) return;
    if (!last) return onPlace(now.from.day, Math.floor(now.from.minute / STEP) * STEP);
    const { index, interval } = last;
    const next = index === undefined ? withInterval(week, interval, several) : changed(week, index, interval, several);
    commit(next, interval);
  };
  return {
    ghost,
    barRef: (day) => (element) => {
      if (element) bars.current.set(day, element);
      else bars.current.delete(day);
    },
    handlers: {
      onPointerDown,
      onPointerMove: (event) => {
        const next = follow(event);
        if (next) setGhost(next);
      },
      onPointerUp,
      onPointerCancel: stop,
    },
  };
}
