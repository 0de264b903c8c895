import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { reloadSoon } from '../lib/reload.ts';
import { toast } from '../ui/toast.ts';

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches its code before it is shown. Rejects when it cannot be fetched. */
  readonly fetchCode: () => Promise<unknown>;
};

export type LazyPage = LazyPart<object>;

/**
 * A part of a page, or a whole one, fetched on demand with the texts of all that is behind the sign-in. When the fetch fails
 * it says «Network Error», and the page is loaded again after 1.5 s, or when the terminal answers again.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  reload: () => void = reloadSoon,
): LazyPart<Props> {
  const part = lazy(async () => {
    try {
      const [shown] = await Promise.all([load(), loadAllTexts()]);
      return { default: shown };
    } catch {
      toast.error(t('app.networkError'));
      reload();
      return { default: Nothing };
    }
  });
  return Object.assign(part, { fetchCode: load });
}

export function lazyPage(load: () => Promise<ComponentType>, reload?: () => void): LazyPage {
  return lazyPart(load, reload);
}

function Nothing() {
  return null;
}
