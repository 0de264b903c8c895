/** Polling at an interval that depends on the last answer. */

import { useState } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';

/**
 * useSWR() that reads again every `paceOf(data)` milliseconds; 0: not automatically. SWR gets the interval as a number: a function
 * would be a new one on each render, which would restart the interval, so that a page that renders more often would never
 * poll. After an error it reads again after twice SWR's deduplication interval.
 */
export function usePaced<Data>(
  key: string | readonly unknown[] | null,
  read: () => Promise<Data>,
  paceOf: (data: Data | undefined) => number,
  config: Omit<SWRConfiguration<Data>, 'refreshInterval' | 'onErrorRetry'> = {},
): SWRResponse<Data> {
  const [paceMs, setPaceMs] = useState(() => paceOf(undefined));
  const response = useSWR<Data>(key, read, {
    ...config,
    refreshInterval: paceMs,
    onErrorRetry: (_error, _key, { dedupingInterval }, revalidate, opts) => {
      if (dedupingInterval) setTimeout(() => void revalidate(opts), dedupingInterval * 2);
    },
  });
  const nextMs = paceOf(response.data);
  if (nextMs !== paceMs) setPaceMs(nextMs);
  return response;
}
