// A roster from a file: shifts of users on days, which reports read. A second import of the same file changes nothing.

import { describe, expect, test } from 'vitest';
import { type BulkState, checked, piece, send, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, type Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
let admin: Client;

startForBulk(async (started) => {
  terminal = started;
  admin = started.admin;
  await admin.call('adduser', { userid: 7, username: 'Ann', employeeNo: 'E-7' });
  await admin.call('adduser', { userid: 8, username: 'Bob' });
  for (const [index, name] of ['Early', 'Late', 'Ramadan'].entries()) {
    const onDuty = 360 + index * 480;
    await admin.call('GetShiftsInfo', { number: index + 1, name, onDuty, offDuty: (onDuty + 480) % 1440, days: 127 });
  }
});

const counts = ({ added, changed, same, bad }: BulkState) => [added, changed, same, bad];

const sendRoster = (lines: readonly string[], client = admin) =>
  send(client, 'roster', Buffer.from(`${lines.join('\r\n')}\r\n`), 'roster.csv');

const assigned = async (userid: number) =>
  (await admin.call('shiftsOf', { userid })).assigned
    .filter(({ usual }) => !usual)
    .map(({ shift, from, to }) => [shift, from, to]);

/** The number of the shift that the report has for a day. */
const shiftOn = async (userid: number, day: string) => (await admin.call('reportDay', { userid, day })).row.shift;

const ROSTER = [
  'Employee number;Name;From;To;Shift',
  'E-7;Ann;01/12/2026;24/12/2026;Late',
  ';Bob;01/12/2026;;Early + 2',
  ';Bob;02/12/2026 - 03/12/2026;;late',
];

describe('a roster', () => {
  test('is recognized, checked without a change, and written', async () => {
    await sendRoster(ROSTER);
    const look = await admin.call('bulkLook', {});
    expect(look.columns.map(({ field }) => field)).toEqual(['employeeNo', 'username', 'firstDay', 'lastDay', 'shift']);
    const state = await checked(admin);
    expect(counts(state)).toEqual([3, 0, 0, 0]);
    expect(state).toMatchObject({ kind: 'roster', dateOrder: 'dayFirst' });
    expect(await assigned(7)).toEqual([]);
    expect(await written(admin)).toMatchObject({ step: 'done', added: 3 });
    expect(await assigned(7)).toEqual([[2, '2026-12-01', '2026-12-24']]);
    expect(await assigned(8)).toEqual([
      [1, '2026-12-01', '2026-12-01'],
      [2, '2026-12-01', '2026-12-01'],
      [2, '2026-12-02', '2026-12-03'],
    ]);
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({
      object: 'shifts',
      after: { kind: 'roster', file: 'roster.csv', added: 3 },
    });
  });

  test('changes nothing when it is imported again, also behind a restart', async () => {
    await sendRoster(ROSTER);
    expect(counts(await checked(admin))).toEqual([0, 0, 3, 0]);
    expect(counts(await written(admin, true))).toEqual([0, 0, 3, 0]);
    await terminal.restart();
    admin = terminal.admin;
    await sendRoster(ROSTER);
    expect(counts(await checked(admin))).toEqual([0, 0, 3, 0]);
    expect(await assigned(7)).toHaveLength(1);
  });

  test('takes the place of what begins on its days, and goes before group and usual shift', async () => {
    await admin.call('edituser', { userid: 7, shift: 1, group: 2 });
    await admin.call('assignShift', { group: 2, shift: 3, from: '2027-02-08', to: '2027-03-09' });
    await admin.call('assignShift', { userid: 7, shift: 1, from: '2027-02-12' });
    await sendRoster(['User ID;Day;Shift', '7;2027-02-10 - 2027-02-14;2']);
    expect(counts(await checked(admin))).toEqual([0, 1, 0, 0]);
    expect(counts(await written(admin))).toEqual([0, 1, 0, 0]);
    expect(await assigned(7)).toEqual([
      [2, '2026-12-01', '2026-12-24'],
      [2, '2027-02-10', '2027-02-14'],
      [1, '2027-02-15', ''],
    ]);
  });

  test('says what is wrong, and which row has the days', async () => {
    await sendRoster([
      'User ID;From;To;Shift',
      '7;2027-05-01;2027-05-31;Early',
      '7;2027-05-31;2027-06-02;Late',
      '9;2027-05-01;;Early',
      '8;2027-05-09;2027-05-01;Early',
      '8;2027-05-01;;Twilight',
    ]);
    expect(counts(await checked(admin))).toEqual([1, 0, 0, 4]);
    const { errors } = await admin.call('bulkErrors', {});
    expect(errors.map(({ line, field, text, otherLine, code }) => [line, field, text, otherLine, code])).toEqual([
      [3, 'firstDay', '2027-05-31', 2, errorNamed('roster_overlap').code],
      [4, 'userid', '9', 0, errorNamed('user_unknown').code],
      [5, 'lastDay', '2027-05-01', 0, errorNamed('roster_days').code],
      [6, 'shift', 'Twilight', 0, errorNamed('shift_name').code],
    ]);
    const { file } = await admin.attempt('DownloadBulkErrors', {});
    expect(file?.toString()).toMatch(/^3,[^\n]*\(Line 2\)/m);
    const { names } = await admin.call('bulkNames', {});
    expect(names).toMatchObject([{ field: 'shift', name: 'Twilight', rows: 1 }]);
    await admin.call('bulkUseNames', {
      names: [{ field: 'shift', name: 'twilight', leaveOut: false, number: 2 }],
    });
    expect(counts(await settled(admin))).toEqual([2, 0, 0, 3]);
  });

  test('is corrected where it is wrong, or left out, and written as a whole', async () => {
    await sendRoster([
      'User ID;From;To;Shift',
      '7;2028-05-01;2028-05-31;Early',
      '7;2028-05-31;2028-06-02;Late',
      '9;2028-05-01;;Early',
    ]);
    expect(counts(await checked(admin))).toEqual([1, 0, 0, 2]);
    const { errors } = await admin.call('bulkErrors', {});
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [3, 1],
      [4, 0],
    ]);
    await admin.call('bulkMend', {
      mends: [
        { line: 3, column: 1, text: '2028-06-01', leaveOut: false },
        { line: 4, column: 0, text: '', leaveOut: true },
      ],
    });
    expect(await settled(admin)).toMatchObject({ added: 2, bad: 0, leftOut: 1 });
    expect(await written(admin, true)).toMatchObject({ step: 'done', added: 2 });
    expect((await assigned(7)).filter(([, from]) => String(from).startsWith('2028'))).toEqual([
      [1, '2028-05-01', '2028-05-31'],
      [2, '2028-06-01', '2028-06-02'],
    ]);
  });
});

