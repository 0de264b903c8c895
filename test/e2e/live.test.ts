// The event stream in the tabs of a browser: one connection, handed over without a line lost, with Web Locks and without.

import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
let card = 70_000;

beforeAll(async () => {
  suite = await Suite.start();
});
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});
afterAll(() => suite.stop());

const overview = '/advSetting/live';

/** Connections to the stream that the tabs of a browser have now. */
class Streams {
  readonly open = new Set<Page>();
  begun = 0;

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (!request.url().includes('/goform/events')) return;
      this.begun++;
      const page = request.frame().page();
      this.open.add(page);
      page.once('close', () => this.open.delete(page));
      page.once('crash', () => this.open.delete(page));
    });
    const ended = (request: Request): void => {
      if (request.url().includes('/goform/events')) this.open.delete(request.frame().page());
    };
    context.on('requestfinished', ended);
    context.on('requestfailed', ended);
  }
}

/** A new person shows a card; gives the name. */
async function punch(): Promise<string> {
  card++;
  const username = `Person ${card}`;
  await suite.admin.call('adduser', { userid: card, username, cardno: String(card) });
  await suite.terminal.bench.act({ do: 'card', number: String(card) });
  return username;
}

const shows = (page: Page, name: string) =>
  page
    .getByRole('list', { name: text('overview.live') })
    .getByText(name, { exact: true })
    .waitFor();

const isLive = (page: Page) => page.getByText(text('overview.following'), { exact: true }).waitFor();

async function tab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(overview);
  await headed(page, 'page.overview');
  return page;
}

interface Tabs {
  readonly context: BrowserContext;
  readonly streams: Streams;
  readonly leader: Page;
  readonly other: Page;
}

async function twoTabs(prepare?: (context: BrowserContext) => Promise<unknown>): Promise<Tabs> {
  const first = await suite.signedIn();
  const context = first.context();
  await prepare?.(context);
  const streams = new Streams(context);
  await first.goto(overview);
  await headed(first, 'page.overview');
  await isLive(first);
  const second = await tab(context);
  await isLive(second);
  expect(streams.open.size).toBe(1);
  const leader = streams.open.has(first) ? first : second;
  return { context, streams, leader, other: leader === first ? second : first };
}

const withoutLocks = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));

describe.each([
  ['Web Locks', undefined],
  ['no Web Locks, as at http and an address', withoutLocks],
] as const)('two tabs with %s', (_, prepare) => {
  test('share a connection, and hand it over when one is closed', async () => {
    const { streams, leader, other } = await twoTabs(prepare);
    const before = await punch();
    await Promise.all([shows(leader, before), shows(other, before)]);
    await leader.close();
    const [during, later] = [await punch(), await punch()];
    await shows(other, during);
    await shows(other, later);
    await until('one connection', () => streams.open.size === 1 && streams.open.has(other));
    expect(streams.begun).toBe(2);
  });

  test('hand it over when one crashes', async () => {
    const { streams, leader, other } = await twoTabs(prepare);
    const crashed = new Promise((resolve) => leader.once('crash', resolve));
    void leader.goto('chrome://crash').catch(() => undefined);
    await crashed;
    const names = [await punch(), await punch()];
    for (const name of names) await shows(other, name);
    await until('one connection', () => streams.open.has(other));
  });

  test('hand it over when one stands still', async () => {
    const { context, leader, other } = await twoTabs(prepare);
    const devtools = await context.newCDPSession(leader);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    const names = [await punch(), await punch()];
    for (const name of names) await shows(other, name);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    for (const name of names) await shows(leader, name);
  });

  test('end it when somebody signs out in one', async () => {
    const { streams, leader, other } = await twoTabs(prepare);
    await other.evaluate(() => {
      const token = JSON.parse(sessionStorage.getItem('postern.session') ?? '{}').token as string;
      return fetch('/goform/logout', { headers: { token } });
    });
    await leader.getByRole('button', { name: text('login.submit'), exact: true }).waitFor();
    await until('no connection', () => streams.open.size === 0);
  });
});

test('another account in another tab has a connection of its own', async () => {
  const { context, streams, leader } = await twoTabs();
  await suite.terminal.administrator(900, 16, goodPassword(900));
  const session = await suite.terminal.client().signIn('900', goodPassword(900));
  const { token, userid, name, level, funs, mustChangePassword } = session;
  const third = await context.newPage();
  await third.addInitScript(
    (value) => {
      sessionStorage.setItem('test.seeded', '1');
      sessionStorage.setItem('postern.session', value);
    },
    JSON.stringify({ token, account: userid, name, level, roles: funs, mustChangePassword, superLogin: false }),
  );
  await third.goto(overview);
  await isLive(third);
  expect(streams.open.size).toBe(2);
  await suite.terminal.admin.call('deleteuser', { userid: 900 });
  await until('one connection', () => streams.open.size === 1);
  const shown = await punch();
  await shows(leader, shown);
  await expect(third.getByText(shown).count()).resolves.toBe(0);
});

test('the overview and the page of the door follow the door without asking for it', async () => {
  const { context, leader } = await twoTabs();
  let asked = 0;
  context.on('request', (request) => {
    asked += request.url().includes('/goform/doorState') ? 1 : 0;
  });
  await suite.admin.call('doorCommand', { command: 'lockDown' });
  await leader.getByText(text('enum.DoorRule.lockedDown'), { exact: true }).first().waitFor();
  await suite.admin.call('doorCommand', { command: 'release' });
  await leader.getByText(text('enum.DoorRule.normal'), { exact: true }).first().waitFor();
  expect(asked).toBe(0);
});
