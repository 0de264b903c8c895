/** This tab restored a backup: whoever signs in behind the restart is told how it went. */
import { tabStore } from './tabStore.ts';

const store = tabStore('postern.restoring', (value): value is true => value === true);

export function noteRestore(): void {
  store.set(true);
}

/** True once. */
export function takeRestore(): boolean {
  const was = store.get() === true;
  if (was) store.set(null);
  return was;
}
