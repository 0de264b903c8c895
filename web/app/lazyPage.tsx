import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { reloadSoon } from '../lib/reload.ts';
import { toast } from '../ui/toast.ts';

export type LazyPage = LazyExoticComponent<ComponentType> & {
  /** Fetches its code before it is shown. Rejects when it cannot be fetched. */
  readonly fetchCode: () => Promise<unknown>;
};

/**
 * A page fetched on demand, with the texts of all that is behind the sign-in. When the fetch fails it says «Network
 * Error», and the page is loaded again after 1.5 s, or when the terminal answers again.
 */
export function lazyPage(load: () => Promise<ComponentType>, reload: () => void = reloadSoon): LazyPage {
  const page = lazy(async () => {
    try {
      const [shown] = await Promise.all([load(), loadAllTexts()]);
      return { default: shown };
    } catch {
      toast.error(t('app.networkError'));
      reload();
      return { default: Nothing };
    }
  });
  return Object.assign(page, { fetchCode: load });
}

function Nothing() {
  return null;
}
