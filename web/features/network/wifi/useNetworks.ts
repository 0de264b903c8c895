/** Wi-Fi networks in range: partial results while a search runs, then all. */
import { setAllWirless, setAllWirlessReply, type WifiNetwork } from '@gen/network.ts';
import { useSearch } from '../../../lib/api/useSearch.ts';

export interface Networks {
  /** undefined until the terminal has answered. */
  readonly networks: readonly WifiNetwork[] | undefined;
  readonly searchedAt: number;
  readonly searching: boolean;
  readonly error: unknown;
  /** Searches again. */
  readonly refresh: () => void;
}

const ask = (refresh: boolean) => setAllWirless(refresh ? { refresh } : {}, { handles: () => true });

export function useNetworks(): Networks {
  const { found, search } = useSearch('SetAllWirless', ask, setAllWirlessReply);
  return {
    networks: found && (found.reply?.networks ?? []),
    searchedAt: found?.reply?.searchedAt ?? 0,
    searching: found?.searching ?? false,
    error: found?.error,
    refresh: search,
  };
}
