/** What is read again at a pace that depends on what was read. */

import { useState } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';

/**
 * useSWR() that reads again every `paceOf(data)` milliseconds, 0 for not by itself. SWR gets the pace as a number: with a function, which
 * is another one each time the page is drawn, it would begin the interval again with each drawing, and never read while a page
 * is drawn more often than that. After an error it reads again after twice the time in which it never reads twice.
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
