// Time zones, groups, period groups and holidays, as a new administrator makes them: by mouse, by finger and by keyboard.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

const save = (page: Page) => page.getByRole('button', { name: text('ui.save'), exact: true }).click();
const saved = (page: Page) => messageSaid(page, text('settings.saved'));
const cursor = (page: Page) => page.getByRole('slider');
const zone = async (number: number) => (await suite.admin.call('SetTimeIntervalInfo', { number })).zones[0];

async function open(path: string, title: string, page?: Page): Promise<Page> {
  const shown = page ?? (await suite.signedIn());
  await shown.goto(path);
  await headed(shown, title);
  return shown;
}

/** Drags along the bar of a day, 0 Sunday, from one hour to another. */
async function drag(page: Page, day: number, from: number, to: number): Promise<void> {
  const bar = page.locator('.weekgrid .weekbars-bar').nth(day);
  await bar.scrollIntoViewIfNeeded();
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  const at = (hour: number) => box.x + (box.width * hour) / 24;
  await page.mouse.move(at(from), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(at((from + to) / 2), box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(at(to), box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

test('a time zone is painted by mouse: drawn, moved, drawn longer, taken back, copied', async () => {
  const page = await open('/advSetting/timezone', 'page.timeZones');
  await page
    .getByRole('link', { name: text('rules.addZone') })
    .first()
    .click();
  await page.getByLabel(text('rules.name'), { exact: true }).fill('Office');
  await drag(page, 1, 8.05, 16.95);
  const start = page.getByLabel('Monday: start', { exact: true });
  const end = page.getByLabel('Monday: end', { exact: true });
  expect([await start.inputValue(), await end.inputValue()]).toEqual(['08:00', '17:00']);
  await drag(page, 1, 12, 13);
  expect([await start.inputValue(), await end.inputValue()]).toEqual(['09:00', '18:00']);
  await drag(page, 1, 18, 19.5);
  expect(await end.inputValue()).toBe('19:30');
  await page.getByRole('button', { name: text('week.undo') }).click();
  expect(await end.inputValue()).toBe('18:00');
  await end.fill('17:23');
  await page.getByRole('button', { name: text('week.copyDay', { day: 'Monday' }) }).click();
  await page.getByRole('menuitem', { name: text('week.copyWork') }).click();
  await save(page);
  await saved(page);
  await page.getByRole('link', { name: 'Office' }).waitFor();
  expect(await zone(1)).toMatchObject({
    name: 'Office',
    start: [0, 540, 540, 540, 540, 540, 0],
    end: [0, 1043, 1043, 1043, 1043, 1043, 0],
  });
});

test('a time zone is painted by keyboard alone, over midnight', async () => {
  const page = await open('/advSetting/timezone?number=2', 'rules.zoneNumber');
  await cursor(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  for (let hour = 0; hour < 8; hour++) await page.keyboard.press('PageDown');
  expect(await cursor(page).getAttribute('aria-valuetext')).toContain('22:00 to 06:00 the next day');
  await page.keyboard.press('Enter');
  // The focus stays while the days change.
  await page.keyboard.press('ArrowDown');
  expect(await cursor(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText('Monday, 22:00 to 06:00 the next day', { exact: true }).first().waitFor();
  await save(page);
  await saved(page);
  expect(await zone(2)).toMatchObject({ start: [0, 1320, 0, 0, 0, 0, 0], end: [0, 360, 0, 0, 0, 0, 0] });
});

test('a group gets its times, users are put into it, and it is deleted with that said', async () => {
  await suite.terminal.add({ userid: 31, username: 'Ida' });
  const page = await open('/advSetting/group', 'page.groups');
  await page.getByRole('link', { name: text('rules.addGroup') }).click();
  await page.getByLabel(text('rules.name'), { exact: true }).fill('Night watch');
  await page.getByLabel('Time1', { exact: true }).selectOption('2');
  await page
    .getByRole('list', { name: text('rules.result') })
    .getByText('Monday, 22:00 to 06:00')
    .waitFor();
  await save(page);
  await saved(page);
  const { groups } = await suite.admin.call('SetGroupInfo', {});
  expect(groups).toMatchObject([{ number: 2, name: 'Night watch', time1: 2, time2: 0 }]);

  await open('/user/userEdit?userid=31', 'page.userEdit', page);
  await page.getByLabel(text('field.User.group'), { exact: true }).selectOption({ label: '2 · Night watch' });
  await save(page);
  await saved(page);
  expect((await suite.admin.call('GetUserInfo', { userid: 31 })).user.group).toBe(2);
  await open('/user/userList?group=2', 'page.userList', page);
  await page.getByRole('cell', { name: 'Night watch' }).waitFor();

  await open('/advSetting/group', 'page.groups', page);
  await page.getByRole('link', { name: '1 user', exact: true }).waitFor();
  await page.getByRole('button', { name: text('users.actionsOf', { name: 'Night watch' }) }).click();
  await page.getByRole('menuitem', { name: text('users.delete') }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('stays in it and is never let in').waitFor();
  await question.getByRole('button', { name: text('users.delete') }).click();
  await page.getByText(text('rules.lostGroups')).waitFor();
  expect((await suite.admin.call('SetGroupInfo', {})).groups).toEqual([]);
});

test('a period group is made, put in force for a group and for the door, and deleted', async () => {
  await suite.admin.call('GetGroupInfo', { number: 4, name: 'Kitchen' });
  const page = await open('/AccSetting/workGroup', 'page.workGroup');
  await page
    .getByRole('link', { name: text('page.zoneSetting') })
    .last()
    .click();
  await headed(page, 'page.zoneSetting');
  await page.getByRole('link', { name: text('rules.addPeriod') }).click();
  await page.getByRole('textbox', { name: text('rules.name') }).fill('Meals');
  await drag(page, 3, 6, 8);
  await drag(page, 3, 11.5, 14);
  await save(page);
  await saved(page);
  const [meals] = (await suite.admin.call('SetGroupTime', {})).groups;
  expect(meals).toMatchObject({
    name: 'Meals',
    kind: 'working',
    periods: [
      { day: 3, start: 360, end: 480 },
      { day: 3, start: 690, end: 840 },
    ],
  });

  await open('/AccSetting/workGroup', 'page.workGroup', page);
  await page.getByRole('checkbox', { name: text('rules.cell', { period: 'Meals', group: 'Kitchen' }) }).check();
  await save(page);
  await saved(page);
  expect((await suite.admin.call('SetUniversalGroup', {})).working).toEqual([{ group: 4, periodGroups: [1] }]);
  await suite.admin.call('AddGroupTime', {
    name: 'Lobby',
    kind: 'alwaysOpen',
    periods: [{ day: 1, start: 540, end: 600 }],
  });
  await open('/AccSetting/alwaysOpen', 'page.alwaysOpen', page);
  await page.getByRole('checkbox', { name: 'Lobby' }).check();
  await save(page);
  await saved(page);
  expect((await suite.admin.call('SetUniversalGroup', {})).alwaysOpen).toEqual([2]);

  await open('/AccSetting/zoneSetting', 'page.zoneSetting', page);
  await page.getByText('In force for Kitchen').waitFor();
  await page.getByRole('button', { name: text('users.actionsOf', { name: 'Meals' }) }).click();
  await page.getByRole('menuitem', { name: text('users.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('users.delete') })
    .click();
  await until('it to be gone', async () => (await suite.admin.call('SetGroupTime', {})).groups.length === 1);
  expect((await suite.admin.call('SetUniversalGroup', {})).working).toEqual([]);
});

test('a holiday is added, refused at its field, changed and deleted', async () => {
  const page = await open('/AccSetting/zoneSetting', 'page.zoneSetting');
  await page.getByRole('button', { name: text('rules.addHoliday') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('rules.name')).fill('Works holidays');
  await dialog.getByLabel(text('rules.firstDay')).fill('2026-07-01');
  await dialog.getByLabel(text('rules.lastDay')).fill('2026-12-31');
  await dialog.getByRole('button', { name: text('ui.save') }).click();
  await dialog.locator('.field[data-invalid]', { hasText: text('rules.lastDay') }).waitFor();
  await dialog.getByLabel(text('rules.lastDay')).fill('2026-07-14');
  await dialog.getByRole('checkbox', { name: text('rules.yearly') }).check();
  await dialog.getByLabel(text('rules.plan'), { exact: true }).selectOption('saturday');
  await dialog.getByRole('button', { name: text('ui.save') }).click();
  await page.getByText('July 1 to July 14 · As on Saturday').waitFor();
  expect((await suite.admin.call('SetGroupTime', {})).holidays).toMatchObject([
    { name: 'Works holidays', from: '2026-07-01', to: '2026-07-14', yearly: true, plan: 'saturday' },
  ]);
  await page.getByRole('button', { name: text('users.actionsOf', { name: 'Works holidays' }) }).click();
  await page.getByRole('menuitem', { name: text('users.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('users.delete') })
    .click();
  await page.getByText(text('rules.noHolidays'), { exact: true }).waitFor();
});

test('on a phone a finger paints along a day', async () => {
  const page = await suite.signedIn({ viewport: phone });
  await open('/advSetting/timezone?number=9', 'rules.zoneNumber', page);
  const bar = page.locator('.weekgrid .weekbars-bar').nth(2);
  await bar.scrollIntoViewIfNeeded();
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', hour: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + (box.width * hour) / 24, y: box.y + box.height / 2 }],
    });
  const session = await page.context().newCDPSession(page);
  await touch('touchStart', 8.1);
  for (const hour of [9, 11, 13, 15.9]) await touch('touchMove', hour);
  await touch('touchEnd', 0);
  expect(await page.getByLabel('Tuesday: start', { exact: true }).inputValue()).toBe('08:00');
  expect(await page.getByLabel('Tuesday: end', { exact: true }).inputValue()).toBe('16:00');
});

test('a shift is assigned to all whom the filters of the user list find', async () => {
  await suite.admin.call('GetShiftsInfo', { number: 30, name: 'Summer' });
  for (let userid = 8001; userid <= 8060; userid++) {
    await suite.admin.call('adduser', { userid, username: `Harvest ${userid}` });
  }
  const page = await open('/user/userList?search=Harvest', 'page.userList');
  await page.getByLabel(text('ui.selectPage')).check();
  await page.getByRole('button', { name: text('ui.selectAllFound', { count: '60' }) }).click();
  await page.getByRole('button', { name: text('shifts.assign') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('field.User.shift')).selectOption('30');
  await dialog.getByLabel(text('rules.firstDay')).fill('2027-07-01');
  await dialog.getByLabel(text('rules.lastDay')).fill('2027-08-31');
  await dialog.getByRole('button', { name: text('bulk.count') }).click();
  await dialog.getByText(text('shifts.willAssign', { count: '60' })).waitFor();
  await dialog.getByRole('button', { name: text('shifts.assignTo', { count: '60' }) }).click();
  await messageSaid(page, text('shifts.assignedMany', { count: '60' }));
  const { assigned } = await suite.admin.call('shiftsOf', { userid: 8060 });
  expect(assigned).toMatchObject([{ shift: 30, from: '2027-07-01', to: '2027-08-31' }]);
});

test('a shift gets flexible hours, and the report a balance', async () => {
  const { today } = await suite.admin.call('SetShiftsInfo', {});
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const page = await open('/advSetting/shifts?number=31', 'users.shiftNumber');
  await page.getByLabel(text('rules.name'), { exact: true }).fill('Studio');
  await page.getByLabel(text('shifts.kind'), { exact: true }).selectOption('weekTarget');
  await page.getByLabel(text('shifts.target.weekTarget')).fill('2310');
  await page.getByLabel(text('shifts.span.onDuty')).fill('06:00');
  await page.getByLabel(text('shifts.span.offDuty')).fill('20:00');
  await page.getByRole('switch', { name: text('shifts.core') }).check();
  await page.getByLabel(text('shifts.field.coreStart')).fill('10:00');
  await page.getByLabel(text('shifts.field.coreEnd')).fill('15:00');
  for (const weekday of ['Saturday', 'Sunday']) await page.getByRole('checkbox', { name: weekday }).check();
  await save(page);
  await saved(page);
  await suite.admin.call('adduser', { userid: 8100, username: 'Mira', shift: 31 });
  for (const [minute, status] of [
    [610, 'in'],
    [1000, 'out'],
  ] as const) {
    await suite.admin.call('addPunch', { userid: 8100, day, minute, status, reason: 'forgotten' });
  }
  await open(`/advSetting/report?range=own&from=${day}&to=${day}&userid=8100&view=days`, 'page.report', page);
  await page.getByRole('cell', { name: '+1:00' }).first().waitFor();
  await page.locator('.report-day').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(text('report.why.balance')).waitFor();
  await dialog.getByText(text('report.bar.core')).waitFor();
});
