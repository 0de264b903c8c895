// The console's own texts, so that the tests find things by what people read, in any language.

import { readFileSync } from 'node:fs';
import { rootPath } from '../harness/paths.ts';

export type Language = 'en' | 'es' | 'ar';

const catalogues = new Map<Language, Readonly<Record<string, string>>>();

function catalogue(language: Language): Readonly<Record<string, string>> {
  let texts = catalogues.get(language);
  if (texts === undefined) {
    // The build of the console checks these files: flat objects of texts.
    texts = JSON.parse(readFileSync(rootPath(`web/locales/${language}.json`), 'utf8')) as Record<string, string>;
    catalogues.set(language, texts);
  }
  return texts;
}

/** As the console fills it in: from right to left, what is no number keeps its own direction. */
function filled(language: Language, value: string | number = ''): string {
  return language === 'ar' && typeof value === 'string' ? `\u2068${value}\u2069` : String(value);
}

/** A text without plurals, with `{name}` filled in. */
export function textIn(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = catalogue(language)[key];
  if (text === undefined) throw new Error(`the catalogue ${language} has no ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => filled(language, values[name]));
}

/** An English text. */
export const text = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  textIn('en', key, values);
