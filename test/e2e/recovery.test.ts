// /up of a terminal that does not start: the engineer mends it there, from a phone as well.

import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonPath } from '../harness/paths.ts';
import { engineerPassword, Machine, sibling, stateWhere } from '../harness/upgrade.ts';
import { phone, Suite } from './console.ts';
import { overflow, smallTargets, violationsInBothSchemes } from './measure.ts';
import { text, textIn } from './texts.ts';

const machine = new Machine();
let suite: Suite;

beforeAll(async () => {
  suite = await Suite.of(machine.start());
  await stateWhere(suite.admin, 'the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
  await suite.terminal.daemon.stop();
  /* A firmware that comes up as the recovery alone. */
  const broken = `#!/bin/sh\ncase " $* " in *" --recovery "*) exec ${daemonPath()} "$@" ;; esac\nexit 1\n`;
  writeFileSync(machine.folder.slot('A'), broken, { mode: 0o755 });
  copyFileSync(machine.folder.slot('A'), machine.folder.slot('B'));
  await suite.terminal.daemon.begin();
});
afterAll(async () => {
  await suite.browser.close();
  await machine.stop();
});

async function looksRight(page: Page): Promise<void> {
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if ((page.viewportSize()?.width ?? 0) < 850) expect(await smallTargets(page)).toEqual([]);
}

test('says in each language that the terminal is in recovery, and why', async () => {
  for (const language of ['en', 'es', 'ar'] as const) {
    const page = await suite.visitor({ language, viewport: phone });
    await page.goto('/users/4711');
    expect(new URL(page.url()).pathname).toBe('/up');
    await page.getByText(textIn(language, 'up.recovery')).waitFor();
    await page.getByText(textIn(language, 'up.recovery.start')).waitFor();
    await looksRight(page);
  }
});

test('offers other data to start with, and says what is lost by it', async () => {
  for (const language of ['en', 'ar'] as const) {
    const say = (key: Parameters<typeof textIn>[1]) => textIn(language, key);
    const page = await suite.visitor({ language, viewport: phone });
    await page.goto('/');
    await page.getByLabel(say('super.password')).fill(engineerPassword);
    await page.getByRole('button', { name: say('login.submit') }).click();
    await page.getByRole('heading', { name: say('up.data') }).waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: say('up.data.copy') }).click();
    await page.getByText(say('up.data.restarts')).waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: say('ui.cancel') }).click();
    await page.getByRole('button', { name: say('up.data.erase') }).waitFor();
  }
});

test('takes a firmware, and the terminal is there again', async () => {
  const file = join(machine.path, 'next.swu');
  writeFileSync(file, machine.bundle(sibling('posternd_next')));
  const page = await suite.visitor();
  await page.goto('/');
  await page.getByLabel(text('super.password')).fill(engineerPassword);
  await page.getByRole('button', { name: text('login.submit') }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await suite.terminal.daemon.restartsBy(async () => {
    await page.getByRole('button', { name: text('upgrade.action'), exact: true }).click();
    await page.getByText(text('upgrade.signIn')).waitFor();
  });
  suite.forgive((complaint) => complaint.includes('ERR_CONNECTION') || complaint.includes('ERR_FAILED'));
  expect(await page.getByText(text('up.recovery')).count()).toBe(0);
  await suite.terminal.resume();
  const over = await stateWhere(suite.admin, 'the confirmation', ({ last }) => last.end === 'confirmed');
  expect(over).toMatchObject({ version: '99.0.0' });
  expect(await suite.closePages()).toEqual([]);
});
