import { beforeAll, describe, expect, it } from 'vitest';
import { deviceName, temperatureTone } from '../../../../web/features/machine/health.ts';
import { durationText } from '../../../../web/lib/durationText.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { sizeText } from '../../../../web/lib/sizeText.ts';

beforeAll(() => activateLanguage('en'));

describe('figures of the machine', () => {
  it('sizes have at most three digits', () => {
    expect([0, 999, 1000, 1536, 99_949, 123_456, 999_500, 4_200_000_000].map(sizeText)).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '1.5 kB',
      '99.9 kB',
      '123 kB',
      '1 MB',
      '4.2 GB',
    ]);
  });

  it('a size reads from left to right in Arabic too', async () => {
    await activateLanguage('ar');
    expect(sizeText(71_100_000_000)).toBe('\u206671.1 GB\u2069');
    await activateLanguage('en');
  });

  it('time since the start', () => {
    expect(durationText(59)).toBe('0 h 0 min');
    expect(durationText(90_061)).toBe('1 day 1 h 1 min');
  });

  it('warm, hot and cold boards stand out', () => {
    expect([384, 699, 700, 850, -100, -99].map(temperatureTone)).toEqual(['ok', 'ok', 'warn', 'no', 'warn', 'ok']);
  });

  it('a device of a later firmware keeps its own name', () => {
    expect(deviceName('reader')).toBe('Card reader');
    expect(deviceName('turnstile')).toBe('turnstile');
  });
});
