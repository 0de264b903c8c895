/** How pages ask again by themselves: at the pace they chose, through errors, and while somebody is there. */
import type { SWRConfiguration } from 'swr';
import { isPresent } from './presence.ts';

/**
 * A call that failed said so itself. What is read over and over goes on at its pace after an error, so that nothing
 * stands still once the terminal answers again; what is read once is left to a retry by hand.
 */
export const polling = {
  shouldRetryOnError: true,
  revalidateOnReconnect: false,
  isPaused: () => !isPresent(),
  onErrorRetry: (_error, _key, { refreshInterval }, revalidate, opts) => {
    /* A pace that depends on what was read is usePaced()'s, which retries by itself. */
    if (typeof refreshInterval === 'number' && refreshInterval > 0)
      setTimeout(() => void revalidate(opts), refreshInterval);
  },
} satisfies SWRConfiguration;
