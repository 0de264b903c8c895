/** How figures of the machine are read: pure. */
import { formatNumber, t } from '../../lib/i18n.ts';
import { unitWord } from '../../lib/settings/words.ts';
import type { Tone } from '../../ui/Tag.tsx';

/** Tenths of a degree at which the board is too warm for comfort, and too warm for its parts; and too cold for its display. */
const WARM = 700;
const HOT = 850;
const COLD = -100;

export function temperatureTone(tenths: number): Tone {
  if (tenths >= HOT) return 'no';
  return tenths >= WARM || tenths <= COLD ? 'warn' : 'ok';
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 1536 → 1.5 kB, in powers of 1000 and with at most three digits. */
export function sizeText(octets: number): string {
  let value = octets;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  const factor = 10 ** digits;
  return t('system.size', {
    value: formatNumber(Math.round(value * factor) / factor),
    unit: unitWord(UNITS[unit] ?? 'B'),
  });
}

/** 90061 → 1 day 1 h 1 min */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  return t('info.uptimeValue', { days, hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 });
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
  'bluetooth',
  'wiegand',
  'printer',
] as const;

export function deviceName(name: string): string {
  const known = DEVICES.find((device) => device === name);
  return known ? t(`system.driver.${known}`) : name;
}
