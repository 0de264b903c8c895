import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadAllTexts, t } from '../lib/i18n.ts';
import { pageOfWindow, reloadSoon } from '../lib/reload.ts';
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
 * A part that the console fetches in the background, for later. Where that fails nobody is told and the page is not loaded again,
 * which would lose what is typed on it: the part is fetched once more when the terminal answers. `Missing` takes its place when that
 * fails too, since some browsers keep the failure of an import.
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
