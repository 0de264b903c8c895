/**
 * Whether somebody sits before the page. What a page asks for by itself, over and over, would keep a session alive for
 * ever; it stops when nobody has touched anything for a while, so that a forgotten page is signed out like any other.
 */
const PRESENT_MS = 5 * 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let last = Date.now();

for (const sign of SIGNS) {
  window.addEventListener(
    sign,
    () => {
      last = Date.now();
    },
    { passive: true, capture: true },
  );
}

export function isPresent(): boolean {
  return Date.now() - last < PRESENT_MS;
}
