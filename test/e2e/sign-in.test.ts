// Signing in, the first password, and everything that leads back to the sign-in page.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, openPage, phone, Suite, signInThrough } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

describe('signing in', () => {
  test('leads to the page that was asked for, with its query', async () => {
    const page = await suite.visitor();
    await page.goto('/user/userList?search=amina&limit=20');
    await headed(page, 'login.title');
    expect(new URL(page.url()).pathname).toBe('/login');
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    const url = new URL(page.url());
    expect(url.pathname).toBe('/user/userList');
    expect(url.searchParams.get('search')).toBe('amina');
  });

  test('fetches nothing of the console before it is sent', async () => {
    const page = await suite.visitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await headed(page, 'login.title');
    const script = (await page.locator('meta[name=console]').getAttribute('content')) ?? '';
    expect(script).toMatch(/^\/assets\//);
    await page.getByLabel(text('login.user'), { exact: true }).fill('admin');
    /* The page rests, then asks for something itself: what it asked for before has been seen by then. */
    await page.evaluate('new Promise((rested) => setTimeout(() => requestIdleCallback(rested), 500))');
    await page.evaluate("fetch('/up').then((answer) => answer.text())");
    await until('the page to have asked', () => asked.includes('/up'));
    expect(asked.filter((path) => path.startsWith('/assets/'))).toHaveLength(4);
    expect(asked).not.toContain(script);
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    expect(asked).toContain(script);
  });

  test('does not follow a redirect to another site', async () => {
    for (const target of ['https://example.com/', '//example.com/', '/\\example.com', 'javascript:alert(1)']) {
      const page = await suite.visitor();
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
      await signInThrough(page, 'admin', adminPassword);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).origin).toBe(suite.terminal.daemon.origin);
    }
  });

  test('asks for both, at the field', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    await page.getByRole('button', { name: text('login.submit') }).click();
    await page.getByText(text('login.userRequired')).waitFor();
    await page.getByText(text('login.passwordRequired')).waitFor();
    const user = page.getByLabel(text('login.user'), { exact: true });
    expect(await user.getAttribute('aria-invalid')).toBe('true');
    expect(await user.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  test('says that the password is wrong and keeps the name', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    await signInThrough(page, 'admin', 'wrong');
    await page.getByText(text('error.40302')).waitFor();
    expect(await page.getByLabel(text('login.user'), { exact: true }).inputValue()).toBe('admin');
    expect(await page.getByLabel(text('login.password'), { exact: true }).inputValue()).toBe('');
  });

  test('after too many tries the button counts the wait down, and then signs in', async () => {
    const client = suite.terminal.client();
    for (let wait = 0; wait < 60; ) {
      const reply = await client.attempt('chklogin', { username: 'admin', password: 'wrong' });
      wait = Number(reply.headers['retry-after'] ?? 0);
      if (wait < 60) await suite.terminal.bench.advance(wait * 1000);
    }
    const page = await suite.visitor();
    await page.clock.install();
    await page.goto('/login');
    await signInThrough(page, 'admin', adminPassword);
    const waiting = page.getByRole('button', { name: new RegExp(`^${text('login.wait', { time: '' })}`) });
    await waiting.waitFor();
    expect(await waiting.isDisabled()).toBe(true);
    await suite.terminal.bench.advance(70_000);
    await page.clock.fastForward(70_000);
    const submit = page.getByRole('button', { name: text('login.submit'), exact: true });
    await submit.waitFor();
    await page.getByLabel(text('login.password'), { exact: true }).fill(adminPassword);
    await submit.click();
    await headed(page, 'page.userList');
    await suite.admin.signIn('admin', adminPassword);
  });

  test('the password can be looked at', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    const box = page.getByLabel(text('login.password'), { exact: true });
    await box.fill('secret');
    expect(await box.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: text('ui.showPassword') }).click();
    expect(await box.getAttribute('type')).toBe('text');
  });

  test('every address but the sign-in page asks for it', async () => {
    for (const path of ['/', '/user', '/user/addUser', '/user/userEdit?userid=1', '/404', '/anything']) {
      const page = await suite.visitor();
      await page.goto(path);
      await headed(page, 'login.title');
      expect(new URL(page.url()).pathname).toBe('/login');
    }
  });

  test('signed in, the sign-in page leads to the start page', async () => {
    const page = await suite.signedIn();
    await page.goto('/login');
    await headed(page, 'page.userList');
    expect(new URL(page.url()).pathname).toBe('/user/userList');
  });

  test('the token is in no address, no cookie, and gone with the tab', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    const context = page.context();
    expect(await context.cookies()).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    const session = await page.evaluate(() => sessionStorage.getItem('postern.session') ?? '{}');
    const { token } = JSON.parse(session) as { token: string };
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(stored).not.toContain(token);
    // What the browser shows at the next sign-in may stay: it opens nothing.
    expect(stored.match(/[\w-]{43}/g)).toHaveLength(1);
    await page.close();
    const other = await context.newPage();
    await other.goto('/');
    await headed(other, 'login.title');
  });

  test('another tab is signed in with it, and signed out with it', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    const other = await page.context().newPage();
    await other.goto('/user/addUser');
    await headed(other, 'page.addUser');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('logout.action') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('logout.action') })
      .click();
    await headed(page, 'login.title');
    await headed(other, 'login.title');
    await other.getByText(text('logout.elsewhere')).waitFor();
    expect(new URL(other.url()).searchParams.get('redirect')).toBe('/user/addUser');
  });
});

