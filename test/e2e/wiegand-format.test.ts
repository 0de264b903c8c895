// A card that no Wiegand format reads, from its record to a format that reads it.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

/* 37 bits: parity, facility code 1234 in 16 bits, 345678 in 19, parity. */
const card37 = '0000001001101001010101000110010011101';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  const { terminal } = suite;
  await terminal.add({ userid: 7, username: 'Ada Lovelace', cardno: '345678' });
  await terminal.bench.act({ do: 'door', wiegand: card37 });
  await until('the line', async () => (await suite.admin.call('searchrecord', { userid: 0 })).records.length === 1);
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

const dialogOf = (page: Page) => page.getByRole('dialog');

async function opened(page: Page) {
  await page.goto('/advSetting/recordList');
  await headed(page, 'page.recordList');
  await page
    .getByRole('button', { name: new RegExp(`^${text('format.make')}`) })
    .first()
    .click();
  return dialogOf(page);
}

/** Draws over bits, from one to another, counted from 1. */
async function draw(page: Page, from: number, to: number): Promise<void> {
  const middle = async (place: number) => {
    const box = await dialogOf(page).locator(`[data-place="${place}"]`).boundingBox();
    if (box === null) throw new Error(`bit ${place} is not drawn`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 8 });
  await page.mouse.up();
}

test('on a phone the bits are in sight, and neither list nor dialog is wider than the window', async () => {
  const page = await suite.signedIn({ viewport: phone });
  const dialog = await opened(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await dialog.locator('[data-place]').count()).toBe(37);
  await dialog.getByRole('button', { name: text('ui.cancel') }).click();
});

test('its bits are drawn over, its number is seen, and the same card reads as that number', async () => {
  const { accesses } = suite.terminal.bench;
  const page = await suite.signedIn();
  const dialog = await opened(page);
  await draw(page, 18, 36);
  await dialog.getByRole('radio', { name: text('setting.AccessControl.freeFacility') }).check();
  await draw(page, 2, 17);
  const reads = dialog.getByText(text('format.readsOf', { number: '345678', code: '1234' }));
  await reads.waitFor();
  await dialog.getByLabel(text('format.name')).fill('Site');
  await dialog.getByRole('button', { name: text('format.save') }).click();
  await until('the dialog to close', async () => (await dialogOf(page).count()) === 0);
  expect(await suite.admin.call('SetAccessControl', {})).toMatchObject({
    wiegandInName1: 'Site',
    wiegandIn1: 'E0000010011010010NNNNNNNNNNNNNNNNNNNO',
  });
  const before = accesses.length;
  await suite.terminal.bench.act({ do: 'door', wiegand: card37 });
  const access = await until('the card', () => accesses[before]);
  expect(access).toMatchObject({ granted: true, user: { userid: 7 } });
});
