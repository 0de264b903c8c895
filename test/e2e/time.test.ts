// Date and time, daylight saving and status change, as a new administrator uses them.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, phone, Suite, signInThrough } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

async function open(path: string, title: string, page?: Page): Promise<Page> {
  const shown = page ?? (await suite.signedIn());
  await shown.goto(`/basicSetting/${path}`);
  await headed(shown, title);
  return shown;
}

const save = (page: Page) => page.getByRole('button', { name: text('ui.save'), exact: true }).click();
const saved = (page: Page) => messageSaid(page, text('settings.saved'));
const clock = async () => (await suite.admin.call('SetDateTimeParam', {})).state;

/** By how much the terminal is ahead of this machine, in seconds. */
const ahead = async (): Promise<number> => ((await clock()).now - Date.now()) / 1000;

describe('a place', () => {
  afterAll(() => suite.admin.call('GetDateTimeParam', { place: '' }));

  test.each([{}, { viewport: phone }])(
    'is found by its city, saved, and shown by the page of daylight saving: %j',
    async (size) => {
      await suite.admin.call('GetDateTimeParam', { place: '' });
      const page = await open('timeSetting', 'page.timeSetting', await suite.signedIn(size));
      const place = page.getByLabel(text('setting.DateTimeParam.place'), { exact: true });
      const search = page.getByLabel(text('time.findPlace'), { exact: true });
      await search.fill('lord howe');
      // Looking for one saves nothing.
      await search.press('Enter');
      await place.selectOption({ label: 'Lord Howe' });
      await save(page);
      await saved(page);
      expect((await suite.admin.call('SetDateTimeParam', {})).place).toBe('Australia/Lord_Howe');
      await open('dst', 'page.dst', page);
      await page.locator('.state-card', { hasText: 'Australia/Lord Howe' }).waitFor();
      await page.locator('.state-card', { hasText: /UTC\+1[01]:[03]0, from Sunday/ }).waitFor();
      await page.locator('.year-changes li').nth(1).waitFor();
    },
  );
});

describe('date and time', () => {
  test('the clock runs, says how far it is off, and takes the time of the browser', async () => {
    await suite.admin.call('GetDateTimeParam', { time: Math.floor(Date.now() / 1000) + 7300 });
    const page = await open('timeSetting', 'page.timeSetting');
    const face = page.locator('.clock-time');
    const first = await face.textContent();
    await until('a second to pass', async () => (await face.textContent()) !== first);
    await page.locator('.clock-facts', { hasText: /2 h [01] min ahead/ }).waitFor();
    await page.getByRole('button', { name: text('time.takeBrowser') }).click();
    await messageSaid(page, text('time.isSet'));
    expect(Math.abs(await ahead())).toBeLessThan(60);
    await page.locator('.clock-facts', { hasText: text('time.same') }).waitFor();
  });

  test('is set by hand in local time, and a time that is too old is refused at the field', async () => {
    await suite.admin.call('GetDateTimeParam', { zone: 120 });
    const page = await open('timeSetting', 'page.timeSetting');
    await page.getByLabel(text('time.date'), { exact: true }).fill('2031-05-17');
    const time = page.getByLabel(text('time.time'), { exact: true });
    await time.fill('10:30:00');
    // Enter belongs to the clock's own form: it does not save the one around.
    await time.press('Enter');
    await messageSaid(page, text('time.isSet'));
    expect(Math.abs((await clock()).now - Date.UTC(2031, 4, 17, 8, 30))).toBeLessThan(300_000);
    await page.locator('.clock-face', { hasText: 'May 17, 2031' }).waitFor();
    await page.getByLabel(text('time.date'), { exact: true }).fill('2021-01-01');
    await page.getByRole('button', { name: text('time.set'), exact: true }).click();
    await page.getByText('This time is before the firmware was built').waitFor();
    expect(await time.getAttribute('aria-invalid')).toBe('true');
    expect(await time.evaluate((input) => input === document.activeElement)).toBe(true);
    await suite.admin.call('GetDateTimeParam', { zone: 0, time: Math.floor(Date.now() / 1000) });
  });

  test('zone and time servers are saved, and the page shows what came of it', async () => {
    await suite.terminal.bench.advance(60_000);
    const page = await open('timeSetting', 'page.timeSetting');
    await page.getByLabel(text('setting.DateTimeParam.zone'), { exact: true }).selectOption({ label: 'UTC+05:45' });
    await page.getByRole('switch', { name: text('setting.DateTimeParam.ntpOn') }).click();
    const server = page.getByLabel(text('setting.DateTimeParam.ntpServer1'), { exact: true });
    const second = page.getByLabel(text('setting.DateTimeParam.ntpServer2'), { exact: true });
    await server.fill('');
    await second.fill('');
    await save(page);
    await page.getByText(text('time.serverNeeded')).waitFor();
    await server.fill('time.example');
    await second.fill('other.example'); // a large step needs both
    await save(page);
    await saved(page);
    await page.getByText(text('time.fromNetwork')).waitFor();
    await page.locator('.clock-facts', { hasText: 'UTC+05:45' }).waitFor();
    await until('an answer', async () => (await clock()).ntp === 'good');
    await open('timeSetting', 'page.timeSetting', page);
    await page.locator('.state-card', { hasText: text('time.ntp.good') }).waitFor();
    await page.locator('.state-card', { hasText: /(time|other)\.example/ }).waitFor();
    await suite.admin.call('GetDateTimeParam', { zone: 0, ntpOn: false });
  });
});

