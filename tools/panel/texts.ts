// Texts of the terminal's display, from the catalogues that it shares with the console.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Keys with the prefix `screen.`, without it, and `direction`; for each language. */
export type ScreenTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const localesFolder = fileURLToPath(new URL('../../web/locales', import.meta.url));
const prefix = 'screen.';

function textsOf(file: string): Record<string, string> {
  // The build of the console checks these files: flat objects of texts.
  const all = JSON.parse(readFileSync(`${localesFolder}/${file}`, 'utf8')) as Record<string, string>;
  const own = Object.entries(all).filter(([key]) => key.startsWith(prefix));
  return {
    direction: all['language.direction'] ?? 'ltr',
    ...Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text])),
  };
}

export function screenTexts(): ScreenTexts {
  const files = readdirSync(localesFolder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.json'.length), textsOf(file)]));
}
