/**
 * Handles back and forward before the router does: listeners of `popstate` run in the order of registration, and this one
 * is registered by the page's first script (app/main.tsx imports it). A page with unsaved changes can stop a navigation here.
 */
export type Gate = (event: PopStateEvent) => 'stop' | 'pass';

let gate: Gate | null = null;

window.addEventListener('popstate', (event) => {
  if (gate?.(event) === 'stop') event.stopImmediatePropagation();
});

/** Installs a gate; the result removes it. */
export function closeGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
