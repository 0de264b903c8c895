/**
 * Hears of back and forward before the router does: listeners of `popstate` run in the order they came, and this one
 * comes with the page's first script (app/main.tsx imports it). A page with unsaved changes may stop a move here.
 */
export type Gate = (event: PopStateEvent) => 'stop' | 'pass';

let gate: Gate | null = null;

window.addEventListener('popstate', (event) => {
  if (gate?.(event) === 'stop') event.stopImmediatePropagation();
});

/** Puts a gate up; the result takes it down. */
export function closeGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
