import type { RestoreStep } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { logoutDelayMs } from '../../lib/api/reactions.ts';
import { setFarewell } from '../../lib/farewell.ts';
import { t } from '../../lib/i18n.ts';
import { restartWatch } from '../../lib/restart.ts';
import { noteRestore, takeRestore } from '../../lib/restoring.ts';
import { setSession } from '../../lib/session.ts';

const signedOut: readonly number[] = [ErrorCode.sessionEnded, ErrorCode.tokenFailed];

/**
 * What became of a terminal that tested a backup: it restarts, or was back before it was asked again and knows nobody. Of
 * one that answers no more the first is taken for granted.
 */
function afterTest(step: RestoreStep | undefined, error: unknown): 'restarts' | 'isBack' | undefined {
  if (step === 'restarting') return 'restarts';
  if (step !== 'checking' || !(error instanceof ApiError)) return undefined;
  if (error.kind === 'network') return 'restarts';
  return signedOut.includes(error.code) ? 'isBack' : undefined;
}

/** The terminal restarts with what was restored, whoever began it: what follows is the console's, as after any restart. */
export function useRestarting(step: RestoreStep | undefined, error: unknown): void {
  const outcome = afterTest(step, error);
  useEffect(() => {
    if (outcome === undefined) return;
    noteRestore();
    setFarewell(t('restore.signIn'), true);
    if (outcome === 'isBack') return;
    restartWatch.begin();
    setTimeout(() => setSession(null), logoutDelayMs);
  }, [outcome]);
  /* It did not come to a restart: there is nothing to be told behind one. */
  useEffect(() => {
    if (step === 'failed' || step === 'cancelled') takeRestore();
  }, [step]);
}
