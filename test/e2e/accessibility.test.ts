// axe-core finds nothing on any screen: light and dark, wide, on a phone, and mirrored.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import { Daemon } from '../harness/daemon.ts';
import { type ConsolePage, openPage, type PageOptions, phone, Suite, wide } from './console.ts';
import { addExamples, emptyScreen, phoneScreens, type Screen, screens } from './screens.ts';
import type { Language } from './texts.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let suite: Suite;
let empty: Suite['terminal'];
let fresh: Daemon;
let firstSession: CallReply<'chklogin'>;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
  fresh = await Daemon.start();
  const client = new Client(() => fresh.port);
  firstSession = await client.signIn('admin', await fresh.initialPassword());
  client.close();
  const { Terminal } = await import('../harness/terminal.ts');
  empty = await Terminal.start();
});
afterAll(async () => {
  await suite.stop();
  await fresh.stop();
  await fresh.dispose();
  await empty.stop();
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
  const { viewport = wide, language = 'en' } = options;
  if (screen.as === 'first') {
    const one = await openPage(suite.browser, fresh.origin, { ...options, session: firstSession });
    opened.push(one);
    await one.page.goto(screen.path);
    return one.page;
  }
  const page =
    screen.as === 'admin' ? await suite.signedIn({ viewport, language }) : await suite.visitor({ viewport, language });
  await page.goto(screen.path);
  return page;
}

/** What axe finds, one line each. */
async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the content security policy of the page stays as it is.
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.flatMap((violation) =>
      violation.nodes.map((node) => violation.id + ': ' + node.target.join(' ') + ' – ' + (node.failureSummary ?? '').split('\\n').slice(1).join(' ').trim())))`,
  );
  return found as string[];
}

async function check(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page), colorScheme).toEqual([]);
  }
}

const settings: readonly { readonly where: string; readonly viewport: typeof wide; readonly language: Language }[] = [
  { where: 'wide', viewport: wide, language: 'en' },
  { where: 'on a phone', viewport: phone, language: 'en' },
];

describe.each(settings)('$where', ({ viewport, language }) => {
  const all = viewport === phone ? [...screens, ...phoneScreens] : screens;
  test.each(all)('$name', async (screen) => {
    const page = await open(screen, { viewport, language });
    await screen.show(page, language);
    await check(page);
  });
});

describe('mirrored', () => {
  beforeAll(async () => {
    await suite.admin.call('GetLanguageSettingItem', { language: 'ar' });
  });
  test.each(screens.filter((screen) => ['login', 'user-list', 'edit-user-changed'].includes(screen.name)))(
    '$name',
    async (screen) => {
      const page = await open(screen, { viewport: wide, language: 'ar' });
      await screen.show(page, 'ar');
      await check(page);
    },
  );
});

test('the empty list', async () => {
  const session = await empty.client().signIn('admin', '704182');
  const one = await openPage(suite.browser, empty.daemon.origin, { session });
  opened.push(one);
  await one.page.goto(emptyScreen.path);
  await emptyScreen.show(one.page, 'en');
  await check(one.page);
});
