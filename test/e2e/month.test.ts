// A month as an administrator lives through it, by what the pages offer: people out of a list with a title, a shift and who works it
// when, the punches of another terminal, a leave, a forgotten punch, and the report for the boss, opened in LibreOffice.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetsOf } from '../harness/office.ts';
import { headed, messageSaid, Suite } from './console.ts';
import { button, check, choose, fileOf, given, named } from './importPage.ts';
import { text } from './texts.ts';

let suite: Suite;
let page: Page;

beforeAll(async () => {
  suite = await Suite.start();
  page = await suite.signedIn({ viewport: { width: 1440, height: 900 } });
});
afterAll(async () => {
  expect(await suite.closePages()).toEqual([]);
  await suite.stop();
});

/** As an office sends it: a title, the names in two columns, the cards as they are printed, a group that nobody has made. */
const STAFF = [
  'Staff of Marlow & Sons;;;;',
  'Printed;28/09/2026;;;',
  '',
  'User ID;First name;Last name;Card;Group',
  '7101;Ada;Marlow;003,12345;Workshop',
  '7102;Bruno;Testino;003,12346;Workshop',
  '7103;Cleo;Sarr;003,12347;Workshop',
  '7104;Dan;Okoro;003,12348;Workshop',
  '',
].join('\r\n');

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const pad = (number: number): string => String(number).padStart(2, '0');
const dayOf = (day: number): string => `2026-10-${pad(day)}`;
const workdays = Array.from({ length: 31 }, (_, index) => index + 1).filter(
  (day) => ![0, 6].includes(new Date(`${dayOf(day)}T00:00Z`).getUTCDay()),
);

const ROSTER = [
  'User ID;From;To;Shift',
  ...[7101, 7102, 7103, 7104].map((userid) => `${userid};01/10/2026;31/10/2026;Day`),
  '',
].join('\r\n');

/** Bruno is late on the 6th, Cleo forgets to check out on the 13th, Dan is ill on the 20th and comes on a Saturday. */
function attlog(): string {
  const lines: string[] = [];
  const punch = (userid: number, day: number, time: string, status: 0 | 1) =>
    lines.push(`${String(userid).padStart(9)}\t${dayOf(day)} ${time}:00\t1\t${status}\t1\t0\r\n`);
  for (const day of workdays) {
    for (const userid of [7101, 7102, 7103, 7104]) {
      if (userid === 7104 && day === 20) continue;
      punch(userid, day, userid === 7102 && day === 6 ? '08:25' : '08:00', 0);
      if (userid !== 7103 || day !== 13) punch(userid, day, '17:00', 1);
    }
  }
  punch(7104, 24, '09:00', 0);
  punch(7104, 24, '12:00', 1);
  return lines.join('');
}

const report = (more = '') => `/advSetting/report?range=own&from=${OCTOBER.from}&to=${OCTOBER.to}${more}`;

/** The staff out of the list of the office, with the group that it names. */
async function importStaff(): Promise<void> {
  await page.goto('/user/import');
  await headed(page, 'page.import');
  await choose(page, 'staff.csv', STAFF);
  expect(await given(page, 'First name').inputValue()).toBe('firstName');
  expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '0', [text('bulk.bad')]: '4' });
  await page
    .getByRole('combobox', { name: text('bulk.nameOf.group', { name: 'Workshop' }) })
    .selectOption({ label: text('bulk.nameMake') });
  await button(page, 'bulk.namesApply').click();
  await named(page, 'Write 4 users').click();
  await page.getByText('4 users were written.').waitFor();
  const { user } = await suite.admin.call('GetUserInfo', { userid: 7101 });
  expect(user).toMatchObject({ username: 'Ada Marlow', cardno: '208953', group: 2 });
}

