/** A page of settings as stored in the terminal, read again on each visit. */
import { type Nothing, perform, type SettingsPage } from '@gen/runtime.ts';
import { useCallback, useState } from 'react';
import useSWR from 'swr';
import { type Stored, storedOf } from './values.ts';

export interface Settings<Values extends object, State> {
  /** undefined until the terminal has answered. */
  readonly stored: Stored<Values, State> | undefined;
  readonly error: unknown;
  /** Reads it again; returns the stored values, undefined on failure. */
  readonly refresh: () => Promise<Stored<Values, State> | undefined>;
}

const shown = { handles: () => true } as const;

/** Two reads within this time are one. */
const DEDUPE_MS = 2000;

let visits = 0;

export async function readSettings<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
): Promise<Stored<Values, State>> {
  const nothing: Nothing = {};
  return storedOf(page, await perform(page.read, nothing, shown));
}

/** `pollMs`: interval of reading the state while the page is visible; omitted, only on request. */
export function useSettings<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  pollMs = 0,
): Settings<Values, State> {
  const [visit] = useState(() => ++visits);
  const { data, error, mutate } = useSWR(['settings', page.pair, visit], () => readSettings(page), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    revalidateIfStale: false,
    refreshInterval: pollMs,
    ...(pollMs > 0 ? { dedupingInterval: Math.min(DEDUPE_MS, pollMs / 2) } : {}),
  });
  /* When a requested read fails, SWR returns its old data. */
  const refresh = useCallback(
    () => mutate(readSettings(page), { revalidate: false }).catch(() => undefined),
    [mutate, page],
  );
  return { stored: data, error: data === undefined ? error : undefined, refresh };
}
