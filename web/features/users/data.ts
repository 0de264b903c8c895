/** Data of the user pages: SWR over the calls of the contract. */
import {
  type AdduserRequest,
  adduser,
  type DeleteFailure,
  deleteuser,
  deletsomeuser,
  deletsomeuserLimits,
  type EdituserRequest,
  ErrorCode,
  edituser,
  getUserInfo,
  type Refusal,
  type User,
  type UserlistReply,
  userlist,
  userlistLimits,
} from '@gen/contract.ts';
import { useEffect, useState } from 'react';
import useSWR, { mutate } from 'swr';
import { refreshDeviceInfo } from '../../lib/device.ts';
import { forgetPhoto } from '../../lib/photos.ts';
import { codeOf } from '../../lib/problem.ts';
import { cardsOf } from '../../lib/userCards.ts';
import { userRows } from './list/firstRows.ts';
import { changeList, type ListState, toRequest, type Whom, writeListState } from './list/listState.ts';
import type { Several } from './list/several.ts';
import type { ChangeAddress } from './list/useListAddress.ts';

const LIST = 'userlist';
const STEP = userlistLimits.limit.max;
/** For calls whose failure the page shows itself, in place of the missing data. */
const shown = { handles: () => true } as const;

/** Discards the cached list after a change, and has the counts read again. */
export async function forgetUsers(): Promise<void> {
  refreshDeviceInfo();
  await mutate((key) => Array.isArray(key) && key[0] === LIST, undefined);
}

export interface UserPage {
  /** undefined until the first answer; the previous page while another one is loading. */
  page: UserlistReply | undefined;
  /** The displayed page is not the one of the URL. */
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** The page of users for the URL; a URL without results is redirected to a page with users. */
export function useUserPage(state: ListState, change: ChangeAddress): UserPage {
  const address = writeListState(state).toString();
  const read = async () => ({ address, page: await userRows.ask(toRequest(state)) });
  const { data, error, isLoading, mutate: again } = useSWR([LIST, address], read, { keepPreviousData: true });
  const stale = data?.address !== address;
  useEffect(() => {
    const better = isLoading ? null : betterAddress(state, stale ? undefined : data?.page, error);
    if (better) change(better, { replace: true });
  }, [state, data, stale, error, isLoading, change]);
  return { page: data?.page, stale, error, retry: () => void again() };
}

/** A cursor may have become invalid, there may be no users after the requested position, or its user may be deleted. */
export function betterAddress(state: ListState, page: UserlistReply | undefined, error: unknown): ListState | null {
  const first = changeList(state, {});
  if (writeListState(first).toString() === writeListState(state).toString()) return null;
  if (error !== undefined) return codeOf(error) === ErrorCode.badFormat ? first : null;
  if (page === undefined) return null;
  if (page.users.length === 0) return page.previous === '' ? first : { ...first, before: page.previous };
  /* Paged back to the beginning, or everything fits on the last page: show it as the first page, filled up. */
  return (state.before !== null || state.last) && page.previous === '' ? first : null;
}

let visits = 0;

/**
 * The user with an ID; without one, the defaults of a new user with the next free ID. Used as the base of a form: it is read
 * on each visit and not refreshed afterwards.
 */
export function useUser(userid: number | null): { user: User | undefined; error: unknown; retry: () => void } {
  const [visit] = useState(() => ++visits);
  const once = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false };
  const { data, error, mutate: again } = useSWR(['GetUserInfo', userid, visit], () => readUser(userid), once);
  return { user: data, error, retry: () => void again() };
}

export async function readUser(userid: number | null): Promise<User> {
  const { user } = await getUserInfo(userid === null ? {} : { userid }, shown);
  return user;
}

/** Marks a refusal as shown by the caller: at a field, or as a question. */
export type Handles = (refusal: Refusal) => boolean;

export async function addUser(request: AdduserRequest, handles: Handles): Promise<void> {
  await adduser(request, { handles });
  await forgetUsers();
}

/** Updates the cached revision of the user. */
export async function editUser(request: EdituserRequest, handles: Handles): Promise<number> {
  const { revision } = await edituser(request, { handles });
  await forgetUsers();
  return revision;
}

export async function deleteUser(userid: number): Promise<void> {
  await deleteuser({ userid });
  forgetPhoto(userid);
  await forgetUsers();
}

export interface BatchResult {
  deleted: readonly number[];
  failed: readonly DeleteFailure[];
}

/** Deletes any number of users, the contract's maximum per call. Stops at the first call that is refused as a whole. */
export async function deleteUsers(userids: readonly number[]): Promise<BatchResult> {
  const deleted: number[] = [];
  const failed: DeleteFailure[] = [];
  try {
    for (let from = 0; from < userids.length; from += deletsomeuserLimits.userids.maxItems) {
      const slice = userids.slice(from, from + deletsomeuserLimits.userids.maxItems);
      const result = await deletsomeuser({ userids: slice });
      deleted.push(...result.deleted);
      failed.push(...result.failed);
      for (const userid of result.deleted) forgetPhoto(userid);
    }
  } finally {
    await forgetUsers();
  }
  return { deleted, failed };
}

/** IDs of all users that match search and filters, a page at a time; those of a selection at once. */
export async function* idsOf({ userids, ...whom }: Several['whom']): AsyncGenerator<readonly number[]> {
  if (userids) {
    yield userids;
    return;
  }
  let after = '';
  do {
    const page = await userlist({ ...whom, limit: STEP, ...(after === '' ? {} : { after }) });
    yield page.users.map(({ userid }) => userid);
    after = page.next;
  } while (after !== '');
}

/** Result for a page of users. */
export interface FoundStep {
  readonly deleted: readonly number[];
  readonly failed: readonly { readonly user: Pick<User, 'userid' | 'username'>; readonly code: number }[];
}

/**
 * Deletes all users that match search and filters, a page per step, until `onStep` stops it. Users that are not deleted are skipped:
 * the next page follows the last one.
 */
export async function deleteFound(whom: Whom, onStep: (step: FoundStep) => boolean): Promise<void> {
  try {
    let after = '';
    do {
      const page = await userlist({ ...whom, limit: STEP, ...(after === '' ? {} : { after }) });
      if (page.users.length === 0) return;
      const { deleted, failed } = await deletsomeuser({ userids: page.users.map(({ userid }) => userid) });
      for (const userid of deleted) forgetPhoto(userid);
      const label = (userid: number) => page.users.find((user) => user.userid === userid) ?? { userid, username: '' };
      if (!onStep({ deleted, failed: failed.map(({ userid, code }) => ({ user: label(userid), code })) })) return;
      after = page.next;
    } while (after !== '');
  } finally {
    await forgetUsers();
  }
}

/** A search of digits finds IDs that begin with them as well. */
const CARD_FOUND = 20;

/** The user who has a card; undefined: nobody, or the terminal does not say. */
export async function userOfCard(card: string): Promise<User | undefined> {
  try {
    const { users } = await userlist({ search: card, limit: CARD_FOUND }, { handles: () => true });
    return users.find((user) => cardsOf(user).includes(card));
  } catch {
    return undefined;
  }
}