describe('the first sign-in', () => {
  async function first(run: (page: Page, fresh: Awaited<ReturnType<typeof Terminal.startFresh>>) => Promise<void>) {
    const fresh = await Terminal.startFresh();
    try {
      const opened = await openPage(suite.browser as Browser, fresh.daemon.origin);
      try {
        await run(opened.page, fresh);
        expect(opened.complaints).toEqual([]);
      } finally {
        await opened.context.close();
      }
      await fresh.daemon.stop();
    } finally {
      fresh.client.close();
      await fresh.daemon.dispose();
    }
  }
  const field = (page: Page, key: string) => page.getByLabel(text(key), { exact: true });

  test('opens nothing but the dialog for a new password, with its rules, and then the console', async () => {
    await first(async (page, { initial }) => {
      await page.goto('/user/userList');
      await signInThrough(page, 'admin', initial);
      await page.getByRole('heading', { level: 1, name: text('password.firstTitle') }).waitFor();
      // Neither Escape nor another address gets around it.
      await page.keyboard.press('Escape');
      await page.goto('/user/addUser');
      await page.getByRole('heading', { name: text('password.firstTitle') }).waitFor();
      const save = page.getByRole('button', { name: text('password.save') });
      await save.click();
      for (const key of ['password.currentRequired', 'password.newRequired', 'password.confirmRequired']) {
        await page.getByText(text(key)).waitFor();
      }
      await field(page, 'password.current').fill(initial);
      await field(page, 'password.new').fill('704182');
      await field(page, 'password.confirm').fill('704183');
      await save.click();
      await page.getByText(text('password.different')).waitFor();
      await field(page, 'password.new').fill('123456');
      await field(page, 'password.confirm').fill('123456');
      await save.click();
      await page.getByText(text('password.broken.sequence')).waitFor();
      await field(page, 'password.new').fill('159753');
      await field(page, 'password.confirm').fill('159753');
      await save.click();
      await page.getByText(text('password.broken.known')).waitFor();
      // Only digits, six of them, whatever is typed.
      await field(page, 'password.new').fill('');
      await field(page, 'password.new').pressSequentially('7a0b4-1829');
      expect(await field(page, 'password.new').inputValue()).toBe('704182');
      await field(page, 'password.confirm').fill('704182');
      await save.click();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('.shell').waitFor();
    });
  });

  test('can be left by logging out, and asks again the next time', async () => {
    await first(async (page, { initial }) => {
      await page.goto('/');
      await signInThrough(page, 'admin', initial);
      await page.getByRole('button', { name: text('logout.action') }).click();
      await headed(page, 'login.title');
      await signInThrough(page, 'admin', initial);
      await page.getByRole('heading', { name: text('password.firstTitle') }).waitFor();
    });
  });
});

describe('leaving', () => {
  test('logging out asks, ends the session on the terminal, and back shows nothing', async () => {
    const session = await suite.session();
    const page = await suite.signedIn({ session });
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('logout.action') }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: text('ui.cancel') }).click();
    await headed(page, 'page.userList');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('logout.action') }).click();
    await dialog.getByRole('button', { name: text('logout.action') }).click();
    await headed(page, 'login.title');
    await suite.terminal.client({ token: session.token }).refuse('SetInfoParam', {}, 'token_failed');
    await page.goBack();
    await headed(page, 'login.title');
  });

  test('an expired session says so, leads to the sign-in page, and back to where one was', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList?sort=name');
    await headed(page, 'page.userList');
    await suite.terminal.bench.advance(31 * 60_000);
    await page.getByLabel(text('users.search'), { exact: true }).fill('any');
    await headed(page, 'login.title');
    await page.getByText(text('error.10002')).first().waitFor();
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('name');
  });

  test('an expired session asks for the password over a form, and keeps what was typed', async () => {
    await suite.admin.signIn('admin', adminPassword);
    await suite.terminal.add({ userid: 77, username: 'Ada' });
    const page = await suite.signedIn({ viewport: phone });
    await page.goto('/user/userEdit?userid=77');
    await headed(page, 'page.userEdit');
    const name = page.getByLabel(text('field.User.username'), { exact: true });
    await name.fill('Ada Lovelace');
    await suite.terminal.bench.advance(31 * 60_000);
    /* Something else of the page may meet the end first: then it is pressed when the dialog is away. */
    const pressed = page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: text('signInAgain.title') });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const password = dialog.getByLabel(text('login.password'), { exact: true });
    await password.fill('111112');
    await dialog.getByRole('button', { name: text('login.submit'), exact: true }).click();
    await dialog.getByText(text('error.40302')).waitFor();
    expect(await password.inputValue()).toBe('');
    await password.fill(adminPassword);
    await dialog.getByRole('button', { name: text('login.submit'), exact: true }).click();
    await pressed;
    await messageSaid(page, text('users.saved'));
    expect(await name.inputValue()).toBe('Ada Lovelace');
    await suite.admin.signIn('admin', adminPassword);
    expect((await suite.admin.call('GetUserInfo', { userid: 77 })).user.username).toBe('Ada Lovelace');
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('Lovelace');
  });

  test('who does not sign in again loses what was typed, and comes to the sign-in page', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userEdit?userid=77');
    await headed(page, 'page.userEdit');
    await page.getByLabel(text('field.User.username'), { exact: true }).fill('Nobody');
    await suite.terminal.bench.advance(31 * 60_000);
    const pressed = page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    pressed.catch(() => undefined); // it may never be: the page has left
    await page.getByRole('button', { name: text('signInAgain.leave'), exact: true }).click();
    await headed(page, 'login.title');
    await page.getByText(text('error.10002')).first().waitFor();
    await suite.admin.signIn('admin', adminPassword);
    expect((await suite.admin.call('GetUserInfo', { userid: 77 })).user.username).toBe('Ada Lovelace');
  });

  test('a session that another ended says why', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await suite.admin.signIn('admin', adminPassword);
    // The password changes and changes back: the console's own session ends by it.
    const change = (from: string, to: string) =>
      suite.admin.call('EditPwd', { userid: 'admin', oldpassword: from, password: to, confirm: to });
    await change(adminPassword, '918264');
    await change('918264', adminPassword);
    await page.getByLabel(text('users.search'), { exact: true }).fill('any');
    await headed(page, 'login.title');
    await page.getByText(text('error.40104')).first().waitFor();
  });

  test('a restart of the terminal ends the session, not the page', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await suite.terminal.restart();
    await page.getByLabel(text('users.search'), { exact: true }).fill('any');
    await headed(page, 'login.title');
    await until('the sign-in address', () => new URL(page.url()).pathname === '/login');
  });
});

