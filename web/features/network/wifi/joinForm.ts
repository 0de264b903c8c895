/**
 * The form that an attempt to join a network came from, while it is on the page: a failed attempt leads back to it. What
 * was typed there, keys too, stays with that form, in memory alone, and goes with it.
 */
import { useEffect, useSyncExternalStore } from 'react';

type GoBack = () => void;

let current: GoBack | null = null;
const listeners = new Set<() => void>();

function set(next: GoBack | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Offers the form of this page; null while nothing was tried from it. */
export function useOfferedForm(goBack: GoBack | null): void {
  useEffect(() => {
    set(goBack);
    return () => set(null);
  }, [goBack]);
}

/** Leads back to the form; null where there is none. */
export function useJoinForm(): GoBack | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
