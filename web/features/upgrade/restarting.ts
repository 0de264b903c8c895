import { ErrorCode } from '@gen/errors.ts';
import type { UpgradeStep } from '@gen/upgrade.ts';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { logoutDelayMs } from '../../lib/api/reactions.ts';
import { expectFarewell, setFarewell } from '../../lib/farewell.ts';
import { t } from '../../lib/i18n.ts';
import { restartWatch } from '../../lib/restart.ts';
import { setSession } from '../../lib/session.ts';

export const UPGRADE_PATH = '/advSetting/firmwareUpgrade';

const signedOut: readonly number[] = [ErrorCode.sessionEnded, ErrorCode.tokenFailed];

export type Switch = 'restarts' | 'isBack';

/**
 * State of a terminal that checked a bundle: it restarts, or has restarted between two polls and has no sessions. If
 * it no longer responds, a restart is assumed.
 */
export function afterCheck(step: UpgradeStep | undefined, error: unknown): Switch | undefined {
  if (step === 'switching') return 'restarts';
  if (step !== 'checking' || !(error instanceof ApiError)) return undefined;
  if (error.kind === 'network') return 'restarts';
  return signedOut.includes(error.code) ? 'isBack' : undefined;
}

/** Any call may find the session ended as soon as the check has started. */
export function expectSwitch(step: UpgradeStep): void {
  expectFarewell(step === 'checking' || step === 'switching' ? t('upgrade.signIn') : null);
}

/** The console then handles it like any restart; the next sign-in opens the page of the update. */
export function leaveFor(outcome: Switch): void {
  setFarewell(t('upgrade.signIn'), true);
  if (outcome === 'isBack') {
    /* The session ends by itself, and the sign-in leads back to the open page. */
    history.replaceState(null, '', UPGRADE_PATH);
    return;
  }
  restartWatch.begin(`/login?redirect=${encodeURIComponent(UPGRADE_PATH)}`);
  setTimeout(() => setSession(null), logoutDelayMs);
}

/** The terminal restarts, whoever started the update. */
export function useRestarting(step: UpgradeStep | undefined, error: unknown): void {
  useEffect(() => {
    if (step !== undefined) expectSwitch(step);
  }, [step]);
  const outcome = afterCheck(step, error);
  useEffect(() => {
    if (outcome !== undefined) leaveFor(outcome);
  }, [outcome]);
}
