// Backup as its admin uses it: taken, sent back, restored; the settings alone; copies by plan.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, type PageOptions, phone, Suite, signInThrough } from './console.ts';
import { overflow, violationsInBothSchemes } from './measure.ts';
import { text } from './texts.ts';

const PASSPHRASE = 'quiet river under stones';
const folder = mkdtempSync(join(tmpdir(), 'postern-copies-'));

let suite: Suite;
let serial = '';

beforeAll(async () => {
  suite = await Suite.start({ args: ['--backup-dir', folder] });
  await suite.terminal.add({ userid: 7, username: 'Ana Belmonte', cardno: '7007' });
  serial = (await suite.admin.call('SetInfoParam', {})).Serial;
});
afterAll(async () => {
  await suite.stop();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  // While the terminal is down, nothing can answer.
  suite.forgive((complaint) => complaint.includes('ERR_CONNECTION') || complaint.includes('ERR_FAILED'));
  expect(await suite.closePages()).toEqual([]);
  // A file that a test left there would be the next one's.
  await suite.admin.attempt('restoreCancel');
});

/** `pick`: what the browser does when it is asked where a file goes; none: it saves by itself, as on a page without TLS. */
async function open(options: PageOptions = {}, pick = 'undefined'): Promise<Page> {
  const page = await suite.signedIn(options);
  await page.addInitScript(`window.showSaveFilePicker = ${pick}`);
  await page.goto('/advSetting/backup');
  await headed(page, 'page.backup');
  return page;
}

const card = (page: Page, title: string) => page.getByRole('region', { name: text(title) });
const press = (page: Page, name: string) => page.getByRole('button', { name: text(name), exact: true }).click();
const passphrase = (page: Page) => page.getByRole('dialog').getByLabel(text('backup.passphrase'), { exact: true });

async function fillBackup(page: Page): Promise<void> {
  await press(page, 'backup.action');
  await passphrase(page).fill(PASSPHRASE);
  await page.getByLabel(text('backup.passphraseAgain')).fill(PASSPHRASE);
}

interface Taken {
  readonly name: string;
  readonly content: Buffer;
}

async function takeBackup(page: Page): Promise<Taken> {
  await fillBackup(page);
  const coming = page.waitForEvent('download');
  await press(page, 'backup.start');
  const download = await coming;
  await card(page, 'backup.now').getByText('Backup saved:', { exact: false }).waitFor();
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const choose = (page: Page, region: string, name: string, buffer: Buffer) =>
  card(page, region).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

async function send(page: Page, name: string, content: Buffer): Promise<void> {
  await choose(page, 'restore.title', name, content);
  await page.getByRole('button', { name: text('restore.open') }).waitFor();
}

async function openBackup(page: Page, typed: string): Promise<void> {
  await passphrase(page).fill(typed);
  await press(page, 'restore.openAction');
}

async function punch(): Promise<void> {
  const before = (await suite.admin.call('SetInfoParam', {})).records;
  await suite.terminal.bench.act({ do: 'card', number: '7007' });
  await until('the line of the log', async () => (await suite.admin.call('SetInfoParam', {})).records > before);
}

describe('backup', () => {
  test('is taken, opened with its passphrase alone, and restored: what came later is told and lost', async () => {
    const page = await open();
    const { name, content } = await takeBackup(page);
    expect(name).toMatch(new RegExp(`^postern-${serial}-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.backup$`));
    expect(content.includes('Ana Belmonte')).toBe(false);

    await suite.admin.call('edituser', { userid: 7, username: 'Renamed' });
    await punch();
    await send(page, name, content);
    await press(page, 'restore.open');
    await openBackup(page, 'another river');
    await page.getByText(text('error.12121')).waitFor();
    await openBackup(page, PASSPHRASE);
    const question = page.getByRole('dialog', { name: text('restore.startTitle') });
    await question.getByText(text('enum.BackupOrigin.own'), { exact: true }).waitFor();
    await question.getByText('1 record was written since the backup was made; it is lost.').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    const action = question.getByRole('button', { name: text('restore.action'), exact: true });
    await question.getByLabel(text('init.serial')).fill('0000');
    await action.click();
    await question.getByText(text('init.serialWrong')).waitFor();
    await question.getByLabel(text('init.serial')).fill(serial.slice(-4).toLowerCase());
    await suite.terminal.daemon.restartsBy(async () => {
      await action.click();
      await headed(page, 'login.title');
      await page.getByText(text('restore.signIn')).waitFor();
    });
    await suite.terminal.resume();
    await signInThrough(page, 'admin', adminPassword);
    await page.getByText(`Restored from the backup of ${serial}`, { exact: false }).first().waitFor();
    await page.goto('/advSetting/backup');
    await card(page, 'restore.title').getByText(`Restored from the backup of ${serial}`, { exact: false }).waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 7 })).user.username).toBe('Ana Belmonte');
  });

  test('a file that is none, or is damaged, changes nothing and says so', async () => {
    const page = await open();
    const { content } = await takeBackup(page);
    await choose(page, 'restore.title', 'holiday.jpg', Buffer.alloc(3000, 7));
    await card(page, 'restore.title').getByText(text('error.12124')).waitFor();
    await press(page, 'ui.cancel');

    content.writeUInt8(content.readUInt8(content.length - 100) ^ 1, content.length - 100);
    await send(page, 'damaged.backup', content);
    await press(page, 'restore.open');
    await openBackup(page, PASSPHRASE);
    const question = page.getByRole('dialog', { name: text('restore.startTitle') });
    await question.getByLabel(text('init.serial')).fill(serial.slice(-4));
    await question.getByRole('button', { name: text('restore.action'), exact: true }).click();
    await card(page, 'restore.title').getByText(text('error.12122')).waitFor();
    await card(page, 'restore.title').getByText(text('restore.failed')).waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 7 })).user.username).toBe('Ana Belmonte');
  });

  test('goes on behind a line that broke, and after the page was loaded anew', async () => {
    const page = await open();
    const { name, content } = await takeBackup(page);
    const large = Buffer.concat([content, Buffer.alloc(700_000, 1)]);
    const offsets: number[] = [];
    let broken = 0;
    await page.route('**/goform/restoreUpload*', async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
      offsets.push(offset);
      // The first time the second piece arrives and its answer does not, then the line stays broken.
      if (offset === 262_144 && broken === 0) {
        broken = 1;
        await route.fetch();
        await route.abort();
      } else if (offset === 524_288 && broken < 9) {
        await route.abort();
      } else {
        await route.continue();
      }
    });
    await choose(page, 'restore.title', name, large);
    await until('the third piece to be tried', () => Promise.resolve(offsets.includes(524_288)));
    expect(offsets.slice(0, 3)).toEqual([0, 262_144, 524_288]);
    await page.reload();
    await card(page, 'restore.title').getByText('was not sent to its end', { exact: false }).waitFor();
    broken = 9;
    offsets.length = 0;
    await send(page, name, large);
    expect(offsets[0]).toBe(524_288);
    await press(page, 'restore.discard');
    await card(page, 'restore.title').getByText(text('restore.drop')).waitFor();
    expect((await suite.admin.call('restoreState', {})).step).toBe('cancelled');
  });

  test('goes straight to the disk where the browser can, and to nowhere when nobody wants it', async () => {
    const page = await open(
      {},
      "async () => (await navigator.storage.getDirectory()).getFileHandle('mine.backup', { create: true })",
    );
    await fillBackup(page);
    await press(page, 'backup.start');
    await card(page, 'backup.now').getByText('Backup saved: mine.backup', { exact: false }).waitFor();
    const size = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('mine.backup');
      return (await handle.getFile()).size;
    });
    expect(size).toBeGreaterThan(50_000);
    await page.evaluate(() => {
      Object.assign(window, { showSaveFilePicker: () => Promise.reject(new DOMException('no', 'AbortError')) });
    });
    await fillBackup(page);
    await press(page, 'backup.start');
    await passphrase(page).waitFor();
    expect((await suite.admin.call('backupState', {})).making).toBe(false);
  });

  test('on a phone, by the keyboard', async () => {
    const page = await open({ viewport: phone });
    await page.getByRole('button', { name: text('backup.action') }).focus();
    await page.keyboard.press('Enter');
    await until('the first field to have the focus', () =>
      passphrase(page).evaluate((field) => field === document.activeElement),
    );
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('12 to 128 characters').first().waitFor();
    expect(await passphrase(page).getAttribute('aria-invalid')).toBe('true');
    await press(page, 'backup.make');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('another administrator is told that it is for admin', async () => {
    const { session } = await suite.terminal.administrator(12, 16, '649825').then(async (client) => ({
      session: await client.signIn('12', '649825'),
    }));
    const page = await open({ session });
    await page.getByText(text('backup.adminOnly')).waitFor();
    expect(await page.getByRole('button', { name: text('backup.action') }).count()).toBe(0);
    expect(await card(page, 'restore.title').count()).toBe(0);
  });
});

