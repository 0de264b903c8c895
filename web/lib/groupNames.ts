/**
 * What the groups of users are called. Their names are read with what belongs to Advanced Setup: an account that may not
 * read that sees their numbers.
 */
import { setGroupInfo } from '@gen/rules.ts';
import useSWR from 'swr';
import { t } from './i18n.ts';
import { useSession } from './session.ts';

export type GroupNames = ReadonlyMap<number, string>;

/** Groups below it are fixed. */
export const FIRST_NAMED = 2;

const NONE: GroupNames = new Map();

const readGroups = () => setGroupInfo({ handles: () => true });

/** Empty until they are known, where they cannot be, and while nobody wants them. */
export function useGroupNames(wanted = true): GroupNames {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  const { data } = useSWR(wanted && allowed ? 'SetGroupInfo' : null, readGroups, { revalidateOnFocus: false });
  return data ? namesOf(data.groups) : NONE;
}

/** Of those that have one. */
export function namesOf(groups: readonly { readonly number: number; readonly name: string }[]): GroupNames {
  return new Map(groups.flatMap(({ number, name }) => (name.trim() === '' ? [] : [[number, name] as const])));
}

/** "Night shift", "Group 5"; 0 and 1 say what they do. */
export function groupText(group: number, names: GroupNames = NONE): string {
  if (group === 0) return t('users.groupClosed');
  if (group === 1) return t('users.groupOpen');
  return names.get(group) ?? t('users.groupNumber', { group });
}
