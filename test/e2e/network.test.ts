// The network pages as an administrator uses them: a change that moves the terminal, one that nobody can confirm, the
// way into a Wi-Fi network, the certificate and the keys of programs.

import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { makePair } from '../harness/secure.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { type ConsolePage, messageSaid, openPage, Suite, signInThrough } from './console.ts';
import { violationsInBothSchemes } from './measure.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(async () => {
  await suite.stop();
  rmSync(folder, { recursive: true });
});

/** Certificates that the tests make. */
const folder = temporaryFolder();

const opened: ConsolePage[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.context.close();
  expect(await suite.closePages()).toEqual([]);
});

const heading = { level: 1 } as const;

/** Where the simulated network has the terminal: 192.168.1.50 is reached at 127.168.1.50. */
const originAt = (lastPart: number): string => `http://127.168.1.${lastPart}:${suite.terminal.port}`;

/** A page that came to the terminal over its Ethernet address, and so loses it when that changes. */
async function overEthernet(lastPart: number, path: string): Promise<Page> {
  const one = await openPage(suite.browser, originAt(lastPart));
  opened.push(one);
  await one.page.goto(path);
  await signInThrough(one.page, 'admin', adminPassword);
  return one.page;
}

/** Waits until the Ethernet interface has an address. */
async function settled(address: string): Promise<void> {
  const holds = async () => (await suite.admin.call('SetEthernet', {})).state.address === address;
  for (let second = 0; second < 20 && !(await holds()); second++) await suite.terminal.bench.advance(1000);
  expect(await holds()).toBe(true);
}

async function fillFixed(page: Page, address: string): Promise<void> {
  await page.getByRole('heading', { ...heading, name: text('page.ethernet') }).waitFor();
  await page.getByRole('radio', { name: text('enum.AddressMode.fixed') }).check();
  await page.getByLabel(text('setting.Ethernet.address'), { exact: true }).fill(address);
  await page.getByLabel(text('setting.Ethernet.gateway'), { exact: true }).fill('192.168.1.1');
}

/** By its button at the foot; messages have one of the same name. */
const closeDialog = (page: Page) =>
  page
    .locator('.dialog-foot')
    .getByRole('button', { name: text('ui.close') })
    .click();

const saveAndReconnect = (page: Page) => page.getByRole('button', { name: text('network.saveAndReconnect') }).click();

/** Back to an address out of DHCP, without a question. */
async function backToDhcp(): Promise<void> {
  if ((await suite.admin.call('networkPending', {})).page !== '') await suite.admin.call('revertNetwork', {});
  const saved = await suite.admin.call('GetEthernet', { mode: 'dhcp', address: '', gateway: '' });
  if (saved.confirmSeconds > 0) await suite.admin.call('confirmNetwork', { code: saved.confirmCode });
  await settled('192.168.1.50');
}

