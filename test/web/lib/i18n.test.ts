import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  activateLanguage,
  currentLanguage,
  errorLines,
  errorText,
  firstWeekday,
  formatDay,
  formatNumber,
  isLanguage,
  languages,
  ltr,
  preferredLanguage,
  storeLanguage,
  t,
} from '../../../web/lib/i18n.ts';
import { preferredCode } from '../../../web/lib/preferredCode.ts';
import { withRegion } from '../../../web/lib/region.ts';
import { measureText } from '../../../web/lib/settings/words.ts';

beforeEach(() => localStorage.clear());

describe('texts', () => {
  it('are there in every language, with its own direction on the page', async () => {
    for (const { code, direction } of languages) {
      await activateLanguage(code);
      expect(currentLanguage()).toBe(code);
      expect(document.documentElement.lang).toBe(code);
      expect(document.documentElement.dir).toBe(direction);
      expect(t('login.title')).not.toBe('login.title');
    }
  });

  it('take arguments and choose the plural of the language', async () => {
    await activateLanguage('en');
    expect(t('info.uptimeValue', { days: 1, hours: 2, minutes: 3 })).toBe('1 day 2 h 3 min');
    expect(t('info.uptimeValue', { days: 0, hours: 0, minutes: 3 })).toBe('0 h 3 min');
    await activateLanguage('ar');
    expect(t('info.uptimeValue', { days: 2, hours: 0, minutes: 0 })).toContain('يومان');
    expect(t('info.uptimeValue', { days: 11, hours: 0, minutes: 0 })).toContain('11 يومًا');
  });

  it('of the error catalogue are found by code, an unknown code says its number', async () => {
    await activateLanguage('en');
    expect(errorText(40302)).toBe('Password Error');
    expect(errorText(4711)).toBe('Error 4711');
    expect(errorText(Number.NaN)).toBe('Error NaN');
  });

  it('say in a second line what to do, where one is declared; without words of its own a code is a failure', async () => {
    await activateLanguage('en');
    expect(errorLines(40302)).toBe('Password Error\nCheck what you typed and try again.');
    expect(errorLines(12002)).toBe('Your account has no right to do this');
    expect(errorLines(4711)).toBe('Failed\nError 4711');
  });
});

describe('from right to left', () => {
  it('what stands in a text keeps its own direction, and signs keep their side', async () => {
    await activateLanguage('en');
    expect(t('time.takeZone', { zone: 'UTC+02:00' })).toContain('UTC+02:00');
    expect(t('time.takeZone', { zone: 'UTC+02:00' })).not.toMatch(/[\u2066-\u2069]/);
    expect([ltr('+1:00'), measureText('40', '%')]).toEqual(['+1:00', '40 %']);
    await activateLanguage('ar');
    expect(t('time.takeZone', { zone: '+02:00' })).toContain('\u2068+02:00\u2069');
    expect(t('info.uptimeValue', { days: 11, hours: 0, minutes: 0 })).not.toMatch(/[\u2066-\u2069]/);
    expect(ltr('4,218+')).toBe('\u20664,218+\u2069');
    /* A sign belongs to the figure, a word of the language stands where it is read next. */
    expect(measureText('40', '%')).toBe('\u206640 %\u2069');
    expect(measureText('−5', 'min')).toBe('\u2066−5\u2069 د');
    await activateLanguage('en');
  });

  it('and a text put together of such parts runs as the language does', async () => {
    await activateLanguage('ar');
    const at = t('week.at', { day: 'السبت', time: '08:00' });
    expect(t('week.free', { at })).toBe('\u2067\u2068السبت\u2069، \u206808:00\u2069\u2069، خالٍ');
  });
});

describe('figures and days', () => {
  it('use the digits of the terminal in every language', async () => {
    await activateLanguage('ar');
    expect(formatNumber(12345)).toMatch(/^12.345$/u);
    expect(formatDay('2026-11-30')).toContain('2026');
    await activateLanguage('en');
    expect(formatNumber(12345)).toBe('12,345');
    expect(formatDay('2026-11-30')).toBe('Nov 30, 2026');
  });
});

describe('the region of the browser', () => {
  afterEach(() => vi.restoreAllMocks());

  it('decides how dates are written and when a week begins', async () => {
    const browser = vi.spyOn(navigator, 'languages', 'get');
    await activateLanguage('en');
    browser.mockReturnValue(['en-GB', 'en']);
    expect([formatDay('2026-11-27'), firstWeekday()]).toEqual(['27 Nov 2026', 1]);
    browser.mockReturnValue(['en-US']);
    expect([formatDay('2026-11-27'), firstWeekday()]).toEqual(['Nov 27, 2026', 0]);
    browser.mockReturnValue(['de-DE', 'en']);
    expect([formatDay('2026-11-27'), firstWeekday()]).toEqual(['27 Nov 2026', 1]);
    expect(formatNumber(1234.5)).toBe('1,234.5');
  });

  it.each([
    ['en', ['en-GB', 'de-DE'], 'en-GB'],
    ['en', ['de-AT', 'en'], 'en-AT'],
    ['en', ['de-AT', 'en-US'], 'en-US'],
    ['en', ['en', 'fr'], 'en'],
    ['es', ['en-US', 'es-MX'], 'es-MX'],
    ['es', ['en-US'], 'es'],
    ['ar', ['not a code', 'ar-EG'], 'ar-EG'],
  ])('%s in a browser of %o is %s', (language, wanted, code) => {
    expect(withRegion(language, wanted)).toBe(code);
  });
});

describe('choice of a language', () => {
  it('is the stored one, then the first of the browser that there is, then English', () => {
    const known = ['en', 'ar', 'zhCN'] as const;
    expect(preferredCode(known, 'ar', ['en'])).toBe('ar');
    expect(preferredCode(known, 'xx', ['fr', 'zh-CN', 'ar'])).toBe('zhCN');
    expect(preferredCode(known, null, ['ar-EG'])).toBe('ar');
    expect(preferredCode(known, null, ['fr'])).toBe('en');
    expect(preferredCode(known, null, [])).toBe('en');
  });

  it('is remembered by this browser', () => {
    storeLanguage('es');
    expect(preferredLanguage()).toBe('es');
    localStorage.setItem('postern.language', 'klingon');
    expect(preferredLanguage()).toBe('en');
    expect(isLanguage('klingon')).toBe(false);
  });
});
