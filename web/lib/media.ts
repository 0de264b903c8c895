import { useSyncExternalStore } from 'react';

/** Phone mode of the specification: the width minus 3 is under 850. The style sheets say the same. */
const PHONE = '(max-width: 852px)';

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(PHONE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(PHONE).matches,
  );
}
