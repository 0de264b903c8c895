/** Pushing and zooming a picture within its frame: a pointer drags, two fingers pinch, the wheel zooms where it is. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Cut, moved, type Size, zoomed } from './crop.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zoom of a wheel's step. */
const WHEEL = 0.0015;

export function useCropPointer(
  frame: RefObject<HTMLElement | null>,
  picture: Size,
  cut: Cut,
  onChange: (cut: Cut) => void,
) {
  const down = useRef(new Map<number, Point>());
  /* Several events may come before the page is drawn again. */
  const now = useRef(cut);
  now.current = cut;
  const set = (next: Cut): void => {
    now.current = next;
    onChange(next);
  };
  const latest = useRef(set);
  latest.current = set;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const zoom = now.current.zoom * Math.exp(-event.deltaY * WHEEL);
      latest.current(zoomed(picture, now.current, zoom, within(element, event.clientX, event.clientY)));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, picture]);
  const up = (event: PointerEvent): void => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      down.current.set(event.pointerId, within(event.currentTarget, event.clientX, event.clientY));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = down.current.get(event.pointerId);
      if (before === undefined) return;
      const after = within(event.currentTarget, event.clientX, event.clientY);
      const others = [...down.current].filter(([id]) => id !== event.pointerId);
      down.current.set(event.pointerId, after);
      const other = others[0]?.[1];
      if (other === undefined) set(moved(picture, now.current, after.x - before.x, after.y - before.y));
      else set(pinched(picture, now.current, { before, after, other }));
    },
    onPointerUp: up,
    onPointerCancel: up,
  };
}

/** A place in the frame, 0 to 1 along its sides. */
function within(element: Element, clientX: number, clientY: number): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) };
}

/** One of two fingers moved: what lies between them goes along, and grows with their distance. */
function pinched(
  picture: Size,
  cut: Cut,
  { before, after, other }: Readonly<Record<'before' | 'after' | 'other', Point>>,
): Cut {
  const apart = (one: Point): number => Math.hypot((one.x - other.x) * 3, (one.y - other.y) * 4) || 1;
  const pushed = moved(picture, cut, (after.x - before.x) / 2, (after.y - before.y) / 2);
  const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
  return zoomed(picture, pushed, (cut.zoom * apart(after)) / apart(before), middle);
}
