/** How upgrading stands, for all that shows it; asked again while something moves. */
import { type UpgradeStateReply, upgradeState } from '@gen/upgrade.ts';
import { mutate } from 'swr';
import { usePaced } from '../../lib/api/usePaced.ts';
import { isMoving } from './view.ts';

const KEY = 'upgradeState';
export const PACE_MS = 1000;

export const silent = { handles: () => true } as const;

const read = (): Promise<UpgradeStateReply> => upgradeState(silent);

/** `isWanted`: left alone where nobody may read it. */
export function useUpgradeState(isWanted = true) {
  return usePaced(isWanted ? KEY : null, read, (state) => (isMoving(state?.step) ? PACE_MS : 0), {
    dedupingInterval: PACE_MS / 2,
  });
}

/** After a call that moves it: how it stands then. Where the terminal does not answer, what was known before stays. */
export async function lookAgain(): Promise<UpgradeStateReply> {
  const state = await read();
  await mutate(KEY, state, { revalidate: false });
  return state;
}
