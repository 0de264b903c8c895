/** Evaluation of the machine's measured values. Pure. */
import { t } from '../../lib/i18n.ts';
import type { Tone } from '../../ui/Tag.tsx';

/** Limits in tenths of a degree: the board is warm; too hot for its parts; too cold for its display. */
const WARM = 700;
const HOT = 850;
const COLD = -100;

export function temperatureTone(tenths: number): Tone {
  if (tenths >= HOT) return 'no';
  return tenths >= WARM || tenths <= COLD ? 'warn' : 'ok';
}

/** Names of devices for which the console has a text; a device of a later firmware is shown by its own name. */
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
