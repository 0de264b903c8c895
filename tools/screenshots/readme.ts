// The README's pictures of a terminal on a working day: the overview, the list of users on a phone, the panel of `make run`.

import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { openPage, type PageOptions, phone } from '../../test/e2e/console.ts';
import { ready } from '../../test/e2e/screens.ts';
import { text } from '../../test/e2e/texts.ts';
import { rootPath } from '../../test/harness/paths.ts';
import { adminPassword, Terminal } from '../../test/harness/terminal.ts';
import { bundlePage } from '../panel/bundle.ts';
import { servePanel } from '../panel/serve.ts';
import { type SeedRecord, writeRecords } from '../seed/records.ts';
import { withPalette } from './palette.ts';

const folder = rootPath('docs/images');
const viewport = { width: 1280, height: 760 };
/** Maximum bytes of a committed picture. */
const largest = 100_000;

const MINUTE = 60_000;

/** Records, latest first: minutes ago, and differences from access granted by card. */
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

/** A terminal on a working day: ten users, an hour of records, and two users inside. */
async function workingDay(): Promise<Terminal> {
  const terminal = await Terminal.start();
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
  return terminal;
}

async function showOverview(page: Page): Promise<void> {
  await page.goto('/advSetting/live');
  await ready(page, 'en', 'page.overview');
  await page.getByText(text('overview.following')).waitFor();
  await page.getByText(text('inside.title', { count: 2 })).waitFor();
  await page.locator('.record-photo img').nth(1).waitFor();
  await page.getByText('Main entrance').first().waitFor();
  await page.locator('.sidebar-use').waitFor();
}

async function showUsers(page: Page): Promise<void> {
  await page.goto('/user/userList');
  await ready(page, 'en', 'page.userList');
  await page.getByText(names.at(-1) ?? '').waitFor();
}

/** The panel, which needs no session: a user has presented a card. */
async function showTerminal(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('.clock').waitFor();
  await page.getByLabel('Another card, by its number').fill(cardOf(6));
  const shown = page.locator('.result').getByText('Grace Okafor').waitFor(); // for four seconds
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await shown;
}

function write(name: string, picture: Buffer): void {
  const small = withPalette(picture);
  if (small.length > largest) throw new Error(`${name} takes ${small.length} bytes, more than ${largest}`);
  writeFileSync(`${folder}/${name}`, small);
}

/** Writes all pictures of the README. */
export async function takeReadmePictures(browser: Browser): Promise<void> {
  const terminal = await workingDay();
  const { origin, socketPath: bench, state } = terminal.daemon;
  const panel = await servePanel({ bench, state, port: 0, assets: await bundlePage() });
  const session = await terminal.client().signIn('admin', adminPassword);
  const take = async (name: string, at: string, options: PageOptions, show: (page: Page) => Promise<void>) => {
    const { page, context } = await openPage(browser, at, { deviceScaleFactor: 1, ...options });
    await show(page);
    write(name, await page.screenshot({ animations: 'disabled' }));
    await context.close();
  };
  try {
    await take('overview.png', origin, { viewport, session }, showOverview);
    await take('users.png', origin, { viewport: phone, session }, showUsers);
    await take('terminal.png', panel.url, { viewport }, showTerminal);
  } finally {
    await panel.close();
    await terminal.stop();
  }
}