describe('a change of the address', () => {
  beforeEach(() => backToDhcp());

  test('moves the page: it finds the terminal at the new address, confirms, and one signs in there', async () => {
    const page = await overEthernet(50, '/network/ethernet');
    await fillFixed(page, '192.168.1.60');
    await saveAndReconnect(page);
    await page.getByText(text('confirmNetwork.kept')).waitFor();
    expect(page.url()).toBe(`${originAt(60)}/network/confirm`);
    await page.getByRole('link', { name: text('confirmNetwork.goOn') }).click();
    await signInThrough(page, 'admin', adminPassword);
    await page.getByRole('heading', { ...heading, name: text('page.ethernet') }).waitFor();
    await page.getByText('192.168.1.60', { exact: true }).first().waitFor();
    const now = await suite.admin.call('networkPending', {});
    expect([now.page, now.rolledBack]).toEqual(['', '']);
    const { mode, address } = await suite.admin.call('SetEthernet', {});
    expect([mode, address]).toEqual(['fixed', '192.168.1.60']);
  });

  test('that leads nowhere is undone: the page waits, and says so when the terminal is back', async () => {
    const page = await overEthernet(50, '/network/ethernet');
    await suite.terminal.bench.fault('ethernet', 'addressConflict', true);
    await fillFixed(page, '192.168.1.70');
    await saveAndReconnect(page);
    await page.getByText(text('move.goneOther')).waitFor();
    expect(await page.getByRole('timer').textContent()).toMatch(/^1:\d\d$/);
    const link = page.getByRole('link', {
      name: text('move.open', { address: `127.168.1.70:${suite.terminal.port}` }),
    });
    expect(await link.getAttribute('href')).toContain('/network/confirm#');
    await suite.terminal.bench.fault('ethernet', 'addressConflict', false);
    await suite.terminal.bench.advance(91_000);
    await settled('192.168.1.50');
    await page.getByText(text('move.undone')).waitFor();
    await closeDialog(page);
    await page.getByText(text('network.rolledBack')).waitFor();
    expect(await page.getByRole('radio', { name: text('enum.AddressMode.dhcp') }).isChecked()).toBe(true);
    expect((await suite.admin.call('SetEthernet', {})).mode).toBe('dhcp');
  });

  test('seen from an address that stays: kept by itself once the new one answers too', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/ethernet');
    await fillFixed(page, '192.168.1.80');
    await saveAndReconnect(page);
    await messageSaid(page, text('move.confirmed'));
    expect((await suite.admin.call('networkPending', {})).page).toBe('');
    // The attempts at the other address are what this page is for.
    suite.forgive((complaint) => complaint.includes('127.168.1.80'));
  });

  test('to one out of DHCP: whoever finds the terminal there and signs in keeps it', async () => {
    const fixed = { mode: 'fixed', address: '192.168.1.65', mask: '255.255.255.0', gateway: '192.168.1.1' } as const;
    const { confirmCode } = await suite.admin.call('GetEthernet', fixed);
    await suite.admin.call('confirmNetwork', { code: confirmCode });
    await settled('192.168.1.65');
    const page = await overEthernet(65, '/network/ethernet');
    await page.getByRole('radio', { name: text('enum.AddressMode.dhcp') }).check();
    await saveAndReconnect(page);
    await page.getByText(text('move.goneUnknown')).waitFor();
    await settled('192.168.1.50');
    const there = await overEthernet(50, '/network/ethernet');
    await there.getByText(text('move.found')).waitFor();
    expect(await violationsInBothSchemes(there)).toEqual([]);
    await there.getByRole('button', { name: text('move.keep') }).click();
    await messageSaid(there, text('move.confirmed'));
    const { mode } = await suite.admin.call('SetEthernet', {});
    expect([mode, (await suite.admin.call('networkPending', {})).page]).toEqual(['dhcp', '']);
  });

  test('saved right after the page opened: its dialog is loaded already', async () => {
    const page = await overEthernet(50, '/network/ethernet');
    await page.getByRole('radio', { name: text('enum.AddressMode.fixed') }).waitFor();
    await page.route('**/assets/**', (route) => route.abort());
    await fillFixed(page, '192.168.1.85');
    await saveAndReconnect(page);
    await page.getByRole('heading', { name: text('move.title') }).waitFor();
  });

  test('undone by hand, also after the page was loaded again', async () => {
    const page = await suite.signedIn();
    await suite.terminal.bench.fault('ethernet', 'addressConflict', true);
    await page.goto('/network/ethernet');
    await fillFixed(page, '192.168.1.90');
    await saveAndReconnect(page);
    await page.getByRole('button', { name: text('move.undo') }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: text('move.undo') }).click();
    await page.getByText(text('move.undone')).waitFor();
    await suite.terminal.bench.fault('ethernet', 'addressConflict', false);
    expect((await suite.admin.call('SetEthernet', {})).mode).toBe('dhcp');
    suite.forgive((complaint) => complaint.includes('127.168.1.90'));
  });
});

