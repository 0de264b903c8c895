// A card that nobody has, from its line in the log to a user.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  const { terminal } = suite;
  await terminal.add({ userid: 7, username: 'Ada Lovelace', cardno: '7007' });
  for (const number of ['208953', '208954']) await terminal.bench.act({ do: 'card', number });
  await until('the lines', async () => (await suite.admin.call('searchrecord', { userid: 0 })).records.length === 2);
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

const cardField = (page: Page) => page.getByLabel(text('field.User.cardno'), { exact: true });
const give = (page: Page, card: string) => page.getByRole('button', { name: text('give.give', { card }) });

test('it is given to a user who is found by name, behind the card that is there', async () => {
  const page = await suite.signedIn();
  await page.goto('/advSetting/recordList');
  await headed(page, 'page.recordList');
  await give(page, '0000 208 953').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('give.whom')).fill('love');
  await dialog.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await headed(page, 'page.userEdit');
  expect(new URL(page.url()).search).toBe('?userid=7');
  const second = page.getByLabel(text('field.User.cardno2'), { exact: true });
  await until('the number', async () => (await second.inputValue()) === '0000 208 953');
  expect(await cardField(page).inputValue()).toBe('7007');
  expect((await suite.admin.call('GetUserInfo', { userid: 7 })).user.cardno2).toBe('0');
  await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
  await until('the card', async () => (await suite.admin.call('GetUserInfo', { userid: 7 })).user.cardno2 === '208953');
  expect((await suite.admin.call('GetUserInfo', { userid: 7 })).user.cardno).toBe('7007');
});

test('on a phone it is given to a new user from the overview', async () => {
  const page = await suite.signedIn({ viewport: phone });
  await page.goto('/advSetting/live');
  await headed(page, 'page.overview');
  await give(page, '0000 208 954').click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await dialog.getByRole('button', { name: text('give.new') }).click();
  await headed(page, 'page.addUser');
  await until('the number', async () => (await cardField(page).inputValue()) === '0000 208 954');
  const id = Number(await page.getByLabel(text('field.User.userid')).inputValue());
  await page.getByRole('button', { name: text('users.add'), exact: true }).click();
  await until('the user', async () => {
    const { users } = await suite.admin.call('userlist', { search: '208954' });
    return users.some(({ userid, cardno }) => userid === id && cardno === '208954');
  });
});
