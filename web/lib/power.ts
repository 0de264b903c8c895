/** Permissions of the signed-in account for a group. The terminal checks each call; this only avoids dead ends. */
import { checkPower, type FunctionGroup } from '@gen/accounts.ts';
import useSWR from 'swr';
import { powers } from './powers.ts';
import { useSession } from './session.ts';

export interface Power {
  read: boolean;
  write: boolean;
}

const NONE: Power = { read: false, write: false };

export interface PowerState {
  /** undefined until the terminal has answered. */
  readonly power: Power | undefined;
  /** Why the permissions are not known. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** undefined until the terminal has answered. */
export function usePower(group: FunctionGroup): Power | undefined {
  return usePowerState(group).power;
}

/** Whether the account may write all these groups; undefined until the terminal has answered. */
export function useWritesAll(groups: readonly FunctionGroup[]): boolean | undefined {
  const session = useSession();
  const { data } = useSWR(
    session && groups.length > 0 ? ['checkPowers', session.account, ...groups] : null,
    () => Promise.all(groups.map((group) => checkPower({ group }))),
    { revalidateOnFocus: false },
  );
  return groups.length === 0 ? true : data?.every(({ write }) => write);
}

export function usePowerState(group: FunctionGroup): PowerState {
  const session = useSession();
  const allowed = session?.roles.includes(group) ?? false;
  const key = session && allowed ? ['checkPower', session.account, group] : null;
  const { data, error, mutate } = useSWR(key, () => powers.ask({ group }), { revalidateOnFocus: false });
  const power = allowed ? data : NONE;
  return { power, error: power ? undefined : error, retry: () => void mutate().catch(() => undefined) };
}
