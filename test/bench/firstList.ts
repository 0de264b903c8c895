// From opening the address to the shown user list, signing in included, as a phone on a slow network sees it; README.md
// says whose values these are.

import type { Browser, Page, Request } from 'playwright-core';
import { launchBrowser } from '../e2e/console.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import type { Scale } from './scale.ts';
import { median } from './stats.ts';
import type { Row } from './table.ts';

/** `slower`: the processor. */
const sizes = {
  full: { rounds: 5, userCount: 60, slower: 4 },
  short: { rounds: 1, userCount: 2, slower: 1 },
} as const;
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } as const;

export const msMost = 3000;
export const requestsMost = 12;

interface Opened {
  readonly ms: number;
  /** What was asked for until the list was shown, in order: from when to when, in milliseconds, and what. */
  readonly requests: readonly string[];
}

/** The page itself takes the time of the frame in which the first row stands; the driver would see it later. */
const watch = `
  new MutationObserver((changes, observer) => {
    if (document.querySelector('a[href="/user/userEdit?userid=1"]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      document.documentElement.dataset.shownAt = performance.now();
    }));
  }).observe(document, { childList: true, subtree: true });`;

const read = `
  performance.getEntries().filter((entry) => /^(navigation|resource)$/.test(entry.entryType))
    .filter((entry) => entry.startTime < document.documentElement.dataset.shownAt && !entry.name.startsWith('data:'))
    .map((entry) => entry.startTime.toFixed(0) + '-' + entry.responseEnd.toFixed(0) + ' ' + new URL(entry.name).pathname)`;

const stream = '/goform/events'; // never answered in full

/** The requests of a page, and which of them are under way. */
class Requests {
  readonly #open = new Set<Request>();
  #stream: Request | undefined;

  constructor(page: Page) {
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === stream) this.#stream ??= request;
      else this.#open.add(request);
    });
    const done = (request: Request): void => void this.#open.delete(request);
    page.on('requestfinished', done);
    page.on('requestfailed', done);
  }

  /** All but the event stream are answered: the page's own list has them then. */
  async settled(): Promise<void> {
    await until('all requests to be answered', () => this.#open.size === 0);
  }

  /** The event stream if it was asked for before `ms` of the page's own time, in the form of the other requests. */
  async streamBefore(page: Page, ms: number): Promise<string[]> {
    const origin = await page.evaluate(() => performance.timeOrigin);
    const began = (this.#stream?.timing().startTime ?? Number.POSITIVE_INFINITY) - origin;
    return began < ms ? [`${began.toFixed(0)}- ${stream}`] : [];
  }
}

async function throttle(page: Page, slower: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** A browser that was never here, and somebody who types as soon as there is something to type into. Throttled with `slower`. */
async function openList(browser: Browser, origin: string, slower?: number): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en' });
  try {
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const requests = new Requests(page);
    await page.addInitScript(watch);
    if (slower !== undefined) await throttle(page, slower);
    await page.goto(origin, { waitUntil: 'commit' });
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill(adminPassword);
    await page.locator('.login-form [type=submit]').click();
    await page.locator('html[data-shown-at]').waitFor();
    await requests.settled();
    const ms = Number(await page.locator('html').getAttribute('data-shown-at'));
    const answered = (await page.evaluate(read)) as string[];
    return { ms, requests: [...answered, ...(await requests.streamBefore(page, ms))] };
  } finally {
    await context.close();
  }
}

export async function benchFirstList(scale: Scale): Promise<Row[]> {
  const { rounds, userCount, slower } = sizes[scale];
  const terminal = await Terminal.start();
  const browser = await launchBrowser();
  try {
    for (let userid = 1; userid <= userCount; userid++) {
      await terminal.add({ userid, username: `Person ${userid}`, password: goodPassword(userid) });
    }
    const slow: Opened[] = [];
    const quick: Opened[] = [];
    for (let round = 0; round < rounds; round++) {
      slow.push(await openList(browser, terminal.daemon.origin, slower));
      quick.push(await openList(browser, terminal.daemon.origin));
    }
    const ms = median(slow.map((one) => one.ms));
    const bare = median(quick.map((one) => one.ms));
    const requests = Math.max(...slow.map((one) => one.requests.length));
    if (scale === 'full') console.log(slow.at(-1)?.requests.join('\n'));
    const what = 'address to user list, sign-in included, Fast 3G, CPU / 4';
    return [
      {
        key: 'list/ms',
        what,
        ours: `${ms.toFixed(0)} ms`,
        reference: `no throttling ${bare.toFixed(0)} ms`,
        ratio: Number.NaN,
        budget: `<= ${msMost} ms`,
        value: ms,
        limit: msMost,
      },
      {
        key: 'list/requests',
        what,
        ours: `${requests} requests`,
        reference: `no throttling ${Math.max(...quick.map((one) => one.requests.length))}`,
        ratio: Number.NaN,
        budget: `<= ${requestsMost} requests`,
        value: requests,
        limit: requestsMost,
      },
    ];
  } finally {
    await browser.close();
    await terminal.stop();
  }
}
