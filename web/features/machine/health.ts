/** How figures of the machine are read: pure. */
import { t } from '../../lib/i18n.ts';
import type { Tone } from '../../ui/Tag.tsx';

/** Tenths of a degree at which the board is too warm for comfort, and too warm for its parts; and too cold for its display. */
const WARM = 700;
const HOT = 850;
const COLD = -100;

export function temperatureTone(tenths: number): Tone {
  if (tenths >= HOT) return 'no';
  return tenths >= WARM || tenths <= COLD ? 'warn' : 'ok';
}

/** Names of devices that the console has a word for; a device of a later firmware keeps its own. */
const DEVICES = [
  'display',
  'reader',
  'keypad',
  'entropy',
  'clock',
  'timeService',
  'ethernet',
  'wifi',
  'internet',
  'sound',
  'camera',
  'finger',
  'face',
  'iris',
  'thermometer',
  'bluetooth',
  'wiegand',
  'printer',
  'door',
  'watchdog',
] as const;

export function deviceName(name: string): string {
  const known = DEVICES.find((device) => device === name);
  return known ? t(`system.driver.${known}`) : name;
}
