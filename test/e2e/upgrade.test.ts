// Firmware as it is upgraded: by an administrator in the console, by the engineer at /up; and the engineer's other pages.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { daemonPath } from '../harness/paths.ts';
import { adminPassword } from '../harness/terminal.ts';
import { engineerPassword, Machine, schemaNow, sibling, snKey, stateWhere } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, type PageOptions, phone, Suite, signInThrough } from './console.ts';
import { overflow, smallTargets, violationsInBothSchemes } from './measure.ts';
import { text, textIn } from './texts.ts';

const machine = new Machine();
let suite: Suite;

beforeAll(async () => {
  suite = await Suite.of(machine.start());
  await stateWhere(suite.admin, 'the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
});
afterAll(async () => {
  await suite.browser.close();
  await machine.stop();
});
afterEach(async () => {
  // While the terminal is down, nothing can answer.
  suite.forgive((complaint) => complaint.includes('ERR_CONNECTION') || complaint.includes('ERR_FAILED'));
  expect(await suite.closePages()).toEqual([]);
  // What a test offered would be the next one's.
  await suite.admin.attempt('upgradeCancel', {});
});

/** A firmware file on the disk of the person. */
function fileOf(name: string, ...bundle: Parameters<Machine['bundle']>): string {
  const path = join(machine.path, name);
  writeFileSync(path, machine.bundle(...bundle));
  return path;
}

async function open(options: PageOptions = {}): Promise<Page> {
  const page = await suite.signedIn(options);
  await page.goto('/advSetting/firmwareUpgrade');
  await headed(page, 'page.firmwareUpgrade');
  return page;
}

const card = (page: Page) => page.getByRole('region', { name: text('upgrade.file') }).first();
const press = (where: Page | Locator, key: string) =>
  where.getByRole('button', { name: text(key), exact: true }).click();

async function choose(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path);
}

async function looksRight(page: Page): Promise<void> {
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if ((page.viewportSize()?.width ?? 0) < 850) expect(await smallTargets(page)).toEqual([]);
}

/** The terminal runs another firmware: the clients of the test sign in again. */
async function again(): Promise<void> {
  await suite.terminal.resume();
}

const confirmed = (version: string) =>
  stateWhere(
    suite.admin,
    `${version} to be confirmed`,
    ({ version: now, step, last }) => now === version && step === 'idle' && last.end === 'confirmed',
  );

