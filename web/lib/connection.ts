/**
 * Whether the terminal responds. Calls report their outcome; while they fail, and at intervals while the page is visible,
 * the page itself is requested (without a session, so polling does not prolong one). Its ETag reveals a new console.
 */
import { useSyncExternalStore } from 'react';

export interface ConnectionParts {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: never) => void;
  isVisible: () => boolean;
}

export interface Connection {
  isUp: () => boolean;
  /** Reports that a call was answered, with any answer. */
  answered: () => void;
  /** Reports that a call got no answer. */
  failed: () => void;
  /** Checks now and at intervals; the result stops it. */
  watch: () => () => void;
  /** Polls until the terminal responds, then resolves; never resolves if it does not. */
  untilAnswer: () => Promise<void>;
  /** Called when the state changes. */
  onChange: (listener: () => void) => () => void;
  /** Called when the terminal serves another console than the open one. */
  onNewConsole: (listener: () => void) => () => void;
}

const QUIET_MS = 10_000;
const PROBE_TIMEOUT_MS = 5000;
const RETRY_MS = [1000, 2000, 3000, 5000];

export function createConnection(parts: ConnectionParts): Connection {
  const changed = new Set<() => void>();
  const renewed = new Set<() => void>();
  let up = true;
  let misses = 0;
  let watching = false;
  let timer: unknown;
  let tag: string | null = null;

  const set = (next: boolean): void => {
    if (next === up) return;
    up = next;
    if (up) misses = 0;
    for (const listener of changed) listener();
    if (watching) schedule();
  };
  const pause = (): number => (up ? QUIET_MS : (RETRY_MS[Math.min(misses, RETRY_MS.length - 1)] ?? QUIET_MS));
  const schedule = (): void => {
    parts.clearTimeout(timer as never);
    timer = parts.setTimeout(() => void probe(), pause());
  };
  const ask = async (): Promise<boolean> => {
    /* With HTTPS only, the redirect counts as an answer; following it would leave the origin, and fail. */
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const response = await parts.fetch('/', { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal });
      const seen = response.headers.get('etag');
      if (seen !== null && tag !== null && seen !== tag) for (const listener of renewed) listener();
      tag = seen ?? tag;
      set(true);
      return true;
    } catch {
      misses += 1;
      set(false);
      return false;
    }
  };
  const probe = async (): Promise<void> => {
    if (!up || parts.isVisible()) await ask();
    if (watching) schedule();
  };
  return {
    isUp: () => up,
    answered: () => set(true),
    failed: () => set(false),
    watch: () => {
      watching = true;
      void probe();
      return () => {
        watching = false;
        parts.clearTimeout(timer as never);
      };
    },
    untilAnswer: async () => {
      while (!(await ask())) await new Promise<void>((resolve) => parts.setTimeout(resolve, pause()));
    },
    onChange: (listener) => subscribe(changed, listener),
    onNewConsole: (listener) => subscribe(renewed, listener),
  };
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The connection of this page. */
export const connection = createConnection({
  fetch: (address, init) => fetch(address, init),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  isVisible: () => document.visibilityState === 'visible',
});

export function useConnection(): boolean {
  return useSyncExternalStore(connection.onChange, connection.isUp);
}
