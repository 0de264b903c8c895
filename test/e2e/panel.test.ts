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
    expect(await newest().textContent()).toMatch(/Card \D*0001Ana Ruiz 7$/);
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
