// From opening the address to the shown user list, signing in included, as a phone on a slow network sees it; README.md
// says whose values these are.

import { type Browser, chromium, type Page } from 'playwright-core';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { median } from './stats.ts';
import type { Row } from './table.ts';

const rounds = 5;
const userCount = 60;
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } as const;
const slower = 4;

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

async function throttle(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** A browser that was never here, and somebody who types as soon as there is something to type into. */
async function openList(browser: Browser, origin: string, throttled: boolean): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    if (throttled) await throttle(page);
    await page.goto(origin, { waitUntil: 'commit' });
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill(adminPassword);
    await page.locator('.login-form [type=submit]').click();
    await page.locator('html[data-shown-at]').waitFor();
    // A request is noted once it was answered.
    await page.waitForLoadState('networkidle');
    const ms = Number(await page.locator('html').getAttribute('data-shown-at'));
    return { ms, requests: (await page.evaluate(read)) as string[] };
  } finally {
    await context.close();
  }
}

export async function benchFirstList(): Promise<Row[]> {
  const terminal = await Terminal.start();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    for (let userid = 1; userid <= userCount; userid++) {
      await terminal.add({ userid, username: `Person ${userid}`, password: goodPassword(userid) });
    }
    const slow: Opened[] = [];
    const quick: Opened[] = [];
    for (let round = 0; round < rounds; round++) {
      slow.push(await openList(browser, terminal.daemon.origin, true));
      quick.push(await openList(browser, terminal.daemon.origin, false));
    }
    const ms = median(slow.map((one) => one.ms));
    const bare = median(quick.map((one) => one.ms));
    const requests = Math.max(...slow.map((one) => one.requests.length));
    console.log(slow.at(-1)?.requests.join('\n'));
    const what = 'address to user list, sign-in included, Fast 3G, CPU / 4';
    return [
      {
        what,
        ours: `${ms.toFixed(0)} ms`,
        reference: `no throttling ${bare.toFixed(0)} ms`,
        budget: `<= ${msMost} ms`,
        value: ms,
        limit: msMost,
      },
      {
        what,
        ours: `${requests} requests`,
        reference: `no throttling ${Math.max(...quick.map((one) => one.requests.length))}`,
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
