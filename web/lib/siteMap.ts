/** List of the pages, for a page that shows what an account can see; set by the app, which has the routes. */
import type { PlainKey } from './i18n.ts';
import type { FunctionGroup } from './session.ts';

export interface SitePage {
  readonly path: string;
  readonly title: PlainKey;
  readonly group?: FunctionGroup | undefined;
  /** The page it is reached from; only pages without one are in the sidebar. */
  readonly parent?: string | undefined;
}

let pages: readonly SitePage[] = [];

export function setSiteMap(all: readonly SitePage[]): void {
  pages = all;
}

/** Pages of a group in the sidebar, in its order. */
export function sitePages(group: FunctionGroup): readonly SitePage[] {
  return pages.filter((page) => page.group === group && page.parent === undefined);
}

/** The page of this title. */
export function sitePageTitled(title: PlainKey): SitePage | undefined {
  return pages.find((page) => page.title === title);
}
