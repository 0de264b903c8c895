/**
 * Restart of the terminal: counts down from 30 seconds as specified, and polls the terminal until it responds
 * again. A restart can be faster than the first poll, so an answer counts if there was none before it, or if
 * the terminal has responded for a while.
 */
import { useSyncExternalStore } from 'react';
import { pageOfWindow } from './reload.ts';

export const RESTART_SECONDS = 30;
const TICK_MS = 1000;
const SETTLED_MS = 4000;
const PROBE_TIMEOUT_MS = 3000;

export interface RestartState {
  /** Seconds left of the countdown. */
  readonly left: number;
  /** The countdown is over and the terminal has not responded. */
  readonly late: boolean;
}

export interface RestartParts {
  fetch: (address: string, init: RequestInit) => Promise<unknown>;
  setInterval: (run: () => void, ms: number) => unknown;
  clearInterval: (timer: never) => void;
  now: () => number;
  /** The terminal responds again: loads the page of this address. */
  arrive: (address: string) => void;
}

export interface RestartWatch {
  /** Starts the countdown and polling; it continues until the terminal responds. `address`: the page to load then, by default
   * the sign-in page. */
  begin: (address?: string) => void;
  /** null: no restart is running. */
  state: () => RestartState | null;
  onChange: (listener: () => void) => () => void;
}

export function createRestartWatch(parts: RestartParts): RestartWatch {
  const listeners = new Set<() => void>();
  let state: RestartState | null = null;
  let timer: unknown;
  let began = 0;
  let wasAway = false;
  let answersSince: number | null = null;
  let asking = false;
  let next = '/login';

  const arrived = (): void => {
    parts.clearInterval(timer as never);
    parts.arrive(next);
  };
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      await parts.fetch('/', { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal });
      answersSince ??= parts.now();
      if (wasAway || parts.now() - answersSince >= SETTLED_MS) arrived();
    } catch {
      wasAway = true;
      answersSince = null;
    } finally {
      asking = false;
    }
  };
  const tick = (): void => {
    const left = Math.max(0, RESTART_SECONDS - Math.floor((parts.now() - began) / 1000));
    state = { left, late: left === 0 };
    for (const listener of listeners) listener();
    void ask();
  };
  return {
    begin: (address = next) => {
      if (state) return;
      next = address;
      began = parts.now();
      state = { left: RESTART_SECONDS, late: false };
      timer = parts.setInterval(tick, TICK_MS);
      for (const listener of listeners) listener();
    },
    state: () => state,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The restart that this page waits for. It then loads the sign-in page from the terminal, which may have a new console. */
export const restartWatch = createRestartWatch({
  fetch: (address, init) => fetch(address, init),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => clearInterval(timer),
  now: () => performance.now(),
  arrive: (address) => pageOfWindow.load(address),
});

export function useRestart(): RestartState | null {
  return useSyncExternalStore(restartWatch.onChange, restartWatch.state);
}
