/**
 * Whether a user is present. Polling by a page would keep a session alive for
 * ever; it stops when there was no input for a while, so that a forgotten page is signed out like any other.
 */
const PRESENT_MS = 5 * 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let last = Date.now();
const listeners = new Set<() => void>();

for (const sign of SIGNS) {
  window.addEventListener(
    sign,
    () => {
      const wasAway = !isPresent();
      last = Date.now();
      if (wasAway) for (const listener of listeners) listener();
    },
    { passive: true, capture: true },
  );
}

export function isPresent(): boolean {
  return Date.now() - last < PRESENT_MS;
}

/** Calls when a user returns after a pause. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
