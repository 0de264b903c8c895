// The panel on a real terminal: what it draws, and what a person does at it.

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundlePage } from '../../tools/panel/bundle.ts';
import { type Panel, servePanel } from '../../tools/panel/serve.ts';
import { Terminal } from '../harness/terminal.ts';
import { launchBrowser, openPage, phone, wide } from './console.ts';

let browser: Browser;
let terminal: Terminal;
let panel: Panel;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [browser, terminal] = await Promise.all([launchBrowser(), Terminal.start()]);
  panel = await servePanel({ bench: terminal.daemon.socketPath, port: 0, assets: await bundlePage() });
  await terminal.admin.call('adduser', { userid: 7, username: 'Ana Ruiz', cardno: '10000001', password: '604713' });
});
afterAll(async () => {
  await panel.close();
  await browser.close();
  await terminal.stop();
});

async function open(viewport = wide): Promise<void> {
  ({ page, complaints } = await openPage(browser, panel.url, { viewport }));
  await page.goto('/');
  await page.locator('.clock').waitFor();
}

beforeEach(() => open());
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

const newest = () => page.locator('.events li').first();
const result = () => page.locator('.result');

describe('a card', () => {
  test('of a user shows the name on the display and in the events', async () => {
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await result().getByText('Ana Ruiz').waitFor();
    expect(await newest().textContent()).toMatch(/Card \D*0001Ana Ruiz 7IN$/);
  });

  test('of nobody is unknown', async () => {
    await page.getByLabel('Another card, by its number').fill('55667788');
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await result().getByText('unknown').waitFor();
    expect(await newest().textContent()).toMatch(/7788unknown$/);
  });

  test('that cannot be is refused in words', async () => {
    await page.getByLabel('Another card, by its number').fill('0');
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await page.getByRole('alert').getByText('number').waitFor();
  });
});

describe('a PIN', () => {
  test('is typed on the keypad, stands as dots, and never in clear', async () => {
    for (const digit of '604713') await page.getByRole('button', { name: digit, exact: false }).first().click();
    await page.getByLabel('6 digits typed').waitFor();
    expect(await page.locator('.device').textContent()).not.toContain('604713');
    await page.getByRole('button', { name: 'OK' }).click();
    await result().getByText('Ana Ruiz').waitFor();
    expect(await newest().textContent()).not.toContain('604713');
  });

  test('can be typed on the keyboard', async () => {
    await page.keyboard.type('12345');
    await page.keyboard.press('Backspace');
    await page.getByLabel('4 digits typed').waitFor();
    await page.keyboard.press('Enter');
    await result().getByText('unknown').waitFor();
  });
});

describe('settings show on the terminal', () => {
  test('formats, and which status is in force', async () => {
    await terminal.admin.call('GetTimeParam', { dateOrder: 'dmy', dateSeparator: 'dot', hour24: false });
    await page
      .locator('.date')
      .getByText(/^\d\d\.\d\d\.\d{4}$/)
      .waitFor();
    await page
      .locator('.clock')
      .getByText(/[AP]M$/)
      .waitFor();
    await terminal.admin.call('GetApplyParam', { in: 'Arrive' });
    await page.locator('.status-now').getByText('Arrive').waitFor();
  });

  test('the language of the display', async () => {
    await terminal.admin.call('GetTimeParam', { language: 'es' });
    await page.getByText('Acerque la tarjeta o teclee su PIN').waitFor();
    await terminal.admin.call('GetTimeParam', { language: 'en' });
    await page.getByText('Present your card or type your PIN').waitFor();
  });

  test('a locked keyboard takes nothing', async () => {
    await terminal.admin.call('GetTimeParam', { keyboardLock: true });
    await page.getByRole('img', { name: 'Keypad locked' }).waitFor();
    expect(await page.getByRole('button', { name: 'OK' }).isDisabled()).toBe(true);
    await terminal.admin.call('GetTimeParam', { keyboardLock: false });
    await page.getByRole('img', { name: 'Keypad locked' }).waitFor({ state: 'detached' });
  });

  test('the volume', async () => {
    await terminal.admin.call('GetMachineParam', { volume: 1 });
    await page.getByRole('img', { name: /^Loudspeaker: volume 1 of 5/ }).waitFor();
  });

  test('the screen saver, after its time, until somebody comes', async () => {
    await terminal.admin.call('GetTimeParam', { powerSaving: 'screenSaver', interval: 30 });
    await page.getByRole('button', { name: '1 minute' }).click();
    await page.locator('.screen-saver').waitFor();
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await page.locator('.screen-saver').waitFor({ state: 'detached' });
  });

  test('a slip comes out of the printer', async () => {
    // A second punch within a minute is none.
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await terminal.admin.call('GetPrintParam', { on: true, baud: 'b115200', header: 'Harbour' });
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await page.getByRole('button', { name: '1 minute' }).click();
    await page.locator('.slip').first().getByText('Ana Ruiz').waitFor();
    await terminal.admin.call('GetPrintParam', { on: false });
  });
});

describe('the world', () => {
  const card = (name: string) => page.getByRole('region', { name, exact: true });

  test('a cable that is pulled out is out, and in again', async () => {
    const cable = card('Ethernet').getByRole('switch', { name: 'cable out' });
    await cable.check();
    await card('Ethernet').locator('.world-facts').getByText('no', { exact: true }).waitFor();
    await cable.uncheck();
    await card('Ethernet').locator('.world-facts').getByText('yes', { exact: true }).waitFor();
  });

  test('a network fades and appears', async () => {
    await card('Wi-Fi')
      .getByText(/^Networks in reach/)
      .click();
    await page.getByRole('button', { name: 'Take Warehouse away' }).click();
    await page.getByRole('button', { name: 'Bring Warehouse back' }).click();
    await page.getByRole('button', { name: 'Take Warehouse away' }).waitFor();
  });

  test('a phone asks for authorization', async () => {
    await terminal.admin.call('GetBluetoothParam', { serverOn: true });
    await page.getByRole('button', { name: 'A phone asks for authorization' }).click();
    await expect
      .poll(async () => (await terminal.admin.call('SetBluetoothAuthorize', {})).devices.length, { timeout: 5_000 })
      .toBe(1);
  });
});

describe('the terminal', () => {
  test('is off, and back, as it goes and comes', async () => {
    await terminal.daemon.stop();
    await page.getByText('The terminal is off.').waitFor();
    expect(await page.getByRole('button', { name: 'Present card 10000001' }).isDisabled()).toBe(true);
    await terminal.daemon.begin();
    await page.locator('.clock').waitFor();
  });

  test.each([
    ['wide', wide],
    ['on a phone', phone],
  ])('has no violation that axe finds: %s', async (_, viewport) => {
    await page.context().close();
    await open(viewport);
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await newest().waitFor();
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document);
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    });
    expect(violations).toEqual([]);
  });
});

test('shows the initial password until there is another', async () => {
  const { daemon, client, initial } = await Terminal.startFresh();
  const other = await servePanel({ bench: daemon.socketPath, port: 0, assets: await bundlePage() });
  const opened = await openPage(browser, other.url);
  try {
    await opened.page.goto('/');
    await opened.page.locator('.password').getByText(initial).waitFor();
    await client.signIn('admin', initial);
    await client.call('EditPwd', { userid: 'admin', oldpassword: initial, password: '704182', confirm: '704182' });
    await opened.page.locator('.password').waitFor({ state: 'detached' });
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.context.close();
    await other.close();
    client.close();
    await daemon.dispose();
  }
});
