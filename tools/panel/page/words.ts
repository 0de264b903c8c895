// Texts of the display, in the languages of the terminal: `screen.…` of web/locales.

/** Inserted by the bundler (tools/panel/bundle.ts). */
declare const SCREEN_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The text of a key, with `{name}` filled in; '' if there is none. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

function textsOf(language: string): Readonly<Record<string, string>> {
  return SCREEN_TEXTS[language] ?? SCREEN_TEXTS[language.split('-')[0] ?? ''] ?? SCREEN_TEXTS['en'] ?? {};
}

/** The page contains complete keys, so that the build of the console finds their use. */
export function wordsOf(language: string): Words {
  const texts = textsOf(language);
  return (key, values = {}) =>
    (texts[key.replace(/^screen\./, '')] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return textsOf(language)['direction'] === 'rtl' ? 'rtl' : 'ltr';
}
