/**
 * Texts. `t('key')` or `t('key', { name: … })`: keys and arguments are typed from `web/locales/en.json`, in which every
 * text is ICU MessageFormat. Add a key there and in every other catalogue; a missing or stale one fails the build.
 * A component that must follow a language change without a reload calls `useLanguage()`.
 */
import {
  type Catalogue,
  consoleLoaders,
  type Language,
  languages,
  loaders,
  type MessageArguments,
  type MessageKey,
  otherLoaders,
  type PlainKey,
} from '@gen/messages.ts';
import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { isHour24 } from './clockFace.ts';
import { readPreference, writePreference } from './preferences.ts';
import { preferredCode } from './preferredCode.ts';
import { withRegion } from './region.ts';
import { unpackKeys } from './textKeys.ts';
import type { Halves } from './timeText.ts';

export type { Language, MessageKey, PlainKey };
export { languages };

type Arguments<K extends MessageKey> = [MessageArguments[K]] extends [null] ? [] : [values: MessageArguments[K]];

const i18n = setupI18n();
const listeners = new Set<() => void>();
let active: Language = 'en';

export function t<K extends MessageKey>(key: K, ...args: Arguments<K>): string {
  const [values] = args;
  return i18n._(key, values ? isolated({ ...values }) : undefined);
}

/** The language runs from right to left. */
export const isRtl = (): boolean => languages.find(({ code }) => code === active)?.direction === 'rtl';

/**
 * Isolates parts of a right-to-left text that have their own direction (names, addresses, `+02:00`, `40 %`), so that the
 * signs at their ends stay on their side. They are marked where the text is composed (U+2068: first strong, U+2069: end),
 * and only in languages that need it. A composed text itself is marked right-to-left (U+2067): its own parts are isolated,
 * and no strong character may remain between them.
 */
function isolated(values: Record<string, unknown>): Record<string, unknown> {
  if (!isRtl()) return values;
  const mark = (value: string) => (value.includes('\u2068') ? '\u2067' : '\u2068');
  const apart = (value: unknown) => (typeof value === 'string' ? `${mark(value)}${value}\u2069` : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, apart(value)]));
}

/** Numbers with signs, written from left to right, in a text of any direction (U+2066). */
export function ltr(text: string): string {
  return isRtl() ? `\u2066${text}\u2069` : text;
}

/** Text of an error code; an unknown code is shown with its number. */
export function errorText(code: number): string {
  const key = `error.${code}`;
  return Object.hasOwn(i18n.messages, key) ? i18n._(key) : t('ui.unknownError', { code });
}

/** A text with a second line that says what to do: components draw the lines with `Lines`. */
export function twoLines(text: string, help: string | undefined): string {
  return help === undefined ? text : `${text}\n${help}`;
}

/** Text of a code, followed by its friendlier explanation, if there is one. */
export function errorLines(code: number): string {
  const help = textOf(`error.${code}.help`);
  if (Object.hasOwn(i18n.messages, `error.${code}`)) return twoLines(errorText(code), help);
  return twoLines(t('ui.failed'), errorText(code));
}

/** Text of a key that is only known at run time, such as the label of a setting; undefined if there is none. */
export function textOf(key: string): string | undefined {
  return Object.hasOwn(i18n.messages, key) ? i18n._(key) : undefined;
}

export function isLanguage(value: unknown): value is Language {
  return languages.some(({ code }) => code === value);
}

/** The stored choice, or the first available language of the browser, or English. */
export function preferredLanguage(): Language {
  const codes = languages.map(({ code }) => code);
  return preferredCode(codes, readPreference('language'), navigator.languages);
}

/** Set by the console, which includes the keys of its texts. */
export let setConsoleKeys: (keys: readonly string[]) => void;

const consoleKeys = new Promise<readonly string[]>((resolve) => {
  setConsoleKeys = resolve;
});

const otherKeys = async (): Promise<readonly string[]> => unpackKeys((await import('./otherKeys.ts')).otherKeys);

/** Texts that the sign-in page does not need: those of the console with the user list, and those of all pages. */
export type LaterTexts = 'console' | 'other';

async function laterTexts(which: LaterTexts, language: Language): Promise<Catalogue> {
  const [{ texts }, keys] = await Promise.all(
    which === 'console' ? [consoleLoaders[language](), consoleKeys] : [otherLoaders[language](), otherKeys()],
  );
  const listOf = (text: unknown): unknown[] => (Array.isArray(text) ? text : [text]);
  return Object.fromEntries(keys.map((key, at) => [key, listOf(texts[at])]));
}