describe('synchronize local time', () => {
  test('a sign-in sets a clock that is off, and says so', async () => {
    await suite.admin.call('GetTimeParam', { syncLocalTime: true });
    await suite.admin.call('GetDateTimeParam', { time: Math.floor(Date.now() / 1000) + 3600 });
    const page = await suite.visitor();
    await page.goto('/login');
    await signInThrough(page, 'admin', adminPassword);
    await page.getByText('was set from this browser').waitFor();
    expect(Math.abs(await ahead())).toBeLessThan(60);
    await suite.admin.call('GetTimeParam', { syncLocalTime: false });
  });
});

describe('daylight saving', () => {
  test('a rule is filled in, its next changes are shown before it is saved, and then are in force', async () => {
    await suite.admin.call('GetDateTimeParam', { zone: 60 });
    const page = await open('dst', 'page.dst');
    await page.getByRole('radio', { name: text('enum.DstMode.week') }).check();
    await page.getByRole('button', { name: text('dst.preset.europe') }).click();
    const changes = page.locator('.year-changes li');
    await changes.filter({ hasText: '02:00 becomes 03:00' }).waitFor();
    await changes.filter({ hasText: '03:00 becomes 02:00' }).waitFor();
    expect((await suite.admin.call('SetDSTParam', {})).mode).toBe('disable');
    await save(page);
    await saved(page);
    const { state } = await suite.admin.call('SetDSTParam', {});
    expect(state.next).toHaveLength(2);
    await page.locator('.state-card', { hasText: text('dst.nextChange') }).waitFor();
    await page.getByText(text('dst.noChange')).waitFor({ state: 'detached' });
  });

  test('the southern half of the world is told, and what makes no sense is not saved', async () => {
    const page = await open('dst', 'page.dst');
    await page.getByRole('button', { name: text('dst.preset.newZealand') }).click();
    await page.getByText(text('dst.south')).waitFor();
    const months = page.getByLabel(text('dst.Month'), { exact: true });
    await months.nth(0).selectOption('4');
    await page.getByLabel(text('dst.Week'), { exact: true }).nth(0).selectOption('week1');
    await page.getByText(text('dst.noSense')).waitFor();
    await save(page);
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect((await suite.admin.call('SetDSTParam', {})).endMonth).toBe(10);
  });
});

