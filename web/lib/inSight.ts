import { type RefObject, useEffect, useRef } from 'react';

/** Distance outside the window within which an element counts as visible. */
const AHEAD = '200px';

/** Calls `onSeen` with the wanted value when the element becomes visible; undefined: nothing is wanted. */
export function useInSight<T extends Element>(
  wanted: number | undefined,
  onSeen: (key: number) => void,
): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    if (wanted === undefined || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onSeen(wanted);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [wanted, onSeen]);
  return place;
}
