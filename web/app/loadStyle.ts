/**
 * Adds a style sheet: the console's after the first one, those of pages last, whichever arrives first. Rejects when it
 * cannot be fetched.
 */
export function loadStyle(address: string, place: 'second' | 'last'): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(address));
    if (place === 'second') document.querySelector('link[rel="stylesheet"]')?.after(link);
    else document.head.append(link);
  });
}

let pagesStyle: Promise<void> = Promise.resolve();

/** Fetches the style of all pages besides the user list; a page is shown when it is loaded. */
export function beginPagesStyle(address: string): void {
  pagesStyle = loadStyle(address, 'last');
  pagesStyle.catch(() => undefined); /* untilPagesStyle() reports it */
}

/** For a page whose code is loaded: resolves when its style is loaded. */
export function untilPagesStyle(): Promise<void> {
  return pagesStyle;
}
