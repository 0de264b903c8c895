/**
 * The form from which a network is joined, while it is on the page: a failed attempt leads back to it. Its
 * typed values, including keys, are only in memory and are discarded with the form.
 */
import { useEffect, useSyncExternalStore } from 'react';

type GoBack = () => void;

let current: GoBack | null = null;
const listeners = new Set<() => void>();

function set(next: GoBack | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Registers the form of this page; null before an attempt. */
export function useOfferedForm(goBack: GoBack | null): void {
  useEffect(() => {
    set(goBack);
    return () => set(null);
  }, [goBack]);
}

/** Leads back to the form; null if there is none. */
export function useJoinForm(): GoBack | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
