// The display's own words, in the languages of the terminal: the texts `screen.…` of web/locales.

/** Put in by the bundler (tools/panel/bundle.ts). */
declare const SCREEN_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Gives the text of a key, with `{name}` filled in; '' where there is none. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

function textsOf(language: string): Readonly<Record<string, string>> {
  return SCREEN_TEXTS[language] ?? SCREEN_TEXTS[language.split('-')[0] ?? ''] ?? SCREEN_TEXTS['en'] ?? {};
}

/** The whole keys stand in the page, so that the build of the console finds who uses them. */
export function wordsOf(language: string): Words {
  const texts = textsOf(language);
  return (key, values = {}) =>
    (texts[key.replace(/^screen\./, '')] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return textsOf(language)['direction'] === 'rtl' ? 'rtl' : 'ltr';
}