describe('status change', () => {
  test('starts are typed for a day and copied; the plan and the terminal follow', async () => {
    await suite.admin.call('GetDateTimeParam', { zone: 0, time: Math.floor(Date.now() / 1000) });
    const page = await open('statusChange', 'page.statusChange');
    const at = (status: string, day: string) => page.getByLabel(text('statusChange.cell', { status, day }));
    await at('IN', 'Wednesday').fill('07:30');
    await at('OUT', 'Wednesday').fill('16:00');
    await page.getByRole('button', { name: text('week.copyDay', { day: 'Wednesday' }) }).click();
    await page.getByRole('menuitem', { name: text('week.copyWork') }).click();
    await page.locator('.week-segment', { hasText: 'Friday, 07:30 to 16:00: IN' }).waitFor();
    // What was typed and copied is taken back step by step.
    const undo = page.getByRole('button', { name: text('week.undo') });
    await undo.click();
    expect(await at('IN', 'Friday').inputValue()).toBe('');
    await undo.click();
    expect(await at('OUT', 'Wednesday').inputValue()).toBe('');
    await at('OUT', 'Wednesday').fill('16:00');
    await page.getByRole('button', { name: text('week.copyDay', { day: 'Wednesday' }) }).click();
    await page.getByRole('menuitem', { name: text('week.copyWork') }).click();
    await save(page);
    await saved(page);
    const plan = await suite.admin.call('SetStatusChangeInfo', {});
    expect(plan.in).toEqual([1440, 450, 450, 450, 450, 450, 1440]);
    expect(plan.out).toEqual([1440, 960, 960, 960, 960, 960, 1440]);
    await page.locator('.state-card', { hasText: plan.state.status.toUpperCase() }).waitFor();
    await page.locator('.week-now').waitFor();
  });

  test('the grid is one tab stop, with the keys of a grid inside', async () => {
    await suite.admin.call('GetDateTimeParam', { zone: 0 });
    const page = await open('statusChange', 'page.statusChange');
    const cells = page.locator('.status-grid input');
    expect(await cells.count()).toBe(56);
    expect(await page.locator('.status-grid input[tabindex="0"]').count()).toBe(1);
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const cell = (status: string, day: string) => text('statusChange.cell', { status, day });
    await page.getByLabel(cell('IN', 'Sunday')).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await at()).toBe(cell('OUT', 'Monday'));
    await page.keyboard.press('Control+End');
    expect(await at()).toMatch(/Saturday/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    expect(await at()).toBe(cell('IN', 'Saturday'));
    // What is typed replaces the time; Enter goes in, where the arrows change it, and out again.
    await page.keyboard.type('0715');
    await page.keyboard.press('Home');
    expect(await page.getByLabel(cell('IN', 'Saturday')).inputValue()).toBe('07:15');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel(cell('IN', 'Saturday')).inputValue()).toBe('08:15');
    await page.keyboard.press('Delete');
    expect(await page.getByLabel(cell('IN', 'Saturday')).inputValue()).toBe('');
    await page.keyboard.press('Tab');
    expect(await page.locator('.status-grid :focus').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    expect(await at()).toBe(cell('IN', 'Saturday'));
  });

  test('times follow the 12 or 24 hours of the terminal', async () => {
    await suite.admin.call('GetTimeParam', { hour24: false });
    try {
      const page = await open('statusChange', 'page.statusChange');
      const cell = page.getByLabel(text('statusChange.cell', { status: 'IN', day: 'Monday' }));
      await until('12 hours', async () => (await cell.inputValue()) === '07:30 AM');
      await page.locator('.week-segment', { hasText: 'Friday, 07:30 AM to 04:00 PM: IN' }).waitFor();
      await cell.fill('7:45 pm');
      await cell.press('Enter');
      expect(await cell.inputValue()).toBe('07:45 PM');
    } finally {
      await suite.admin.call('GetTimeParam', { hour24: true });
    }
  });

  test('on a phone one day is seen at a time', async () => {
    const page = await open('statusChange', 'page.statusChange', await suite.signedIn({ viewport: phone }));
    await page.getByRole('button', { name: 'Thu', exact: true }).click();
    const cells = page.locator('.status-grid input:visible');
    expect(await cells.count()).toBe(8);
    expect(await cells.first().inputValue()).toBe('07:30');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
