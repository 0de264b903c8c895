/**
 * Names of access groups. Reading them needs read permission for Advanced Setup; an account without it
 * sees their numbers.
 */
import { setGroupInfo } from '@gen/rules.ts';
import useSWR from 'swr';
import { t } from './i18n.ts';
import { useSession } from './session.ts';

export type GroupNames = ReadonlyMap<number, string>;

/** Groups below this number are fixed. */
export const FIRST_NAMED = 2;

const NONE: GroupNames = new Map();

const readGroups = () => setGroupInfo({ handles: () => true });

/** Empty until they are known, without permission, and while not needed. */
export function useGroupNames(wanted = true): GroupNames {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  const { data } = useSWR(wanted && allowed ? 'SetGroupInfo' : null, readGroups, { revalidateOnFocus: false });
  return data ? namesOf(data.groups) : NONE;
}

/** Every defined group, with or without a name; undefined until it is known and without permission. */
export function useDefinedGroups(): ReadonlySet<number> | undefined {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  const { data } = useSWR(allowed ? 'SetGroupInfo' : null, readGroups, { revalidateOnFocus: false });
  return data && new Set(data.groups.map(({ number }) => number));
}

/** Names of the groups that have one. */
export function namesOf(groups: readonly { readonly number: number; readonly name: string }[]): GroupNames {
  return new Map(groups.flatMap(({ number, name }) => (name.trim() === '' ? [] : [[number, name] as const])));
}

/** "Night shift", "Group 5"; 0 and 1 have their meaning as text. */
export function groupText(group: number, names: GroupNames = NONE): string {
  if (group === 0) return t('users.groupClosed');
  if (group === 1) return t('users.groupOpen');
  return names.get(group) ?? t('users.groupNumber', { group });
}
