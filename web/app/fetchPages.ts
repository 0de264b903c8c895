/**
 * The code of the pages, fetched before anybody opens them: when the terminal goes away meanwhile, every page is still
 * there to say so. It is fetched once the open page rests, one page after another, and kept by the browser for good.
 */
import { connection } from '../lib/connection.ts';
import { whenQuiet } from '../lib/quiet.ts';

/** What the browser says of its network; Chromium alone does. */
interface NetworkHints {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether fetching what nobody asked for would be somebody's cost. */
export function savesData({ saveData, effectiveType }: NetworkHints = hints()): boolean {
  return saveData === true || (effectiveType?.endsWith('2g') ?? false);
}

const hints = (): NetworkHints => (navigator as Navigator & { connection?: NetworkHints }).connection ?? {};

export interface FetchParts {
  /** Resolves when the page has nothing to do. */
  rest: () => Promise<void>;
  untilAnswer: () => Promise<void>;
}

const page: FetchParts = { rest: whenQuiet, untilAnswer: () => connection.untilAnswer() };

/** Fetches one after another until `signal` ends it. What fails is left to who opens it, and waits for the terminal. */
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
