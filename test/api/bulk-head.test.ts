// Where a table begins: below titles and print dates, on which sheet, with headings of two rows or none. What is found can be said
// otherwise, and wrong rows keep the lines of the file.

import { describe, expect, test } from 'vitest';
import { checked, send, sendLines, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { type Sheet, workbookOf } from '../harness/workbook.ts';

let admin: Client;

startForBulk((terminal) => {
  admin = terminal.admin;
});

const sendBook = (...sheets: readonly Sheet[]): Promise<void> =>
  send(admin, 'users', workbookOf(sheets), 'people.xlsx');
const nameOf = async (userid: number): Promise<string> => (await admin.call('GetUserInfo', { userid })).user.username;

const look = () => admin.call('bulkLook', {});
const fieldsOf = async (): Promise<readonly string[]> => (await look()).columns.map(({ field }) => field);

async function linesWrong(): Promise<readonly number[]> {
  const { errors } = await admin.call('bulkErrors', { limit: 100 });
  return errors.map(({ line }) => line);
}

const PEOPLE = ['6101;Ana Ruiz;1200001', '6102;Bo Lind;1200002', 'x;Wrong;'];
const CARDS = ['User ID;Name;Card number', ...PEOPLE];

describe('the headings', () => {
  test.each([
    ['a title', ['Staff of 2026'], 2],
    ['a company, a print date and empty rows', ['ACME S.A., Madrid', '', 'Printed;28/11/2026', ';;', ''], 6],
    ['a filter with words that are headings', ['Department;Sales', 'From;01/01/2026;To;31/12/2026'], 3],
    ['a letterhead', Array.from({ length: 15 }, (_, at) => `Line ${at + 1} of the letter`), 16],
  ])('are found below %s', async (_, above, line) => {
    await sendLines(admin, ...above, ...CARDS);
    const found = await look();
    expect(found).toMatchObject({ heading: true, headingLine: line, headingRows: 1, delimiter: 'semicolon' });
    expect(found.columns.map(({ field }) => field)).toEqual(['userid', 'username', 'cardno']);
    expect(found.sample[0]).toMatchObject({ line: line + 1, cells: ['6101', 'Ana Ruiz', '1200001'] });
    expect(found.first.map((row) => row.line)).toContain(line);
    expect(await checked(admin)).toMatchObject({ rows: 3, added: 2, bad: 1 });
    expect(await linesWrong()).toEqual([line + 3]);
  });

  test('of two rows are read together, and given back as one', async () => {
    await sendLines(
      admin,
      'Employee;;Card;;Valid;',
      'No;Name;Number;Type;From;To',
      '6111;Ana Ruiz;1200011;;;',
      ';Wrong;;;;',
    );
    expect(await look()).toMatchObject({ headingLine: 2, headingRows: 2 });
    expect(await fieldsOf()).toEqual(['employeeNo', 'username', 'cardno', 'none', 'validFrom', 'validTo']);
    expect(await checked(admin)).toMatchObject({ added: 1, bad: 1 });
    const { file } = await admin.attempt('DownloadBulkErrors', {});
    expect(file?.toString()).toContain('"Employee No","Employee Name","Card Number"');
  });

  test('may have a line break, or say it in two languages', async () => {
    await sendLines(admin, '"User\nID";"Name\nNombre";"Card\nnumber"', '6121;Ana Ruiz;1200021');
    expect(await look()).toMatchObject({ headingLine: 1, headingRows: 1 });
    expect(await fieldsOf()).toEqual(['userid', 'username', 'cardno']);
  });

  test('are none where the first row is a user', async () => {
    await sendLines(admin, ...PEOPLE);
    expect(await look()).toMatchObject({ heading: false, headingLine: 0 });
    expect(await checked(admin, { columns: ['userid', 'username', 'cardno'] })).toMatchObject({ added: 2, bad: 1 });
    expect(await linesWrong()).toEqual([3]);
  });

  test('can be chosen, and are found by a check that is not told', async () => {
    await sendLines(admin, 'Name;ID', 'wer;was', 'Ana Ruiz;6131');
    expect(await admin.call('bulkLook', { headingLine: 2 })).toMatchObject({ heading: true, headingLine: 2 });
    expect(await admin.call('bulkLook', { heading: false })).toMatchObject({ heading: false, headingLine: 0 });
    const refused = await admin.attempt('bulkLook', { headingLine: 9 });
    expect(refused.envelope).toMatchObject({ retvalue: errorNamed('out_of_range').code, field: 'headingLine' });
    const form = { delimiter: 'semicolon', columns: ['username', 'userid'] } as const;
    expect(await checked(admin, { ...form, headingLine: 2 })).toMatchObject({ rows: 1, added: 1 });
    expect(await checked(admin, { ...form, heading: true })).toMatchObject({ rows: 2, added: 1, bad: 1 });
    expect(await checked(admin, { ...form, heading: false })).toMatchObject({ rows: 3, added: 1, bad: 2 });
    const { envelope } = await admin.attempt('bulkCheck', { ...form, headingLine: 9 });
    expect(envelope).toMatchObject({ retvalue: errorNamed('out_of_range').code, field: 'headingLine' });
  });
});

describe('the sheet', () => {
  const readMe: Sheet = {
    name: 'Read me',
    rows: [
      ['How to fill in this list'],
      ['Each person has a row. The user ID is needed.'],
      ['Name and card: optional.'],
    ],
  };
  const people: Sheet = {
    name: 'People',
    rows: [
      ['List of people'],
      [],
      ['User ID', 'Name', 'Card number'],
      ['6201', 'Ana Ruiz', '1200101'],
      ['6202', 'Bo Lind', ''],
    ],
  };
  const lists: Sheet = {
    name: 'Lists',
    rows: [
      ['Department', 'Group'],
      ['Sales', '1'],
      ['Store', '2'],
    ],
  };

  test.each([
    ['a read-me', [readMe, people], 1],
    ['an empty one', [{ name: 'Sheet1', rows: [] }, people], 1],
    ['a list of departments', [lists, readMe, people], 2],
    ['a hidden one with people', [{ ...people, name: 'Old', state: 'hidden' }, readMe, people], 2],
    ['a very hidden one', [{ ...people, name: 'Old', state: 'veryHidden' }, people], 1],
  ] as const)('with people is found behind %s', async (_, sheets, at) => {
    await sendBook(...sheets);
    const found = await look();
    expect(found).toMatchObject({ sheet: at, headingLine: 3, sheets: sheets.map(({ name }) => name) });
    expect(await checked(admin)).toMatchObject({ rows: 2, added: 2, bad: 0 });
  });

  test('is a hidden one where no other has rows, and can be chosen', async () => {
    await sendBook({ name: 'Cover', rows: [] }, { ...people, state: 'hidden' });
    expect(await look()).toMatchObject({ sheet: 1 });
    expect(await admin.call('bulkLook', { sheet: 0 })).toMatchObject({ sheet: 0, sample: [], heading: false });
    await sendBook(people, {
      ...people,
      name: 'Second',
      rows: [
        ['ID', 'Name'],
        ['6211', 'Cy Park'],
      ],
    });
    expect(await look()).toMatchObject({ sheet: 0 });
    expect(await admin.call('bulkLook', { sheet: 1 })).toMatchObject({ sheet: 1, headingLine: 1 });
    expect(await checked(admin, { sheet: 1, columns: ['userid', 'username'] })).toMatchObject({ added: 1 });
    await written(admin);
    expect(await nameOf(6211)).toBe('Cy Park');
  });
});
