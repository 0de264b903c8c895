import { readPreference } from './preferences.ts';

/** Name of the terminal as this browser last saw it; null before the first sign-in. */
export function knownDeviceName(): string | null {
  return readPreference('device');
}
