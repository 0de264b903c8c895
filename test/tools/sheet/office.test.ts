// Tables that LibreOffice saved are read cell by cell as they were written.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { savedAs } from '../../harness/office.ts';
import { buildReader, type Reading, readTable } from './program.ts';

const E_FORMAT = -43;
let folder = '';
let program = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-sheet-'));
  program = buildReader(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

/** People as a table has them; what is expected of each cell is what is written. */
const names = [
  'Ann Smith',
  'Żółć, "Ł"',
  'عبد الله',
  '山田 太郎',
  'Ωmega; |x|',
  "O'Neil",
  'Ünal\u00a0B',
  '😀',
  '<&>',
  '_x0041_',
];
const people: readonly (readonly string[])[] = [
  ['ID', 'Name', 'Card', 'Level', 'From', 'Until', 'On', 'Share'],
  ...Array.from({ length: 400 }, (_, i) => [
    String(i + 1),
    `${names[i % names.length] ?? ''} ${i}`,
    String(4_294_967_295 - i * 7919),
    String(i % 16),
    new Date(Date.UTC(2000, 0, 1 + i * 31)).toISOString().slice(0, 10),
    i % 3 === 0 ? '' : '2099-12-31',
    i % 2 === 0 ? 'TRUE' : 'FALSE',
    `${i}.${(i % 9) + 1}`,
  ]),
];

async function read(to: string, codePage = 'CP1252', rows = people): Promise<Reading> {
  const reading = readTable(program, folder, await savedAs(csvOf(rows), to), codePage);
  if (typeof reading === 'number') throw new Error(`error ${reading}`);
  return reading;
}

it('a workbook of LibreOffice is read cell by cell', async () => {
  const { rows, broken, kind, sheets } = await read('xlsx');
  expect({ kind, sheets, broken }).toEqual({ kind: 'workbook', sheets: ['book'], broken: [] });
  expect(rows).toEqual(people);
});

it('values with semicolons of LibreOffice are read cell by cell', async () => {
  const { rows, broken, encoding, delimiter, sure } = await read('csv:Text - txt - csv (StarCalc):59,34,76,1');
  expect({ encoding, delimiter, sure, broken }).toEqual({ encoding: 'UTF-8', delimiter: ';', sure: true, broken: [] });
  expect(rows.map(([id, name, card]) => [id, name, card])).toEqual(people.map(([id, name, card]) => [id, name, card]));
});

it('a code page of Windows is read as whoever asks says', async () => {
  const arabic = [['رقم', 'اسم'], ...Array.from({ length: 50 }, (_, i) => [String(i), `عبد الله é ${i}`])];
  const reading = await read('csv:Text - txt - csv (StarCalc):9,34,38,1', 'CP1256', arabic);
  expect(reading).toMatchObject({ encoding: 'CP1256', delimiter: '\t', sure: false, broken: [], rows: arabic });
});

it('UTF-16 of LibreOffice is read', async () => {
  const { rows, encoding, sure } = await read(
    'csv:Text - txt - csv (StarCalc):44,34,65535,1',
    'CP1252',
    people.slice(0, 20),
  );
  expect({ encoding, sure }).toEqual({ encoding: 'UTF-16', sure: true });
  expect(rows.map(([id, name]) => [id, name])).toEqual(people.slice(0, 20).map(([id, name]) => [id, name]));
});

it('other formats of spreadsheets are told from tables', async () => {
  for (const to of ['xls', 'ods', 'fods', 'html', 'pdf']) {
    const file = await savedAs(csvOf(people.slice(0, 3)), to);
    expect(readTable(program, folder, file, 'CP1252'), to).toBe(E_FORMAT);
  }
});

it('errors of formulas break their rows alone', async () => {
  const file = await savedAs('1,=1/0,x\r\n2,=1+1,y\r\n3,"=A1&""b""",z\r\n', 'xlsx');
  expect(readTable(program, folder, file, 'CP1252')).toMatchObject({
    broken: [1],
    rows: [
      ['1', '', 'x'],
      ['2', '2', 'y'],
      ['3', '1b', 'z'],
    ],
  });
});
