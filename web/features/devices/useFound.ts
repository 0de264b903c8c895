/** The Bluetooth devices in reach: those heard so far while a search runs, and then what it found. */
import {
  type BluetoothDevice,
  type GetSearchBleDevReply,
  getSearchBleDev,
  getSearchBleDevReply,
} from '@gen/devices.ts';
import { useCallback } from 'react';
import useSWR from 'swr';
import { soFar } from '../../lib/api/soFar.ts';

const SEARCH_MS = 1000;

export interface Found {
  /** undefined until the terminal has answered. */
  readonly devices: readonly BluetoothDevice[] | undefined;
  readonly searching: boolean;
  readonly error: unknown;
  readonly search: () => void;
  /** Reads what is known once more. */
  readonly refresh: () => void;
}

interface Answer extends GetSearchBleDevReply {
  readonly searching: boolean;
  /** Why there is no list. It is an answer: nothing is asked again until somebody wants it. */
  readonly error?: unknown;
}

/** `wait` is an answer here: those heard so far, to be asked for again. */
export async function readFound(start: boolean): Promise<Answer> {
  try {
    const asked = getSearchBleDev(start ? { start } : {}, { handles: () => true });
    const { reply, waits } = await soFar(asked, getSearchBleDevReply);
    return { ...reply, searching: waits };
  } catch (error) {
    return { devices: [], secondsLeft: 0, searching: false, error };
  }
}

/** `on`: the terminal may search. */
export function useFound(on: boolean): Found {
  const { data, mutate } = useSWR(on ? 'GetSearchBleDev' : null, () => readFound(false), {
    revalidateOnFocus: false,
    refreshInterval: (answer) => (answer?.searching ? SEARCH_MS : 0),
    dedupingInterval: SEARCH_MS / 2,
  });
  const search = useCallback(() => void mutate(readFound(true), { revalidate: false }), [mutate]);
  const refresh = useCallback(() => void mutate(), [mutate]);
  return { devices: data?.devices, searching: data?.searching ?? false, error: data?.error, search, refresh };
}
