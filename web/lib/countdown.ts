import { useEffect, useState } from 'react';

const TICK_MS = 250;

export interface Countdown {
  /** Whole seconds left, 0 at the end. */
  left: number;
  start: (seconds: number) => void;
}

/** Counts down to 0 by the clock, so that a suspended tab is right when it resumes. `first` is shown until it is started. */
export function useCountdown(first = 0): Countdown {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(first);
  useEffect(() => {
    if (end === 0) return undefined;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setEnd(0);
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [end]);
  return { left, start: (seconds) => setEnd(seconds > 0 ? Date.now() + seconds * 1000 : 0) };
}

/** 75 → 1:15 */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
