// What the tests of all screens stand on: a terminal with examples, one that is fresh, and a page of a screen.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Terminal } from '../harness/terminal.ts';
import { type ConsolePage, openPage, type PageOptions, phone, Suite } from './console.ts';
import { brokenWords, cutNames, cutOff, overflow } from './measure.ts';
import { addExamples, type Screen } from './screens.ts';
import type { Language } from './texts.ts';

export const smallPhone = { width: 320, height: phone.height };
export const desk = { width: 1920, height: 1080 };

export interface Shown {
  readonly suite: Suite;
  readonly open: (screen: Screen, options: PageOptions) => Promise<Page>;
  /** Closes a page of another terminal behind the test, with its complaints. */
  readonly keep: (page: ConsolePage) => void;
}

/** A terminal before its first password is set; started for the files whose screens need it. */
async function startFresh() {
  const { daemon, client, initial } = await Terminal.startFresh();
  return { daemon, client, session: await client.signIn('admin', initial) };
}

type Fresh = Awaited<ReturnType<typeof startFresh>>;

/** Starts it before the tests of a file and ends it behind them; signed-in pages speak the language of the terminal. */
export function showScreens(language: Language = 'en'): () => Shown {
  let suite: Suite;
  let fresh: Fresh | undefined;
  const opened: ConsolePage[] = [];

  beforeAll(async () => {
    suite = await Suite.start();
    await addExamples(suite.terminal);
    if (language !== 'en') await suite.admin.call('GetLanguageSettingItem', { language });
  });
  afterAll(async () => {
    await suite.stop();
    fresh?.client.close();
    await fresh?.daemon.stop();
    await fresh?.daemon.dispose();
  });
  afterEach(async () => {
    const complaints = await suite.closePages();
    for (const one of opened.splice(0)) {
      await one.context.close();
      complaints.push(...one.complaints);
    }
    expect(complaints).toEqual([]);
  });

  const open = async (screen: Screen, options: PageOptions): Promise<Page> => {
    if (screen.as === 'first') {
      fresh ??= await startFresh();
      const one = await openPage(suite.browser, fresh.daemon.origin, { ...options, session: fresh.session });
      opened.push(one);
      await one.page.goto(screen.path);
      return one.page;
    }
    const page = screen.as === 'admin' ? await suite.shared(options) : await suite.visitor(options);
    await page.goto(screen.path);
    return page;
  };
  return () => ({ suite, open, keep: (page) => void opened.push(page) });
}

/** After the window was resized, the page follows within a moment: it is no wider, nothing is cut off, and words are whole. */
export async function expectFits(page: Page, where: string): Promise<void> {
  const moment = { message: where, interval: 20 };
  await expect.poll(() => overflow(page), moment).toBeLessThanOrEqual(0);
  await expect.poll(() => cutOff(page), moment).toEqual([]);
  await expect.poll(() => brokenWords(page), moment).toEqual([]);
  await expect.poll(() => cutNames(page), moment).toEqual([]);
}
