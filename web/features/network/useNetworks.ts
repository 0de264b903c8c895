/** The Wi-Fi networks in reach: what is known already while a search runs, and then what it found. */
import { type SetAllWirlessReply, setAllWirless, setAllWirlessReply, type WifiNetwork } from '@gen/network.ts';
import { useCallback } from 'react';
import useSWR from 'swr';
import { safeParse } from 'valibot';
import { ApiError } from '../../lib/api/apiError.ts';

const SEARCH_MS = 1000;

export interface Networks {
  /** undefined until the terminal has answered. */
  readonly networks: readonly WifiNetwork[] | undefined;
  readonly searchedAt: number;
  readonly searching: boolean;
  readonly error: unknown;
  /** Searches anew. */
  readonly refresh: () => void;
}

interface Found extends SetAllWirlessReply {
  readonly searching: boolean;
  /** Why there is no list. It is an answer: nothing is asked again until somebody wants it. */
  readonly error?: unknown;
}

/** `wait` is an answer here: the list so far, to be asked for again. */
export async function readNetworks(refresh: boolean): Promise<Found> {
  try {
    const reply = await setAllWirless(refresh ? { refresh } : {}, { handles: () => true });
    return { ...reply, searching: false };
  } catch (error) {
    const nothing = { networks: [], searchedAt: 0 };
    if (!(error instanceof ApiError) || error.kind !== 'wait') return { ...nothing, searching: false, error };
    const known = safeParse(setAllWirlessReply, error.data);
    return { ...(known.success ? known.output : nothing), searching: true };
  }
}

export function useNetworks(): Networks {
  const { data, mutate } = useSWR('SetAllWirless', () => readNetworks(false), {
    revalidateOnFocus: false,
    refreshInterval: (found) => (found?.searching ? SEARCH_MS : 0),
    dedupingInterval: SEARCH_MS / 2,
  });
  const refresh = useCallback(() => void mutate(readNetworks(true), { revalidate: false }), [mutate]);
  return {
    networks: data?.networks,
    searchedAt: data?.searchedAt ?? 0,
    searching: data?.searching ?? false,
    error: data?.error,
    refresh,
  };
}
