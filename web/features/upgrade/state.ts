/** State of the update, for everything that shows it; polled while it changes. */
import { type UpgradeStateReply, upgradeState } from '@gen/upgrade.ts';
import { mutate } from 'swr';
import { usePaced } from '../../lib/api/usePaced.ts';
import { isMoving } from './view.ts';

const KEY = 'upgradeState';
export const PACE_MS = 1000;

export const silent = { handles: () => true } as const;

const read = (): Promise<UpgradeStateReply> => upgradeState(silent);

/** `isWanted`: false without permission to read it. */
export function useUpgradeState(isWanted = true) {
  return usePaced(isWanted ? KEY : null, read, (state) => (isMoving(state?.step) ? PACE_MS : 0), {
    dedupingInterval: PACE_MS / 2,
  });
}

/** Returns the state after a call that changes it. If the terminal does not respond, the old state stays. */
export async function lookAgain(): Promise<UpgradeStateReply> {
  const state = await read();
  await mutate(KEY, state, { revalidate: false });
  return state;
}
