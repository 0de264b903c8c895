import { ErrorCode } from '@gen/errors.ts';
import type { UpgradeStep } from '@gen/upgrade.ts';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { logoutDelayMs } from '../../lib/api/reactions.ts';
import { setFarewell } from '../../lib/farewell.ts';
import { t } from '../../lib/i18n.ts';
import { restartWatch } from '../../lib/restart.ts';
import { setSession } from '../../lib/session.ts';

export const UPGRADE_PATH = '/advSetting/firmwareUpgrade';

const signedOut: readonly number[] = [ErrorCode.sessionEnded, ErrorCode.tokenFailed];

export type Switch = 'restarts' | 'isBack';

/**
 * What became of a terminal that checked a bundle: it restarts, or was back before it was asked again and knows nobody. Of
 * one that answers no more the first is taken for granted.
 */
export function afterCheck(step: UpgradeStep | undefined, error: unknown): Switch | undefined {
  if (step === 'switching') return 'restarts';
  if (step !== 'checking' || !(error instanceof ApiError)) return undefined;
  if (error.kind === 'network') return 'restarts';
  return signedOut.includes(error.code) ? 'isBack' : undefined;
}

/** What follows is the console's, as after any restart; whoever signs in again finds the page of the upgrade. */
export function leaveFor(outcome: Switch): void {
  setFarewell(t('upgrade.signIn'), true);
  if (outcome === 'isBack') {
    /* The session ends by itself, and leads back to the address that is open. */
    history.replaceState(null, '', UPGRADE_PATH);
    return;
  }
  restartWatch.begin(`/login?redirect=${encodeURIComponent(UPGRADE_PATH)}`);
  setTimeout(() => setSession(null), logoutDelayMs);
}

/** The terminal restarts, whoever began it. */
export function useRestarting(step: UpgradeStep | undefined, error: unknown): void {
  const outcome = afterCheck(step, error);
  useEffect(() => {
    if (outcome !== undefined) leaveFor(outcome);
  }, [outcome]);
}
