/**
 * The guard of specification §2. Without a session every path leads to /login, which carries the wanted path; with one,
 * /login leads to the wanted path, or to where the account starts. It runs before anything is rendered and whenever a
 * session begins or ends, so the router only ever sees paths that may be seen.
 */
import { type FunctionGroup, onSession, type Session } from '../lib/session.ts';

const LOGIN = '/login';
/** Where the terminal sends a browser to confirm a network change; open without a session. */
export const confirmAddress = '/network/confirm';
/** The camera's picture, which the terminal shows to anybody in production test. */
export const testAddress = '/test';

/** Where an account starts. */
export function landing(roles: readonly FunctionGroup[]): string {
  return roles.includes('user') ? '/' : '/network';
}

/** A wanted path of this console; null for anything that could lead elsewhere, or back to /login. */
export function safeTarget(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith('/')) return null;
  const base = 'https://console.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (url === null || url.origin !== base || url.pathname === LOGIN) return null;
  const target = url.pathname + url.search + url.hash;
  return target.startsWith('//') ? null : target;
}

/** The sign-in page, with the way back. */
export function loginAddress({ pathname, search, hash }: Location): string {
  return pathname === LOGIN ? LOGIN + search : `${LOGIN}?redirect=${encodeURIComponent(pathname + search + hash)}`;
}

/** Where the browser must be instead of where it is; null when it is right. */
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

/** Keeps the address in step from now on; call it before the first render, so that it hears of a session first. */
export function guardAddress(current: () => Session | null): void {
  keepAddress(current());
  onSession(() => keepAddress(current()));
}
