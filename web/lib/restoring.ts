/** Whether this tab restores a backup. The restart ends the session, and the next sign-in shows the result. */
import { expectFarewell } from './farewell.ts';
import { t } from './i18n.ts';
import { tabStore } from './tabStore.ts';

const store = tabStore('postern.restoring', (value): value is true => value === true);

export const isRestoring = (): boolean => store.get() === true;

export function noteRestore(): void {
  store.set(true);
  expectFarewell(t('restore.signIn'));
}

/** The restore failed, was cancelled, or its result was shown. */
export function dropRestore(): void {
  store.set(null);
  expectFarewell(null);
}

/** True once. */
export function takeRestore(): boolean {
  const was = isRestoring();
  if (was) dropRestore();
  return was;
}
