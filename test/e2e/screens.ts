// Every screen of the console and how to bring it about; for the accessibility tests and the screenshots.

import type { Page } from 'playwright-core';
import type { CallRequest } from '../harness/contract.ts';
import type { Terminal } from '../harness/terminal.ts';
import { basicScreens } from './screens-basic.ts';
import { bulkScreens } from './screens-bulk.ts';
import { addDevices, deviceScreens } from './screens-devices.ts';
import { machineScreens } from './screens-machine.ts';
import { networkScreens } from './screens-network.ts';
import { peopleScreens } from './screens-people.ts';
import { addRecords, recordScreens } from './screens-records.ts';
import { addRules, rulesScreens } from './screens-rules.ts';
import { timeScreens } from './screens-time.ts';
import { type Language, textIn } from './texts.ts';

export interface Screen {
  readonly name: string;
  /** Who looks: nobody, `admin` with a password of its own, or `admin` before the first password was set. */
  readonly as: 'nobody' | 'admin' | 'first';
  /** Address to open. */
  readonly path: string;
  /** Brings the screen about and returns when it is there. */
  show(page: Page, language: Language): Promise<void>;
}

/** The heading of the page is there, and nothing is loading. */
export async function ready(page: Page, language: Language, title: string): Promise<void> {
  await page
    .getByRole('heading', { level: 1, name: textIn(language, title) })
    .first()
    .waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

async function list(page: Page, language: Language): Promise<void> {
  await ready(page, language, 'page.userList');
  await page.locator('.pager, .empty').first().waitFor();
}

/** Serial numbers are random; the one that needs most room. */
async function showWidestSerial(page: Page): Promise<void> {
  await page.getByText(/^PT-[0-9A-Z]{10}$/).evaluateAll((shown) => {
    for (const element of shown) element.textContent = 'PT-WWWWWWWWWW';
  });
}

async function userMenu(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: textIn(language, 'shell.account', { name: 'admin' }) }).click();
  await page.getByRole('menu').waitFor();
}

/** Opens an entry of the user menu and waits for its dialog. */
async function fromMenu(page: Page, language: Language, entry: string): Promise<void> {
  await list(page, language);
  await userMenu(page, language);
  await page.getByRole('menuitem', { name: textIn(language, entry) }).click();
  await page.locator('dialog[open]').waitFor();
}

export const screens: readonly Screen[] = [
  {
    name: 'login',
    as: 'nobody',
    path: '/login',
    show: (page, language) => ready(page, language, 'login.title'),
  },
  {
    name: 'login-required',
    as: 'nobody',
    path: '/login',
    show: async (page, language) => {
      await ready(page, language, 'login.title');
      await page.getByRole('button', { name: textIn(language, 'login.submit') }).click();
      await page.getByText(textIn(language, 'login.userRequired')).waitFor();
    },
  },
  {
    name: 'first-password',
    as: 'first',
    path: '/',
    show: async (page, language) => {
      await page.getByRole('heading', { name: textIn(language, 'password.firstTitle') }).waitFor();
    },
  },
  {
    name: 'not-found',
    as: 'admin',
    path: '/no/such/page',
    show: (page, language) => ready(page, language, 'page.notFound'),
  },
  { name: 'user-list', as: 'admin', path: '/user/userList', show: list },
  {
    name: 'user-list-filtered',
    as: 'admin',
    path: '/user/userList?role=admin&search=a',
    show: list,
  },
  {
    name: 'user-list-nothing',
    as: 'admin',
    path: '/user/userList?search=nobody+has+this+name',
    show: async (page, language) => {
      await ready(page, language, 'page.userList');
      await page.getByText(textIn(language, 'users.noMatch'), { exact: true }).waitFor();
    },
  },
  {
    name: 'user-list-row-menu',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      await page.locator('[aria-haspopup="menu"]').nth(3).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'user-list-delete',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      await page.locator('[aria-haspopup="menu"]').nth(3).click();
      await page.getByRole('menuitem', { name: textIn(language, 'users.delete') }).click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'add-user',
    as: 'admin',
    path: '/user/addUser',
    show: (page, language) => ready(page, language, 'page.addUser'),
  },
  {
    name: 'add-user-mistakes',
    as: 'admin',
    path: '/user/addUser',
    show: async (page, language) => {
      await ready(page, language, 'page.addUser');
      await page.getByLabel(textIn(language, 'field.User.cardno'), { exact: true }).fill('99999999999');
      await page.getByLabel(textIn(language, 'field.User.password'), { exact: true }).fill('12');
      await page.locator('form button[type="submit"]').click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'edit-user',
    as: 'admin',
    path: '/user/userEdit?userid=3',
    show: (page, language) => ready(page, language, 'page.userEdit'),
  },
  {
    name: 'edit-user-changed',
    as: 'admin',
    path: '/user/userEdit?userid=3',
    show: async (page, language) => {
      await ready(page, language, 'page.userEdit');
      await page.getByLabel(textIn(language, 'field.User.username'), { exact: true }).fill('Renamed');
      await page.getByLabel(textIn(language, 'field.User.cardno'), { exact: true }).fill('20202020');
    },
  },
  {
    name: 'edit-user-unknown',
    as: 'admin',
    path: '/user/userEdit?userid=999999',
    show: async (page, language) => {
      await page.getByText(textIn(language, 'users.unknown')).first().waitFor();
    },
  },
  {
    name: 'fingerprint',
    as: 'admin',
    path: '/user/fingerprint?userid=1',
    show: async (page, language) => {
      await ready(page, language, 'page.fingerprint');
      await page.locator('.hands').waitFor();
    },
  },
  {
    name: 'identify',
    as: 'admin',
    path: '/user/identify?userid=1',
    show: (page, language) => ready(page, language, 'page.identify'),
  },
  {
    name: 'info',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      const phone = (page.viewportSize()?.width ?? 0) < 850;
      if (phone) await page.getByRole('button', { name: textIn(language, 'shell.openMenu') }).click();
      await page.locator('.sidebar-info').dispatchEvent('click'); // click() would scroll the list for it
      await page.getByRole('heading', { name: textIn(language, 'info.title') }).waitFor();
      await showWidestSerial(page);
    },
  },
  {
    name: 'menu',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      await userMenu(page, language);
    },
  },
  {
    name: 'theme-menu',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      await page.getByRole('button', { name: textIn(language, 'shell.theme') }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'modify-password',
    as: 'admin',
    path: '/user/userList',
    show: (page, language) => fromMenu(page, language, 'password.title'),
  },
  {
    name: 'language',
    as: 'admin',
    path: '/user/userList',
    show: (page, language) => fromMenu(page, language, 'shell.language'),
  },
  {
    name: 'logout',
    as: 'admin',
    path: '/user/userList',
    show: (page, language) => fromMenu(page, language, 'logout.action'),
  },
  ...basicScreens,
  ...networkScreens,
  ...timeScreens,
  ...bulkScreens,
  ...rulesScreens,
  ...deviceScreens,
  ...machineScreens,
  ...recordScreens,
  ...peopleScreens,
];

