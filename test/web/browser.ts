/** What jsdom has not: modal dialogs and media queries. Import it before the component under test. */
import { act, cleanup } from '@testing-library/preact';
import { afterEach } from 'vitest';

const dialog = HTMLDialogElement.prototype;

if (typeof dialog.showModal !== 'function') {
  dialog.showModal = function showModal(this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  dialog.close = function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
  };
}

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

afterEach(() => {
  cleanup();
  setPhone(false);
  localStorage.clear();
  sessionStorage.clear();
});
