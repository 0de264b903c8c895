/** The Bluetooth devices in reach: those heard so far while a search runs, and then what it found. */
import {
  type BluetoothDevice,
  type GetSearchBleDevReply,
  getSearchBleDev,
  getSearchBleDevReply,
} from '@gen/devices.ts';
import { useCallback } from 'react';
import useSWR from 'swr';
import { safeParse } from 'valibot';
import { ApiError } from '../../lib/api/apiError.ts';

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
}

/** `wait` is an answer here: those heard so far, to be asked for again. */
export async function readFound(start: boolean): Promise<Answer> {
  try {
    const reply = await getSearchBleDev(start ? { start } : {}, { handles: () => true });
    return { ...reply, searching: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'wait') throw error;
    const heard = safeParse(getSearchBleDevReply, error.data);
    return { ...(heard.success ? heard.output : { devices: [], secondsLeft: 0 }), searching: true };
  }
}

/** `on`: the terminal may search. */
export function useFound(on: boolean): Found {
  const { data, error, mutate } = useSWR(on ? 'GetSearchBleDev' : null, () => readFound(false), {
    revalidateOnFocus: false,
    refreshInterval: (answer) => (answer?.searching ? SEARCH_MS : 0),
    dedupingInterval: SEARCH_MS / 2,
  });
  const search = useCallback(
    () => void mutate(() => readFound(true), { revalidate: false }).catch(() => undefined),
    [mutate],
  );
  const refresh = useCallback(() => void mutate().catch(() => undefined), [mutate]);
  return { devices: data?.devices, searching: data?.searching ?? false, error, search, refresh };
}
