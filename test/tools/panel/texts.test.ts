// Every text that the terminal's display can need is there, in every language of the catalogue.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { credentialKinds, menuNotes, menuPages } from '../../../tools/panel/protocol.ts';
import { screenTexts } from '../../../tools/panel/texts.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const texts = screenTexts();

/** The words of a table of texts in C. */
function tableOf(name: string, file = 'firmware/hal/sim/sim_menu.c'): string[] {
  const table = new RegExp(`${name}\\[\\w*\\] = \\{([^;]*)\\};`).exec(read(file))?.[1] ?? '';
  return [...table.matchAll(/= "(\w*)"/g)].map((match) => match[1] ?? '');
}

function enumOf(group: string, name: string): readonly string[] {
  const spec = JSON.parse(read(`firmware/api/spec/${group}.json`)) as { enums: Record<string, { values: string[] }> };
  return spec.enums[name]?.values ?? [];
}

const without = (words: readonly string[], ...not: string[]): string[] => words.filter((word) => !not.includes(word));

/** The words that docs/rules.md gives the reasons. */
const resultWords = (): string[] => {
  const block = /```words\n([\s\S]*?)```/.exec(read('docs/rules.md'))?.[1] ?? '';
  return [...block.matchAll(/-> (\w+)$/gm)].map((match) => match[1] ?? '');
};

const pageTexts = tableOf('hal_menu_page_text', 'firmware/hal/display.c');

/** What the display can show, by the prefix of its keys. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'menu.page.': without(pageTexts, 'closed'),
  'menu.note.': without(tableOf('menu_notes'), ''),
  'menu.what.': tableOf('menu_whats'),
  'word.': resultWords(),
  'asked.': [...enumOf('users', 'Factor'), 'person'],
  'kind.': [...credentialKinds],
  'part.': tableOf('menu_parts'),
  'check.': tableOf('menu_results'),
  'menu.link.': enumOf('network', 'WanMode'),
  'menu.lease.': enumOf('network', 'LeaseState'),
  'enrol.present.': enumOf('users', 'EnrolFactor'),
  'enrol.step.': without(enumOf('users', 'EnrolStep'), 'idle', 'present'),
  'enrol.note.': without(enumOf('users', 'EnrolNote'), 'none'),
};

test('the panel knows the pages and notes of the terminal', () => {
  expect([...menuPages]).toEqual(pageTexts);
  expect([...menuNotes]).toEqual(tableOf('menu_notes'));
});

describe.each(Object.keys(texts))('in %s', (language) => {
  test.each(Object.entries(needed))('%s', (prefix, words) => {
    expect(words.length).toBeGreaterThan(1);
    for (const word of words) expect(texts[language], `${prefix}${word}`).toHaveProperty([`${prefix}${word}`]);
  });

  test('there is something to do about each part that fails', () => {
    for (const part of tableOf('menu_parts')) expect(texts[language]).toHaveProperty([`todo.${part}.failed`]);
  });

  test('nothing but plain places is filled in', () => {
    for (const text of Object.values(texts[language] ?? {})) expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });
});

describe('the words of the page', () => {
  beforeAll(() => {
    Object.assign(globalThis, { SCREEN_TEXTS: texts });
  });
  const words = () => import('../../../tools/panel/page/words.ts');

  test('are in the language of the display, or in English', async () => {
    const { wordsOf } = await words();
    expect(wordsOf('es')('screen.word.noAccess')).toBe('Sin acceso');
    expect(wordsOf('en-GB')('screen.word.noAccess')).toBe('No access');
    expect(wordsOf('xx')('screen.word.noAccess')).toBe('No access');
  });

  test('have their values, and nothing for what is not there', async () => {
    const { wordsOf } = await words();
    expect(wordsOf('en')('screen.menu.user', { userid: 7 })).toBe('User 7');
    expect(wordsOf('en')('screen.menu.nothing')).toBe('');
  });

  test('run as their language does', async () => {
    const { directionOf } = await words();
    expect([directionOf('ar'), directionOf('en'), directionOf('xx')]).toEqual(['rtl', 'ltr', 'ltr']);
  });
});
