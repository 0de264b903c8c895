// Cells of an imported table as people and programs write them: names in parts, card numbers, dates, years of other calendars. What a
// cell cannot say alone its column says, or the form; nothing is guessed in silence.

import { describe, expect, test } from 'vitest';
import { type BulkState, checked, sendLines, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { type CallReply, type CallRequest, errorNamed } from '../harness/contract.ts';

type User = CallReply<'GetUserInfo'>['user'];
type Form = CallRequest<'bulkCheck'>;

let admin: Client;

startForBulk((terminal) => {
  admin = terminal.admin;
});

const read = async (userid: number): Promise<User> => (await admin.call('GetUserInfo', { userid })).user;

/** Field and error of each invalid row, by its user ID. */
async function wrong(): Promise<Record<number, string>> {
  const { errors } = await admin.call('bulkErrors', { limit: 100 });
  return Object.fromEntries(errors.map(({ userid, field, code }) => [userid, `${field} ${nameOf(code)}`]));
}

const names = [
  'bad_format',
  'out_of_range',
  'date_order',
  'year_short',
  'year_range',
  'year_persian',
  'year_hijri',
  'year_buddhist',
  'card_groups',
  'card_base',
  'card_rounded',
  'user_name_format',
];
const nameOf = (code: number): string => names.find((name) => errorNamed(name).code === code) ?? String(code);

/** Checks what was sent, and what is invalid in it. */
async function check(form: Form = {}): Promise<{ state: BulkState; wrong: Record<number, string> }> {
  const state = await checked(admin, form);
  return { state, wrong: await wrong() };
}

/** One cell a row, from user 1 on: what is stored of the valid rows, and what is said of the others. */
async function column(heading: string, cells: readonly string[], form: Form = {}): Promise<readonly string[]> {
  const field = heading === 'Card' ? 'cardno' : 'validTo';
  await sendLines(admin, `User ID;Name;${heading}`, ...cells.map((cell, at) => `${at + 1};User;${cell}`));
  const { wrong: bad } = await check({ existing: 'replace', ...form });
  const state = await written(admin);
  expect(state.step).toBe('done');
  const told = [];
  for (const at of cells.keys()) told.push(bad[at + 1] ?? (await read(at + 1))[field]);
  await admin.call('bulkCancel', {});
  await admin.call('deletsomeuser', { userids: cells.map((_, at) => at + 1) });
  return told;
}

describe('names', () => {
  test('in two columns are joined', async () => {
    await sendLines(
      admin,
      'Employee ID,First Name,Last Name,Card Number',
      '5101,Ada,Marlow,710001',
      '5102,Bruno,Testino,710002',
      '5103,,Single,',
    );
    const look = await admin.call('bulkLook', {});
    expect(look.columns.map(({ field }) => field)).toEqual(['userid', 'firstName', 'lastName', 'cardno']);
    expect((await check()).state).toMatchObject({ added: 3, bad: 0, unnamed: 0 });
    await written(admin);
    expect(await read(5101)).toMatchObject({ username: 'Ada Marlow', cardno: '710001' });
    expect((await read(5102)).username).toBe('Bruno Testino');
    expect((await read(5103)).username).toBe('Single');
  });

  test.each([
    ['ID,Surname,Given name', '5111,Marlow,Ada', ['userid', 'lastName', 'firstName'], 'Ada Marlow'],
    ['ID,Apellidos,Nombre', '5112,Prueba Inventada,Ana', ['userid', 'lastName', 'firstName'], 'Ana Prueba Inventada'],
    [
      'ID,Nombre,Primer apellido,Segundo apellido',
      '5113,Ana,Prueba,Inventada',
      ['userid', 'firstName', 'lastName', 'lastName'],
      'Ana Prueba Inventada',
    ],
    ['ID,الاسم,اللقب', '5117,ليلى,المثال', ['userid', 'firstName', 'lastName'], 'ليلى المثال'],
    ['ID,الاسم الأول,اسم العائلة', '5114,ليلى,المثال', ['userid', 'firstName', 'lastName'], 'ليلى المثال'],
    [
      'ID,First Name,Middle Name,Last Name',
      '5115,Ada,B.,Marlow',
      ['userid', 'firstName', 'firstName', 'lastName'],
      'Ada B. Marlow',
    ],
    [
      'ID,Full Name,First Name,Last Name',
      '5116,Dr Ada Marlow,Ada,Marlow',
      ['userid', 'username', 'firstName', 'lastName'],
      'Dr Ada Marlow',
    ],
  ])('%s', async (heading, row, fields, name) => {
    await sendLines(admin, heading, row);
    const look = await admin.call('bulkLook', {});
    expect(look.columns.map(({ field }) => field)).toEqual(fields);
    await check();
    await written(admin);
    expect((await read(Number.parseInt(row, 10))).username).toBe(name);
  });

  test('that a new user would not have are counted', async () => {
    await sendLines(admin, 'ID,Label,Card', '5121,Ada Marlow,710021', '5122,,710022');
    expect((await check()).state).toMatchObject({ added: 2, unnamed: 2 });
    expect((await check({ columns: ['userid', 'username', 'cardno'] })).state).toMatchObject({ added: 2, unnamed: 1 });
  });

  test('that are too long together are refused', async () => {
    await sendLines(admin, 'ID,First Name,Last Name', `5131,${'a'.repeat(40)},${'b'.repeat(40)}`);
    expect((await check()).wrong).toEqual({ 5131: 'username user_name_format' });
  });
});

describe('card numbers', () => {
  const printed = [
    'User ID,Name,Card',
    '5301,Facility comma number,"003,12345"',
    '5302,Hex 8H,0x00303039',
    '5303,Float from a script,208955.0',
    '5304,Thousands,"208,956"',
    `5305,Apostrophe that keeps zeros,'0000208957`,
    '5306,Ten digits,0000208958',
    '5307,Facility colon number,003:12351',
  ];

  test('as printed: what can be read in two ways is asked for once', async () => {
    await sendLines(admin, ...printed);
    const auto = await check();
    expect(auto.wrong).toEqual({ 5302: 'cardno card_base', 5304: 'cardno card_groups' });
    expect(auto.state).toMatchObject({
      added: 5,
      asks: ['cardBase', 'cardGroups'],
      cardBase: 'auto',
      cardGroups: 'auto',
    });
    const said = await check({ cardBase: 'decimal', cardGroups: 'thousands' });
    expect(said.state).toMatchObject({ added: 7, bad: 0, asks: [], cardBase: 'decimal', cardGroups: 'thousands' });
    await written(admin);
    const cards = [];
    for (let id = 5301; id <= 5307; id++) cards.push((await read(id)).cardno);
    expect(cards).toEqual(['208953', '3158073', '208955', '208956', '208957', '208958', '208959']);
    await admin.call('deletsomeuser', { userids: cards.map((_, at) => 5301 + at) });
  });

  test('of one form are read by themselves', async () => {
    expect(await column('Card', ['’0000208957', "'0000208958'", ' 208959', '٢٠٨٩٦٠', '0', '-'])).toEqual([
      '208957',
      '208958',
      '208959',
      '208960',
      '0',
      '0',
    ]);
    expect(
      await column('Card', ['208955.0', '208956.00', '208957,0', '208958.000', '2.08959e5', '2.08960E+05']),
    ).toEqual(['208955', '208956', '208957', '208958', '208959', '208960']);
    expect(await column('Card', ['3-12345', '003/12346', '3:12347', '003 12348', '003 : 12349'])).toEqual([
      '208953',
      '208954',
      '208955',
      '208956',
      '208957',
    ]);
  });

  test('in groups are read as another row shows, in whatever order', async () => {
    expect(await column('Card', ['208,956', '1,208,957'])).toEqual(['208956', '1208957']);
    expect(await column('Card', ['208.956', '1.208.957', '208.958,00'])).toEqual(['208956', '1208957', '208958']);
    expect(await column('Card', ['208 956', '1\u00a0208\u00a0957', '1\u202f208\u202f958', "208'959"])).toEqual([
      '208956',
      '1208957',
      '1208958',
      '208959',
    ]);
    expect(await column('Card', ['208,956', '003,12345'])).toEqual([String(208 * 65536 + 956), '208953']);
  });

  test('in groups are refused where nothing shows it, and read as chosen', async () => {
    const unclear = 'cardno card_groups';
    expect(await column('Card', ['208,956', '208.957', '208 958', '208959'])).toEqual([
      unclear,
      unclear,
      unclear,
      '208959',
    ]);
    expect(await column('Card', ['208,956', '003,12345', '1,208,957'])).toEqual([unclear, '208953', '1208957']);
    expect(await column('Card', ['208,956', '208.957'], { cardGroups: 'thousands' })).toEqual(['208956', '208957']);
    expect(await column('Card', ['208,956'], { cardGroups: 'facility' })).toEqual([String(208 * 65536 + 956)]);
  });

  test('are hexadecimal where the column shows it, or as chosen', async () => {
    expect(await column('Card', ['0x00303039', '0X0030303A'])).toEqual(['3158073', '3158074']);
    expect(await column('Card', ['0030303A', '00303039', '0030303b'])).toEqual(['3158074', '3158073', '3158075']);
    const unclear = 'cardno card_base';
    expect(await column('Card', ['0030303A', '00303039', '00303031'])).toEqual([unclear, unclear, unclear]);
    expect(await column('Card', ['0030303A', '303039'])).toEqual([unclear, unclear]);
    expect(await column('Card', ['0030303A', '303039'], { cardBase: 'hex' })).toEqual(['3158074', '3158073']);
    expect(await column('Card', ['0030303A', '303039'], { cardBase: 'decimal' })).toEqual([
      'cardno bad_format',
      '303039',
    ]);
    expect(await column('Card', ['0x303039', '303039'])).toEqual([unclear, '303039']);
  });

  test('that are none are refused', async () => {
    const bad = 'cardno bad_format';
    const cells = [
      '208955.5',
      '2.09E+05',
      '1.2.3',
      'x',
      '3:',
      '65536:1',
      '1:65536',
      '72057594037927936',
      '12-34-56',
      '0x',
      '1,23,456',
    ];
    expect(await column('Card', cells)).toEqual([
      bad,
      'cardno card_rounded',
      bad,
      bad,
      bad,
      'cardno out_of_range',
      'cardno out_of_range',
      'cardno out_of_range',
      bad,
      bad,
      bad,
    ]);
  });
});

describe('dates', () => {
  test('have one order in a column, with times and serial numbers beside', async () => {
    await sendLines(
      admin,
      'User ID;Name;Valid from;Valid to',
      '5401;Day over 12;25/12/2026;31/12/2027',
      '5402;Same column below 12;05/01/2027;04/03/2027',
      '5403;From a database;2026-12-25 00:00:00;2027-12-31 00:00:00',
      '5404;ISO with zone;2026-12-25T00:00:00Z;2027-12-31T23:59:59Z',
      '5405;Serial pasted as text;46381;46752',
    );
    expect((await check()).state).toMatchObject({ added: 5, bad: 0, asks: [], dateOrder: 'dayFirst' });
    await written(admin);
    const days = [];
    for (let id = 5401; id <= 5405; id++) {
      const { validFrom, validTo } = await read(id);
      days.push([validFrom, validTo]);
    }
    const year = ['2026-12-25', '2027-12-31'];
    expect(days).toEqual([year, ['2027-01-05', '2027-03-04'], year, year, year]);
  });

  test('are read as the last of many rows shows', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `${n + 10_000},User,05/01/2027`);
    await sendLines(admin, 'User ID,Name,Valid to', ...lines, '99999,User,12/25/2027');
    const { state } = await check();
    expect(state).toMatchObject({ added: 30_001, bad: 0, dateOrder: 'monthFirst' });
    expect(state.at).toBe(30_001);
  });

  test('that can be read in two orders are refused until the order is chosen', async () => {
    const unclear = 'validTo date_order';
    expect(await column('Valid to', ['05/01/2027', '5-1-2027', '05/05/2027', '5.1.2027'])).toEqual([
      unclear,
      unclear,
      '2027-05-05',
      '2027-01-05',
    ]);
    expect(await column('Valid to', ['05/01/2027'], { dateOrder: 'dayFirst' })).toEqual(['2027-01-05']);
    expect(await column('Valid to', ['05/01/2027', '25/12/2027'], { dateOrder: 'monthFirst' })).toEqual([
      '2027-05-01',
      'validTo bad_format',
    ]);
    expect(await column('Valid to', ['25/12/2027', '12/26/2027', '05/01/2027'])).toEqual([unclear, unclear, unclear]);
  });

  test('ask by the state, and each column answers for itself', async () => {
    await sendLines(admin, 'User ID,Name,Valid from,Valid to', '5411,User,05/01/2027,25/12/2027');
    const { state, wrong: bad } = await check();
    expect(bad).toEqual({ 5411: 'validFrom date_order' });
    expect(state.asks).toEqual(['dateOrder']);
    expect((await check({ dateOrder: 'dayFirst' })).state).toMatchObject({ bad: 0, asks: [], dateOrder: 'dayFirst' });
  });

  test('in the forms of programs', async () => {
    const cells = [
      '2027-12-31T23:59:59+02:00',
      '2027-12-31 23:59:59.123',
      '2027-12-31T00:00:00.000Z',
      '2027/12/31 0:00',
      '31.12.2027 00:00',
      '31. 12. 2027.',
      '12/31/2027 12:00:00 AM',
      '12/31/2027, 11:00 PM',
      '20271231',
      '46752',
      '46752.0',
      '46752.75',
      '٣١/١٢/٢٠٢٧',
      ' 2027-12-31 ',
    ];
    const told = await column(
      'Valid to',
      cells.filter((cell) => !cell.startsWith('12/')),
    );
    expect(new Set(told)).toEqual(new Set(['2027-12-31']));
    expect(
      await column(
        'Valid to',
        cells.filter((cell) => cell.startsWith('12/')),
      ),
    ).toEqual(['2027-12-31', '2027-12-31']);
  });

  test('that are none are refused', async () => {
    const bad = 'validTo bad_format';
    const cells = [
      '31/12/27',
      '27-12-31',
      '31/02/2027',
      '36525',
      '73051',
      '7',
      '2027-13-01',
      '2027-12-31T',
      '31/12/2027 x',
      'today',
    ];
    expect(await column('Valid to', cells)).toEqual([
      'validTo year_short',
      'validTo year_short',
      bad,
      bad,
      bad,
      bad,
      bad,
      bad,
      bad,
      bad,
    ]);
    expect(await column('Valid to', ['36526', '73050'])).toEqual(['2000-01-01', '2099-12-31']);
  });
});

