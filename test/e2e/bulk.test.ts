// Users in bulk through the console: tables and photos from files, one change for many, the list as a file.

import { encode } from 'jpeg-js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, goodPassword } from '../harness/terminal.ts';
import { workbookOf } from '../harness/workbook.ts';
import { zipOf } from '../harness/zip.ts';
import { headed, phone, Suite } from './console.ts';
import { button, check, choose, figures, fileOf, given, named } from './importPage.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  for (let userid = 1; userid <= 30; userid++) {
    await suite.terminal.add({ userid, username: `Crew ${String(userid)}`, group: userid <= 12 ? 2 : 1 });
  }
});
afterAll(() => suite.stop());
afterEach(async () => {
  /* One at a time: what a test leaves is not the next one's. */
  await suite.admin.attempt('bulkCancel', {});
  expect(await suite.closePages()).toEqual([]);
});

async function openImport(viewport?: typeof phone): Promise<Page> {
  const page = await suite.signedIn(viewport ? { viewport } : {});
  await page.goto('/user/import');
  await headed(page, 'page.import');
  return page;
}

const STAFF = [
  'Staff;Name;Card;Group',
  '5001;Ann Import;12345;1',
  '5002;Zoë Import;12345;1',
  'x;Carl Import;;1',
  '5004;Dora Import;;99',
  '',
].join('\r\n');

/** As a terminal writes it to a USB drive. */
const ATTLOG = [
  '        1\t2026-03-02 08:05:09\t1\t0\t1\t0',
  '        1\t2026-03-02 17:00:00\t1\t1\t1\t0',
  '     9999\t2026-03-02 08:00:00\t1\t0\t1\t0',
  '',
].join('\r\n');

const WRONG_STAFF = [
  'Staff;Name;Card;Group',
  '5101;Ann Mend;51001;1',
  'x;Bob Mend;51002;1',
  '5103;Cem Mend;51001;1',
  '5104;Dan Mend;;9',
  'y;Eva Mend;;1',
  '',
].join('\r\n');

describe('wrong rows', () => {
  test.each([
    ['on a wide page', undefined],
    ['on a phone', phone],
  ] as const)('are corrected or left out in place, %s', async (_, viewport) => {
    const page = await openImport(viewport);
    await choose(page, 'staff.csv', WRONG_STAFF);
    await page.locator('.bulk-select').first().waitFor();
    const fields = ['userid', 'username', 'cardno', 'group'];
    for (const [at, field] of fields.entries()) {
      await page.locator('.bulk-select > select').nth(at).selectOption(field);
    }
    expect(await check(page)).toMatchObject({ [text('bulk.bad')]: '3' });
    await page.getByText(text('bulk.otherLine', { line: '2' })).waitFor();
    await page.getByText(text('bulk.barredWhy.groupUndefined', { number: 9 })).waitFor();
    await page.getByRole('textbox', { name: /, line 3$/ }).fill('5102');
    await page.getByRole('textbox', { name: /, line 4$/ }).fill('51003');
    await page
      .getByRole('checkbox', { name: text(viewport ? 'bulk.leaveOut' : 'bulk.leaveOutRow', { line: '6' }) })
      .last()
      .check();
    await page.getByText(text('bulk.mendFirst')).waitFor();
    await named(page, 'Check 3 corrections').click();
    await page.getByText('3 corrections were made here.').waitFor();
    expect(await figures(page)).toMatchObject({ [text('bulk.bad')]: '0' });
    await page.getByRole('button', { name: /^Write \d users$/ }).click();
    await page.getByText(/users were written/).waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 5103 })).user.cardno).toBe('51003');
    for (const userid of [5101, 5102, 5103, 5104]) await suite.admin.call('deleteuser', { userid });
  });
});

