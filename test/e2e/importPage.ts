// The page of imports as a user finds it: its buttons, columns and figures, and the files that it takes and gives.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { text } from './texts.ts';

export const button = (page: Page, key: string, values = {}) =>
  page.getByRole('button', { name: text(key, values), exact: true });
export const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const given = (page: Page, column: string) =>
  page.getByRole('combobox', { name: text('bulk.givesOf', { column }) });

export async function choose(page: Page, name: string, content: Buffer | string, key = 'bulk.choose'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, key).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

/** The figures that are shown, by their words. */
export async function figures(page: Page): Promise<Record<string, string>> {
  await page.locator('.bulk-figures').waitFor();
  const found = await page
    .locator('.bulk-figure')
    .evaluateAll((items) =>
      items.map((item) => [item.querySelector('span')?.textContent, item.querySelector('strong')?.textContent]),
    );
  return Object.fromEntries(found) as Record<string, string>;
}

export async function check(page: Page): Promise<Record<string, string>> {
  await button(page, 'bulk.check').click();
  await page.getByRole('heading', { name: text('bulk.checkedTitle') }).waitFor();
  return figures(page);
}

/** What a press of a button gives as a file. */
export async function fileOf(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await press();
  return readFileSync(await (await coming).path());
}
