/**
 * The current session. It is in sessionStorage: it survives a reload, ends with the tabs that have it
 * (sharedSession.ts), and leaves no token for later users of this browser. Language, theme and sidebar are preferences in localStorage (preferences.ts).
 */
import type { FunctionGroup } from '@gen/accounts.ts';
import { useSyncExternalStore } from 'react';
import { tabStore } from './tabStore.ts';

export type { FunctionGroup };

export interface Session {
  token: string;
  /** Account that signed in: `admin` or a user ID. */
  account: string;
  name: string;
  level: number;
  /** Function groups the account may at least read; the sidebar and the guard follow them, the terminal decides. */
  roles: readonly FunctionGroup[];
  /** Only Modify Password and Logout are available until the password is changed. */
  mustChangePassword: boolean;
  /** Set by answer 11003: the call needs a super session. */
  superLogin: boolean;
  /** End of the super session, in milliseconds since 1970 by this browser's clock; omitted: no super session. */
  superUntil?: number;
}

/** `value`: stored by an older console or edited by the user. */
export function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { token, account, name, roles } = value as Partial<Session>;
  return typeof token === 'string' && typeof account === 'string' && typeof name === 'string' && Array.isArray(roles);
}

const store = tabStore('postern.session', isSession);

export const currentSession = store.get;

/** Stores a session; null removes it. */
export const setSession = store.set;

export const onSession = store.onChange;

let fresh = false;

/** Somebody signs in through the form: takeSignIn() controls one-time actions after it, which a reload does not repeat. */
export function markSignIn(): void {
  fresh = true;
}

/** True once after each sign-in. */
export function takeSignIn(): boolean {
  const was = fresh;
  fresh = false;
  return was;
}

export function patchSession(change: Partial<Session>): void {
  const session = currentSession();
  if (session) setSession({ ...session, ...change });
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSession, currentSession);
}

/** Whether the account gets names and photos of users: with read permission for users. Without a session nothing is shown. */
export function useKnowsPeople(): boolean {
  return useSession()?.roles.includes('user') ?? true;
}
