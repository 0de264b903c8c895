// Wrong rows of an imported table are corrected without another upload, or left out, and written with the others.

import { expect, test } from 'vitest';
import { checked, send, sendLines, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { type CallRequest, errorNamed } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { goodPassword, type Terminal } from '../harness/terminal.ts';

type Mend = CallRequest<'bulkMend'>['mends'][number];

let terminal: Terminal;
let admin: Client;

startForBulk((started) => {
  terminal = started;
  admin = started.admin;
});

const sendRows = (...rows: readonly string[]): Promise<void> =>
  sendLines(admin, 'ID;Name;Card;Group;First day', ...rows);
const cell = (line: number, column: number, text: string): Mend => ({ line, column, text, leaveOut: false });
const out = (line: number): Mend => ({ line, column: 0, text: '', leaveOut: true });

async function mend(...mends: readonly Mend[]) {
  await admin.call('bulkMend', { mends });
  return settled(admin);
}

/** Line, column and error of each wrong row. */
async function wrong(): Promise<readonly (readonly [number, number, number])[]> {
  const { errors } = await admin.call('bulkErrors', {});
  return errors.map(({ line, column, code }) => [line, column, code]);
}
const code = (name: string): number => errorNamed(name).code;
const mended = async () => (await admin.call('bulkMended', {})).mended;
const read = async (userid: number) => (await admin.call('GetUserInfo', { userid })).user;

test('three of five are corrected and one is left out; the rest is written with them', async () => {
  await sendRows(
    '7001;Ann;70001;1;',
    'x;Bob;70002;1;',
    '7003;Cem;70001;1;',
    '7001;Dan;70004;1;',
    '7005;Eva;70005;99;',
    ';Fay;70006;1;',
  );
  expect(await checked(admin)).toMatchObject({ rows: 6, added: 1, bad: 5, leftOut: 0 });
  expect(await wrong()).toEqual([
    [3, 0, code('user_id_invalid')],
    [4, 2, code('card_twice')],
    [5, 0, code('row_twice')],
    [6, 3, code('out_of_range')],
    [7, 0, code('missing_parameter')],
  ]);
  expect(await mended()).toBe(0);
  const state = await mend(cell(3, 0, '7002'), cell(4, 2, '70003'), cell(6, 3, '1'), out(7));
  expect(state).toMatchObject({ rows: 5, added: 4, bad: 1, leftOut: 1 });
  expect(await wrong()).toEqual([[5, 0, code('row_twice')]]);
  expect(await mended()).toBe(4);
  expect(await written(admin)).toMatchObject({ step: 'done', added: 4, bad: 1 });
  expect(await read(7002)).toMatchObject({ username: 'Bob', cardno: '70002' });
  expect(await read(7003)).toMatchObject({ username: 'Cem', cardno: '70003' });
  expect(await read(7001)).toMatchObject({ username: 'Ann' });
  expect((await admin.attempt('GetUserInfo', { userid: 7006 })).status).toBe(404);
});

test('a correction that is wrong is told like the file; nothing is lost', async () => {
  await sendRows('y;Gil;;1;', 'z;Hal;;1;');
  await checked(admin);
  expect(await mend(cell(2, 0, '7011'), cell(3, 0, '7011'))).toMatchObject({ added: 1, bad: 1 });
  const { errors } = await admin.call('bulkErrors', {});
  expect(errors).toMatchObject([{ line: 3, text: '7011', otherLine: 2, name: 'Hal' }]);
  const { file } = await admin.attempt('DownloadBulkErrors', {});
  expect(rowsOf(file?.toString().slice(1) ?? '')[1]?.slice(2)).toEqual(['7011', 'Hal', '', '1']);
  expect(await mend(cell(3, 0, '7012'))).toMatchObject({ added: 2, bad: 0 });
  expect(await written(admin, true)).toMatchObject({ step: 'done', added: 2 });
});

test('a corrected cell says how its column is read', async () => {
  await sendRows('7021;Ida;;1;05/01/2027');
  expect(await checked(admin)).toMatchObject({ bad: 1, asks: ['dateOrder'] });
  expect(await mend(cell(2, 4, '25/01/2027'))).toMatchObject({ added: 1, bad: 0, dateOrder: 'dayFirst', asks: [] });
});

test('they are undone, survive another check and a restart, and go with the file', async () => {
  await sendRows('w;Jan;;1;');
  await checked(admin);
  await mend(cell(2, 0, '7031'));
  expect(await checked(admin, { existing: 'replace' })).toMatchObject({ added: 1, bad: 0 });
  await terminal.restart();
  expect(await admin.call('bulkState', {})).toMatchObject({ step: 'checked', added: 1 });
  expect(await mended()).toBe(1);
  expect(await mend()).toMatchObject({ added: 1, bad: 0 });
  await admin.call('bulkMend', { mends: [], forget: true });
  expect(await settled(admin)).toMatchObject({ added: 0, bad: 1 });
  await mend(cell(2, 0, '7031'));
  await sendRows('w;Jan;;1;');
  expect(await checked(admin)).toMatchObject({ added: 0, bad: 1 });
});

test('are only for who began, and for what is there', async () => {
  await admin.refuse('bulkMend', { mends: [cell(2, 0, '1')] }, 'bulk_not_ready');
  await sendRows('v;Kim;;1;');
  await checked(admin);
  await admin.refuse('bulkMend', { mends: [cell(2, 5, '1')] }, 'out_of_range', 'mends');
  const other = await terminal.administrator(32, 8, goodPassword(32));
  await other.refuse('bulkMend', { mends: [cell(2, 0, '7041')] }, 'bulk_not_ready');
  for (let first = 0; first < 1000; first += 100) {
    await mend(...Array.from({ length: 100 }, (_, at) => cell(first + at + 2, 0, '7041')));
  }
  await admin.refuse('bulkMend', { mends: [cell(5000, 0, '1')] }, 'bulk_mends_full');
  expect(await mend(cell(2, 0, '7042'))).toMatchObject({ added: 1, bad: 0 });
});

test('punches are corrected as well', async () => {
  await terminal.add({ userid: 7051 });
  const rows = ['7051\t2026-03-02 08:00:00\t0', '7051\t2026-03-02 25:99\t1', '9\t2026-03-02 08:00:00\t0'];
  await send(admin, 'punches', Buffer.from(`${rows.join('\n')}\n`), 'attlog.dat');
  const form = { delimiter: 'tab', heading: false, columns: ['userid', 'dateTime', 'status'] } as const;
  await admin.call('bulkCheck', form);
  expect(await settled(admin)).toMatchObject({ added: 1, bad: 2 });
  expect((await wrong()).map(([line, column]) => [line, column])).toEqual([
    [2, 1],
    [3, 0],
  ]);
  expect(await mend(cell(2, 1, '2026-03-02 17:00'), out(3))).toMatchObject({ added: 2, bad: 0, leftOut: 1 });
  expect(await written(admin)).toMatchObject({ step: 'done', added: 2 });
});
