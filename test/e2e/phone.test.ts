// The console on a phone: a drawer instead of the sidebar, cards instead of rows, nothing wider than the screen.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headed, messageSaid, phone, Suite } from './console.ts';
import { addExamples } from './screens.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

async function open(path: string): Promise<Page> {
  const page = await suite.signedIn({ viewport: phone });
  await page.goto(path);
  return page;
}

describe('on a phone', () => {
  test('the list has two-line cards; a card leads to the user and the breadcrumb back', async () => {
    const page = await open('/user/userList');
    await page.getByText('Amina Haddad').first().click();
    await headed(page, 'page.userEdit');
    await page
      .getByRole('navigation', { name: text('shell.breadcrumb') })
      .getByRole('link')
      .click();
    await headed(page, 'page.userList');
    expect(await page.locator('table').count()).toBe(0);
  });

  test('the drawer opens, closes by Escape and beside it, and on navigation', async () => {
    const page = await open('/user/addUser');
    const menu = page.getByRole('button', { name: text('shell.openMenu') });
    const drawer = page.locator('dialog.drawer');
    await menu.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await menu.click();
    await page.locator('dialog.drawer:modal').waitFor();
    await page.mouse.click(phone.width - 5, phone.height / 2);
    await drawer.waitFor({ state: 'detached' });
    await menu.click();
    await drawer.getByRole('link', { name: text('nav.users') }).click();
    await headed(page, 'page.userList');
    await drawer.waitFor({ state: 'detached' });
  });

  test('the add icon of the list leads to /user/userEdit, which adds', async () => {
    const page = await open('/user/userList');
    await page.getByRole('link', { name: text('shell.addUser') }).click();
    await headed(page, 'page.addUser');
    expect(new URL(page.url()).pathname).toBe('/user/userEdit');
    await page.getByLabel(text('field.User.userid'), { exact: true }).fill('701');
    await page.getByLabel(text('field.User.username'), { exact: true }).fill('Phone made');
    await page.locator('form button[type="submit"]').click();
    await messageSaid(page, text('users.added', { id: 701 }));
    await suite.admin.call('deleteuser', { userid: 701 });
  });
});
