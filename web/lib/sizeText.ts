import { formatNumber } from './i18n.ts';
import { measureText } from './settings/words.ts';

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
  return measureText(formatNumber(Math.round(value * factor) / factor), UNITS[unit] ?? 'B');
}
