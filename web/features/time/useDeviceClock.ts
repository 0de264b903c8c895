/** The terminal's clock, running between two readings of it. */
import type { ClockState } from '@gen/time.ts';
import { useEffect, useMemo, useState } from 'react';

export interface DeviceClock {
  /** UTC of the terminal now, in milliseconds. */
  readonly now: number;
  /** By how much it is ahead of this browser's clock, in milliseconds. */
  readonly ahead: number;
}

/** Counts on with the browser's steady clock, so that setting the browser's own does not move it. */
export function useDeviceClock(state: ClockState): DeviceClock {
  const reading = useMemo(() => ({ state, at: performance.now(), ahead: state.now - Date.now() }), [state]);
  const [, setTick] = useState(0);
  const now = reading.state.now + (performance.now() - reading.at);
  useEffect(() => {
    const timer = setTimeout(() => setTick((tick) => tick + 1), 1000 - (now % 1000));
    return () => clearTimeout(timer);
  });
  return { now, ahead: reading.ahead };
}
