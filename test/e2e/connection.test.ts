// The terminal goes away and comes back: the console says so, keeps what was typed, and goes on by itself.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messageSaid, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await suite.terminal.add({ userid: 1, username: 'Only One' });
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

const heading = { level: 1 } as const;

describe('a terminal that does not answer', () => {
  test('is said, and that it answers again too; after its restart one signs in anew', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await page.getByText('Only One').first().waitFor();
    await suite.terminal.daemon.kill();
    await page.getByLabel(text('users.search'), { exact: true }).fill('only');
    await page.getByText(text('shell.lost')).waitFor();
    await page.getByText(text('app.noConnection')).first().waitFor();
    await suite.terminal.daemon.begin();
    // The session went with the restart: back on the sign-in page, with the list still in the address.
    await page.getByRole('heading', { ...heading, name: text('login.title') }).waitFor();
    await suite.terminal.resume();
  });

  test('that only stalls: what was typed in a form is still there, and saving works', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userEdit?userid=1');
    await page.getByRole('heading', { ...heading, name: text('page.userEdit') }).waitFor();
    await page.getByLabel(text('field.User.username'), { exact: true }).fill('Typed in the dark');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: text('ui.save') }).click();
    await page.getByText(text('shell.lost')).waitFor();
    expect(await page.getByLabel(text('field.User.username'), { exact: true }).inputValue()).toBe('Typed in the dark');
    await page.context().setOffline(false);
    await messageSaid(page, text('shell.back'));
    expect(await page.getByLabel(text('field.User.username'), { exact: true }).inputValue()).toBe('Typed in the dark');
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('users.saved'));
    expect((await suite.admin.call('GetUserInfo', { userid: 1 })).user.username).toBe('Typed in the dark');
  });

  test('while code is fetched in the background: it is fetched later, and what was typed stays', async () => {
    const page = await suite.signedIn();
    const isOfDialog = /\/assets\/MoveHost-/;
    await page.route(isOfDialog, (route) => route.abort(), { times: 1 });
    const fetchedLater = page.waitForResponse(isOfDialog);
    await page.goto('/user/userEdit?userid=1');
    const name = page.getByLabel(text('field.User.username'), { exact: true });
    await name.fill('Typed meanwhile');
    await fetchedLater;
    expect(await name.inputValue()).toBe('Typed meanwhile');
    expect(await page.getByText(text('app.networkError')).count()).toBe(0);
  });

  test('while a page’s code is loaded: says Network Error and loads again by itself', async () => {
    const page = await sparing();
    let blocked = true;
    await page.route(/\/assets\/.*\.js$/, (route) => (blocked ? route.abort() : route.continue()));
    await page.getByRole('link', { name: text('users.add') }).click();
    await page.getByText(text('app.networkError')).first().waitFor();
    blocked = false;
    await page.getByRole('heading', { ...heading, name: text('page.addUser') }).waitFor();
  });

  test('and is gone when a page’s code is wanted: the page stays until it is back', async () => {
    const page = await sparing();
    await suite.terminal.daemon.kill();
    await page.getByRole('link', { name: text('users.add') }).click();
    await page.getByText(text('app.networkError')).first().waitFor();
    await page.getByText(text('shell.lost')).waitFor();
    // Longer than the 1.5 s after which it would have been loaded again.
    await page.waitForTimeout(2500);
    await page.getByText(text('shell.lost')).waitFor();
    await suite.terminal.daemon.begin();
    await page.getByRole('heading', { ...heading, name: text('login.title') }).waitFor();
    await suite.terminal.resume();
  });

  test('opens a page that nobody has opened yet, and lets one sign out', async () => {
    const page = await suite.signedIn();
    const fetched = page.waitForResponse(/\/assets\/RestartPage-/);
    await page.goto('/user/userList');
    await fetched;
    await page.context().setOffline(true);
    await page.getByRole('link', { name: text('users.add') }).click();
    await page.getByRole('heading', { ...heading, name: text('page.addUser') }).waitFor();
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('logout.action') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('logout.action') })
      .click();
    await page.getByRole('heading', { ...heading, name: text('login.title') }).waitFor();
    await page.context().setOffline(false);
  });
});

/** The user list in a browser that asks for no more than is opened. */
async function sparing(): Promise<Page> {
  const page = await suite.signedIn();
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
  await page.goto('/user/userList');
  await page.getByRole('link', { name: text('users.add') }).waitFor();
  return page;
}

describe('a terminal that is full or fails', () => {
  test('shows its error in the catalogue’s words', async () => {
    const page = await suite.signedIn();
    await page.route('**/goform/userlist*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"code":"error","retvalue":10001,"msg":10001,"data":{}}',
      }),
    );
    await page.goto('/user/userList');
    await page.getByText(text('error.10001')).first().waitFor();
    await page.unroute('**/goform/userlist*');
    await page.getByRole('button', { name: text('ui.retry') }).click();
    await page.locator('.pager').waitFor();
  });

  test('an answer that is a relaxed literal is read, one that is nonsense is an error', async () => {
    const page = await suite.signedIn();
    await page.route('**/goform/userlist*', (route) =>
      route.fulfill({
        contentType: 'text/plain',
        body: "{code:'success',retvalue:0,msg:0,data:{users:[],total:0,totalIsMore:false,position:0,next:'',previous:'',},}",
      }),
    );
    await page.goto('/user/userList');
    await page.getByText(text('users.none'), { exact: true }).waitFor();
    await page.unroute('**/goform/userlist*');
    await page.route('**/goform/userlist*', (route) => route.fulfill({ contentType: 'text/plain', body: 'alert(1)' }));
    await page.reload();
    await page.getByRole('button', { name: text('ui.retry') }).waitFor();
  });
});
