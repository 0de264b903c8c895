/**
 * The guard of specification §2. Without a session every path leads to /login, which carries the requested path; with one,
 * /login leads to the requested path, or to the start page of the account. It runs before anything is rendered and whenever a
 * session begins or ends, so the router only sees permitted paths.
 */
import { type FunctionGroup, onSession, type Session } from '../lib/session.ts';

const LOGIN = '/login';
/** The page where a browser confirms a network change; open without a session. */
export const confirmAddress = '/network/confirm';
/** The camera image, which is open to everyone in production-test mode. */
export const testAddress = '/test';

/** Start page of an account. */
export function landing(roles: readonly FunctionGroup[]): string {
  return roles.includes('user') ? '/' : '/network';
}

/** A requested path of this console; null for anything that could lead elsewhere, or back to /login. */
export function safeTarget(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith('/')) return null;
  const base = 'https://console.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (url === null || url.origin !== base || url.pathname === LOGIN) return null;
  const target = url.pathname + url.search + url.hash;
  return target.startsWith('//') ? null : target;
}

/** The sign-in page, with the path to return to. */
export function loginAddress({ pathname, search, hash }: Location): string {
  return pathname === LOGIN ? LOGIN + search : `${LOGIN}?redirect=${encodeURIComponent(pathname + search + hash)}`;
}

/** The path to redirect to; null if the current one is right. */
export function settle(session: Session | null, at: Location): string | null {
  if (at.pathname === confirmAddress) return null;
  if (!session) return at.pathname === LOGIN || at.pathname === testAddress ? null : loginAddress(at);
  if (at.pathname !== LOGIN) return null;
  return safeTarget(new URLSearchParams(at.search).get('redirect')) ?? landing(session.roles);
}

export function keepAddress(session: Session | null): void {
  const target = settle(session, location);
  if (target !== null) history.replaceState(null, '', target);
}

/** Keeps the URL in sync; call it before the first render, so that it is notified of a session first. */
export function guardAddress(current: () => Session | null): void {
  keepAddress(current());
  onSession(() => keepAddress(current()));
}