describe('punches of another terminal', () => {
  test('are recognized, checked, imported from the report on, and never twice', async () => {
    const page = await suite.signedIn();
    await page.goto('/advSetting/report');
    await page.getByRole('link', { name: text('bulk.importPunches') }).click();
    await headed(page, 'bulk.importPunches');
    expect(await page.getByRole('radio', { name: text('bulk.containsPunches') }).isChecked()).toBe(true);
    await choose(page, 'attlog.dat', ATTLOG);
    await given(page, text('bulk.columnNumber', { number: 2 })).waitFor();
    const fields = await page
      .locator('.bulk-select > select')
      .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));
    expect(fields).toEqual(['userid', 'dateTime', 'none', 'status', 'none', 'none']);
    expect(await check(page)).toEqual({
      [text('bulk.toAdd')]: '2',
      [text('bulk.there')]: '0',
      [text('bulk.bad')]: '1',
    });
    await page.getByText('9999').first().waitFor();
    await named(page, 'Import 2 punches').click();
    await page.getByText('2 punches were added.').waitFor();
    const { punches } = await suite.admin.call('reportDay', { userid: 1, day: '2026-03-02' });
    expect(punches.map(({ status, detail }) => [status, detail])).toEqual([
      ['in', 'admin: attlog.dat'],
      ['out', 'admin: attlog.dat'],
    ]);
    await button(page, 'bulk.another').click();
    await choose(page, 'attlog.dat', ATTLOG);
    await given(page, text('bulk.columnNumber', { number: 2 })).waitFor();
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '0', [text('bulk.there')]: '2' });
    await page.getByText(text('bulk.nothing')).waitFor();
  });

  test('are imported on a phone', async () => {
    const page = await suite.signedIn({ viewport: phone });
    await page.goto('/user/import?table=punches');
    await choose(page, 'attlog.dat', ATTLOG.replaceAll('2026-03-02', '2026-03-03'));
    await given(page, text('bulk.columnNumber', { number: 2 })).waitFor();
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '2', [text('bulk.bad')]: '1' });
    await named(page, 'Import 2 punches').click();
    await page.getByText('2 punches were added.').waitFor();
  });
});

const ROSTER = ['Name;From;To;Shift', 'Ann Roster;01/12/2026;24/12/2026;Early', 'Ann Roster;24/12/2026;;Late', ''].join(
  '\r\n',
);

describe('a roster', () => {
  beforeAll(async () => {
    await suite.admin.call('adduser', { userid: 6001, username: 'Ann Roster' });
    await suite.admin.call('GetShiftsInfo', { number: 41, name: 'Early' });
    await suite.admin.call('GetShiftsInfo', { number: 42, name: 'Late', onDuty: 840, offDuty: 1320 });
  });

  test('is recognized, checked, written from the page of shifts on, and is there the second time', async () => {
    const page = await suite.signedIn();
    await page.goto('/advSetting/shifts');
    await page.getByRole('link', { name: text('bulk.importRoster') }).click();
    await headed(page, 'bulk.importRoster');
    expect(await page.getByRole('radio', { name: text('bulk.containsRoster') }).isChecked()).toBe(true);
    await choose(page, 'roster.csv', ROSTER);
    expect(await given(page, 'From').inputValue()).toBe('firstDay');
    expect(await given(page, 'Shift').inputValue()).toBe('shift');
    expect(await check(page)).toEqual({
      [text('bulk.rosterToAdd')]: '1',
      [text('bulk.rosterToChange')]: '0',
      [text('bulk.figure.same')]: '0',
      [text('bulk.bad')]: '1',
    });
    await page.getByText(text('error.12260')).waitFor();
    await page.getByText('That row is in line 2.').waitFor();
    await page.getByRole('textbox', { name: 'First day, line 3' }).waitFor();
    await named(page, 'Assign shifts of 1 row').click();
    await page.getByText('The shifts of 1 row were assigned.').waitFor();
    const { assigned } = await suite.admin.call('shiftsOf', { userid: 6001 });
    expect(assigned).toMatchObject([{ shift: 41, from: '2026-12-01', to: '2026-12-24' }]);
    await button(page, 'bulk.another').click();
    await choose(page, 'roster.csv', ROSTER);
    expect(await check(page)).toMatchObject({ [text('bulk.rosterToAdd')]: '0', [text('bulk.figure.same')]: '1' });
  });

  test('replaces what is assigned on its days, on a phone', async () => {
    await suite.admin.call('assignShift', { userid: 6001, shift: 41, from: '2027-01-04', to: '2027-01-05' });
    const page = await suite.signedIn({ viewport: phone });
    await page.goto('/user/import?table=roster');
    await choose(page, 'roster.csv', 'User ID;Day;Shift\r\n6001;2027-01-04 - 2027-01-08;Late\r\n');
    expect(await check(page)).toMatchObject({ [text('bulk.rosterToChange')]: '1', [text('bulk.bad')]: '0' });
    await page.getByText(/^1 row replaces shifts/).waitFor();
    await named(page, 'Assign shifts of 1 row').click();
    await page.getByText('The shifts of 1 row were assigned.').waitFor();
    const { assigned } = await suite.admin.call('shiftsOf', { userid: 6001 });
    expect(assigned).toMatchObject([{ shift: 41 }, { shift: 42, from: '2027-01-04', to: '2027-01-08' }]);
  });
});

