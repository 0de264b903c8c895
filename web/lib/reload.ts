/**
 * Loading the page again, or another one from the terminal. A page that is asked of a terminal that does not answer
 * becomes the browser's own error page, which never comes back by itself; so the terminal is asked first, and this page
 * stays until it answers. Nothing else in the console loads a page (a rule of tools/arch).
 */
import { connection } from './connection.ts';

/** Specification §9: between a route that could not be loaded, or a new console, and the page that is loaded again. */
const NOTICE_MS = 1500;
/** Between a message that names the cause and the page that is loaded again. */
const MESSAGE_MS = 1000;

export interface ReloadParts {
  untilAnswer: () => Promise<void>;
  /** Loads this page again, or the one at an address. */
  load: (address?: string) => void;
}

/** The page of this window; tests put another one in place. */
export const pageOfWindow: ReloadParts = {
  untilAnswer: () => connection.untilAnswer(),
  load: (address) => {
    if (address === undefined) location.reload();
    else location.assign(address);
  },
};

/** Loads the page again, or the one at `address`: at once, or once the terminal answers. */
export function reloadOnAnswer(address?: string): void {
  void pageOfWindow.untilAnswer().then(() => pageOfWindow.load(address));
}

/** After 1.5 s, or later: once the terminal answers. */
export function reloadSoon(): void {
  setTimeout(() => reloadOnAnswer(), NOTICE_MS);
}

/** After the message was read, or later: once the terminal answers. */
export function reloadAfterMessage(): void {
  setTimeout(() => reloadOnAnswer(), MESSAGE_MS);
}
