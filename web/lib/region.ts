/** The reader's region as reported by the browser: it determines the date format and the first day of the week. */

function regionOf(code: string): string | undefined {
  try {
    return new Intl.Locale(code).region;
  } catch {
    return undefined;
  }
}

const languageOf = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? '';

/**
 * The language with the region that the browser reports for it. English is read everywhere: without a region of its own it uses that
 * of the browser's first language that has one.
 */
export function withRegion(language: string, wanted: readonly string[]): string {
  const own = wanted.filter((code) => languageOf(code) === language);
  const codes = language === 'en' && own.every((code) => regionOf(code) === undefined) ? wanted : own;
  const region = codes.map(regionOf).find((one) => one !== undefined);
  return region === undefined ? language : `${language}-${region}`;
}
