import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { toast } from '../ui/toast.ts';

export type LazyPage = LazyExoticComponent<ComponentType>;

const RELOAD_MS = 1500;

/** A page fetched on demand, with the texts of all that is behind the sign-in. When the fetch fails it says «Network Error» and the page is loaded again after 1.5 s. */
export function lazyPage(load: () => Promise<ComponentType>, reload: () => void = reloadPage): LazyPage {
  return lazy(async () => {
    try {
      const [page] = await Promise.all([load(), loadAllTexts()]);
      return { default: page };
    } catch {
      toast.error(t('app.networkError'));
      setTimeout(reload, RELOAD_MS);
      return { default: Nothing };
    }
  });
}

function Nothing() {
  return null;
}

function reloadPage(): void {
  location.reload();
}
