/** Results of a search by the terminal: partial ones while it runs, then all of them. */

import { useCallback } from 'react';
import type { GenericSchema } from 'valibot';
import { soFar } from './soFar.ts';
import { usePaced } from './usePaced.ts';

/** Polling interval while a search runs. */
const SEARCH_MS = 1000;

export interface Found<Reply> {
  /** undefined if there is no list. */
  readonly reply: Reply | undefined;
  readonly searching: boolean;
  /** Why there is no list. It counts as an answer: nothing is read again until the user asks for it. */
  readonly error: unknown;
}

/** Turns `wait` into an answer: the results so far, to be read again. */
export async function readFound<Reply>(
  asked: Promise<Reply>,
  schema: GenericSchema<unknown, Reply>,
): Promise<Found<Reply>> {
  try {
    const { reply, waits } = await soFar(asked, schema);
    return { reply, searching: waits, error: undefined };
  } catch (error) {
    return { reply: undefined, searching: false, error };
  }
}

export interface Search<Reply> {
  /** undefined until the terminal has answered. */
  readonly found: Found<Reply> | undefined;
  /** Searches again. */
  readonly search: () => void;
  /** Reads the results once more. */
  readonly refresh: () => void;
}

/** `key`: null while the terminal cannot search. `ask` makes the call; its parameter starts a new search. */
export function useSearch<Reply>(
  key: string | null,
  ask: (anew: boolean) => Promise<Reply>,
  schema: GenericSchema<unknown, Reply>,
): Search<Reply> {
  const { data, mutate } = usePaced(
    key,
    () => readFound(ask(false), schema),
    (found) => (found?.searching ? SEARCH_MS : 0),
    { revalidateOnFocus: false, dedupingInterval: SEARCH_MS / 2 },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search is asked for in one way
  const search = useCallback(() => void mutate(readFound(ask(true), schema), { revalidate: false }), [mutate]);
  const refresh = useCallback(() => void mutate(), [mutate]);
  return { found: data, search, refresh };
}
