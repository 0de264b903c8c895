import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { reloadSoon } from '../lib/reload.ts';
import { toast } from '../ui/toast.ts';
import { untilPagesStyle } from './loadStyle.ts';

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches its code before it is shown. Rejects when it cannot be fetched. */
  readonly fetchCode: () => Promise<unknown>;
};

export type LazyPage = LazyPart<object>;

/**
 * Something fetched on demand. When the fetch fails it says "Network Error", and the page is loaded again after 1.5 s, or
 * when the terminal answers again.
 */
export function lazyCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  reload: () => void = reloadSoon,
): LazyPart<Props> {
  const part = lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      toast.error(t('app.networkError'));
      reload();
      return { default: Nothing };
    }
  });
  return Object.assign(part, { fetchCode: load });
}

/** A part of a page, or a whole one, with all texts and its style. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, reload?: () => void): LazyPart<Props> {
  return lazyCode(async () => {
    const [shown] = await Promise.all([load(), loadAllTexts()]);
    await untilPagesStyle();
    return shown;
  }, reload);
}

export function lazyPage(load: () => Promise<ComponentType>, reload?: () => void): LazyPage {
  return lazyPart(load, reload);
}

function Nothing() {
  return null;
}
