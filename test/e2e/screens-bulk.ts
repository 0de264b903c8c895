// Screens of users in bulk: the steps of the import, one change for many, the list as a file.

import type { Page } from 'playwright-core';
import { ready, type Screen } from './screens.ts';
import { type Language, textIn } from './texts.ts';

const TABLE = [
  'Staff;Name;Card;Department;Group',
  ...Array.from({ length: 60 }, (_, at) => {
    const card = at % 9 === 4 ? '' : String(12_884_301 + at * 77);
    const group = at % 7 === 3 ? '99' : String(at % 3);
    return `${at % 13 === 6 ? 'A-118' : 3000 + at};Import Nº ${at};${card};Warehouse of the southern plant;${group}`;
  }),
].join('\r\n');

const button = (page: Page, language: Language, key: string) =>
  page.getByRole('button', { name: textIn(language, key), exact: true });

/** The first step, whatever was left there by the screen before. */
async function chooseFor(page: Page, language: Language, title: string): Promise<void> {
  const body = page.locator('.bulk-step-body');
  await body.waitFor();
  if ((await body.getAttribute('data-view')) !== 'choose') {
    await button(page, language, 'bulk.another').first().click();
    await page.locator('[data-view="choose"]').waitFor();
  }
  await ready(page, language, title);
}

const choose = (page: Page, language: Language): Promise<void> => chooseFor(page, language, 'page.import');
const choosePunches = (page: Page, language: Language): Promise<void> =>
  chooseFor(page, language, 'bulk.importPunches');

async function columns(page: Page, language: Language): Promise<void> {
  await choose(page, language);
  const chooser = page.waitForEvent('filechooser');
  await button(page, language, 'bulk.choose').click();
  await (await chooser).setFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.locator('.bulk-select').first().waitFor();
}

const ATTLOG = Array.from({ length: 12 }, (_, at) => {
  const day = `2026-03-${String(2 + (at >> 1)).padStart(2, '0')}`;
  return `        1\t${day} ${at % 2 === 0 ? '08:05:09' : '17:00:00'}\t1\t${at % 2}\t1\t0`;
}).join('\r\n');

async function punches(page: Page, language: Language): Promise<void> {
  await choosePunches(page, language);
  const chooser = page.waitForEvent('filechooser');
  await button(page, language, 'bulk.choose').click();
  await (await chooser).setFiles({ name: 'attlog.dat', mimeType: 'text/plain', buffer: Buffer.from(ATTLOG) });
  await page.locator('.bulk-select').first().waitFor();
}

const ROSTER = [
  'User ID;Name;From;To;Shift',
  ...Array.from({ length: 12 }, (_, at) => `${1 + at};Somebody;${1 + at}/12/2026;24/12/2026;${1 + (at % 3)}`),
].join('\r\n');

async function roster(page: Page, language: Language): Promise<void> {
  await chooseFor(page, language, 'bulk.importRoster');
  const chooser = page.waitForEvent('filechooser');
  await button(page, language, 'bulk.choose').click();
  await (await chooser).setFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(ROSTER) });
  await page.locator('.bulk-select').first().waitFor();
}

async function rosterChecked(page: Page, language: Language): Promise<void> {
  await roster(page, language);
  await button(page, language, 'bulk.check').click();
  await page.locator('.bulk-figures').waitFor();
}

async function checked(page: Page, language: Language): Promise<void> {
  await columns(page, language);
  await page.locator('.bulk-select > select').first().selectOption('userid');
  await page.locator('.bulk-select > select').nth(2).selectOption('cardno');
  await page.locator('.bulk-select > select').nth(4).selectOption('group');
  await button(page, language, 'bulk.check').click();
  await page.locator('.bulk-figures').waitFor();
  await page.locator('.pager').waitFor();
}

async function edit(page: Page, language: Language): Promise<void> {
  await ready(page, language, 'page.userList');
  const name = textIn(language, 'users.editAll', { count: '#' }).split('#')[0] ?? '';
  await page.getByRole('button', { name }).first().click();
  await page.locator('dialog[open] .bulk-change').first().waitFor();
  await page.locator('[name="change-group"]').check();
  await page.locator('[name="change-identifyMode"]').check();
  await page.locator('select[name="identifyMode"]').selectOption('all');
}

export const bulkScreens: readonly Screen[] = [
  { name: 'import', as: 'admin', path: '/user/import', show: choose },
  { name: 'import-columns', as: 'admin', path: '/user/import', show: columns },
  { name: 'import-checked', as: 'admin', path: '/user/import', show: checked },
  { name: 'import-punches', as: 'admin', path: '/user/import?table=punches', show: choosePunches },
  { name: 'import-punches-columns', as: 'admin', path: '/user/import?table=punches', show: punches },
  { name: 'import-roster-columns', as: 'admin', path: '/user/import?table=roster', show: roster },
  { name: 'import-roster-checked', as: 'admin', path: '/user/import?table=roster', show: rosterChecked },
  { name: 'edit-several', as: 'admin', path: '/user/userList?group=1', show: edit },
  {
    name: 'users-as-file',
    as: 'admin',
    path: '/user/userList?group=1',
    show: async (page, language) => {
      await ready(page, language, 'page.userList');
      await button(page, language, 'ui.download').first().click();
      await page.locator('dialog[open] .check-group').waitFor();
    },
  },
];
