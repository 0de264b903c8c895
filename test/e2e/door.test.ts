// Access Setup on the terminal itself: every command is clicked, with its reason, and the door, the log and the audit log have it.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallReply } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { adminPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  await suite.admin.call('GetAccessControl', { sensor: 'normallyClosed', delay: 5, heldOpen: 30 });
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

type Door = CallReply<'doorState'>;
const door = () => suite.admin.call('doorState', {});
const told = (what: string, is: (now: Door) => boolean) => until(what, async () => is(await door()));
const world = (act: object) => suite.terminal.bench.act({ do: 'door', ...act });
const state = (page: Page) => page.getByRole('region', { name: text('access.now') });

async function open(viewport?: typeof phone): Promise<Page> {
  const page = await suite.signedIn(viewport ? { viewport } : {});
  await page.goto('/advSetting/access');
  await headed(page, 'page.access');
  await state(page).waitFor();
  return page;
}

/** Clicks a command, types the reason, sends it; the audit log then has both. */
async function command(page: Page, name: 'open' | 'lockDown' | 'release' | 'silence', reason: string): Promise<void> {
  const words = { name: text(`access.command.${name}`), exact: true };
  await page.getByRole('button', words).click();
  const dialog = page.getByRole('dialog', words);
  await dialog.getByText(text(`access.ask.${name}`)).waitFor();
  await dialog.getByLabel(text('access.reason')).fill(reason);
  await dialog.getByRole('button', words).click();
  await page.getByText(text(`access.did.${name}`), { exact: true }).waitFor();
  const last = auditRows(suite.terminal.daemon).at(-1);
  expect(last).toMatchObject({ call: 'doorCommand', account: 'admin', after: { command: name, reason } });
}

test('every command is clicked, and the audit page shows it with its reason', async () => {
  const page = await open();
  await command(page, 'open', 'Parcel');
  await told('the lock to be released', ({ relay }) => relay);
  await state(page).getByText(text('access.released'), { exact: true }).waitFor();
  await suite.terminal.bench.advance(6000);
  await told('the lock to hold', ({ relay }) => !relay);
  await suite.terminal.bench.advance(1000); // who pushes as the lock takes hold has a right to

  await world({ force: true });
  await world({ hold: true });
  await told('the alarm to sound', ({ sounds }) => sounds);
  await state(page).getByText(text('enum.DoorAlarm.forced'), { exact: true }).waitFor();
  await command(page, 'silence', 'I look after it');
  await told('silence', ({ sounds, alarms }) => !sounds && alarms.length === 1);
  await world({ close: true });

  await command(page, 'lockDown', 'Drill');
  await told('the lock-down', ({ rule }) => rule === 'lockedDown');
  await state(page).getByText(text('enum.DoorRule.lockedDown')).waitFor();
  expect(await page.getByRole('button', { name: text('access.command.open'), exact: true }).count()).toBe(0);
  await command(page, 'release', 'Drill is over');
  await told('the release', ({ rule }) => rule === 'normal');

  await page.goto('/advSetting/audit');
  await headed(page, 'page.audit');
  for (const reason of ['Parcel', 'I look after it', 'Drill', 'Drill is over']) {
    await page.getByText(reason, { exact: false }).first().waitFor();
  }
});

test('a release long after signing in asks for the password, and is carried out then', async () => {
  const page = await open();
  await suite.admin.call('doorCommand', { command: 'lockDown' });
  await suite.terminal.bench.advance(6 * 60_000);
  const words = { name: text('access.command.release'), exact: true };
  await page.getByRole('button', words).click();
  await page.getByRole('dialog', words).getByRole('button', words).click();
  const question = page.getByRole('dialog').filter({ has: page.locator('input[type=password]') });
  await question.locator('input[type=password]').fill(adminPassword);
  await question.getByRole('button').last().click();
  await told('the release', ({ rule }) => rule === 'normal');
});

test('the drawing, the time line and the sentences follow what is typed, also on a phone', async () => {
  const page = await open(phone);
  expect(await page.locator('.door-drawing .is-missing').count()).toBe(0);
  await page.getByLabel(text('setting.AccessControl.heldOpen'), { exact: true }).fill('50');
  await page.getByText(/40\D+s: a warning sounds/).waitFor();
  await page
    .getByRole('group', { name: text('setting.AccessControl.sensor') })
    .getByLabel(text('enum.DoorSensor.none'), { exact: true })
    .check();
  await page.getByText(text('access.means.noSensor'), { exact: true }).waitFor();
  expect(await page.locator('.door-part.is-soon').count()).toBe(0);
  expect(await page.locator('.door-drawing .is-missing').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('the hours that come are said, and the reset of anti-passback is typed as a time', async () => {
  const { admin } = suite;
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: 480, end: 1019 }));
  await admin.call('AddGroupTime', { name: 'Visitors', kind: 'alwaysOpen', periods: everyDay });
  await admin.call('GetUniversalGroup', { alwaysOpen: [1] });
  await admin.call('GetDateTimeParam', { time: Date.UTC(2027, 0, 4, 7) / 1000, zone: 0 });
  const page = await open();
  const hours = text('door.hours.openFromUntil', { from: '\0', until: '17:00' });
  await state(page)
    .getByText(new RegExp(hours.replace('\0', '.*08:00')))
    .waitFor();
  await page.getByLabel(text('enum.AntiPassback.hard'), { exact: true }).check();
  await page.getByLabel(text('setting.AccessControl.passbackReset'), { exact: true }).fill('03:30');
  await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
  await messageSaid(page, text('settings.saved'));
  expect(await admin.call('SetAccessControl', {})).toMatchObject({ passbackReset: 210, antiPassback: 'hard' });
});