test('the day has the shift of the roster, of the group, or the usual one', async () => {
  await admin.call('adduser', { userid: 30, username: 'Cyd', group: 3, shift: 1 });
  await admin.call('assignShift', { group: 3, shift: 3, from: '2026-02-10', to: '2026-02-20' });
  await sendRoster(['User ID;Day;Shift', '30;2026-02-12;Late']);
  await checked(admin);
  await written(admin);
  expect(await Promise.all(['09', '10', '12', '13', '21'].map((day) => shiftOn(30, `2026-02-${day}`)))).toEqual([
    1, 3, 2, 3, 1,
  ]);
});

test('its day and its shift have their columns', async () => {
  await sendRoster(['User ID;Day;Shift', '7;2027-08-01;Early']);
  await admin.refuse('bulkCheck', { columns: ['userid', 'none', 'shift'] }, 'roster_day_missing');
  await admin.refuse('bulkCheck', { columns: ['userid', 'firstDay', 'none'] }, 'roster_shift_missing');
  await admin.call('bulkCancel', {});
});

describe('who imports a roster', () => {
  test('may assign shifts, and not their own', async () => {
    const clerk = await terminal.administrator(21, 8, goodPassword(21));
    const { envelope } = await piece(clerk, { kind: 'roster', offset: 0, total: 1, name: 'roster.csv' });
    expect(envelope).toMatchObject({ retvalue: errorNamed('forbidden').code, field: 'kind' });
    const chief = await terminal.administrator(22, 15, goodPassword(22));
    await sendRoster(['User ID;Day;Shift', '22;2027-07-01;1', '8;2027-07-01;1'], chief);
    expect(counts(await checked(chief))).toEqual([1, 0, 0, 1]);
    const { errors } = await chief.call('bulkErrors', {});
    expect(errors).toMatchObject([{ userid: 22, field: 'userid', code: errorNamed('own_hours').code }]);
    await chief.call('bulkCancel', {});
  });
});
