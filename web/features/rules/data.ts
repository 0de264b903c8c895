/** Data of the rules pages: SWR over the calls of the contract. Forms are based on it, so it is not refreshed automatically. */
import {
  setGroupInfo,
  setGroupTime,
  setShiftsInfo,
  setTimeIntervalInfo,
  setUniversalGroup,
  shiftsOf,
} from '@gen/rules.ts';
import { getUserInfo } from '@gen/users.ts';
import useSWR from 'swr';
import { useSession } from '../../lib/session.ts';

const shown = { handles: () => true } as const;
const once = { revalidateOnFocus: false, revalidateOnReconnect: false } as const;

export interface Read<T> {
  /** undefined until it was read. */
  readonly data: T | undefined;
  readonly error: unknown;
  /** Reads it again; the old value stays on failure. */
  readonly refresh: () => Promise<void>;
}

function useRead<T>(key: string, ask: () => Promise<T>, wanted = true): Read<T> {
  const { data, error, mutate } = useSWR(wanted ? key : null, ask, once);
  const refresh = async () => {
    await mutate(ask(), { revalidate: false }).catch(() => undefined);
  };
  return { data, error: data === undefined ? error : undefined, refresh };
}

const readZones = () => setTimeIntervalInfo({}, shown);
const readGroups = () => setGroupInfo(shown);
const readPeriods = () => setGroupTime(shown);
const readInForce = () => setUniversalGroup(shown);
const readShifts = () => setShiftsInfo(shown);

export const useZones = (wanted = true) => useRead('SetTimeIntervalInfo', readZones, wanted);
export const useGroups = (wanted = true) => useRead('SetGroupInfo', readGroups, wanted);
export const usePeriods = (wanted = true) => useRead('SetGroupTime', readPeriods, wanted);
export const useInForce = (wanted = true) => useRead('SetUniversalGroup', readInForce, wanted);
export const useShifts = () => useRead('SetShiftsInfo', readShifts);
export const useShiftsOf = (userid: number) => useRead(`shiftsOf ${userid}`, () => shiftsOf({ userid }, shown));

/** Name of a user; undefined until it is known, and without read permission for users. */
export function useUserName(userid: number): string | undefined {
  const allowed = useMayRead('user');
  const { data } = useRead(`name ${userid}`, () => getUserInfo({ userid }, shown), allowed);
  return data?.user.username;
}

/** Whether the account has read permission for a function group. */
export function useMayRead(group: 'advSetting' | 'AccSetting' | 'user'): boolean {
  return useSession()?.roles.includes(group) ?? false;
}
