/**
 * Detects when no call is running: requests of the visible page come first, and work that can wait, such as the name in
 * the sidebar or the code of other pages, waits until then.
 */
import { useEffect, useState } from 'react';

/** Time without a call that counts as quiet: a page requests its data as soon as it is drawn. */
const QUIET_MS = 100;
/** Maximum wait: a page that polls may never be quiet. */
const MOST_MS = 4000;
/** Maximum time of drawing that is waited for. */
const DRAW_MS = 1000;

let underWay = 0;
let since = 0;

/** Counts a call until it is answered or fails. */
export async function underway<Reply>(call: Promise<Reply>): Promise<Reply> {
  underWay += 1;
  try {
    return await call;
  } finally {
    underWay -= 1;
    since = performance.now();
  }
}

/**
 * Resolves when no call was running for a moment and drawing is finished, or after some seconds; never after it was
 * aborted.
 */
export async function whenQuiet(gaveUp?: AbortSignal): Promise<void> {
  const begun = performance.now();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const now = performance.now();
      const isQuiet = underWay === 0 && now - Math.max(since, begun) >= QUIET_MS;
      if (isQuiet || now - begun >= MOST_MS) resolve();
      else later(look, QUIET_MS / 2, gaveUp);
    };
    look();
  });
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: DRAW_MS });
    else later(resolve, QUIET_MS, gaveUp);
  });
}

function later(run: () => void, ms: number, gaveUp: AbortSignal | undefined): void {
  if (gaveUp?.aborted === true) return;
  const timer = setTimeout(run, ms);
  gaveUp?.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** True once it was quiet since the component was mounted. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    void whenQuiet(gone.signal).then(() => {
      if (!gone.signal.aborted) setQuiet(true);
    });
    return () => gone.abort();
  }, []);
  return quiet;
}
