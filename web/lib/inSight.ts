import { type RefObject, useEffect, useRef } from 'react';

/** How far outside the window something may be when it counts as in sight. */
const AHEAD = '200px';

/** Calls `onSeen` with what is wanted when the place comes into sight; undefined: nothing is. */
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
