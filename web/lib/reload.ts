/**
 * Reloads the page, or loads another one from the terminal. If the terminal does not respond, the browser shows its
 * own error page, which never recovers; so the terminal is polled first, and this page
 * stays until it responds. No other code of the console loads a page (a rule of tools/arch).
 */
import { connection } from './connection.ts';
import { createStore } from './store.ts';

/** Specification §9: delay between a failed route, or a new console, and the reload. */
const NOTICE_MS = 1500;
/** Delay between a message with the cause and the reload. */
const MESSAGE_MS = 1000;

export interface ReloadParts {
  untilAnswer: () => Promise<void>;
  /** Reloads this page, or loads the one at a URL. */
  load: (address?: string) => void;
}

/** The page of this window; replaced in tests. */
export const pageOfWindow: ReloadParts = {
  untilAnswer: () => connection.untilAnswer(),
  load: (address) => {
    if (address === undefined) location.reload();
    else location.assign(address);
  },
};

const pending = createStore(false);

/** True from reloadOnAnswer() until the page is loaded. What is typed meanwhile would be lost. */
export const useReloadPending = pending.use;

/** Loads the page again, or the one at `address`: at once, or once the terminal answers. */
export function reloadOnAnswer(address?: string): void {
  pending.set(true);
  void pageOfWindow.untilAnswer().then(() => pageOfWindow.load(address));
}

/** After 1.5 s, or later when the terminal responds. */
export function reloadSoon(): void {
  setTimeout(() => reloadOnAnswer(), NOTICE_MS);
}

/** After the message was shown long enough, or later when the terminal responds. */
export function reloadAfterMessage(): void {
  setTimeout(() => reloadOnAnswer(), MESSAGE_MS);
}