/** Screens that only a phone has. */
export const phoneScreens: readonly Screen[] = [
  {
    name: 'drawer',
    as: 'admin',
    path: '/user/userList',
    show: async (page, language) => {
      await list(page, language);
      await page.getByRole('button', { name: textIn(language, 'shell.openMenu') }).click();
      await page.locator('dialog.drawer').waitFor();
    },
  },
];

/** The screen of an empty terminal; it needs one without users. */
export const emptyScreen: Screen = {
  name: 'user-list-empty',
  as: 'admin',
  path: '/user/userList',
  show: async (page, language) => {
    await ready(page, language, 'page.userList');
    await page.getByText(textIn(language, 'users.none'), { exact: true }).waitFor();
  },
};

/** Users that show what a list can hold: scripts, lengths, credentials, roles, validity. */
export const exampleUsers: readonly CallRequest<'adduser'>[] = [
  {
    userid: 1,
    username: 'Amina Haddad',
    cardno: '12884301',
    password: '4071',
    identifyMode: 'all',
    identifyFactors: ['card', 'password', 'finger'],
    group: 2,
  },
  { userid: 2, username: 'Bo Lindqvist', cardno: '12884377', shift: 2, validFrom: '2024-01-01' },
  { userid: 3, username: '陈伟', cardno: '12901114', password: '648713', level: 8, group: 3 },
  { userid: 4, username: 'Dora Kovač', validTo: '2020-12-31' },
  { userid: 5, username: 'Émile Roche', cardno: '12884512', validFrom: '2030-01-01', validTo: '2030-12-31' },
  { userid: 6, username: 'نوید رضایی', cardno: '13002781', group: 2 },
  { userid: 7, username: 'Grace Okafor', cardno: '12998010', password: '649825', level: 16 },
  { userid: 8, username: 'Hugo Marques', cardno: '12884690', group: 0 },
  { userid: 9, username: '', cardno: '4294967295' },
  { userid: 10, username: 'Maria-Magdalena von und zu Hohenstein-Wallenburg auf Grafenegg', shift: 64, group: 16 },
  { userid: 11, username: 'さくら 田中', cardno: '13002782' },
  { userid: 999999999, username: 'Zoë', cardno: '13002783' },
];

export async function addExamples(terminal: Terminal): Promise<void> {
  for (const user of exampleUsers) await terminal.add(user);
  await addRecords(terminal); // of users that are there: records from before a user are somebody else's
  await addDevices(terminal);
  await addRules(terminal);
}
