import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { pageOfWindow, reloadSoon } from '../lib/reload.ts';
import { toast } from '../ui/toast.ts';
import { untilPagesStyle } from './loadStyle.ts';

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches its code before it is shown. Rejects when that fails. */
  readonly fetchCode: () => Promise<unknown>;
};

export type LazyPage = LazyPart<object>;

/**
 * A component fetched on demand. When the fetch fails it shows "Network Error", and the page reloads after 1.5 s, or
 * when the terminal responds again.
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

async function withTextsAndStyle<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadAllTexts()]);
  await untilPagesStyle();
  return part;
}

/** A part of a page, or a whole one, with all texts and its style. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, reload?: () => void): LazyPart<Props> {
  return lazyCode(() => withTextsAndStyle(load), reload);
}

export function lazyPage(load: () => Promise<ComponentType>, reload?: () => void): LazyPage {
  return lazyPart(load, reload);
}

/**
 * A part that the console prefetches in the background. A failure is not shown and does not reload the page,
 * which would lose typed text: the part is fetched once more when the terminal responds. `Missing` replaces it if that
 * fails too, since some browsers remember the failure of an import.
 */
export function lazyInBackground(load: () => Promise<ComponentType>, Missing: ComponentType) {
  return lazy(async () => {
    const again = async (): Promise<ComponentType> => {
      await pageOfWindow.untilAnswer();
      return withTextsAndStyle(load);
    };
    return {
      default: await withTextsAndStyle(load)
        .catch(again)
        .catch(() => Missing),
    };
  });
}

function Nothing() {
  return null;
}
