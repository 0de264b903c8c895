/** What a search of the terminal has found so far: what is known already while it runs, and then all of it. */

import { useCallback } from 'react';
import type { GenericSchema } from 'valibot';
import { soFar } from './soFar.ts';
import { usePaced } from './usePaced.ts';

/** Pace at which a search is asked how far it is. */
const SEARCH_MS = 1000;

export interface Found<Reply> {
  /** undefined where there is no list. */
  readonly reply: Reply | undefined;
  readonly searching: boolean;
  /** Why there is no list. It is an answer: nothing is asked again until somebody wants it. */
  readonly error: unknown;
}

/** `wait` is an answer here: what was found so far, to be asked for again. */
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
  /** Reads what is known once more. */
  readonly refresh: () => void;
}

/** `key`: null while the terminal cannot search. `ask` makes the call, with `anew` to begin a search. */
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