describe('years of other calendars', () => {
  const lines = [
    'User ID,Name,Valid to',
    '5501,Persian 1406/10/10,1406/10/10',
    '5502,Thai 31/12/2570,31/12/2570',
    '5503,Hijri 1449-07-22,1449-07-22',
    '5504,Gregorian,2027-12-31',
  ];

  test('are refused with the calendar that they fit', async () => {
    await sendLines(admin, ...lines, '5505,Never,9999-12-31', '5506,Old,1999-12-31', '5507,Late,2100-01-01');
    const { state, wrong: bad } = await check();
    expect(state.asks).toEqual(['calendar']);
    expect(bad).toEqual({
      5501: 'validTo year_persian',
      5502: 'validTo year_buddhist',
      5503: 'validTo year_hijri',
      5505: 'validTo year_range',
      5506: 'validTo year_range',
      5507: 'validTo year_range',
    });
  });

  test('are converted when their calendar is chosen', async () => {
    expect(
      await column('Valid to', ['1406/10/10', '1403/12/30', '1404/12/30', '2027-12-31'], { calendar: 'persian' }),
    ).toEqual(['2027-12-31', '2025-03-20', 'validTo bad_format', '2027-12-31']);
    expect(await column('Valid to', ['31/12/2570', '05/01/2570', '29/2/2571'], { calendar: 'buddhist' })).toEqual([
      '2027-12-31',
      '2027-01-05',
      '2028-02-29',
    ]);
    expect(
      await column('Valid to', ['1449-07-22', '1/9/1447', '2570-01-01'], { calendar: 'hijri', dateOrder: 'dayFirst' }),
    ).toEqual(['2027-12-20', '2026-02-18', 'validTo year_buddhist']);
  });
});
