// The production test in the browser, as the worker at the line goes through it: by keys, then on a phone in Arabic.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { engineerPassword, provisionedSystem } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { phone, Suite } from './console.ts';
import { cutOff, overflow, smallTargets, violationsInBothSchemes } from './measure.ts';
import { type Language, textIn } from './texts.ts';

const system = provisionedSystem();
let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start({ args: ['--system', system, '--without', 'face,iris'] });
});
afterAll(async () => {
  await suite.stop();
  rmSync(system, { recursive: true, force: true });
});
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

/** A test in a language: what is pressed and what is read. */
class Line {
  readonly page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.#language = language;
  }

  text(key: string, values?: Readonly<Record<string, string | number>>): string {
    return textIn(this.#language, key, values);
  }

  button(key: string) {
    return this.page.getByRole('button', { name: this.text(key), exact: true });
  }

  asks(key: string): Promise<void> {
    return this.page.locator('.production-ask', { hasText: this.text(key) }).waitFor();
  }

  /** Opens /test, and makes the session a super session there. */
  async open(): Promise<void> {
    await this.page.goto('/test');
    await this.button('login.submit').click();
    await this.page.getByLabel(this.text('super.password'), { exact: true }).fill(engineerPassword);
    await this.button('again.action').click();
    await this.page.getByRole('heading', { name: this.text('debug.mode') }).waitFor();
  }
}

test('from the first device to the file that is signed, by keys', async () => {
  const line = new Line(await suite.signedIn(), 'en');
  const { page } = line;
  const { bench } = suite.terminal;
  await line.open();
  await line.button('debug.modeBegin').focus();
  await page.keyboard.press('Enter');
  await page.locator('.production-ask', { hasText: /^Does the display show \d{4}\?$/ }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await line.button('production.yes').focus();
  await page.keyboard.press('Enter');
  await line.asks('production.heard');
  await page.keyboard.press('Enter'); // the focus has stayed at "Yes"
  await page.locator('.production-ask', { hasText: '0123456789' }).waitFor();
  await bench.act({ do: 'pin', digits: '0123456789' });
  await line.asks('enrol.card');
  await bench.act({ do: 'card', number: '12345678', uid: 4 });
  await line.asks('enrol.present.finger');
  await page.getByLabel(line.text('access.reason')).fill('sensor loose');
  await page.keyboard.press('Enter');
  await line.asks('access.ask.open');
  await line.button('access.command.open').click();
  await line.asks('production.moved');
  await line.button('production.yes').click();
  await bench.advance(6000);
  await page.getByText('sensor loose').first().waitFor();
  const shown = await page.locator('.notice .production-hash').innerText();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), line.button('ui.download').click()]);
  expect(download.suggestedFilename()).toMatch(/^production-PT-\w+\.txt$/);
  const file = readFileSync(await download.path());
  expect(shown).toBe(`SHA-256 ${createHash('sha256').update(file).digest('hex')}`);
  expect(file.toString()).toContain('device = finger failed skipped; sensor loose\n');
  // On paper: the sheet alone.
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.production-steps').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await line.button('debug.modeBegin').click();
  await page.getByRole('alertdialog').getByText(line.text('production.lost')).waitFor();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: line.text('ui.cancel') })
    .click();
  expect(await page.locator('.notice .production-hash').innerText()).toBe(shown);
});

test('on a phone, from right to left, to its early end', async () => {
  // Signed-in pages speak the language of the terminal.
  await suite.admin.call('GetLanguageSettingItem', { language: 'ar' });
  const line = new Line(await suite.signedIn({ viewport: phone, language: 'ar' }), 'ar');
  const { page } = line;
  await line.open();
  await line.button('debug.modeBegin').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: line.text('debug.modeBegin') })
    .click();
  await page.locator('.production-ask').waitFor();
  await until('the display', async () => (await page.locator('[aria-current=step]').count()) === 1);
  const fits = async () => [...(await cutOff(page)), ...(await smallTargets(page)), `wider by ${await overflow(page)}`];
  expect(await fits()).toEqual(['wider by 0']);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await line.button('debug.modeEnd').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: line.text('debug.modeEnd') })
    .click();
  await page.locator('.production-hash').first().waitFor();
  expect(await fits()).toEqual(['wider by 0']);
});