describe('Wi-Fi', () => {
  /** Lets the radio take its time. */
  const wait = () => suite.terminal.bench.advance(2000);

  const shown = (seen: () => Promise<boolean>): Promise<boolean> =>
    until(
      'the radio to get on',
      async () => {
        if (await seen()) return true;
        await wait();
        return false;
      },
      { everyMs: 250 },
    );

  test('choose, mistype the key, read why, try again, be connected', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/wirless');
    expect(await page.getByRole('radio', { name: text('enum.WifiMode.off') }).isChecked()).toBe(true);
    await page.getByRole('link', { name: text('wifi.choose') }).click();
    const row = page.getByRole('button', { name: /Warehouse/ });
    await shown(() => row.isVisible());
    await row.click();
    const key = page.getByLabel(text('setting.Wirless.key'), { exact: true });
    await key.fill('forklift-8');
    await page.getByRole('button', { name: text('wifi.connect') }).click();
    const failed = page.getByText(text('wifi.failedToAp'));
    await shown(() => failed.isVisible());
    await page.getByRole('heading', { name: text('wifi.failure.wrongKey') }).waitFor();
    await page
      .locator('.dialog-foot')
      .getByRole('button', { name: text('ui.retry') })
      .click();
    expect(await key.inputValue()).toBe('forklift-8');
    await key.fill('forklift-7');
    await page.getByRole('button', { name: text('wifi.connect') }).click();
    await shown(() => page.getByText(text('wifi.joined', { ssid: 'Warehouse' })).isVisible());
    expect((await suite.admin.call('SetWirless', {})).state.phase).toBe('connected');
    await page.goto('/network/wirless');
    await page.locator('.state-card').getByText(text('wifi.phase.connected'), { exact: true }).waitFor();
    suite.forgive((complaint) => complaint.includes('request to http://127.'));
  });

  test('an attempt is cancelled: the radio is off again', async () => {
    await suite.admin.attempt('revertNetwork', {});
    const { confirmCode } = await suite.admin.call('GetWirless', { mode: 'off', ssid: '', key: '' });
    if (confirmCode) await suite.admin.call('confirmNetwork', { code: confirmCode });
    const page = await suite.signedIn();
    await page.goto('/network/wirless/chooseWIFI');
    const row = page.getByRole('button', { name: /Warehouse/ });
    await shown(() => row.isVisible());
    await row.click();
    await page.getByLabel(text('setting.Wirless.key'), { exact: true }).fill('forklift-7');
    await page.getByRole('button', { name: text('wifi.connect') }).click();
    await page.getByText(text('wifi.step.searching')).waitFor();
    await page
      .locator('.dialog-foot')
      .getByRole('button', { name: text('ui.cancel') })
      .click();
    await messageSaid(page, text('wifi.cancelled'));
    expect(await suite.admin.call('SetWirless', {})).toMatchObject({ mode: 'off', ssid: '', hasKey: false });
  });

  test('a search that fails says so, and is tried again', async () => {
    const page = await suite.signedIn();
    await wait();
    await suite.terminal.bench.fault('wifi', 'searchFails', true);
    await suite.terminal.bench.advance(20_000);
    await page.goto('/network/wirless/chooseWIFI');
    await shown(() => page.getByText(text('error.12027')).first().isVisible());
    await suite.terminal.bench.fault('wifi', 'searchFails', false);
    await page.getByRole('button', { name: text('ui.retry') }).click();
    await shown(() => page.getByRole('button', { name: /Harbour Guests/ }).isVisible());
  });

  test('a CA tells whose it is and until when before it is saved; what is none is refused', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/wirless/addWIFI');
    await page.getByLabel(text('setting.Wirless.security'), { exact: true }).selectOption('eap');
    const file = page.locator('input[type="file"]');
    await file.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from('no certificate') });
    await page.getByText(text('error.10102')).waitFor();
    await file.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.alloc(9000, 'A') });
    await page.getByText(text('error.10101')).waitFor();
    const ca = Buffer.from(makePair(folder, 'harbour-ca').certificate);
    await file.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: ca });
    await page.getByText('harbour-ca, until').waitFor();
  });
});

