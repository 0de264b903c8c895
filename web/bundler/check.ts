/** All checks of texts and icons over the tree, as one list of problems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from './generate.ts';
import { type Catalogue, MessageProblems, SOURCE_LANGUAGE } from './messages.ts';
import { checkSettings, readSettingWords } from './settings.ts';
import { checkErrors, checkIcons, checkUsage, readUsage } from './usage.ts';

const SOURCES = ['web', 'tools/panel/page'];
const SPEC = 'firmware/api/spec';
const ERRORS = `${SPEC}/errors.json`;
const ICONS = 'web/ui/icons.ts';

/** Throws MessageProblems when a text or an icon is missing or stale. */
export function checkSources(catalogues: readonly Catalogue[]): void {
  const usage = readUsage(...SOURCES);
  const texts = JSON.parse(readFileSync(join(LOCALES, `${SOURCE_LANGUAGE}.json`), 'utf8')) as Record<string, string>;
  const icons = [...readFileSync(ICONS, 'utf8').matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? '');
  const problems = [
    ...checkUsage(Object.keys(catalogues[0]?.messages ?? {}), usage),
    ...checkErrors(ERRORS, texts),
    ...checkSettings(Object.keys(texts), readSettingWords(SPEC)),
    ...checkIcons(icons, usage),
  ];
  if (problems.length > 0) throw new MessageProblems(problems);
}
