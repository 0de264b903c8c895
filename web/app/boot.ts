/**
 * Runs before the first paint, separately from the console's script: sets theme, language and direction of the page, so that
 * nothing flashes, and fetches the language's texts in parallel with the script.
 */
import { readPreference } from '../lib/preferences.ts';
import { preferredCode } from '../lib/preferredCode.ts';

/** Language → URL of its texts, direction; inserted by the build. */
declare const LANGUAGES: Record<string, [address: string, direction: string]>;

const root = document.documentElement;
const theme = readPreference('theme');
if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
const language = preferredCode(Object.keys(LANGUAGES), readPreference('language'), navigator.languages);
const [address, direction] = LANGUAGES[language] ?? ['', 'ltr'];
root.lang = language;
root.dir = direction;
const preload = document.createElement('link');
preload.rel = 'modulepreload';
preload.href = address;
document.head.append(preload);
