// Groups and shifts by name in an imported table: as they are defined, and as somebody says of those that nothing has.

import { expect, test } from 'vitest';
import { checked, sendLines, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { goodPassword, type Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
let admin: Client;

startForBulk(async (started) => {
  terminal = started;
  admin = started.admin;
  await admin.call('GetGroupInfo', { number: 3, name: 'Almacén Norte' });
  await admin.call('GetGroupInfo', { number: 4, name: 'Office' });
  await admin.call('GetGroupInfo', { number: 5, name: 'OFFICE' });
  await admin.call('GetShiftsInfo', { number: 7, name: 'Noche' });
});

const sendRows = (client: Client, ...rows: readonly string[]): Promise<void> =>
  sendLines(client, 'ID;Name;Group;Shift', ...rows);
const read = async (userid: number) => (await admin.call('GetUserInfo', { userid })).user;

async function wrong(): Promise<Record<number, string>> {
  const { errors } = await admin.call('bulkErrors', { limit: 100 });
  const names = ['group_name', 'shift_name', 'out_of_range'];
  const nameOf = (code: number) => names.find((name) => errorNamed(name).code === code) ?? String(code);
  return Object.fromEntries(
    errors.map(({ userid, field, code, text }) => [userid, `${field} ${text} ${nameOf(code)}`]),
  );
}

test('are found as they are written, else in any case and without marks', async () => {
  await sendRows(
    admin,
    '7001;A;Almacén Norte;noche',
    '7002;B;almacen  NORTE;7',
    '7003;C;Office;',
    '7004;D;OFFICE;',
    '7005;E;office;',
    '7006;F;3;Day',
    '7007;G;99;',
  );
  expect(await checked(admin)).toMatchObject({ added: 4, bad: 3 });
  expect(await wrong()).toEqual({
    7005: 'group office group_name',
    7006: 'shift Day shift_name',
    7007: 'group 99 out_of_range',
  });
  await written(admin);
  expect(await read(7001)).toMatchObject({ group: 3, shift: 7 });
  expect(await read(7002)).toMatchObject({ group: 3, shift: 7 });
  expect([(await read(7003)).group, (await read(7004)).group]).toEqual([4, 5]);
});

test('that nothing has are listed once, and get what is said of them', async () => {
  const rows = ['Sales', 'SALES', 'Guests', 'sáles', '2'].map((group, at) => `${7011 + at};User;${group};`);
  await sendRows(admin, ...rows, '7016;User;;Tarde');
  expect(await checked(admin)).toMatchObject({ rows: 6, added: 1, bad: 5, leftOut: 0 });
  expect((await admin.call('bulkNames', {})).names).toEqual([
    { field: 'group', name: 'Sales', rows: 3, line: 2 },
    { field: 'group', name: 'Guests', rows: 1, line: 4 },
    { field: 'shift', name: 'Tarde', rows: 1, line: 7 },
  ]);
  const one = { leaveOut: false, number: 0 } as const;
  await admin.call('bulkUseNames', {
    names: [
      { ...one, field: 'group', name: 'sales', number: 3 },
      { ...one, field: 'group', name: 'Guests', leaveOut: true },
    ],
  });
  expect(await settled(admin)).toMatchObject({ rows: 5, added: 4, bad: 1, leftOut: 1 });
  expect((await admin.call('bulkNames', {})).names.map(({ name }) => name)).toEqual(['Tarde']);
  await admin.call('bulkUseNames', { names: [{ ...one, field: 'shift', name: 'Tarde', number: 7 }] });
  expect(await settled(admin)).toMatchObject({ rows: 5, added: 5, bad: 0, leftOut: 1 });
  expect(await written(admin, true)).toMatchObject({ step: 'done', added: 5 });
  expect((await read(7014)).group).toBe(3);
  expect((await read(7016)).shift).toBe(7);
  expect((await admin.attempt('GetUserInfo', { userid: 7013 })).status).toBe(404);
});

test('are forgotten with the file', async () => {
  await sendRows(admin, '7021;User;Sales;');
  expect(await checked(admin)).toMatchObject({ added: 0, bad: 1 });
});

test('mean nothing that there cannot be, and only to who began', async () => {
  const use = { field: 'group', name: 'Sales', leaveOut: false, number: 17 } as const;
  const none = await admin.attempt('bulkUseNames', { names: [{ ...use, number: 1 }] });
  expect(none.envelope.retvalue).toBe(errorNamed('bulk_not_ready').code);
  await sendRows(admin, '7031;User;Sales;');
  await checked(admin);
  const refused = await admin.attempt('bulkUseNames', { names: [use] });
  expect(refused.envelope).toMatchObject({ retvalue: errorNamed('out_of_range').code, field: 'names' });
  const other = await terminal.administrator(32, 8, goodPassword(32));
  const foreign = await other.attempt('bulkUseNames', { names: [{ ...use, number: 1 }] });
  expect(foreign.envelope.retvalue).toBe(errorNamed('bulk_not_ready').code);
  expect(await admin.call('bulkState', {})).toMatchObject({ step: 'checked', bad: 1 });
});