describe('Security', () => {
  test('a key is shown once and deleted after a question', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/securityOne');
    await page.getByRole('button', { name: text('restKey.add') }).click();
    await page.getByLabel(text('restKey.name')).fill('Payroll');
    await page.getByRole('button', { name: text('restKey.make') }).click();
    const shown = page.getByRole('textbox', { name: text('restKey.madeTitle') });
    const key = await shown.inputValue();
    expect(key.length).toBeGreaterThan(40);
    await page.getByRole('button', { name: text('restKey.kept') }).click();
    await page.reload();
    await page.getByText('Payroll').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: text('restKey.deleteOf', { name: 'Payroll' }) }).click();
    await page.getByRole('button', { name: text('restKey.delete'), exact: true }).click();
    await page.getByText(text('restKey.none'), { exact: true }).waitFor();
    expect((await suite.admin.call('restKeys', {})).keys).toEqual([]);
  });

  test('a signing request is made, and the certificate that is not its answer refused', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/securityOne');
    await page.getByRole('button', { name: text('certificate.request'), exact: true }).click();
    await page.getByLabel(text('certificate.commonName')).fill('door1.example.com');
    await page.getByRole('button', { name: text('certificate.make') }).click();
    const request = page.getByRole('textbox', { name: text('certificate.madeTitle') });
    expect(await request.inputValue()).toContain('-----BEGIN CERTIFICATE REQUEST-----');
    await closeDialog(page);
    await page.getByText(text('certificate.requested')).waitFor();
    await page.getByRole('button', { name: text('certificate.upload'), exact: true }).click();
    await page.getByRole('textbox', { name: text('certificate.pem'), exact: true }).fill('nonsense');
    await page.getByRole('button', { name: text('certificate.use') }).click();
    await page.getByText(text('error.12028')).waitFor();
  });
});

describe('HTTPS', () => {
  test('an uploaded certificate is shown and used, and gives way to the terminal’s own', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/securityOne');
    await page.getByRole('button', { name: text('certificate.upload'), exact: true }).click();
    const { certificate, key } = makePair(folder, 'door1.example.com');
    await page.getByRole('textbox', { name: text('certificate.pem'), exact: true }).fill(certificate);
    await page.getByRole('textbox', { name: text('certificate.keyPem'), exact: true }).fill(key);
    await page.getByText('door1.example.com, until').waitFor();
    await page.getByRole('button', { name: text('certificate.use') }).click();
    await page.getByText('CN=door1.example.com').first().waitFor();
    expect((await suite.admin.call('certificateInfo', {})).own).toBe(true);
    await page.getByRole('button', { name: text('certificate.reset') }).click();
    await page
      .locator('.dialog-foot')
      .getByRole('button', { name: text('certificate.reset') })
      .click();
    await messageSaid(page, text('certificate.resetDone'));
    expect((await suite.admin.call('certificateInfo', {})).own).toBe(false);
  });

  test('alone: a page that came over HTTP is led to it', async () => {
    const terminal = await Terminal.start();
    const context = await suite.browser.newContext({ ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      await page.goto(`${terminal.daemon.origin}/network/securityOne`);
      await signInThrough(page, 'admin', adminPassword);
      await page.getByRole('switch', { name: text('setting.RestParam.httpsOnly') }).click();
      await page.getByText(text('security.httpsWarning')).first().waitFor();
      await page.getByRole('button', { name: text('ui.save') }).click();
      await page.getByRole('heading', { ...heading, name: text('login.title') }).waitFor();
      expect(page.url()).toContain(`https://127.0.0.1:${terminal.daemon.httpsPort}/login`);
      await signInThrough(page, 'admin', adminPassword);
      await page.getByText(text('security.encrypted'), { exact: true }).waitFor();
    } finally {
      await context.close();
      await terminal.stop();
    }
  });
});

describe('Links', () => {
  test('communication and cloud say what this firmware does with them, and keep what is typed', async () => {
    const page = await suite.signedIn();
    await page.goto('/network/commMode');
    await page.getByText(text('pending.text')).first().waitFor();
    expect(await page.getByRole('radio', { name: text('enum.CommDirection.call') }).isDisabled()).toBe(true);
    await page.goto('/network/cloud');
    await page.getByLabel(text('setting.CloudParam.code'), { exact: true }).fill('ABC123');
    await page.getByLabel(text('setting.CloudParam.server'), { exact: true }).fill('cloud.example.com:8883');
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('settings.saved'));
    expect((await suite.admin.call('SetCloudParam', {})).code).toBe('ABC123');
  });
});
