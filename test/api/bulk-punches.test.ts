// Punches from a file: lines of the log at their own times, which reports read and the door does not.

import { describe, expect, test } from 'vitest';
import { readLog } from '../../tools/chain/line.ts';
import { verify } from '../../tools/chain/verify.ts';
import { type BulkState, piece, send, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { type CallRequest, errorNamed } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, type Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
let admin: Client;

startForBulk(async (started) => {
  terminal = started;
  admin = started.admin;
  await admin.call('adduser', { userid: 7, username: 'Ann', employeeNo: 'E-7' });
  await admin.call('adduser', { userid: 8, username: 'Bob' });
});

/** As a terminal writes it to a USB drive: user, time, number of the terminal, status, verification, work code. */
const attlog = (...rows: readonly (readonly [number, string, number])[]): Buffer =>
  Buffer.from(
    rows.map(([user, time, status]) => `${String(user).padStart(9)}\t${time}\t1\t${status}\t1\t0\r\n`).join(''),
  );

const counts = ({ added, same, bad }: BulkState) => [added, same, bad];
const sendPunches = (file: Buffer, name = 'attlog.dat') => send(admin, 'punches', file, name);

/** Looks at the file and has it checked as it was recognized. */
async function recognized(more: CallRequest<'bulkCheck'> = {}): Promise<BulkState> {
  const { encoding, delimiter, heading, columns } = await admin.call('bulkLook', {});
  const fields = columns.map(({ field }) => field);
  await admin.call('bulkCheck', { encoding, delimiter, heading, columns: fields, ...more });
  return settled(admin);
}

const lines = async (userid: number) =>
  (await admin.call('searchrecord', { userid, kind: 'imported', limit: 50 })).records;

const day = (userid: number, date: string) => admin.call('reportDay', { userid, day: date });

describe('attlog.dat', () => {
  test('is recognized, checked without a change, written, and read by the report', async () => {
    await sendPunches(
      attlog([7, '2026-03-02 08:05:09', 0], [7, '2026-03-02 17:00:00', 1], [99, '2026-03-02 08:00:00', 0]),
    );
    const look = await admin.call('bulkLook', {});
    expect(look).toMatchObject({ format: 'csv', delimiter: 'tab', heading: false, headingLine: 0 });
    expect(look.columns.map(({ field }) => field)).toEqual(['userid', 'dateTime', 'none', 'status', 'none', 'none']);
    expect(counts(await recognized())).toEqual([2, 0, 1]);
    expect(await lines(7)).toEqual([]);
    const { errors } = await admin.call('bulkErrors', {});
    expect(errors).toMatchObject([{ line: 3, userid: 99, field: 'userid', code: errorNamed('user_unknown').code }]);
    expect(await written(admin)).toMatchObject({ step: 'done', kind: 'punches', added: 2, same: 0 });
    expect((await lines(7)).map(({ status, detail }) => [status, detail])).toEqual([
      ['out', 'admin: attlog.dat'],
      ['in', 'admin: attlog.dat'],
    ]);
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ object: 'punches' });
  });

  test('adds nothing when it is imported again', async () => {
    await sendPunches(
      attlog([7, '2026-03-02 08:05:09', 0], [7, '2026-03-02 17:00:00', 1], [8, '2026-03-02 09:00:00', 0]),
    );
    expect(counts(await recognized())).toEqual([1, 2, 0]);
    expect(counts(await written(admin, true))).toEqual([1, 2, 0]);
    expect(await lines(7)).toHaveLength(2);
    await terminal.restart();
    admin = terminal.admin;
    await sendPunches(attlog([8, '2026-03-02 09:00:00', 0], [8, '2026-03-02 09:00:00', 0]));
    expect(counts(await recognized())).toEqual([0, 2, 0]);
  });

  test('may have blanks between its cells', async () => {
    await sendPunches(Buffer.from('   8 2026-03-03 08:00:00 0 1 0\n   8 2026-03-03 16:00:00 1 1 0\n'));
    expect(await admin.call('bulkLook', {})).toMatchObject({ delimiter: 'space', heading: false });
    expect(counts(await recognized())).toEqual([2, 0, 0]);
  });
});

