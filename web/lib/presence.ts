/**
 * Whether somebody sits before the page. What a page asks for by itself, over and over, would keep a session alive for
 * ever; it stops when nobody has touched anything for a while, so that a forgotten page is signed out like any other.
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

/** Calls when somebody is there again after a pause. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