describe('a table', () => {
  test('is looked at, mapped, checked, mended, and its good rows are written', async () => {
    const page = await openImport();
    await choose(page, 'staff.csv', STAFF);
    await page.getByText(text('error.12106')).waitFor();
    await page.getByRole('cell', { name: 'Zoë Import' }).waitFor();
    expect(await button(page, 'bulk.check').isDisabled()).toBe(true);
    await page
      .locator('.bulk-chip', { hasText: text('field.User.userid') })
      .dragTo(page.getByRole('columnheader', { name: /Staff/ }));
    expect(await given(page, 'Staff').inputValue()).toBe('userid');
    await given(page, 'Card').selectOption('cardno');
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '1', [text('bulk.bad')]: '3' });
    await page.getByRole('row', { name: /5002/ }).getByText(text('error.12109')).waitFor();
    const wrong = await fileOf(page, () => button(page, 'bulk.downloadWrong').click());
    expect(wrong.toString()).toContain('Zoë Import');
    expect(wrong.toString()).not.toContain('Ann Import');

    await button(page, 'bulk.backToColumns').click();
    expect(await given(page, 'Staff').inputValue()).toBe('userid');
    await given(page, 'Card').selectOption('none');
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '2', [text('bulk.bad')]: '2' });
    expect(await page.getByRole('radio', { name: text('bulk.whole') }).isDisabled()).toBe(true);
    await named(page, 'Write 2 users').click();
    await page.getByText('2 users were written.').waitFor();
    await page.getByRole('link', { name: text('bulk.toList') }).click();
    await headed(page, 'page.userList');
    await page.getByText('Ann Import').waitFor();
    const { user } = await suite.admin.call('GetUserInfo', { userid: 5002 });
    expect(user).toMatchObject({ username: 'Zoë Import', cardno: '0' });
  });

  test('is found below titles on the second sheet, and its headings can be chosen', async () => {
    const page = await openImport();
    const readMe = { name: 'Read me', rows: [['How this list is filled in']] };
    const rows = [
      ['ACME staff'],
      [],
      ['User ID', 'Name'],
      ['Kennung', 'wer'],
      ['5101', 'Eva Import'],
      ['5102', 'Finn Import'],
    ];
    await choose(page, 'staff.xlsx', workbookOf([readMe, { name: 'People', rows }]));
    const sheet = page.getByRole('combobox', { name: text('bulk.sheet') });
    expect(await sheet.inputValue()).toBe('1');
    const heading = (cells: string) => page.getByRole('radio', { name: cells });
    expect(await heading('3 User ID Name').isChecked()).toBe(true);
    await heading('4 Kennung wer').click();
    await page.getByRole('columnheader', { name: /Kennung/ }).waitFor();
    await given(page, 'Kennung').selectOption('userid');
    await given(page, 'wer').selectOption('username');
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '2', [text('bulk.bad')]: '0' });
    await button(page, 'bulk.backToColumns').click();
    await heading(text('bulk.headingNone')).click();
    await page.getByRole('cell', { name: 'ACME staff' }).waitFor();
    await sheet.selectOption('0');
    await page
      .getByRole('cell', { name: 'How this list is filled in' })
      .or(page.getByText(text('bulk.noRows')))
      .waitFor();
  });

  test('with names of groups that nothing has makes one of them, and leaves rows of another out', async () => {
    const page = await openImport();
    const rows = ['ID;Name;Group', '5201;Gina Import;Sales', '5202;Hugo Import;SALES', '5203;Ines Import;Guests'];
    await choose(page, 'staff.csv', rows.join('\n'));
    await given(page, 'Group').waitFor();
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '0', [text('bulk.bad')]: '3' });
    const nameOf = (name: string) => page.getByRole('combobox', { name: text('bulk.nameOf.group', { name }) });
    await nameOf('Sales').selectOption({ label: text('bulk.nameMake') });
    await page.getByText(text('bulk.nameMadeHelp')).waitFor();
    await nameOf('Guests').selectOption({ label: text('bulk.nameOut') });
    await button(page, 'bulk.namesApply').click();
    await named(page, 'Write 2 users').waitFor();
    expect(await figures(page)).toMatchObject({ [text('bulk.toAdd')]: '2', [text('bulk.bad')]: '0' });
    await page.getByText('1 row is left out.').waitFor();
    await named(page, 'Write 2 users').click();
    await page.getByText('2 users were written.').waitFor();
    const { groups } = await suite.admin.call('SetGroupInfo', {});
    const sales = groups.find(({ name }) => name === 'Sales');
    expect(sales).toMatchObject({ time1: 0, time2: 0, time3: 0, time4: 0 });
    const { user } = await suite.admin.call('GetUserInfo', { userid: 5202 });
    expect(user.group).toBe(sales?.number);
    for (const userid of [5201, 5202]) await suite.admin.call('deleteuser', { userid });
  });

  test('changes who is there, all or none, out of a workbook', async () => {
    const list = await suite.admin.attempt('DownloadUsers', { format: 'xlsx', search: 'Crew 1' });
    const page = await openImport();
    await choose(page, 'list.xlsx', list.file ?? Buffer.alloc(0));
    await page.getByText(text('bulk.lookXlsx')).waitFor();
    await page.getByRole('radio', { name: text('bulk.existing.replace') }).click();
    const same = await check(page);
    expect(same).toMatchObject({ [text('bulk.bad')]: '0', [text('bulk.toAdd')]: '0', [text('bulk.toChange')]: '0' });
    expect(Number(same[text('bulk.figure.same')])).toBeGreaterThan(0);
    await page.getByText(text('bulk.nothing')).waitFor();

    await button(page, 'bulk.another').click();
    await choose(page, 'names.csv', 'Staff,Name\n1,Crew One\n2,Crew Two\n');
    await given(page, 'Staff').selectOption('userid');
    await page.getByRole('radio', { name: text('bulk.existing.replace') }).click();
    await check(page);
    await page.getByRole('radio', { name: text('bulk.whole') }).click();
    await named(page, 'Write 2 users').click();
    await page.getByText('2 users were written.').waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 2 })).user).toMatchObject({
      username: 'Crew Two',
      group: 2,
    });
  });

  test('can be filled in: the template is a table that is understood', async () => {
    const page = await openImport();
    const template = await fileOf(page, () => button(page, 'bulk.templateXlsx').click());
    await choose(page, 'template.xlsx', template);
    await page.locator('.bulk-select[data-set]').first().waitFor();
    expect(await page.getByText(text('error.12106')).count()).toBe(0);
  });

  test('goes on after a reload in the middle of its way', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, at) => `${String(20_000 + at)},Long Name Of Somebody ${String(at)}`,
    );
    const table = ['Staff,Name', ...rows].join('\n');
    const page = await openImport();
    const pieces: string[] = [];
    page.on('request', (request) => {
      const offset = new URL(request.url()).searchParams.get('offset');
      if (offset !== null) pieces.push(offset);
    });
    await page.route(/bulkUpload.*offset=[1-9]/, (route) => route.abort());
    await choose(page, 'long.csv', table);
    await page.getByRole('progressbar').waitFor();
    await expect.poll(() => pieces.length).toBeGreaterThan(1);
    await page.unroute(/bulkUpload.*offset=[1-9]/);
    await page.reload();
    await page.getByRole('heading', { name: text('bulk.resumeTitle', { name: 'long.csv' }) }).waitFor();
    await choose(page, 'other.csv', 'x', 'bulk.chooseAgain');
    await page.getByText(text('bulk.otherFile', { name: 'long.csv' })).waitFor();
    pieces.length = 0;
    await choose(page, 'long.csv', table, 'bulk.chooseAgain');
    await given(page, 'Staff').selectOption('userid');
    expect(pieces).not.toContain('0');
    expect(await check(page)).toMatchObject({ [text('bulk.toAdd')]: '12,000' });
  });

  test('is mapped and written on a phone', async () => {
    const page = await openImport(phone);
    await choose(page, 'few.csv', 'Staff,Name\n7001,Phone Import\n');
    await given(page, 'Staff').selectOption('userid');
    await check(page);
    await named(page, 'Write 1 user').click();
    await page.getByText('1 user was written.').waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 7001 })).user.username).toBe('Phone Import');
  });

  test('of another is left alone: the page says whose it is', async () => {
    const { admin } = suite;
    const mine = await openImport();
    await choose(mine, 'mine.csv', STAFF);
    await given(mine, 'Staff').waitFor();
    await suite.terminal.add({ userid: 900, username: 'Olga Other', level: 16, password: '531897' });
    const session = await suite.terminal.client().signIn('900', '531897');
    const page = await suite.signedIn({ session });
    await page.goto('/user/import');
    await page.getByRole('heading', { name: text('bulk.foreignTitle', { who: 'admin' }) }).waitFor();
    expect((await admin.call('bulkState', {})).name).toBe('mine.csv');
  });
});

