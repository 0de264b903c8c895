// Every screen, wide, on a phone and mirrored: axe-core finds nothing in light and dark, nothing is wider than the window,
// and on a phone everything to press is large enough.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallReply } from '../harness/contract.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { type ConsolePage, openPage, type PageOptions, phone, Suite, wide } from './console.ts';
import { overflow, smallTargets, violationsInBothSchemes } from './measure.ts';
import { addExamples, emptyScreen, phoneScreens, type Screen, screens } from './screens.ts';

let suite: Suite;
let fresh: Awaited<ReturnType<typeof Terminal.startFresh>>;
let firstSession: CallReply<'chklogin'>;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
  fresh = await Terminal.startFresh();
  firstSession = await fresh.client.signIn('admin', fresh.initial);
});
afterAll(async () => {
  await suite.stop();
  fresh.client.close();
  await fresh.daemon.stop();
  await fresh.daemon.dispose();
});

const opened: ConsolePage[] = [];
afterEach(async () => {
  const complaints = await suite.closePages();
  for (const one of opened.splice(0)) {
    await one.context.close();
    complaints.push(...one.complaints);
  }
  expect(complaints).toEqual([]);
});

async function open(screen: Screen, options: PageOptions): Promise<Page> {
  if (screen.as === 'first') {
    const one = await openPage(suite.browser, fresh.daemon.origin, { ...options, session: firstSession });
    opened.push(one);
    await one.page.goto(screen.path);
    return one.page;
  }
  const page = screen.as === 'admin' ? await suite.shared(options) : await suite.visitor(options);
  await page.goto(screen.path);
  return page;
}

describe('wide', () => {
  test.each(screens)('$name', async (screen) => {
    const page = await open(screen, { viewport: wide });
    await screen.show(page, 'en');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

/** After the window was resized, the page follows within a moment. */
async function expectNoOverflow(page: Page, where: string): Promise<void> {
  await expect.poll(() => overflow(page), { message: where, timeout: 5_000, interval: 20 }).toBeLessThanOrEqual(0);
}

/** A small phone, and the widest window that is one by the specification. */
const otherPhones = [320, 852];

describe('on a phone', () => {
  test.each([...screens, ...phoneScreens])('$name', async (screen) => {
    const page = await open(screen, { viewport: phone });
    await screen.show(page, 'en');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    for (const width of otherPhones) {
      await page.setViewportSize({ width, height: phone.height });
      await expectNoOverflow(page, `at ${width}`);
    }
  });
});

describe('mirrored', () => {
  beforeAll(async () => {
    // Signed-in pages speak the language of the terminal.
    await suite.admin.call('GetLanguageSettingItem', { language: 'ar' });
  });
  test.each(screens.filter((screen) => screen.as !== 'first'))('$name', async (screen) => {
    const page = await open(screen, { viewport: wide, language: 'ar' });
    await screen.show(page, 'ar');
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize(phone);
    await expectNoOverflow(page, 'on a phone');
  });
});

test('the list of a terminal without users', async () => {
  const empty = await Terminal.start();
  try {
    const session = await empty.client().signIn('admin', adminPassword);
    for (const viewport of [wide, phone]) {
      const one = await openPage(suite.browser, empty.daemon.origin, { session, viewport });
      opened.push(one);
      await one.page.goto(emptyScreen.path);
      await emptyScreen.show(one.page, 'en');
      expect(await overflow(one.page)).toBeLessThanOrEqual(0);
      expect(await violationsInBothSchemes(one.page)).toEqual([]);
    }
  } finally {
    await empty.stop();
  }
});
