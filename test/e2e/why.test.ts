// "Why?": from a line of the log and from a person to the rule that decided and the page that sets it.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  const { terminal } = suite;
  await terminal.add({ userid: 7, username: 'Ada Lovelace', cardno: '7007', validTo: '2020-12-31' });
  await terminal.bench.act({ do: 'card', number: '7007' });
  await until('the line', async () => (await suite.admin.call('searchrecord', {})).records[0]);
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

test('a line is explained, and leads to where it is set', async () => {
  const page = await suite.signedIn();
  await page.goto('/advSetting/recordList');
  await headed(page, 'page.recordList');
  await page.getByRole('button', { name: /^Why\? Ada Lovelace/ }).click();
  const dialog = page.getByRole('dialog', { name: text('why.title') });
  const decided = dialog.locator('[aria-current=step]');
  await decided.waitFor();
  expect(await dialog.evaluate((element) => element.querySelector('.dialog-body')?.scrollWidth)).toBeLessThanOrEqual(
    await dialog.evaluate((element) => element.clientWidth),
  );
  expect(await decided.textContent()).toContain(text('enum.RecordReason.expired'));
  await decided.getByRole('link').click();
  await headed(page, 'page.userEdit');
  expect(new URL(page.url()).search).toBe('?userid=7');
});

test('on a phone a person is tried with what is shown, at another time', async () => {
  const page = await suite.signedIn({ viewport: phone });
  await page.goto('/user/userEdit?userid=7');
  await headed(page, 'page.userEdit');
  await page.getByRole('button', { name: text('why.look'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: text('why.mayEnter') });
  const verdict = dialog.locator('.why-verdict');
  await verdict.getByText(text('enum.RecordReason.expired')).waitFor();
  await dialog.getByLabel(text('why.day')).fill('2020-12-31');
  await dialog.getByLabel(text('why.time')).fill('23:59');
  await verdict.getByText(text('enum.RecordReason.anyTime')).waitFor();
  await dialog.getByLabel(text('enum.Factor.finger')).check();
  await verdict.getByText(text('enum.RecordReason.unknown')).waitFor();
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});