describe('photos', () => {
  test('come out of an archive, and a file that is nobody’s is named', async () => {
    const data = Buffer.alloc(480 * 640 * 4, 200);
    const picture = encode({ width: 480, height: 640, data }, 80).data;
    const page = await openImport();
    const entries = [
      { name: 'crew/Ana Pérez (3).jpg', data: picture },
      { name: 'crew/Thumbs.db', data: Buffer.from('x') },
      { name: '4 and 5.jpg', data: picture },
      { name: 'portrait.jpg', data: picture },
    ];
    await choose(page, 'photos.zip', zipOf(entries));
    expect(await check(page)).toMatchObject({ [text('bulk.bad')]: '2' });
    await page.getByText('1 file was ignored that an operating system put into the archive.').waitFor();
    await page
      .getByRole('row', { name: /4 and 5\.jpg/ })
      .getByText(`${text('error.12172')}: 4, 5`)
      .waitFor();
    await page
      .getByRole('row', { name: /portrait\.jpg/ })
      .getByText(text('error.12110'))
      .waitFor();
    await named(page, 'Write 1 photo').click();
    await page.getByText('1 photo was written.').waitFor();
    expect((await suite.admin.attempt('userPhoto', { userid: 3 })).file?.length).toBeGreaterThan(1000);
  });
});

