/**
 * The terminal restarts: seconds are counted down from 30 as the specification has it, and it is asked for, until it answers
 * again. A restart can be quicker than the first question, so an answer counts when there was none before it, or when
 * the terminal has gone on answering for a while.
 */
import { useSyncExternalStore } from 'react';
import { pageOfWindow } from './reload.ts';

export const RESTART_SECONDS = 30;
const TICK_MS = 1000;
const SETTLED_MS = 4000;
const PROBE_TIMEOUT_MS = 3000;

export interface RestartState {
  /** Seconds of the countdown that are left. */
  readonly left: number;
  /** The countdown is over and the terminal has not answered. */
  readonly late: boolean;
}

export interface RestartParts {
  fetch: (address: string, init: RequestInit) => Promise<unknown>;
  setInterval: (run: () => void, ms: number) => unknown;
  clearInterval: (timer: never) => void;
  now: () => number;
  /** The terminal is back: the page of this address is opened. */
  arrive: (address: string) => void;
}

export interface RestartWatch {
  /** Counts and asks from now on; once begun it goes on until the terminal is back. `address`: what is opened then, the
   * sign-in page unless told. */
  begin: (address?: string) => void;
  /** null: no restart is under way. */
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

/** The restart that this page waits for. What it shows then is the sign-in page of the console the terminal serves now. */
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
