// Pages of settings as a new administrator uses them: see, change, be told, save, come back to it.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, Suite, signInThrough } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

async function open(path: string, title: string, page?: Page): Promise<Page> {
  const shown = page ?? (await suite.signedIn());
  await shown.goto(path);
  await headed(shown, title);
  return shown;
}

const field = (page: Page, pair: string, name: string) =>
  page.getByLabel(text(`setting.${pair}.${name}`), { exact: true });
const save = (page: Page) => page.getByRole('button', { name: text('ui.save'), exact: true }).click();
const saved = (page: Page) => messageSaid(page, text('settings.saved'));

describe('the menu', () => {
  test('unfolds the pages of a group, and leads to them', async () => {
    const page = await open('/user/userList', 'page.userList');
    const group = page.getByRole('button', { name: text('nav.basicSetting') });
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await group.click();
    await page.getByRole('link', { name: text('page.workMode') }).click();
    await headed(page, 'page.workMode');
    expect(new URL(page.url()).pathname).toBe('/basicSetting/workMode');
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('link', { name: text('page.workMode') }).getAttribute('aria-current')).toBe('page');
  });

  test('the address of a group leads to its first page', async () => {
    const page = await suite.signedIn();
    await page.goto('/basicSetting');
    await headed(page, 'page.systemInfo');
  });
});

describe('saving', () => {
  test('keeps what was typed, on the terminal and in the top bar', async () => {
    const page = await open('/basicSetting/device', 'page.device');
    await field(page, 'MachineParam', 'deviceName').fill('North gate');
    await field(page, 'MachineParam', 'volume').fill('5');
    await save(page);
    await saved(page);
    await page.locator('.topbar-device', { hasText: 'North gate' }).waitFor();
    await open('/basicSetting/device', 'page.device', page);
    expect(await field(page, 'MachineParam', 'deviceName').inputValue()).toBe('North gate');
    expect(await field(page, 'MachineParam', 'volume').inputValue()).toBe('5');
    expect(await suite.admin.call('SetMachineParam', {})).toMatchObject({ deviceName: 'North gate', volume: 5 });
  });

  test('a limit is said at the field, and nothing is sent', async () => {
    const page = await open('/basicSetting/attendance', 'page.attendance');
    await field(page, 'KaoqinParam', 'duplicatePunch').fill('251');
    const box = field(page, 'KaoqinParam', 'duplicatePunch');
    await until('the complaint', async () => (await box.getAttribute('aria-invalid')) === 'true');
    await save(page);
    expect(await suite.admin.call('SetKaoqinParam', {})).toMatchObject({ duplicatePunch: 1 });
    await box.fill('250');
    await save(page);
    await saved(page);
    expect(await suite.admin.call('SetKaoqinParam', {})).toMatchObject({ duplicatePunch: 250 });
  });

  test('a password is written and never read back', async () => {
    const page = await open('/basicSetting/device', 'page.device');
    const box = field(page, 'MachineParam', 'keypadPassword');
    expect(await box.getAttribute('placeholder')).toBe(text('secret.notSet'));
    await box.fill('4711');
    await save(page);
    await saved(page);
    await until('that it is set', async () => (await box.getAttribute('placeholder')) === text('secret.set'));
    expect(await box.inputValue()).toBe('');
    expect(await suite.admin.call('SetMachineParam', {})).toMatchObject({ hasKeypadPassword: true });
  });

  test('the set that must match needs a factor', async () => {
    const page = await open('/basicSetting/identifyMode', 'page.identifyMode');
    await page.getByRole('radio', { name: new RegExp(text('enum.DefaultMode.all')) }).check();
    await save(page);
    await page.getByText(text('users.factorRequired')).waitFor();
    await page.getByRole('checkbox', { name: text('enum.Factor.card') }).check();
    await save(page);
    await saved(page);
    expect(await suite.admin.call('SetIdentifyParam', {})).toMatchObject({
      identifyMode: 'all',
      identifyFactors: ['card'],
    });
  });
});

describe('two administrators', () => {
  test('the second is told what the first changed, and decides', async () => {
    await suite.admin.call('GetKaoqinParam', { logAlarm: 500, fullLog: 'sent' });
    const page = await open('/basicSetting/attendance', 'page.attendance');
    await field(page, 'KaoqinParam', 'logAlarm').fill('100');
    await suite.admin.call('GetKaoqinParam', { logAlarm: 900, fullLog: 'oldest' });
    await save(page);
    const dialog = page.getByRole('dialog', { name: text('settings.conflictTitle') });
    await dialog.getByText('900').waitFor();
    await dialog.getByText(text('enum.FullLog.oldest')).waitFor();
    expect(await suite.admin.call('SetKaoqinParam', {})).toMatchObject({ logAlarm: 900 });
    await dialog.getByRole('button', { name: text('settings.keepMine') }).click();
    await saved(page);
    expect(await suite.admin.call('SetKaoqinParam', {})).toMatchObject({ logAlarm: 100, fullLog: 'oldest' });
  });
});