describe('the console', () => {
  test('says at the file what is wrong with it, and writes nothing', async () => {
    const page = await open();
    await choose(page, fileOf('stranger.swu', Buffer.from('no program'), {}, 'stranger'));
    await card(page).getByText(text('error.12132')).waitFor();
    await card(page).getByText(text('error.12132.help')).waitFor();
    await looksRight(page);
    const none = join(machine.path, 'none.swu');
    writeFileSync(none, 'x'.repeat(100_000));
    await choose(page, none);
    await card(page).getByText(text('error.10102')).waitFor();
  });

  test('shows what is in a file, on a phone and in Arabic too', async () => {
    const path = fileOf('next.swu', sibling('posternd_next'));
    for (const language of ['en', 'ar'] as const) {
      const page = await suite.signedIn({ viewport: phone, language });
      await page.addInitScript((code) => localStorage.setItem('postern.language', code), language);
      await page.goto('/advSetting/firmwareUpgrade');
      await page.getByRole('heading', { level: 1, name: textIn(language, 'page.firmwareUpgrade') }).waitFor();
      await choose(page, path);
      await page.getByText('Postern test signer (ECDSA)', { exact: false }).waitFor();
      await page.getByText('nothing but the number.', { exact: false }).waitFor();
      await looksRight(page);
    }
  });

  test('upgrades: judged, asked, sent, restarted, and told behind the sign-in', async () => {
    const page = await open();
    await choose(page, fileOf('next.swu', sibling('posternd_next')));
    const { version } = await suite.admin.call('upgradeState', {});
    await card(page)
      .getByText(text('upgrade.fromTo', { from: version, to: '99.0.0' }))
      .waitFor();
    await looksRight(page);
    await press(card(page), 'upgrade.action');
    const question = page.getByRole('alertdialog');
    await question.getByText(text('upgrade.askBack')).waitFor();
    await suite.terminal.daemon.restartsBy(async () => {
      await press(question, 'upgrade.action');
      await page.getByRole('list', { name: text('upgrade.stages') }).waitFor();
      // It goes on while another page is shown, and is there again when the first one is.
      await page.getByRole('link', { name: text('page.backup'), exact: true }).click();
      await headed(page, 'login.title');
    });
    await page.getByText(text('upgrade.signIn')).waitFor();
    await signInThrough(page, 'admin', adminPassword);
    await headed(page, 'page.firmwareUpgrade');
    await page.getByText('99.0.0', { exact: true }).waitFor();
    await again();
    await confirmed('99.0.0');
    await page.getByText('99.0.0 proved itself', { exact: false }).waitFor();
    await looksRight(page);
  });

  test('keeps an older one for the engineer', async () => {
    const page = await open();
    await choose(page, fileOf('older.swu', daemonPath(), { version: '0.1.0', counter: 1 }));
    await card(page).getByText(text('error.12136')).waitFor();
    await card(page).getByRole('link', { name: '/up' }).waitFor();
    expect(
      await card(page)
        .getByRole('button', { name: text('upgrade.action') })
        .count(),
    ).toBe(0);
    await looksRight(page);
  });

  test('goes on with the same file after a reload, and can give it up', async () => {
    const path = fileOf('large.swu', Buffer.alloc(6_000_000, 'x'), { version: '99.7.0' });
    const page = await open();
    await choose(page, path);
    let pieces = 0;
    await page.route('**/goform/UpdateMachine?*', (route) => (++pieces > 3 ? route.abort() : route.continue()));
    await press(card(page), 'upgrade.action');
    await press(page.getByRole('alertdialog'), 'upgrade.action');
    await expect.poll(() => pieces).toBeGreaterThan(3);
    await page.unroute('**/goform/UpdateMachine?*');
    await page.reload();
    await card(page).getByText('was not sent to its end', { exact: false }).waitFor();
    await looksRight(page);
    await press(card(page), 'ui.cancel');
    await card(page).getByText(text('upgrade.drop')).waitFor();
    // The same words invite to choose the file again before the terminal has answered.
    await expect.poll(async () => (await suite.admin.call('upgradeState', {})).step).toBe('idle');
  });
});

describe('/up', () => {
  const password = (page: Page) => page.getByLabel(text('super.password'));
  const signIn = async (page: Page, typed = engineerPassword) => {
    await password(page).fill(typed);
    await press(page, 'login.submit');
  };

  test('is closed and opened by an administrator', async () => {
    const console = await open();
    await press(console, 'upgrade.close');
    await console.getByRole('button', { name: text('upgrade.open') }).waitFor();
    const page = await suite.visitor();
    await page.goto('/up');
    await signIn(page);
    await page.getByText(text('up.closed')).waitFor();
    await looksRight(page);
    await press(console, 'upgrade.open');
    await console.getByRole('button', { name: text('upgrade.close') }).waitFor();
    await signIn(page, 'not the password');
    await page.getByText(text('super.wrong')).waitFor();
    await signIn(page);
    await page.getByText(text('upgrade.drop')).first().waitFor();
    await looksRight(page);
    // The token is in no storage: behind a reload the password is asked for.
    await page.reload();
    await password(page).waitFor();
  });

  test('goes back to an older firmware when the end of the serial number is typed', async () => {
    const page = await suite.visitor({ viewport: phone });
    await page.goto('/up');
    await signIn(page);
    await choose(page, fileOf('older.swu', daemonPath(), { version: '0.1.0', counter: 1 }));
    const start = page.getByRole('button', { name: text('up.goBack') });
    await page.getByText(text('error.12136')).waitFor();
    expect(await start.isDisabled()).toBe(true);
    const { Serial } = await suite.admin.call('SetInfoParam', {});
    await page.getByLabel(text('init.serial')).fill(Serial.slice(-4).toLowerCase());
    await looksRight(page);
    await suite.terminal.daemon.restartsBy(async () => {
      await start.click();
      await page.getByText(text('upgrade.signIn')).waitFor();
    });
    await signIn(page);
    await again();
    await page.getByText('proved itself', { exact: false }).waitFor();
    expect((await suite.admin.call('upgradeState', {})).floor).toBe(2);
    await looksRight(page);
  });

  test('speaks Arabic from right to left, and is there without the console', async () => {
    const page = await suite.visitor({ language: 'ar' });
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto('/up');
    await page.getByLabel(textIn('ar', 'super.password')).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await looksRight(page);
  });
});

