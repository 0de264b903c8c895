/** Texts of /up: those of the catalogues that its sources name, in every language, in its own script. */
import { type UpKey, upKeys, upTexts } from '@gen/upTexts.ts';
import { readPreference } from '../lib/preferences.ts';
import { preferredCode } from '../lib/preferredCode.ts';

const language = preferredCode(Object.keys(upTexts), readPreference('language'), navigator.languages);
const [direction = 'ltr', texts = []] = upTexts[language] ?? [];
/** Figures are written with the digits of the terminal's keypad and display in every language. */
const locale = `${language}-u-nu-latn`;

/** Marks what is put in, where the text runs from right to left: it keeps its own direction. */
const apart = (value: string): string => (direction === 'rtl' ? `\u2068${value}\u2069` : value);

export function t(key: UpKey, values: Readonly<Record<string, string>> = {}): string {
  const text = texts[upKeys.indexOf(key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => apart(values[name] ?? ''));
}

/** Text of a code of the catalogue, and what to do about it, where that is said; of 0: there was no answer. */
export function errorText(code: number): string {
  const of = (key: string): string => texts[(upKeys as readonly string[]).indexOf(key)] ?? '';
  if (code === 0) return t('up.network');
  const text = of(`error.${code}`) || t('up.error', { code: String(code) });
  return `${text}. ${of(`error.${code}.help`)}`.trim();
}

export function moment(seconds: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(seconds * 1000));
}

export const number = (value: number): string => new Intl.NumberFormat(locale).format(value);

/** In MB, to a tenth. */
export const size = (octets: number): string => `${number(Math.round(octets / 100_000) / 10)} MB`;

/** Says the page in which language it is, and how that runs; the theme is the one that was chosen in the console. */
export function dress(root: HTMLElement): void {
  root.lang = language;
  root.dir = direction;
  const theme = readPreference('theme');
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
}

export { language };