describe('leaving with changes', () => {
  test('asks; staying keeps them, Discard takes them back', async () => {
    const page = await open('/basicSetting/applyStatus', 'page.applyStatus');
    const box = field(page, 'ApplyParam', 'status1');
    await box.fill('Lunch');
    await page.getByRole('link', { name: text('page.display') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: text('ui.cancel') }).click();
    expect(await box.inputValue()).toBe('Lunch');
    await page.getByRole('button', { name: text('ui.discard') }).click();
    expect(await box.inputValue()).toBe('status1');
    await page.getByRole('link', { name: text('page.display') }).click();
    await headed(page, 'page.display');
  });
});

describe('the display', () => {
  test('a format shows on the terminal', async () => {
    const page = await open('/basicSetting/display', 'page.display');
    await field(page, 'TimeParam', 'dateOrder').selectOption('dmy');
    await field(page, 'TimeParam', 'dateSeparator').selectOption('dot');
    await page.getByRole('radio', { name: text('display.hours12') }).check();
    await page.getByText('24.11.2026 5:05 PM').waitFor();
    await save(page);
    await saved(page);
    await until('the style of the display', () => {
      const style = suite.terminal.bench.displays.at(-1)?.style;
      return style?.order === 'dmy' && style.separator === '.' && !style.hour24;
    });
  });

  test('another language restarts it and loads the page anew', async () => {
    const page = await open('/basicSetting/display', 'page.display');
    await page.getByRole('combobox', { name: text('setting.TimeParam.language') }).selectOption('es');
    await page.getByText(text('display.languageWarning')).last().waitFor();
    await save(page);
    await page.locator('html[lang="es"]').waitFor();
    expect(suite.terminal.bench.displays.at(-1)?.language).toBe('es');
    await suite.admin.call('GetLanguageSettingItem', { language: 'en' });
  });
});

test('who may only read sees the settings and cannot change them', async () => {
  const { levels, revision } = await suite.admin.call('SetRoles', {});
  const level = levels.find((one) => one.basicSetting === 'read')?.level;
  const chosen = level ?? 3;
  if (level === undefined) {
    const rights = {
      user: 'none',
      network: 'none',
      basicSetting: 'read',
      AccSetting: 'none',
      advSetting: 'none',
    } as const;
    await suite.admin.call('GetRoles', { revision, levels: [{ level: chosen, ...rights }] });
  }
  await suite.admin.call('adduser', { userid: 41, username: 'Reader', level: chosen, password: '591473' });
  const session = await suite.terminal.client().signIn('41', '591473');
  const page = await suite.signedIn({ session });
  await open('/basicSetting/device', 'page.device', page);
  await page.getByText(text('settings.readOnly')).waitFor();
  expect(await field(page, 'MachineParam', 'deviceName').isDisabled()).toBe(true);
  expect(await page.getByText(text('passphrase.help')).count()).toBe(0);
});

/* Last: it ends the session that the other tests use. */
test('admin chooses a passphrase, signs in with it, and goes back to digits', async () => {
  const phrase = 'seven green boats at noon';
  const page = await open('/basicSetting/device', 'page.device');
  await page.getByRole('button', { name: text('passphrase.choose') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('passphrase.current'), { exact: true }).fill(adminPassword);
  await dialog.getByLabel(text('passphrase.new'), { exact: true }).fill(phrase);
  await dialog.getByLabel(text('passphrase.confirm'), { exact: true }).fill(phrase);
  await dialog.getByRole('button', { name: text('passphrase.save') }).click();
  await page.getByText(text('passphrase.isSet')).waitFor();

  const visitor = await suite.visitor();
  await visitor.goto('/login');
  await signInThrough(visitor, 'admin', phrase);
  await headed(visitor, 'page.userList');
  await visitor.goto('/basicSetting/device');
  await visitor.getByRole('button', { name: text('passphrase.toDigits') }).click();
  const modify = visitor.getByRole('dialog');
  await modify.getByLabel(text('passphrase.current'), { exact: true }).fill(phrase);
  await modify.getByLabel(text('password.new'), { exact: true }).fill('592713');
  await modify.getByLabel(text('password.confirm'), { exact: true }).fill('592713');
  await modify.getByRole('button', { name: text('password.save') }).click();
  await messageSaid(visitor, text('password.done'));
  await suite.terminal.client().signIn('admin', '592713');
});