/** Looks how it stands, with a new session whenever the firmware changed, until the one before runs. */
async function wentBack(): Promise<void> {
  await until(
    'the firmware before',
    async () => {
      const client = suite.terminal.client();
      try {
        await client.signIn('admin', adminPassword);
        return (await client.call('upgradeState', {})).last.end === 'wentBack';
      } catch {
        return false;
      } finally {
        client.close();
      }
    },
    { everyMs: 500 },
  );
}

test('a firmware that dies makes way for the one before, and the console says why', async () => {
  const script = `#!/bin/sh\nexec timeout -s KILL 3 ${sibling('posternd_newer')} "$@"\n`;
  const path = fileOf('dies.swu', Buffer.from(script), { version: '99.1.0', counter: 2, schema: schemaNow() + 1 });
  const page = await open();
  await choose(page, path);
  await press(card(page), 'upgrade.action');
  await suite.terminal.daemon.restartsBy(() => press(page.getByRole('alertdialog'), 'upgrade.action'));
  await wentBack();
  await again();
  const after = await open({ viewport: phone });
  await after.getByText('99.1.0 did not stay', { exact: false }).waitFor();
  await after.getByText(text('upgrade.noStart')).waitFor();
  await looksRight(after);
  await after.goto('/basicSetting/systemInfo');
  await after.getByText('99.1.0 did not stay', { exact: false }).waitFor();
  await looksRight(after);
});

describe("the engineer's pages", () => {
  const enter = async (page: Page, typed = engineerPassword) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('super.password'), { exact: true }).fill(typed);
    await press(dialog, 'again.action');
  };

  test('log, levels and production test are behind the engineer password', async () => {
    const page = await suite.signedIn();
    await page.goto('/debug');
    await headed(page, 'page.debug');
    await page
      .getByRole('main')
      .getByRole('button', { name: text('login.submit') })
      .click();
    await enter(page, 'not the password');
    await page.getByText(text('super.wrong')).waitFor();
    await enter(page);
    await page.locator('.topbar').getByText(text('super.tag'), { exact: true }).waitFor();
    await looksRight(page);
    const level = page.locator('select').first();
    await level.selectOption('debug');
    await expect.poll(async () => (await suite.admin.attempt('SetDebugParam', {})).envelope.retvalue).toBe(11003);
    expect(await level.inputValue()).toBe('debug');
    const coming = page.waitForEvent('download');
    await press(page.getByRole('region', { name: text('debug.log') }), 'ui.download');
    const log = await readFile(await (await coming).path(), 'utf8');
    expect(log).not.toContain(engineerPassword);
    expect(log.length).toBeGreaterThan(0);

    const visitor = await suite.visitor();
    await visitor.goto('/test');
    await visitor.getByText(text('test.closed')).waitFor();
    await press(page, 'debug.modeBegin');
    await page.getByText(text('enum.MachineMode.productionTest'), { exact: true }).waitFor();
    await press(visitor, 'ui.retry');
    await visitor.getByRole('img', { name: text('page.test') }).waitFor();
    await looksRight(visitor);
    await press(page, 'debug.modeEnd');
    await press(page.getByRole('alertdialog'), 'debug.modeEnd');
    await page.getByText(text('enum.MachineMode.normal'), { exact: true }).waitFor();
  });

  test('the SN key is pasted, written once, and again only by the engineer', async () => {
    const page = await suite.signedIn({ viewport: phone });
    await page.goto('/snkey');
    await headed(page, 'page.snKey');
    const group = (number: number) => page.getByLabel(text('snKey.group', { number }));
    await page.getByText(text('snKey.none')).waitFor();
    await group(1).fill(snKey.toLowerCase());
    expect(await group(5).inputValue()).toBe(snKey.slice(-4));
    await press(page, 'snKey.write');
    await messageSaid(page, text('snKey.written'));
    await page.getByText(`… ${snKey.slice(-4)}`).waitFor();
    await looksRight(page);
    await group(1).fill(snKey);
    await press(page, 'snKey.write');
    await page.getByRole('dialog', { name: text('error.11003') }).waitFor();
    await enter(page);
    await page.getByText(snKey, { exact: true }).waitFor();
  });
});
