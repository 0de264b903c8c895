/**
 * Texts. `t('key')` or `t('key', { name: … })`: keys and arguments are typed from `web/locales/en.json`, in which every
 * text is ICU MessageFormat. Add a key there and in every other catalogue; a missing or stale one fails the build.
 * A component that must follow a language change without a reload calls `useLanguage()`.
 */
import {
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
import { readPreference, writePreference } from './preferences.ts';
import { preferredCode } from './preferredCode.ts';

export type { Language, MessageKey, PlainKey };
export { languages };

type Arguments<K extends MessageKey> = [MessageArguments[K]] extends [null] ? [] : [values: MessageArguments[K]];

const i18n = setupI18n();
const listeners = new Set<() => void>();
let active: Language = 'en';

export function t<K extends MessageKey>(key: K, ...args: Arguments<K>): string {
  return i18n._(key, args[0] ?? undefined);
}

/** Text of a code of the error catalogue; a code this console does not know says so with its number. */
export function errorText(code: number): string {
  const key = `error.${code}`;
  return Object.hasOwn(i18n.messages, key) ? i18n._(key) : t('ui.unknownError', { code });
}

/** Text of a key that is only known while running, such as the label of a setting; undefined when there is none. */
export function textOf(key: string): string | undefined {
  return Object.hasOwn(i18n.messages, key) ? i18n._(key) : undefined;
}

export function isLanguage(value: unknown): value is Language {
  return languages.some(({ code }) => code === value);
}

/** The stored choice, or the first of the browser's languages that there is, or English. */
export function preferredLanguage(): Language {
  const codes = languages.map(({ code }) => code);
  return preferredCode(codes, readPreference('language'), navigator.languages);
}

/** Once the texts behind the sign-in were asked for, every language that is activated comes with them. */
let complete = false;

/** Loads a catalogue and makes it the language of the page. Rejects when the catalogue cannot be fetched. */
export async function activateLanguage(language: Language): Promise<void> {
  const parts = await Promise.all([loaders[language](), ...(complete ? [otherLoaders[language]()] : [])]);
  const messages = Object.assign({}, ...parts.map((part) => part.messages));
  i18n.loadAndActivate({ locale: language, locales: intlLocale(language), messages: messages as never });
  active = language;
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages.find(({ code }) => code === language)?.direction ?? 'ltr';
  for (const listener of listeners) listener();
}

/** Fetches what the sign-in page does without; a page behind it is shown only then. Rejects when it cannot be fetched. */
export async function loadAllTexts(): Promise<void> {
  if (complete) return;
  const language = active;
  const { messages } = await otherLoaders[language]();
  if (complete) return;
  complete = true;
  i18n.load(language, messages as never);
  /* Another one was chosen meanwhile. */
  if (language !== active) await activateLanguage(active);
}

/** Remembers the choice of this browser. */
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

/** Figures are written with the digits of the terminal's keypad and display in every language. */
function intlLocale(language: Language): string {
  return `${language}-u-nu-latn`;
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(intlLocale(active)).format(value);
}

/** A calendar day `YYYY-MM-DD`, without zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(intlLocale(active), { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** A moment, in seconds since 1970 UTC, in the browser's zone. */
export function formatMoment(seconds: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(intlLocale(active), options).format(new Date(seconds * 1000));
}

/** What the wall clock of the terminal shows: `wallMs` is its local time, written as if it were UTC. */
export function formatWall(wallMs: number, options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>): string {
  return new Intl.DateTimeFormat(intlLocale(active), { ...options, timeZone: 'UTC' }).format(new Date(wallMs));
}

/** The weekdays, Sunday first. */
export function weekdayNames(weekday: 'long' | 'short'): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => formatWall(Date.UTC(2023, 0, 1 + day), { weekday }));
}

/** The months, January first. */
export function monthNames(month: 'long' | 'short' | 'narrow'): readonly string[] {
  return Array.from({ length: 12 }, (_, index) => formatWall(Date.UTC(2023, index, 1), { month }));
}

/** The day that the weeks of the language begin with, 0 Sunday; browsers that cannot tell begin with Monday. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(active) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** Words of the language in its own order, for what is compared or sorted on the page. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(intlLocale(active), { type: 'conjunction' }).format(words);
}
