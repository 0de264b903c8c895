// The console in Arabic: mirrored, its own texts, digits and numbers readable, names of other directions intact.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Suite, wide } from './console.ts';
import { violationsInBothSchemes } from './measure.ts';
import { addExamples } from './screens.ts';
import { textIn } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
  // Signed-in pages speak the language of the terminal.
  await suite.admin.call('GetLanguageSettingItem', { language: 'ar' });
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

const ar = (key: string, values?: Readonly<Record<string, string | number>>): string => textIn('ar', key, values);

async function open(path: string): Promise<Page> {
  const page = await suite.signedIn({ language: 'ar' });
  await page.goto(path);
  return page;
}

describe('in Arabic', () => {
  test('the sign-in page follows the browser and can be switched', async () => {
    const page = await suite.visitor({ language: 'ar' });
    await page.goto('/login');
    await page.getByRole('heading', { level: 1, name: ar('login.title') }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
    await page.locator('select[name="language"]').selectOption('es');
    await page.getByRole('heading', { level: 1, name: textIn('es', 'login.title') }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: textIn('es', 'login.title') }).waitFor();
  });

  test('the shell is mirrored: the sidebar stands at the right', async () => {
    const page = await open('/user/userList');
    await page.locator('.pager').waitFor();
    const sidebar = await page.locator('aside.sidebar').boundingBox();
    expect(sidebar?.x).toBeGreaterThan(wide.width / 2);
    const menu = await page.getByRole('button', { name: ar('shell.account', { name: 'admin' }) }).boundingBox();
    expect(menu?.x).toBeLessThan(wide.width / 2);
  });

  test.each([
    ['a list', '/user/userList', '.pager'],
    ['a form', '/user/userEdit?userid=3', 'form'],
  ])('axe finds nothing in %s', async (_, path, there) => {
    const page = await open(path);
    await page.locator(there).first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('the first column is the right one, and names keep their own direction', async () => {
    const page = await open('/user/userList');
    const cells = page.locator('tbody tr').first().locator('td');
    await cells.first().waitFor();
    const first = await cells.first().boundingBox();
    const last = await cells.last().boundingBox();
    expect(first?.x ?? 0).toBeGreaterThan(last?.x ?? 0);
    expect(
      await page
        .getByText('Dora Kovač')
        .first()
        .evaluate((element) => getComputedStyle(element).unicodeBidi),
    ).toBe('isolate');
  });

  test('changing the language of the terminal reloads the console in it', async () => {
    const page = await open('/user/userList');
    await page.locator('.pager').waitFor();
    await page.getByRole('button', { name: ar('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: ar('shell.language') }).click();
    await page.getByRole('dialog').getByLabel('English').check();
    await page.getByRole('button', { name: ar('language.action') }).click();
    await page
      .getByRole('heading', { level: 1, name: textIn('en', 'page.userList') })
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr');
    expect(await suite.admin.call('SetLanguageSettingItem', {})).toEqual({ LanguageSettingItem: 'en', offered: true });
    await suite.admin.call('GetLanguageSettingItem', { language: 'ar' });
  });
});