describe('an imported punch', () => {
  test('counts on its day, with who imported it and from which file', async () => {
    const { punches } = await day(7, '2026-03-02');
    expect(punches.map(({ status, added, detail }) => [status, added, detail])).toEqual([
      ['in', false, 'admin: attlog.dat'],
      ['out', false, 'admin: attlog.dat'],
    ]);
    const { file } = await admin.attempt('DownloadRecordForm', { all: true });
    expect(file?.toString()).toContain('admin: attlog.dat');
  });

  test('moves nobody into the building', async () => {
    expect((await admin.call('peopleInside', {})).people).toEqual([]);
  });

  test('is part of the chain of the log', async () => {
    const { file } = await admin.attempt('DownloadRecordForm', { all: true });
    expect(verify(readLog(file?.toString() ?? ''))).toMatchObject({ broken: undefined, unproven: 0 });
  });

  test('can be excluded like others, and does not come back', async () => {
    const [out] = await lines(7);
    await admin.call('voidPunch', { seq: out?.seq ?? 0, reason: 'double' });
    await sendPunches(attlog([7, '2026-03-02 17:00:00', 1]));
    expect(counts(await recognized())).toEqual([0, 1, 0]);
  });
});

describe('a table with headings', () => {
  test('names the employee, day and time in columns of their own', async () => {
    await sendPunches(
      Buffer.from(
        'Employee number,Name,Date,Time,Status\r\ne-7,Ann,21/03/2026,5:30 PM,Out\r\n,Nobody,21/03/2026,1:00 PM,In\r\n',
      ),
      'march.csv',
    );
    const state = await recognized();
    expect(counts(state)).toEqual([1, 0, 1]);
    expect(state.dateOrder).toBe('dayFirst');
    await written(admin);
    const [line] = await lines(7);
    expect(line).toMatchObject({ status: 'out', detail: 'admin: march.csv' });
    expect(new Date((line?.time ?? 0) + (line?.offset ?? 0) * 60_000).toISOString()).toBe('2026-03-21T17:30:00.000Z');
  });

  test('lists what is wrong by column', async () => {
    await sendPunches(
      Buffer.from(
        'User ID,Date and time,Status\n8,2026-03-05 25:00,0\n8,1999-03-05 08:00,0\n8,2099-03-05 08:00,0\n8,2026-03-05 08:00,late\n',
      ),
      'wrong.csv',
    );
    expect(counts(await recognized())).toEqual([0, 0, 4]);
    const { errors } = await admin.call('bulkErrors', {});
    expect(errors.map(({ line, field, text, code }) => [line, field, text, code])).toEqual([
      [2, 'dateTime', '2026-03-05 25:00', errorNamed('time_of_day').code],
      [3, 'dateTime', '1999-03-05 08:00', errorNamed('year_range').code],
      [4, 'dateTime', '2099-03-05 08:00', errorNamed('punch_to_come').code],
      [5, 'status', 'late', errorNamed('punch_status').code],
    ]);
  });

  test('needs a user and a time, and nothing of a user beside', async () => {
    await sendPunches(Buffer.from('8,2026-03-05,08:00\n'), 'columns.csv');
    const refused = (
      columns: CallRequest<'bulkCheck'>['columns'],
      error: 'column_missing' | 'column_other' | 'punch_time_missing',
    ) => admin.refuse('bulkCheck', { heading: false, columns }, error, 'columns');
    await refused(['userid', 'date'], 'punch_time_missing');
    await refused(['none', 'date', 'time'], 'column_missing');
    await refused(['userid', 'date', 'cardno'], 'column_other');
  });
});

describe('who imports punches', () => {
  test('may correct hours, and does not import their own', async () => {
    const clerk = await terminal.administrator(21, 8, goodPassword(21));
    const { envelope } = await piece(clerk, { kind: 'punches', offset: 0, total: 1, name: 'attlog.dat' });
    expect(envelope).toMatchObject({ retvalue: errorNamed('forbidden').code, field: 'kind' });
    const chief = await terminal.administrator(22, 15, goodPassword(22));
    await send(chief, 'punches', attlog([22, '2026-03-02 08:00:00', 0], [8, '2026-03-06 08:00:00', 0]), 'attlog.dat');
    await chief.call('bulkCheck', {
      delimiter: 'tab',
      heading: false,
      columns: ['userid', 'dateTime', 'none', 'status'],
    });
    expect(counts(await settled(chief))).toEqual([1, 0, 1]);
    const { errors } = await chief.call('bulkErrors', {});
    expect(errors).toMatchObject([{ userid: 22, field: 'userid', code: errorNamed('own_hours').code }]);
    await chief.call('bulkCancel', {});
  });
});