/** The parts of a catalogue that were fetched; every activated language includes them. */
const fetched = new Set<LaterTexts>();

/** Loads a catalogue and makes it the language of the page. Rejects when the catalogue cannot be fetched. */
export async function activateLanguage(language: Language): Promise<void> {
  const later = [...fetched].map((which) => laterTexts(which, language));
  const [first, ...others] = await Promise.all([loaders[language](), ...later]);
  const messages = Object.assign({ ...first.messages }, ...others);
  i18n.loadAndActivate({ locale: language, locales: intlLocale(language), messages: messages as never });
  active = language;
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages.find(({ code }) => code === language)?.direction ?? 'ltr';
  for (const listener of listeners) listener();
}

/** Fetches the texts of the console, before it is shown. Rejects when they cannot be fetched. */
export function loadConsoleTexts(): Promise<void> {
  return loadTexts('console');
}

/** Fetches all texts, before a page other than the user list is shown. Rejects when they cannot be fetched. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all([loadTexts('console'), loadTexts('other')]);
}

async function loadTexts(which: LaterTexts): Promise<void> {
  if (fetched.has(which)) return;
  const language = active;
  const messages = await laterTexts(which, language);
  if (fetched.has(which)) return;
  fetched.add(which);
  i18n.load(language, messages as never);
  /* Another language was chosen meanwhile. */
  if (language !== active) await activateLanguage(active);
}

/** Stores the choice of this browser. */
export function storeLanguage(language: Language): void {
  writePreference('language', language);
}

export function currentLanguage(): Language {
  return active;
}

/** The active language; the component renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => active,
  );
}

/** Numbers use the digits of the terminal's keypad and display in every language. */
function intlLocale(language: string): string {
  return `${language}-u-nu-latn`;
}

/** Dates and weeks are those of the reader's region. */
const regional = (): string => withRegion(active, navigator.languages);

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(intlLocale(regional()), options);

export function formatNumber(value: number | bigint): string {
  return new Intl.NumberFormat(intlLocale(active)).format(value);
}

/** A share of 1 in whole percent, in the format of the language. */
export function formatPercent(share: number): string {
  return new Intl.NumberFormat(intlLocale(active), { style: 'percent' }).format(share);
}

/** A calendar day `YYYY-MM-DD`, without zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** 24- or 12-hour format of the terminal, for formats with hours. */
function withHours(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  const hasHours = options.hour !== undefined || options.timeStyle !== undefined;
  return hasHours ? { ...options, hourCycle: isHour24() ? 'h23' : 'h12' } : options;
}

/** A time in seconds since 1970 UTC, in the browser's zone. */
export function formatMoment(seconds: number): string {
  const options = withHours({ dateStyle: 'medium', timeStyle: 'short' });
  return dateFormat(options).format(new Date(seconds * 1000));
}

/** The terminal's local time: `wallMs` is written as if it were UTC. */
export function formatWall(wallMs: number, options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>): string {
  const all = withHours({ ...options, timeZone: 'UTC' });
  return dateFormat(all).format(new Date(wallMs));
}

/** A minute of the day: "07:30", "07:30 PM". */
export function formatMinute(minute: number): string {
  return formatWall(minute * 60_000, { hour: '2-digit', minute: '2-digit' });
}

/** Names of the halves of the day in the language. */
export function dayHalves(): Halves {
  const format = dateFormat({ hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' });
  const half = (hour: number) => format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod')?.value;
  return { am: half(1) ?? 'AM', pm: half(13) ?? 'PM' };
}

/** The weekdays, Sunday first. */
export function weekdayNames(weekday: 'long' | 'short'): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => formatWall(Date.UTC(2023, 0, 1 + day), { weekday }));
}

/** The months, January first. */
export function monthNames(month: 'long' | 'short' | 'narrow'): readonly string[] {
  return Array.from({ length: 12 }, (_, index) => formatWall(Date.UTC(2023, index, 1), { month }));
}

/** First day of the week in the language, 0 Sunday; Monday in browsers that do not know it. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(regional()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** Compares texts in the order of the language. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(intlLocale(active), { type: 'conjunction' }).format(words);
}