describe('Modify Password', () => {
  test('changes it, says so and keeps the session', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    await headed(page, 'page.userList');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('password.title') }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel(text('password.userid'), { exact: true }).inputValue()).toBe('admin');
    expect(await dialog.getByLabel(text('password.userid'), { exact: true }).isEditable()).toBe(false);
    await dialog.getByLabel(text('password.current'), { exact: true }).fill('111112');
    await dialog.getByLabel(text('password.new'), { exact: true }).fill('918264');
    await dialog.getByLabel(text('password.confirm'), { exact: true }).fill('918264');
    await dialog.getByRole('button', { name: text('password.save') }).click();
    await dialog.getByText(text('error.40302')).waitFor();
    await dialog.getByLabel(text('password.current'), { exact: true }).fill(adminPassword);
    await dialog.getByRole('button', { name: text('password.save') }).click();
    await messageSaid(page, text('password.done'));
    await page.reload();
    await headed(page, 'page.userList');
    await suite.admin.signIn('admin', '918264');
    const back = { oldpassword: '918264', password: adminPassword, confirm: adminPassword };
    await suite.admin.call('EditPwd', { userid: 'admin', ...back });
  });
});

describe('the password again', () => {
  test('is asked for by what gives power, in a session that was left open', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/securityOne');
    await headed(page, 'page.security');
    await suite.terminal.bench.advance(5 * 60_000);
    await page.getByRole('button', { name: text('restKey.add') }).click();
    await page.getByLabel(text('restKey.name'), { exact: true }).fill('payroll');
    await page.getByRole('button', { name: text('restKey.make') }).click();
    const again = page.getByRole('dialog', { name: text('again.title') });
    await again.getByLabel(text('login.password'), { exact: true }).fill('111112');
    await again.getByRole('button', { name: text('again.action') }).click();
    await again.getByText(text('error.40302')).waitFor();
    await again.getByLabel(text('login.password'), { exact: true }).fill(adminPassword);
    await again.getByRole('button', { name: text('again.action') }).click();
    await page.getByText(text('restKey.once')).waitFor();
  });
});

describe('sessions and browsers', () => {
  test('are seen and ended; the one that is here is marked', async () => {
    const page = await suite.visitor();
    await page.goto('/login');
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
    const other = await suite.visitor();
    await other.goto('/login');
    await signInThrough(other, 'admin', adminPassword);
    await headed(other, 'page.userList');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('page.sessions') }).click();
    await headed(page, 'page.sessions');
    const rows = (title: string) => page.getByRole('region', { name: text(title) }).getByRole('listitem');
    await rows('sessions.title')
      .filter({ hasText: text('sessions.this') })
      .first()
      .waitFor();
    const browsers = await rows('browsers.title').count();
    const last = rows('browsers.title')
      .filter({ hasNotText: text('sessions.this') })
      .first();
    await last.getByRole('button').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('browsers.forget') })
      .click();
    await messageSaid(page, text('browsers.forgotten'));
    await until('one browser less', async () => (await rows('browsers.title').count()) === browsers - 1);
    await other.getByLabel(text('users.search'), { exact: true }).fill('any');
    await headed(other, 'login.title');
    await other.getByText(text('error.40104')).first().waitFor();
  });
});
