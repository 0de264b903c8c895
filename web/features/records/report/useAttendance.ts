import { type ReportDayCount, reportDays } from '@gen/records.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { addedUp } from './attendance.ts';
import type { ReportAsked } from './reportState.ts';
import { shown } from './useReport.ts';

/** So many people are counted without being asked for. */
const UNASKED = 5000;

export interface Counted {
  readonly days: readonly ReportDayCount[];
  readonly people: number;
  /** Where the next people begin; 0: everybody is counted, or nobody yet. */
  readonly next: number;
}

const NOBODY: Counted = { days: [], people: 0, next: 0 };

export interface Attendance extends Counted {
  readonly isCounting: boolean;
  readonly error: unknown;
  readonly cancel: () => void;
  /** Counts the rest, however many. */
  readonly goOn: () => void;
}

/** Attendance by day, some people at a time. `changes`: another number counts again. */
export function useAttendance(asked: ReportAsked, changes: number, isReady: boolean): Attendance {
  const [counted, setCounted] = useState<Counted>(NOBODY);
  const [isCounting, setCounting] = useState(true);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController | null>(null);
  const address = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says what is asked
  const count = useCallback(
    async (from: Counted, most: number) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setCounting(true);
      setError(undefined);
      let sum = from;
      try {
        do {
          const after = sum.next === 0 ? {} : { after: sum.next };
          const { days, people, next } = await reportDays({ ...asked, ...after }, { ...shown, signal: own.signal });
          if (own.signal.aborted) return;
          sum = { days: addedUp(sum.days, days), people: sum.people + people, next };
          setCounted(sum);
        } while (sum.next !== 0 && sum.people < most);
      } catch (problem) {
        if (!own.signal.aborted) setError(problem);
      }
      if (!own.signal.aborted) setCounting(false);
    },
    [address],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setCounting(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something was changed
  useEffect(() => {
    if (!isReady) return undefined;
    setCounted(NOBODY);
    void count(NOBODY, UNASKED);
    return () => running.current?.abort();
  }, [count, changes, isReady]);
  return { ...counted, isCounting, error, cancel, goOn: () => void count(counted, Number.POSITIVE_INFINITY) };
}
