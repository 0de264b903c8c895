// The README's picture: the overview of a terminal on a working day.

import type { Browser } from 'playwright-core';
import { openPage, wide } from '../../test/e2e/console.ts';
import { ready } from '../../test/e2e/screens.ts';
import { text } from '../../test/e2e/texts.ts';
import { rootPath } from '../../test/harness/paths.ts';
import { adminPassword, Terminal } from '../../test/harness/terminal.ts';
import { type SeedRecord, writeRecords } from '../seed/records.ts';

export const readmePicture = rootPath('docs/images/overview.png');

const MINUTE = 60_000;

/** Who came, the last first: minutes ago, and what differs from being let in with a card. */
const came: readonly [ago: number, userid: number, more?: Partial<SeedRecord>][] = [
  [1, 7, { factors: ['card', 'finger'] }],
  [3, 4, { factors: ['finger'], status: 'out' }],
  [6, 0, { result: 'refused', reason: 'unknown' }],
  [8, 6],
  [13, 2, { factors: ['face'], temperature: 366 }],
  [21, 5, { factors: ['password'] }],
  [34, 3, { result: 'refused', reason: 'outsideHours' }],
  [41, 1, { factors: ['finger'] }],
  [52, 8, { factors: ['face'], temperature: 364 }],
  [58, 4, { factors: ['finger'] }],
  [75, 9],
  [80, 10, { factors: ['face'], temperature: 367 }],
];

const names = [
  'Amina Haddad',
  'Bo Lindqvist',
  'Dora Kovač',
  'Émile Roche',
  'Мельник Богдана',
  'نوید رضایی',
  'Grace Okafor',
  'Hugo Marques',
  'Yolanda Fernández',
  'Zoë Ekström',
];

const cardOf = (index: number): string => String(12_884_301 + index * 76);

/** Two of them stand inside. */
export async function takeReadmePicture(browser: Browser): Promise<void> {
  const terminal = await Terminal.start();
  try {
    for (const [index, username] of names.entries()) {
      await terminal.add({ userid: index + 1, username, cardno: cardOf(index) });
    }
    await terminal.admin.call('GetMachineParam', { deviceName: 'Main entrance' });
    await terminal.admin.call('GetAccessControl', { sensor: 'normallyClosed' });
    const now = Date.now();
    const lines = came.map(([ago, userid, more]) => ({
      time: now - ago * MINUTE,
      userid,
      username: names[userid - 1] ?? '',
      factors: ['card'],
      ...more,
    }));
    writeRecords(terminal.daemon.state, lines.toReversed());
    await terminal.restart();
    for (const card of [cardOf(8), cardOf(0)]) await terminal.bench.act({ do: 'card', number: card });
    const session = await terminal.client().signIn('admin', adminPassword);
    const { page, context } = await openPage(browser, terminal.daemon.origin, {
      viewport: wide,
      deviceScaleFactor: 1,
      session,
    });
    await page.goto('/advSetting/live');
    await ready(page, 'en', 'page.overview');
    await page.getByText(text('overview.following')).waitFor();
    await page.getByText(text('inside.title', { count: 2 })).waitFor();
    await page.locator('.record-photo img').nth(1).waitFor();
    await page.getByText('Main entrance').first().waitFor();
    await page.locator('.sidebar-use').waitFor();
    await page.screenshot({ path: readmePicture, animations: 'disabled' });
    await context.close();
  } finally {
    await terminal.stop();
  }
}
