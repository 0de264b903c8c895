/**
 * The 12- or 24-hour format of times: the one of the terminal's own display (SetTimeParam), independent of the browser.
 * The browser stores it, so that the next page knows it before the terminal has answered.
 */
import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './preferences.ts';

const listeners = new Set<() => void>();
let twentyFour = readPreference('hours') !== '12';

export const isHour24 = (): boolean => twentyFour;

export function setHour24(next: boolean): void {
  if (next === twentyFour) return;
  twentyFour = next;
  writePreference('hours', next ? null : '12');
  for (const listener of listeners) listener();
}

/** The component renders again when it changes. */
export function useHour24(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isHour24);
}
