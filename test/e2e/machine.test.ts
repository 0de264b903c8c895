// The machine in the console: what it tells of itself, roles and their preview, restart, initialization.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, goodPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, phone, Suite, signInThrough } from './console.ts';
import { violationsInBothSchemes } from './measure.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await suite.terminal.add({ userid: 3, username: 'Ana', level: 3, password: goodPassword(3) });
});
afterAll(() => suite.stop());
afterEach(async () => {
  // While the terminal is down, nothing can answer.
  suite.forgive((complaint) => complaint.includes('ERR_CONNECTION'));
  expect(await suite.closePages()).toEqual([]);
});

async function open(path: string, title: string, viewport?: typeof phone): Promise<Page> {
  const page = await suite.signedIn(viewport === undefined ? {} : { viewport });
  await page.goto(path);
  await headed(page, title);
  return page;
}

const cell = (page: Page, level: number, group: string) =>
  page.getByLabel(text('roles.cell', { level, group: text(`roles.group.${group}`) }));

/** After the question was answered: the countdown, the end of the session, the sign-in page when the terminal is back. */
async function survives(page: Page): Promise<void> {
  await headed(page, 'app.restarting');
  expect(await page.getByRole('timer').getAttribute('aria-label')).toMatch(/^(30|2\d) seconds left$/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await headed(page, 'login.title');
  expect(await page.evaluate(() => sessionStorage.getItem('postern.session'))).toBeNull();
}

/** Answers the question, and sees the terminal go and come back. */
async function agree(page: Page, action: string): Promise<void> {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text(action) })
    .click();
  await survives(page);
}

describe('system information', () => {
  test('shows how the devices are, and follows', async () => {
    const page = await open('/basicSetting/systemInfo', 'page.systemInfo');
    await page.getByText(text('modules.title')).waitFor();
    // No engine stands behind the face module here: the self-test says what the card of the modules says.
    await page.getByText('1 device does not answer').waitFor();
    await page.getByText('38.4 °C').waitFor();
    const { Serial } = await suite.admin.call('SetInfoParam', {});
    await page.getByText(Serial, { exact: true }).first().waitFor();
    await suite.terminal.bench.fault('camera', 'offline', true);
    await suite.terminal.bench.act({ do: 'board', temperature: 712 });
    // Asked again every five seconds.
    await page.getByText('2 devices do not answer').waitFor();
    await page.getByText('71.2 °C').waitFor();
    await suite.terminal.bench.fault('camera', 'offline', false);
  });
});

describe('roles', () => {
  test('a change is previewed, saved and in force', async () => {
    const page = await open('/advSetting/roles', 'page.roles');
    const preview = page.getByRole('region', { name: text('roles.preview') });
    await preview.getByText(text('page.userList')).waitFor();
    expect(await preview.getByText(text('page.ethernet')).count()).toBe(0);
    await cell(page, 3, 'network').selectOption('read');
    // Levels 4 to 7 would have less: that is said, and nothing can be saved until it is mended.
    const save = page.getByRole('button', { name: text('ui.save'), exact: true });
    await page.getByText('Level 4 would have less for Network than level 3 (See).', { exact: false }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    expect(await cell(page, 7, 'network').getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, 8, 'network').getAttribute('aria-invalid')).toBeNull();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: text('roles.raise') }).click();
    expect(await cell(page, 7, 'network').inputValue()).toBe('read');
    await preview.getByText(text('page.ethernet')).waitFor();
    await page.getByText('1 user of these levels is signed out.').first().waitFor();
    await save.click();
    // Exactly: the page says of its preview that changes count as if they were saved.
    await messageSaid(page, text('settings.saved'));
    const roles = await suite.admin.call('SetRoles', {});
    expect(roles.levels[2]).toMatchObject({ level: 3, network: 'read' });
    const ana = await suite.terminal.signedIn('3', goodPassword(3));
    await ana.call('SetEthernet', {});
  });

  test('level 16 stands fast, and a change can be dropped', async () => {
    const page = await open('/advSetting/roles', 'page.roles');
    expect(await cell(page, 16, 'user').isDisabled()).toBe(true);
    await cell(page, 5, 'user').selectOption('none');
    await page.getByRole('button', { name: text('ui.discard') }).click();
    expect(await cell(page, 5, 'user').inputValue()).toBe('write');
  });

  test('who comes second is asked, and may keep the change', async () => {
    const page = await open('/advSetting/roles', 'page.roles');
    await cell(page, 15, 'network').selectOption('write');
    const theirs = { ...allOf('read'), user: 'write', AccSetting: 'none' } as const;
    await suite.admin.call('GetRoles', { levels: [{ level: 7, ...theirs }] });
    await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    await page.getByRole('alertdialog', { name: text('roles.conflictTitle') }).waitFor();
    await page.getByRole('button', { name: text('roles.keepMine') }).click();
    await until('what the other one saved', async () => (await cell(page, 7, 'basicSetting').inputValue()) === 'read');
    await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    await messageSaid(page, text('settings.saved'));
    const { levels } = await suite.admin.call('SetRoles', {});
    expect([levels[14]?.network, levels[6]?.basicSetting]).toEqual(['write', 'read']);
  });

  test('on a phone one level at a time', async () => {
    const page = await open('/advSetting/roles', 'page.roles', phone);
    await page.getByLabel(text('roles.level'), { exact: true }).selectOption('9');
    await cell(page, 9, 'advSetting').selectOption('write');
    expect(await cell(page, 3, 'user').count()).toBe(0);
    await page.getByText('1 change').first().waitFor();
  });
});

