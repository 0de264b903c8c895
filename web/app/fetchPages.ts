/**
 * Prefetches the code of the pages: if the terminal goes offline, every page can still be shown and say so.
 * Starts when the open page is idle, one page after another; the browser caches it permanently.
 */
import { connection } from '../lib/connection.ts';
import { whenQuiet } from '../lib/quiet.ts';

/** Network information of the browser; only Chromium has it. */
interface NetworkHints {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether prefetching could cost the user money. */
export function savesData({ saveData, effectiveType }: NetworkHints = hints()): boolean {
  return saveData === true || (effectiveType?.endsWith('2g') ?? false);
}

const hints = (): NetworkHints => (navigator as Navigator & { connection?: NetworkHints }).connection ?? {};

export interface FetchParts {
  /** Resolves when the page is idle. */
  rest: () => Promise<void>;
  untilAnswer: () => Promise<void>;
}

const page: FetchParts = { rest: whenQuiet, untilAnswer: () => connection.untilAnswer() };

/** Fetches one after another until `signal` aborts. Failures are ignored here; opening the page handles them. */
export async function fetchPages(
  pages: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
  { rest, untilAnswer }: FetchParts = page,
): Promise<void> {
  for (const fetchCode of pages) {
    await rest();
    if (signal.aborted) return;
    await fetchCode().catch(untilAnswer);
  }
}
