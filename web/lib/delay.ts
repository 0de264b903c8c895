import { useEffect, useState } from 'react';

/** After this time an answer counts as slow and a wait indicator is shown; a faster one never makes it flash. */
export const SLOW_MS = 150;

/** True once `waiting` has lasted 150 ms. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && slow;
}
