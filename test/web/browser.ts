/** What jsdom has not: modal dialogs and media queries. Import it before the component under test. */
import { act, cleanup } from '@testing-library/preact';
import { afterAll, afterEach } from 'vitest';

const dialog = HTMLDialogElement.prototype;

if (typeof dialog.showModal !== 'function') {
  dialog.showModal = function showModal(this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  dialog.close = function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
  };
}

/* Node's goes to the other tests of its process. jsdom has none, as a tab that is alone. */
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

let phone = false;
const queries = new Set<() => void>();

globalThis.matchMedia = ((media: string) => ({
  media,
  get matches() {
    return phone;
  },
  addEventListener: (_: string, listener: () => void) => queries.add(listener),
  removeEventListener: (_: string, listener: () => void) => queries.delete(listener),
})) as unknown as typeof matchMedia;

/** Makes the window a phone's, or wide again. */
export function setPhone(next: boolean): void {
  phone = next;
  for (const listener of queries) listener();
}

/** Chooses an option as a reader does. (fireEvent.change of the library becomes an input event under preact/compat.) */
export function choose(select: HTMLElement, value: string): void {
  (select as HTMLSelectElement).value = value;
  act(() => {
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** preact runs effects after the next frame, at the latest after 35 ms: those of the last test still find the page. */
const FRAME_MS = 60;
afterAll(() => new Promise<void>((resolve) => setTimeout(resolve, FRAME_MS)));

afterEach(() => {
  cleanup();
  setPhone(false);
  localStorage.clear();
  sessionStorage.clear();
});