/** A shift, and the roster that says who works it. */
async function planMonth(): Promise<void> {
  await page.goto('/advSetting/shifts');
  await page
    .getByRole('link', { name: text('shifts.add') })
    .first()
    .click();
  await page.getByRole('textbox', { name: text('rules.name') }).fill('Day');
  await page.getByLabel(text('shifts.field.offDuty')).fill('17:00');
  await button(page, 'shifts.addBreak').click();
  await page.getByLabel(text('week.startOf', { name: text('shifts.break', { number: 1 }) })).fill('12:00');
  await button(page, 'ui.save').click();
  await messageSaid(page, text('settings.saved'));
  const { shifts } = await suite.admin.call('SetShiftsInfo', {});
  expect(shifts).toMatchObject([{ name: 'Day', onDuty: 480, offDuty: 1020 }]);

  await page.getByRole('link', { name: text('bulk.importRoster') }).click();
  await headed(page, 'bulk.importRoster');
  await choose(page, 'roster.csv', ROSTER);
  expect(await check(page)).toMatchObject({ [text('bulk.rosterToAdd')]: '4', [text('bulk.bad')]: '0' });
  await named(page, 'Assign shifts of 4 rows').click();
  await page.getByText('The shifts of 4 rows were assigned.').waitFor();
}

/** The punches of the old terminal. */
async function importPunches(): Promise<void> {
  await page.getByRole('link', { name: text('bulk.toReport') }).click();
  await page.getByRole('link', { name: text('bulk.importPunches') }).click();
  await headed(page, 'bulk.importPunches');
  await choose(page, 'attlog.dat', attlog());
  await given(page, text('bulk.columnNumber', { number: 2 })).waitFor();
  const punches = workdays.length * 8 - 1;
  expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: String(punches), [text('bulk.bad')]: '0' });
  await named(page, `Import ${punches} punches`).click();
  await page.getByText(`${punches} punches were added.`).waitFor();
}

/** What is odd: a forgotten punch, and a day of illness. */
async function settleMonth(): Promise<void> {
  await page.goto(report());
  await page.getByRole('cell', { name: 'Cleo Sarr' }).waitFor();
  await page.getByRole('combobox', { name: text('report.only'), exact: true }).selectOption('settle');
  await page.getByText('Add OUT at 17:00').waitFor();
  await button(page, 'settle.accept').click();
  await page.getByText('1 day settled.').waitFor();

  await page.getByRole('combobox', { name: text('report.only'), exact: true }).selectOption('absent');
  await page.getByRole('link', { name: 'Dan Okoro' }).click();
  await button(page, 'leave.title').click();
  await button(page, 'leave.add').click();
  const dialog = page.getByRole('dialog', { name: text('leave.add') });
  await dialog.getByLabel(text('leave.kind')).selectOption('sick');
  await dialog.getByLabel(text('rules.firstDay')).fill('2026-10-20');
  await dialog.getByRole('button', { name: text('ui.save') }).click();
  await messageSaid(page, text('settings.saved'));
}

/** The workbook with the hours of everybody. */
async function sendReport(): Promise<void> {
  await page.goto(report());
  await page.getByRole('cell', { name: 'Ada Marlow' }).waitFor();
  await page.getByRole('button', { name: text('ui.download') }).click();
  const dialog = page.getByRole('dialog', { name: text('report.download') });
  const book = await fileOf(page, () => dialog.getByRole('button', { name: text('ui.download') }).click());
  const { Summary: summary = [], Days: days = [] } = await sheetsOf(book);
  const [heading = []] = summary;
  const figures = (name: string, ...columns: readonly string[]) => {
    const row = summary.find((cells) => cells.includes(name)) ?? [];
    return columns.map((column) => row[heading.indexOf(column)]);
  };
  const columns = ['Days due', 'Late', 'Missing punches', 'Absent days', 'Leave days', 'Worked'] as const;
  expect(figures('Ada Marlow', ...columns)).toEqual(['22', '', '0', '0', '0', '176:00']);
  expect(figures('Bruno Testino', ...columns)).toEqual(['22', '0:25', '0', '0', '0', '175:35']);
  expect(figures('Cleo Sarr', ...columns)).toEqual(['22', '', '0', '0', '0', '176:00']);
  expect(figures('Dan Okoro', ...columns)).toEqual(['21', '', '0', '0', '1', '171:00']);
  expect(days).toHaveLength(1 + 4 * 31);
}

test('from the list of the office to the hours of the month', async () => {
  await importStaff();
  await planMonth();
  await importPunches();
  await settleMonth();
  await sendReport();
});
