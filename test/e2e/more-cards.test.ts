// The cards of a user in the form: added, removed, refused with the name of who has them, and counted in the list.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  await suite.terminal.add({ userid: 7, username: 'Ada Lovelace', cardno: '7007' });
  await suite.terminal.add({ userid: 8, username: 'Grace Hopper', cardno: '8008', cardno2: '8009' });
  await suite.admin.call('GetAccessControl', { cardLength: 7 });
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

const user = async () => (await suite.admin.call('GetUserInfo', { userid: 7 })).user;
const save = (page: Page) => page.getByRole('button', { name: text('ui.save'), exact: true }).click();
const card = (page: Page, n: number) =>
  page.getByLabel(n === 1 ? text('field.User.cardno') : `Card NO. ${n}`, { exact: true });
const add = (page: Page) => page.getByRole('button', { name: text('users.cardAdd') });

async function form(page: Page): Promise<Page> {
  await page.goto('/user/userEdit?userid=7');
  await headed(page, 'page.userEdit');
  return page;
}

test('another card is added by keyboard, in any notation, and the list counts it', async () => {
  const page = await form(await suite.signedIn());
  await add(page).focus();
  await page.keyboard.press('Enter');
  await until('the focus', () => card(page, 2).evaluate((input) => input === document.activeElement));
  await page.keyboard.type('0xFFFFFFFFFFFFFF');
  await page.getByText('72 057 594 037 927 935').waitFor();
  await save(page);
  await until('the card', async () => (await user()).cardno2 === '72057594037927935');
  await page.goto('/user/userList');
  await page.locator('tbody tr', { hasText: 'Ada Lovelace' }).getByText('+1').waitFor();
  const { accesses } = suite.terminal.bench;
  const seen = accesses.length;
  await suite.terminal.bench.act({ do: 'card', number: '72057594037927935' });
  expect((await until('the door', () => accesses[seen])).user?.userid).toBe(7);
});

test('a card that someone has is refused with their name', async () => {
  const page = await form(await suite.signedIn());
  await add(page).click();
  await card(page, 3).fill('8009');
  await save(page);
  await page.getByText('This card belongs to Grace Hopper (8). Remove it there first.').waitFor();
  expect(await card(page, 3).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('button', { name: text('users.cardRemove', { card: 'Card NO. 3' }) }).click();
  await until('the field to go', async () => (await card(page, 3).count()) === 0);
});

test('on a phone the first is removed and the second moves up', async () => {
  const page = await form(await suite.signedIn({ viewport: phone }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await card(page, 1).fill('');
  await save(page);
  await until('the card', async () => (await user()).cardno === '72057594037927935');
  expect((await user()).cardno2).toBe('0');
  await until('the form', async () => (await card(page, 1).inputValue()) !== '');
});
