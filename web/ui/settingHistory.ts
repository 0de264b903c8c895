/** History of the settings of a page: read once for the whole page, for its fields and for the list of earlier values. */
import { type SettingChange, settinghistory } from '@gen/accounts.ts';
import { createContext } from 'react';
import useSWR from 'swr';

export interface SettingHistory {
  /** Newest first; undefined before it was read. */
  readonly changes: readonly SettingChange[] | undefined;
  readonly error: unknown;
  readonly refresh: () => void;
}

export function useSettingHistory(pair: string): SettingHistory {
  const { data, error, mutate } = useSWR(
    ['settinghistory', pair],
    () => settinghistory({ page: pair }, { handles: () => true }),
    { revalidateOnFocus: false },
  );
  return { changes: data?.changes, error, refresh: () => void mutate().catch(() => undefined) };
}

/** The history for the fields of the surrounding page. */
export const HistoryContext = createContext<readonly SettingChange[]>([]);

/** A value of the audit log; undefined if it was too long to be stored completely. */
export function loggedValue(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
