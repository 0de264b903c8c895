// Skin temperatures as an administrator meets them: somebody comes with fever, the limit is changed, the next is refused.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  await suite.terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
  await suite.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

async function come(temperature: number): Promise<boolean> {
  const { bench } = suite.terminal;
  await bench.act({ do: 'thermometer', temperature });
  const seen = bench.accesses.length;
  await bench.act({ do: 'card', number: '7007' });
  return (await until('an access event', () => bench.accesses[seen])).granted;
}

test('nobody yet, one above the limit, a new limit, and one who is not let in', async () => {
  const page = await suite.signedIn();
  await page.goto('/advSetting/thermometry');
  await headed(page, 'page.thermometry');
  await page.getByText(text('thermometry.none'), { exact: true }).waitFor();
  expect(await come(376)).toBe(true);
  const rows = page.getByRole('table', { name: text('page.thermometry'), exact: true }).getByRole('row');
  await rows
    .filter({ hasText: '37.6' })
    .filter({ hasText: text('thermometry.above') })
    .waitFor();
  await page.getByText(text('thermometry.summary', { count: '1', abnormal: '1' })).waitFor();

  await page.getByRole('link', { name: text('thermometry.limitIs', { limit: '37.3 °C' }) }).click();
  await headed(page, 'page.thermometryLimit');
  await page.locator('select[name=limit]').selectOption('376');
  await page.getByRole('radio', { name: text('enum.AbnormalTemperature.refuses') }).check();
  await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
  await messageSaid(page, text('settings.saved'));
  expect(await come(377)).toBe(false);

  await page.goto('/advSetting/thermometry?temperature=abnormality');
  await rows
    .filter({ hasText: '37.7' })
    .filter({ hasText: text('enum.RecordReason.temperature') })
    .waitFor();
  expect(await rows.filter({ hasText: '37.6' }).count()).toBe(0);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: text('ui.download') }).click();
  await page.getByRole('menuitem', { name: text('ui.xlsx') }).click();
  expect((await file).suggestedFilename()).toMatch(/^records-[-\d]+\.xlsx$/);
});