describe('copies by plan', () => {
  test('are set, and one is made at once', async () => {
    const page = await open();
    const copies = card(page, 'copies.title');
    await copies.getByText(text('copies.needsPassphrase')).waitFor();
    await copies.getByLabel(text('enum.BackupPlan.daily')).check();
    await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    await until(
      'the complaint at the passphrase',
      async () => (await copies.locator('[aria-invalid=true]').count()) > 0,
    );
    await copies.getByLabel(text('setting.BackupParam.passphrase'), { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
    await messageSaid(page, text('settings.saved'));
    await copies.getByRole('button', { name: text('copies.now') }).click();
    await page.getByText('Copy made:', { exact: false }).first().waitFor();
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toHaveLength(1);
    expect((await suite.admin.call('SetBackupParam', {})).state).toMatchObject({ count: 1, code: 0 });
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

describe('the settings alone', () => {
  test('are taken away, shown beside what is here, and taken page by page', async () => {
    await suite.admin.call('GetMachineParam', { volume: 5, keypadPassword: '918273' });
    await suite.admin.call('GetAccessControl', { delay: 9 });
    const page = await open();
    const settings = card(page, 'settingsFile.title');
    const coming = page.waitForEvent('download');
    await press(page, 'settingsFile.download');
    const file = await readFile(await (await coming).path());
    await suite.admin.call('GetMachineParam', { volume: 1, keypadPassword: '' });
    await suite.admin.call('GetAccessControl', { delay: 4 });

    await choose(page, 'settingsFile.title', 'settings.json', file);
    const device = settings.getByRole('checkbox', { name: text('page.device') });
    const access = settings.getByRole('checkbox', { name: text('page.access') });
    expect([await device.isChecked(), await access.isChecked()]).toEqual([true, true]);
    await settings.getByRole('link', { name: 'Keypad', exact: false }).waitFor();
    await settings.locator('summary').first().click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await access.uncheck();
    await settings.getByRole('button', { name: 'Take 1 page' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take 1 page' }).click();
    await settings.getByText('1 page was saved: Device.').waitFor();
    await settings.getByText(text('settingsFile.secrets')).waitFor();
    expect((await suite.admin.call('SetMachineParam', {})).volume).toBe(5);
    expect((await suite.admin.call('SetAccessControl', {})).delay).toBe(4);

    await press(page, 'settingsFile.another');
    await choose(page, 'settingsFile.title', 'x.json', Buffer.from('{}'));
    await settings.getByText(text('error.12130')).waitFor();
  });
});
