// A terminal and a browser on its console, as it is packed into the daemon.

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import type { DaemonOptions } from '../harness/daemon.ts';
import { patienceMs } from '../harness/patience.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { type Language, text } from './texts.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of this machine: `CHROMIUM`, or Debian's without its desktop, which starts in a third of the time. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    headless: true,
    args: flags,
  });
}

/** Waits for the page's title. */
export function headed(page: Page, title: string): Promise<void> {
  return page
    .getByRole('heading', { level: 1, name: text(title) })
    .first()
    .waitFor();
}

export const wide = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly scheme?: 'light' | 'dark';
  readonly language?: Language;
  readonly deviceScaleFactor?: number;
  /** Signed in as this account from the start; without it nobody is. */
  readonly session?: CallReply<'chklogin'>;
}

/** A page with its own storage; complaints of the browser are kept. */
export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about: errors of scripts, of the content security policy, requests to other hosts. */
  readonly complaints: string[];
}

/** Messages at the edge of the window close by themselves after five seconds: each page notes what they said. */
const noteMessages = `
  window.messages = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast-text'))
      if (textContent && window.messages.at(-1) !== textContent) window.messages.push(textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/** Waits until a message at the edge of the window has said so, and forgets the messages; it may have closed meanwhile. */
export async function messageSaid(page: Page, message: string): Promise<void> {
  const isSaid = `window.messages.some((said) => said.includes(${JSON.stringify(message)}))`;
  await until(`the message "${message}"`, () => page.evaluate<boolean>(isSaid).catch(() => false)); // refused between two pages
  await page.evaluate('window.messages.length = 0');
}

/** The session as the console keeps it in sessionStorage. */
function sessionText(session: CallReply<'chklogin'>): string {
  const { token, userid, name, level, funs, mustChangePassword } = session;
  return JSON.stringify({ token, account: userid, name, level, roles: funs, mustChangePassword, superLogin: false });
}

/** Marks in the tab that the session was put there: an ended one must not come back at the next load. */
const seedSession = (value: string): string => `
  if (sessionStorage.getItem('test.seeded') === null && location.protocol.startsWith('http')) {
    sessionStorage.setItem('test.seeded', '1');
    sessionStorage.setItem('postern.session', ${JSON.stringify(value)});
  }`;

export async function openPage(browser: Browser, origin: string, options: PageOptions = {}): Promise<ConsolePage> {
  const contextOptions: BrowserContextOptions = {
    baseURL: origin,
    viewport: options.viewport ?? wide,
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: options.language ?? 'en',
    timezoneId: 'UTC',
    ...(options.deviceScaleFactor === undefined ? {} : { deviceScaleFactor: options.deviceScaleFactor }),
    ...((options.viewport?.width ?? wide.width) < 850 ? { hasTouch: true, isMobile: true } : {}),
  };
  const context = await browser.newContext(contextOptions);
  context.setDefaultTimeout(patienceMs);
  if (options.session !== undefined) await context.addInitScript(seedSession(sessionText(options.session)));
  await context.addInitScript(noteMessages);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is logged by the browser itself; whether it is right is the test's matter.
    const refused = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !refused) complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) {
      complaints.push(`request to ${url}`);
    }
  });
  return { page, context, complaints };
}

/** The pieces of a suite: one terminal, one browser, pages that are closed after each test. */
export class Suite {
  readonly terminal: Terminal;
  readonly browser: Browser;
  readonly #pages: ConsolePage[] = [];
  readonly #shared = new Map<string, ConsolePage>();
  readonly #forgiven: ((complaint: string) => boolean)[] = [];

  private constructor(terminal: Terminal, browser: Browser) {
    this.terminal = terminal;
    this.browser = browser;
  }

  static async start(options: DaemonOptions = {}): Promise<Suite> {
    return Suite.of(Terminal.start(options));
  }

  /** Takes over a terminal that was, or is being, started otherwise; it is stopped with the suite. */
  static async of(starting: Promise<Terminal>): Promise<Suite> {
    const [terminal, browser] = await Promise.all([starting, launchBrowser()]);
    return new Suite(terminal, browser);
  }

  get admin(): Client {
    return this.terminal.admin;
  }

  /** A fresh session of `admin`, for a page. */
  session(): Promise<CallReply<'chklogin'>> {
    return this.terminal.client().signIn('admin', adminPassword);
  }

  /** A page where nobody is signed in. */
  async visitor(options: Omit<PageOptions, 'session'> = {}): Promise<Page> {
    return this.#open(options);
  }

  /** A page where `admin` is signed in. */
  async signedIn(options: PageOptions = {}): Promise<Page> {
    return this.#open({ session: await this.session(), ...options });
  }

  /**
   * A page where `admin` is signed in, kept for all tests that ask with the same options: its scripts are loaded and
   * compiled once. For tests that begin with an address of their own and leave the session alone.
   */
  async shared(options: Omit<PageOptions, 'session'> = {}): Promise<Page> {
    const key = JSON.stringify(options);
    let kept = this.#shared.get(key);
    if (kept === undefined) {
      kept = await openPage(this.browser, this.terminal.daemon.origin, { ...options, session: await this.session() });
      // A form with changes asks before it is left; the next test leaves all the same.
      kept.page.on('dialog', (dialog) => void dialog.accept());
      this.#shared.set(key, kept);
    }
    await kept.page.setViewportSize(options.viewport ?? wide);
    return kept.page;
  }

  async #open(options: PageOptions): Promise<Page> {
    const opened = await openPage(this.browser, this.terminal.daemon.origin, options);
    this.#pages.push(opened);
    return opened.page;
  }

  /** Complaints that are what this test is about, such as requests to an address where the terminal may be, until its end. */
  forgive(meant: (complaint: string) => boolean): void {
    this.#forgiven.push(meant);
  }

  /** After each test: closes its pages and gives what the browser complained about. */
  async closePages(): Promise<string[]> {
    const complaints: string[] = [];
    for (const opened of this.#pages.splice(0)) {
      await opened.context.close();
      complaints.push(...opened.complaints);
    }
    for (const kept of this.#shared.values()) complaints.push(...kept.complaints.splice(0));
    const forgiven = this.#forgiven.splice(0);
    return complaints.filter((complaint) => !forgiven.some((meant) => meant(complaint)));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.terminal.stop();
  }
}

/** Fills the sign-in form and sends it. */
export async function signInThrough(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(text('login.user'), { exact: true }).fill(username);
  await page.getByLabel(text('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('login.submit'), exact: true }).click();
}
