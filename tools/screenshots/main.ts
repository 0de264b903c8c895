// Pictures of every screen, from the console as it is packed into posternd.
//
//   npx node tools/screenshots/main.ts [--only PART-OF-A-NAME] [--variant NAME] [--full]
//
// build/screenshots gets every screen wide, on a phone, dark, and in Arabic; docs/images has the README's pictures, which
// `--only readme` makes alone. With --full a picture has the full height of the page.

import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, phone, wide } from '../../test/e2e/console.ts';
import { addExamples, emptyScreen, phoneScreens, type Screen, screens } from '../../test/e2e/screens.ts';
import type { Language } from '../../test/e2e/texts.ts';
import type { Client } from '../../test/harness/client.ts';
import type { CallReply } from '../../test/harness/contract.ts';
import type { Daemon } from '../../test/harness/daemon.ts';
import { rootPath } from '../../test/harness/paths.ts';
import { adminPassword, Terminal } from '../../test/harness/terminal.ts';
import { seedUser } from '../seed/users.ts';
import { takeReadmePictures } from './readme.ts';

interface Variant {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
  readonly language: Language;
}

const variants: readonly Variant[] = [
  { name: 'wide', viewport: wide, scheme: 'light', language: 'en' },
  { name: 'phone', viewport: phone, scheme: 'light', language: 'en' },
  { name: 'dark', viewport: wide, scheme: 'dark', language: 'en' },
  { name: 'phone-dark', viewport: phone, scheme: 'dark', language: 'en' },
  { name: 'ar', viewport: wide, scheme: 'light', language: 'ar' },
  { name: 'phone-ar', viewport: phone, scheme: 'light', language: 'ar' },
];

const folder = rootPath('build/screenshots');

/** One terminal per kind of account. */
interface Stage {
  readonly used: Terminal;
  readonly empty: Terminal;
  readonly fresh: Awaited<ReturnType<typeof Terminal.startFresh>>;
  readonly browser: Browser;
  /** By origin. The number of sessions is limited, and one more would end the one that prepares the terminal. */
  readonly sessions: Map<string, CallReply<'chklogin'>>;
}

async function prepare(): Promise<Stage> {
  const used = await Terminal.start();
  await addExamples(used);
  for (let index = 20; index < 380; index++) await used.add(seedUser(index, { pinEvery: 0 }));
  const [empty, fresh, browser] = await Promise.all([Terminal.start(), Terminal.startFresh(), launchBrowser()]);
  return { used, empty, fresh, browser, sessions: new Map() };
}

async function stopAll(stage: Stage): Promise<void> {
  await stage.browser.close();
  await Promise.all([stage.used.stop(), stage.empty.stop()]);
  stage.fresh.client.close();
  await stage.fresh.daemon.dispose();
}

async function signIn(stage: Stage, { origin }: Daemon, client: () => Client, password: string) {
  const session = stage.sessions.get(origin) ?? (await client().signIn('admin', password));
  stage.sessions.set(origin, session);
  return { origin, session };
}

/** Variant and account of a screen. */
async function placeOf(stage: Stage, screen: Screen): Promise<{ origin: string; session?: CallReply<'chklogin'> }> {
  if (screen.as === 'first') {
    const { daemon, client, initial } = stage.fresh;
    return signIn(stage, daemon, () => client, initial);
  }
  const terminal = screen === emptyScreen ? stage.empty : stage.used;
  if (screen.as === 'nobody') return { origin: terminal.daemon.origin };
  return signIn(stage, terminal.daemon, () => terminal.client(), adminPassword);
}

async function take(stage: Stage, screen: Screen, variant: Variant, fullPage: boolean): Promise<void> {
  const { viewport, scheme, language } = variant;
  const { origin, session } = await placeOf(stage, screen);
  const options = { viewport, scheme, language, deviceScaleFactor: 1, ...(session === undefined ? {} : { session }) };
  const { page, context } = await openPage(stage.browser, origin, options);
  try {
    await page.goto(screen.path);
    await screen.show(page, language);
    await page.screenshot({ path: `${folder}/${screen.name}-${variant.name}.png`, animations: 'disabled', fullPage });
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      variant: { type: 'string' },
      full: { type: 'boolean', default: false },
    },
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stage = await prepare();
  try {
    for (const variant of variants) {
      if (values.variant !== undefined && values.variant !== variant.name) continue;
      // Signed-in pages use the language of the terminal.
      for (const terminal of [stage.used, stage.empty]) {
        await terminal.admin.call('GetLanguageSettingItem', { language: variant.language });
      }
      const all = [...screens, emptyScreen, ...(variant.viewport === phone ? phoneScreens : [])];
      for (const screen of all) {
        if (`${screen.name}-${variant.name}`.includes(values.only)) await take(stage, screen, variant, values.full);
      }
      console.log(`${variant.name}: done`);
    }
    if (values.only === '' || values.only === 'readme') await takeReadmePictures(stage.browser);
  } finally {
    await stopAll(stage);
  }
  console.log(folder);
}

await main();
