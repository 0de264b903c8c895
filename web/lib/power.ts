/** What the signed-in account may do with a group. The terminal decides each call; this only keeps dead ends away. */
import { checkPower, type FunctionGroup } from '@gen/session.ts';
import useSWR from 'swr';
import { useSession } from './session.ts';

export interface Power {
  read: boolean;
  write: boolean;
}

const NONE: Power = { read: false, write: false };

/** undefined until the terminal has answered. */
export function usePower(group: FunctionGroup): Power | undefined {
  const session = useSession();
  const allowed = session?.roles.includes(group) ?? false;
  const key = session && allowed ? ['checkPower', session.account, group] : null;
  const { data } = useSWR(key, () => checkPower({ group }), { revalidateOnFocus: false });
  return allowed ? data : NONE;
}
