/** How pages poll: at their own interval, despite errors, and while a user is present. */
import type { SWRConfiguration } from 'swr';
import { isPresent } from './presence.ts';

/**
 * A failed call has reported its own error. Polling continues at its interval after an error, so that it
 * resumes once the terminal responds again; a single read is retried by hand.
 */
export const polling = {
  shouldRetryOnError: true,
  revalidateOnReconnect: false,
  isPaused: () => !isPresent(),
  onErrorRetry: (_error, _key, { refreshInterval }, revalidate, opts) => {
    /* usePaced() handles intervals that depend on the answer, and retries by itself. */
    if (typeof refreshInterval === 'number' && refreshInterval > 0)
      setTimeout(() => void revalidate(opts), refreshInterval);
  },
} satisfies SWRConfiguration;
