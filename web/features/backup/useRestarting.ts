import type { RestoreStep } from '@gen/backup.ts';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { logoutDelayMs } from '../../lib/api/reactions.ts';
import { sayFarewell } from '../../lib/farewell.ts';
import { restartWatch } from '../../lib/restart.ts';
import { dropRestore, isRestoring, noteRestore } from '../../lib/restoring.ts';
import { setSession } from '../../lib/session.ts';

/** A terminal that stops answering while it checks a backup is assumed to restart. */
const restarts = (step: RestoreStep | undefined, error: unknown): boolean =>
  step === 'restarting' ||
  ((step === 'checking' || isRestoring()) && error instanceof ApiError && error.kind === 'network');

/**
 * Shows the restart that completes a restore, also one that another administrator started. A terminal that is back before
 * it is polled again answers that the session is unknown, which leads to the sign-in page.
 */
export function useRestarting(step: RestoreStep | undefined, error: unknown): void {
  useEffect(() => {
    if (step === 'checking' || step === 'restarting') noteRestore();
    /* There will be no restart. */
    if (step === 'failed' || step === 'cancelled') dropRestore();
  }, [step]);
  const isRestart = restarts(step, error);
  useEffect(() => {
    if (!isRestart) return;
    noteRestore();
    sayFarewell(null);
    restartWatch.begin();
    setTimeout(() => setSession(null), logoutDelayMs);
  }, [isRestart]);
}