describe('one change for many', () => {
  test('is counted and then written for all that a filter finds', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList?group=2');
    await button(page, 'users.editAll', { count: '12' }).click();
    await page.getByRole('checkbox', { name: text('field.User.validTo') }).check();
    await page.getByLabel(text('bulk.becomes', { field: text('field.User.validTo') })).fill('2031-12-31');
    await button(page, 'bulk.count').click();
    expect(await figures(page)).toMatchObject({ [text('bulk.toChange')]: '12', [text('bulk.cannot')]: '0' });
    expect((await suite.admin.call('GetUserInfo', { userid: 5 })).user.validTo).toBe('');
    await named(page, 'Write 12 users').click();
    await page.getByText('12 users were written.').waitFor();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.locator('tbody tr').first().getByText('Dec 31, 2031').waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 5 })).user.validTo).toBe('2031-12-31');
    expect((await suite.admin.call('GetUserInfo', { userid: 13 })).user.validTo).toBe('');
  });

  test('is written for those who are selected', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList?search=Crew 2');
    for (const name of ['Crew 20', 'Crew 21']) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    await button(page, 'users.edit').click();
    await page.getByRole('checkbox', { name: text('field.User.group') }).check();
    await page.getByLabel(text('bulk.becomes', { field: text('field.User.group') })).selectOption('5');
    await button(page, 'bulk.count').click();
    expect(await figures(page)).toMatchObject({ [text('bulk.toChange')]: '2' });
    await named(page, 'Write 2 users').click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect((await suite.admin.call('GetUserInfo', { userid: 21 })).user.group).toBe(5);
    expect((await suite.admin.call('GetUserInfo', { userid: 22 })).user.group).toBe(1);
    /* The selection went with what was done. */
    await page.getByRole('toolbar', { name: text('ui.selection') }).waitFor({ state: 'detached' });
  });

  test('asks for the password where it makes administrators, in a session that was left open', async () => {
    await suite.terminal.add({ userid: 950, username: 'Nils Next', password: goodPassword(950) });
    const page = await suite.signedIn();
    await page.goto('/user/userList?search=950');
    await named(page, 'Edit all 1').click();
    await page.getByRole('checkbox', { name: text('field.User.level') }).check();
    await page.getByLabel(text('bulk.becomes', { field: text('field.User.level') })).selectOption('3');
    await button(page, 'bulk.count').click();
    expect(await figures(page)).toMatchObject({ [text('bulk.toChange')]: '1' });
    await page.getByText(text('bulk.raises')).waitFor();
    await suite.terminal.bench.advance(5 * 60_000);
    await named(page, 'Write 1 user').click();
    const again = page.getByRole('dialog', { name: text('again.title') });
    await again.getByLabel(text('login.password'), { exact: true }).fill(adminPassword);
    expect((await suite.admin.call('GetUserInfo', { userid: 950 })).user.level).toBe(0);
    await again.getByRole('button', { name: text('again.action') }).click();
    await page.locator('dialog[open]').first().waitFor({ state: 'detached' });
    await expect.poll(async () => (await suite.admin.call('GetUserInfo', { userid: 950 })).user.level).toBe(3);
  });
});

