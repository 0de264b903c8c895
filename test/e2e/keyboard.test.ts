// The whole job without a pointer: from signing in to a deleted user, by keys alone, with the focus always to be seen.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

/** Name of what has the focus, as it is read out: label, aria-label or text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labelled = element.getAttribute('aria-label');
    if (labelled !== null) return labelled;
    const label = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null)?.[0] : undefined;
    return (label?.textContent ?? element.textContent ?? '').trim();
  });
}

/** Tabs until the thing of this name has the focus; every stop on the way must show that it has it. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const way: string[] = [];
  for (let count = 0; count < 80; count++) {
    const here = await focused(page);
    if (here === name || here.startsWith(`${name}\n`) || here === `${name}*`) return;
    way.push(here);
    await page.keyboard.press(key);
    expect(await page.evaluate(focusShows), `focus to be seen at «${await focused(page)}»`).toBe(true);
  }
  throw new Error(`no way by ${key} to «${name}»; came by ${way.join(' | ')}`);
}

/** True if what has the focus looks other than without it: outline, shadow or border of it or of the box around it. */
function focusShows(): boolean {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return true; // the browser's own bar is next
  const boxes = [element, element.parentElement, element.parentElement?.parentElement, element.closest('label')];
  return boxes.some((box) => {
    if (!(box instanceof HTMLElement)) return false;
    const style = getComputedStyle(box);
    const outline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    return outline || style.boxShadow !== 'none';
  });
}

describe('by keyboard alone', () => {
  test('sign in, add a user, find, change and delete it, sign out', async () => {
    const page = await suite.visitor();
    await page.goto('/');
    await headed(page, 'login.title');
    // The name has the focus at once.
    await until('focus in the name', async () => (await focused(page)) === text('login.user'));
    await page.keyboard.type('admin');
    await tabTo(page, text('login.password'));
    await page.keyboard.type(adminPassword);
    await page.keyboard.press('Enter');
    await headed(page, 'page.userList');

    // Add: the empty list offers it.
    await tabTo(page, text('users.add'));
    await page.keyboard.press('Enter');
    await headed(page, 'page.addUser');
    await tabTo(page, text('field.User.username'));
    await page.keyboard.type('Keyboard Kim');
    await tabTo(page, text('field.User.group'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, text('users.add'));
    await page.keyboard.press('Enter');
    await headed(page, 'page.userList');
    expect((await suite.admin.call('GetUserInfo', { userid: 1 })).user).toMatchObject({
      username: 'Keyboard Kim',
      group: 2,
    });

    // Find.
    await page.locator('tbody tr').first().waitFor();
    await tabTo(page, text('users.search'));
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Enter');
    await until('the search in the address', () => page.url().includes('search=keyboard'));

    // Change, through the menu of the row.
    await tabTo(page, text('users.actionsOf', { name: 'Keyboard Kim' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    expect(await focused(page)).toBe(text('users.edit'));
    await page.keyboard.press('Enter');
    await headed(page, 'page.userEdit');
    await tabTo(page, text('field.User.username'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Kim');
    await page.keyboard.press('Enter');
    await messageSaid(page, text('users.saved'));

    // Back to the list by the breadcrumb, and delete.
    await tabTo(page, text('page.userList'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await headed(page, 'page.userList');
    await page.locator('tbody tr').first().waitFor();
    await tabTo(page, text('users.actionsOf', { name: 'Kim' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowUp'); // round to the last entry
    expect(await focused(page)).toBe(text('users.delete'));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    // The question stands on the harmless answer.
    expect(await focused(page)).toBe(text('ui.cancel'));
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(text('users.delete'));
    await page.keyboard.press('Enter');
    await page.getByText(text('users.none'), { exact: true }).waitFor();

    // Sign out.
    await tabTo(page, text('shell.account', { name: 'admin' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await tabTo(page, text('logout.action'));
    await page.keyboard.press('Enter');
    await headed(page, 'login.title');
  });

  test('a dialog keeps the focus in it and gives it back', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await tabTo(page, text('shell.account', { name: 'admin' }));
    await page.keyboard.press('Enter');
    await until('focus in the menu', async () => (await focused(page)) === text('password.title'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let count = 0; count < 20; count++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(
      'focus back at the menu',
      async () => (await focused(page)) === text('shell.account', { name: 'admin' }),
    );
  });

  test('the first Tab offers to skip to the content', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(text('app.skip'));
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('after a navigation the focus is on the title of the page', async () => {
    await suite.terminal.add({ userid: 5, username: 'Focus' });
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await page.getByText('Focus').first().click();
    await headed(page, 'page.userEdit');
    await until('focus on the title', async () => (await focused(page)) === text('page.userEdit'));
  });
});