function allOf(right: 'read' | 'write') {
  return { user: right, network: right, basicSetting: right, AccSetting: right, advSetting: right } as const;
}

describe('restart', () => {
  test('asks, counts down, and leads to the sign-in page', async () => {
    const page = await open('/advSetting/restart', 'page.restart');
    await page.getByRole('button', { name: text('restart.action') }).click();
    await suite.terminal.daemon.restartsBy(async () => {
      await agree(page, 'restart.action');
    });
    await suite.terminal.resume();
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.userList');
  });

  test('a machine that cannot restart says so', async () => {
    await suite.terminal.bench.fault('board', 'restartFailing', true);
    const page = await open('/advSetting/restart', 'page.restart');
    await page.getByRole('button', { name: text('restart.action') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('restart.action') })
      .click();
    await page.getByText('System Error').waitFor();
    await suite.terminal.bench.fault('board', 'restartFailing', false);
  });
});

describe('initialization', () => {
  test('of users: says how many, wants the serial, asks, and keeps the rest', async () => {
    const { Serial } = await suite.admin.call('SetInfoParam', {});
    await suite.admin.call('GetMachineParam', { deviceName: 'Gate 4' });
    const page = await open('/advSetting/initialization', 'page.initialization');
    const button = page.getByRole('button', { name: text('init.action'), exact: true });
    await page.getByLabel(text('init.part.users')).check();
    await page.getByText('1 user with all credentials.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    const serial = page.getByLabel(text('init.serial'));
    await serial.fill('0000');
    await button.click();
    await page.getByText(text('init.serialWrong')).waitFor();
    await serial.fill(Serial.slice(-4).toLowerCase());
    await button.click();
    await suite.terminal.daemon.restartsBy(async () => {
      await agree(page, 'init.action');
    });
    await suite.terminal.resume();
    expect(await suite.admin.call('SetInfoParam', {})).toMatchObject({ users: 0, deviceName: 'Gate 4' });
  });

  test('of everything: the display shows a new initial password, and the console wants it replaced', async () => {
    const { Serial } = await suite.admin.call('SetInfoParam', {});
    const page = await open('/advSetting/initialization', 'page.initialization');
    await page.getByLabel(text('init.part.everything')).check();
    expect(await page.getByLabel(text('init.part.users')).isDisabled()).toBe(true);
    await page.getByLabel(text('init.serial')).fill(Serial.slice(-4));
    await page.getByRole('button', { name: text('init.action'), exact: true }).click();
    await suite.terminal.daemon.restartsBy(async () => {
      await agree(page, 'init.action');
    });
    const initial = await suite.terminal.daemon.initialPassword();
    await signInThrough(page, 'admin', initial);
    await page
      .getByRole('heading', { name: text('password.firstTitle') })
      .first()
      .waitFor();
    expect((await (await suite.terminal.daemon.bench()).display()).lines).toContain(Serial);
  });
});