describe('the list as a file', () => {
  test('has the columns that are ticked, also the next time', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList?group=2');
    await page.evaluate("localStorage.setItem('postern.userExport', 'csv')");
    const columns = async (): Promise<string[]> => {
      await button(page, 'ui.download').first().click();
      const dialog = page.locator('dialog[open]');
      const last = dialog.getByRole('button', { name: text('ui.download'), exact: true });
      const file = await fileOf(page, () => last.click());
      await page.keyboard.press('Escape');
      return file
        .toString()
        .replace(/^\ufeff/, '')
        .split('\r\n')
        .filter((line) => line !== '');
    };
    const all = await columns();
    expect(all).toHaveLength(13);
    await button(page, 'ui.download').first().click();
    await button(page, 'users.exportIdOnly').click();
    await page.getByRole('checkbox', { name: text('field.User.username'), exact: true }).check();
    await page.keyboard.press('Escape');
    await page.reload();
    const few = await columns();
    expect(few).toHaveLength(13);
    expect(few[0]?.split(',')).toHaveLength(2);
    expect(few[1]).toContain('Crew');
  });
});

test('what is written goes on while another page is open, and stops when it is told to', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => `${String(20_000 + at)},Somebody ${String(at)}`);
  const page = await openImport();
  await choose(page, 'many.csv', ['Staff,Name', ...rows].join('\n'));
  await given(page, 'Staff').selectOption('userid');
  await check(page);
  await named(page, 'Write 12,000 users').click();
  await page.getByText(text('bulk.writingSlices')).waitFor();
  await page
    .getByRole('link', { name: text('page.userList'), exact: true })
    .first()
    .click();
  await headed(page, 'page.userList');
  await page.goBack();
  await headed(page, 'page.import');
  await button(page, 'bulk.stop').click();
  await page.getByRole('heading', { name: text('bulk.step.cancelled') }).waitFor();
  const written = Number((await figures(page))[text('bulk.added')]?.replace(',', ''));
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(12_000);
  expect((await suite.admin.call('userlist', { search: 'Somebody', limit: 20 })).total).toBe(written);
});
