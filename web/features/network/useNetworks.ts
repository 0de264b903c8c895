/** The Wi-Fi networks in reach: what is known already while a search runs, and then what it found. */
import { type SetAllWirlessReply, setAllWirless, setAllWirlessReply, type WifiNetwork } from '@gen/network.ts';
import { useCallback } from 'react';
import useSWR from 'swr';
import { soFar } from '../../lib/api/soFar.ts';

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
    const asked = setAllWirless(refresh ? { refresh } : {}, { handles: () => true });
    const { reply, waits } = await soFar(asked, setAllWirlessReply);
    return { ...reply, searching: waits };
  } catch (error) {
    return { networks: [], searchedAt: 0, searching: false, error };
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
