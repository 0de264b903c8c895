// Users in bulk: a table is sent, looked at, checked, which changes nothing, and written.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BulkState, checked, piece, send, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Client } from '../harness/client.ts';
import { type CallReply, type CallRequest, errorNamed } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { adminPassword, goodPassword, type Terminal } from '../harness/terminal.ts';
import { isSlow, until } from '../harness/wait.ts';

type User = CallReply<'GetUserInfo'>['user'];

let terminal: Terminal;
let admin: Client;

startForBulk((started) => {
  terminal = started;
  admin = started.admin;
});

const heading = 'User ID,User name,Card NO.,Admin level,Time zone group,Identify by,Factors,Shift,First day,Last day';

const table = (...rows: readonly string[]): Buffer => Buffer.from(`${[heading, ...rows].join('\r\n')}\r\n`);
const sendRows = (...rows: readonly string[]): Promise<void> => send(admin, 'users', table(...rows), 'people.csv');
const read = async (userid: number): Promise<User> => (await admin.call('GetUserInfo', { userid })).user;

/** Everything that is stored of users, as it is. */
const stored = (): unknown =>
  queryDatabase(
    terminal.daemon,
    'SELECT u.*, a.usual FROM user u LEFT JOIN shift_assignment a USING (userid) ORDER BY userid',
  );

const counts = ({ added, changed, same, skipped, bad }: BulkState): readonly number[] => [
  added,
  changed,
  same,
  skipped,
  bad,
];

/** What is wrong: line, ID, field and error. */
async function wrong(): Promise<readonly (readonly [number, number, string, string])[]> {
  const { errors } = await admin.call('bulkErrors', { limit: 100 });
  return errors.map(({ line, userid, field, code }) => [line, userid, field, nameOf(code)]);
}

const names = [
  'cells_too_many',
  'user_id_invalid',
  'missing_parameter',
  'user_name_format',
  'out_of_range',
  'wrong_type',
  'group_name',
  'bad_format',
  'date_order',
  'row_twice',
  'card_twice',
  'card_exists',
  'user_id_exists',
  'password_rules',
  'above_level',
  'own_account',
  'own_hours',
  'user_unknown',
  'capacity',
];
const nameOf = (code: number): string => names.find((name) => errorNamed(name).code === code) ?? String(code);

describe('a duplicate', () => {
  test('names the row or the user that has the value', async () => {
    await admin.call('adduser', { userid: 290, username: 'Ada', cardno: '2900' });
    await sendRows('291,Bob,2910', '292,Cem,2910', '293,Dan,2900', '291,Eva,2911');
    expect(await checked(admin, { existing: 'replace' })).toMatchObject({ added: 1, bad: 3 });
    const { errors } = await admin.call('bulkErrors', {});
    expect(
      errors.map(({ line, otherLine, otherUserid, otherName }) => [line, otherLine, otherUserid, otherName]),
    ).toEqual([
      [3, 2, 0, ''],
      [4, 0, 290, 'Ada'],
      [5, 2, 0, ''],
    ]);
    const file = (await admin.attempt('DownloadBulkErrors', {})).file?.toString() ?? '';
    expect(file).toContain('(Line 2)');
    expect(file).toContain('(User ID 290)');
  });
});

describe('who could not enter', () => {
  const barred = () => admin.call('bulkBarred', {});

  test('is told of 297 people in a group that does not exist, before they are written', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `${10_001 + at},Person ${at},${90_001 + at},,${at < 297 ? 9 : 1}`,
    );
    await sendRows(...rows);
    expect(await checked(admin)).toMatchObject({ added: 300, bad: 0 });
    expect(await barred()).toEqual({
      reasons: [{ obstacle: 'groupUndefined', group: 9, rows: 297 }],
      people: [0, 1, 2, 3, 4].map((at) => ({
        obstacle: 'groupUndefined',
        group: 9,
        line: at + 2,
        userid: 10_001 + at,
        name: `Person ${at}`,
      })),
    });
    await admin.call('GetGroupInfo', { number: 9, name: 'Night' });
    await checked(admin);
    expect((await barred()).reasons).toEqual([{ obstacle: 'groupNoHours', group: 9, rows: 297 }]);
    await admin.call('GetTimeIntervalInfo', {
      number: 3,
      start: [0, 480, 0, 0, 0, 0, 0],
      end: [0, 1020, 0, 0, 0, 0, 0],
    });
    await admin.call('GetGroupInfo', { number: 9, time1: 3 });
    await checked(admin);
    expect(await barred()).toEqual({ reasons: [], people: [] });
    await admin.call('delGroup', { number: 9 });
  });

  test('is a warning: they are written all the same', async () => {
    await sendRows('295,Ann,,,', '296,Bob,2960,,0', '297,Cem,2970,,1,,,,2099-01-01,', '298,Dan,2980,,1,,,,,2020-01-01');
    expect(await checked(admin)).toMatchObject({ added: 4 });
    expect((await barred()).reasons.map(({ obstacle, rows }) => `${obstacle} ${rows}`)).toEqual([
      'noCredential 1',
      'groupNever 1',
      'notYet 1',
      'expired 1',
    ]);
    expect(await written(admin)).toMatchObject({ step: 'done', added: 4 });
    expect(await barred()).toEqual({ reasons: [], people: [] });
  });
});

describe('a table', () => {
  test('is sent, looked at, checked without a change, and written', async () => {
    const before = stored();
    const audit = auditRows(terminal.daemon).length;
    await sendRows('101,Ada Lovelace,4001,0,2,all,card finger,3,2026-01-31,2027-02-28', '102,"Grace, Hopper",,,,,,,,');
    expect(await admin.call('bulkState', {})).toMatchObject({
      step: 'uploaded',
      kind: 'users',
      own: true,
      holder: 'admin',
    });
    const look = await admin.call('bulkLook', {});
    expect(look).toMatchObject({ format: 'csv', encoding: 'utf8', delimiter: 'comma', heading: true, sheets: [] });
    expect(look.columns.map(({ field }) => field)).toEqual([
      'userid',
      'username',
      'cardno',
      'level',
      'group',
      'identifyMode',
      'identifyFactors',
      'shift',
      'validFrom',
      'validTo',
    ]);
    expect(look.sample.map(({ line, cells }) => [line, cells.slice(0, 2)])).toEqual([
      [2, ['101', 'Ada Lovelace']],
      [3, ['102', 'Grace, Hopper']],
    ]);
    const state = await checked(admin);
    expect(state).toMatchObject({
      step: 'checked',
      at: 2,
      rows: 2,
      added: 2,
      bad: 0,
      raises: false,
      cancellable: true,
    });
    expect(stored()).toEqual(before);
    expect(auditRows(terminal.daemon)).toHaveLength(audit);
    expect(await written(admin)).toMatchObject({ step: 'done', at: 2, rows: 2, added: 2, code: 0 });
    expect(await read(101)).toEqual({
      userid: 101,
      username: 'Ada Lovelace',
      cardno: '4001',
      hasPassword: false,
      level: 0,
      group: 2,
      identifyMode: 'all',
      identifyFactors: ['card', 'finger'],
      shift: 3,
      validFrom: '2026-01-31',
      validTo: '2027-02-28',
      employeeNo: '',
      department: '',
      cardno2: '0',
      cardno3: '0',
      cardno4: '0',
      cardno5: '0',
      enrolled: 0,
      revision: 1,
    });
    expect(await read(102)).toMatchObject({ username: 'Grace, Hopper', cardno: '0', group: 1, validTo: '' });
    expect(auditRows(terminal.daemon).slice(audit)).toEqual([
      {
        account: 'admin',
        peer: '127.0.0.1',
        call: 'bulkStart',
        object: 'users',
        before: null,
        after: { kind: 'users', end: 'done', file: 'people.csv', added: 2, changed: 0, same: 0, skipped: 0, bad: 0 },
      },
    ]);
    /* The others go when it is done, a moment behind the state that says so. */
    await expect.poll(() => readdirSync(join(terminal.daemon.state, 'bulk'))).toEqual(['bad']);
  });

  test('in Windows-1250 whose first rows are plain is guessed by its letters, shown where they are, and written', async () => {
    const plain = Array.from({ length: 29 }, (_, at) => `${5601 + at};Anna Sample ${at + 1};`);
    const text = ['ID;Name;Card', ...plain, '5631;\xa3ukasz \xafó\xb3\xe6;', '5632;Ond\xf8ej \xc8í\x9eek;', ''].join(
      '\r\n',
    );
    await send(admin, 'users', Buffer.from(text, 'latin1'), 'people.csv');
    const look = await admin.call('bulkLook', {});
    expect(look).toMatchObject({ encoding: 'windows1250', sure: false, delimiter: 'semicolon', heading: true });
    expect(look.sample).toHaveLength(20);
    expect(look.sample[0]).toEqual({ line: 2, cells: ['5601', 'Anna Sample 1'] });
    expect(look.sample.slice(-2)).toEqual([
      { line: 31, cells: ['5631', 'Łukasz Żółć'] },
      { line: 32, cells: ['5632', 'Ondřej Čížek'] },
    ]);
    expect(await checked(admin)).toMatchObject({ added: 31, bad: 0 });
    expect(await written(admin)).toMatchObject({ step: 'done', added: 31 });
    expect((await read(5631)).username).toBe('Łukasz Żółć');
    expect((await read(5632)).username).toBe('Ondřej Čížek');
  });

  test.each(['cp932', 'cp949', 'windows1254', 'windows1257', 'windows1258', 'macintosh'] as const)(
    'is checked in %s, which is stored with the job',
    async (encoding) => {
      await sendRows('5701,Ada,,,,,,,,');
      expect(await admin.call('bulkLook', { encoding })).toMatchObject({ encoding });
      expect(await checked(admin, { encoding })).toMatchObject({ step: 'checked', added: 1, bad: 0 });
    },
  );

  test('that is sent again in other words is looked at as one says', async () => {
    await send(admin, 'users', Buffer.from('nr;wer\n201;M\xfcller\n', 'latin1'), 'other.csv');
    const look = await admin.call('bulkLook', { encoding: 'windows1252', delimiter: 'semicolon', heading: true });
    expect(look.columns).toEqual([
      { heading: 'nr', field: 'none' },
      { heading: 'wer', field: 'none' },
    ]);
    expect(look.sample[0]?.cells).toEqual(['201', 'Müller']);
    await admin.call('bulkCheck', { encoding: 'windows1252', delimiter: 'semicolon', columns: ['userid', 'username'] });
    expect(counts(await settled(admin))).toEqual([1, 0, 0, 0, 0]);
    await written(admin);
    expect((await read(201)).username).toBe('Müller');
  });

  test('without a heading has its first row as a row', async () => {
    await send(admin, 'users', Buffer.from('301,One\n302,Two\n'), 'plain.csv');
    expect(await admin.call('bulkLook', {})).toMatchObject({
      heading: false,
      columns: [{ heading: '' }, { heading: '' }],
    });
    await admin.call('bulkCheck', { heading: false, columns: ['userid', 'username'] });
    expect(counts(await settled(admin))).toEqual([2, 0, 0, 0, 0]);
  });

  test('says of each row that is wrong what is wrong, by its line and field', async () => {
    await terminal.add({ userid: 401, username: 'Holder', cardno: '4100' });
    await sendRows(
      '402,Good,4101,,,,,,,',
      'x,No number,,,,,,,,',
      ',No ID,,,,,,,,',
      `403,${'n'.repeat(65)},,,,,,,,`,
      '404,Card,72057594037927936,,,,,,,',
      '405,Card,4100,,,,,,,',
      '406,Card,4101,,,,,,,',
      '402,Twice,,,,,,,,',
      '401,There,,,,,,,,',
      '407,Level,,17,,,,,,',
      '408,Level,,3,,,,,,',
      '409,Group,,,blue,,,,,',
      '410,Mode,,,,never,,,,',
      '411,Factors,,,,all,,,,',
      '412,Factors,,,,all,card nose,,,',
      '413,Shift,,,,,,65,,',
      '414,Day,,,,,,,3/2/2026,',
      '415,Days,,,,,,,2026-02-01,2026-01-31',
      `416,Cells${','.repeat(80)}x`,
      '417,"Also good",,,,,,,31.1.2026,13/2/2026',
    );
    const state = await checked(admin);
    expect(counts(state)).toEqual([2, 0, 0, 0, 18]);
    expect(await wrong()).toEqual([
      [3, 0, 'userid', 'user_id_invalid'],
      [4, 0, 'userid', 'missing_parameter'],
      [5, 403, 'username', 'user_name_format'],
      [6, 404, 'cardno', 'out_of_range'],
      [7, 405, 'cardno', 'card_exists'],
      [8, 406, 'cardno', 'card_twice'],
      [9, 402, 'userid', 'row_twice'],
      [10, 401, 'userid', 'user_id_exists'],
      [11, 407, 'level', 'out_of_range'],
      [12, 408, 'password', 'password_rules'],
      [13, 409, 'group', 'group_name'],
      [14, 410, 'identifyMode', 'out_of_range'],
      [15, 411, 'identifyFactors', 'missing_parameter'],
      [16, 412, 'identifyFactors', 'out_of_range'],
      [17, 413, 'shift', 'out_of_range'],
      [18, 414, 'validFrom', 'date_order'],
      [19, 415, 'validTo', 'out_of_range'],
      [20, 416, '', 'cells_too_many'],
    ]);
    const page = await admin.call('bulkErrors', { after: 3, limit: 2 });
    expect(page).toMatchObject({
      total: 18,
      errors: [{ line: 6, text: '72057594037927936', name: 'Card' }, { line: 7 }],
    });
    await admin.refuse('bulkStart', { whole: true }, 'bulk_bad_rows');
    expect(counts(await written(admin))).toEqual([2, 0, 0, 0, 18]);
    expect(await read(417)).toMatchObject({ validFrom: '2026-01-31', validTo: '2026-02-13' });
    await admin.refuse('GetUserInfo', { userid: 415 }, 'user_unknown');
  });

  test('its wrong rows are taken away, mended, and sent again', async () => {
    await sendRows('501,=SUM(A1),,99,,,,,,', '502,Good,,,,,,,,', '503,"Say ""no""",,,,,,,,31.2.2026');
    await checked(admin);
    const { file } = await admin.attempt('DownloadBulkErrors', {});
    const rows = rowsOf((file?.toString('utf8') ?? '').slice(1));
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['Line', 'Problem', 'User ID', 'User name'],
      ['2', 'Admin level: This value is outside its limits', '501', `'=SUM(A1)`],
      ['4', 'Last day: This value has the wrong format', '503', 'Say "no"'],
    ]);
    const mended = Buffer.from((file?.toString('utf8') ?? '').replace('"99"', '"0"').replace('31.2.2026', '28.2.2026'));
    await send(admin, 'users', mended, 'mended.csv');
    expect(counts(await checked(admin))).toEqual([2, 0, 0, 0, 0]);
    await written(admin);
    expect((await read(501)).username).toBe('=SUM(A1)');
    expect(await read(503)).toMatchObject({ username: 'Say "no"', validTo: '2026-02-28' });
  });

  test('changes who is there, or leaves them, or does not take the row', async () => {
    await terminal.add({ userid: 601, username: 'Old', cardno: '6001', group: 4, validTo: '2030-01-01' });
    await terminal.add({ userid: 602, username: 'Same' });
    await sendRows('601,New,-,,,,,,,-', '602,Same,,,,,,,,', '603,Third,,,,,,,,');
    expect(counts(await checked(admin))).toEqual([1, 0, 0, 0, 2]);
    expect(counts(await checked(admin, { existing: 'skip' }))).toEqual([1, 0, 0, 2, 0]);
    expect(counts(await checked(admin, { existing: 'replace' }))).toEqual([1, 1, 1, 0, 0]);
    expect(counts(await written(admin))).toEqual([1, 1, 1, 0, 0]);
    expect(await read(601)).toMatchObject({ username: 'New', cardno: '0', group: 4, validTo: '', revision: 2 });
    expect((await read(602)).revision).toBe(1);
  });

  test('gives a card on that somebody gives up in a row before', async () => {
    await terminal.add({ userid: 701, cardno: '7001' });
    await sendRows('701,Had it,7002,,,,,,,', '702,Has it,7001,,,,,,,');
    expect(counts(await checked(admin, { existing: 'replace' }))).toEqual([1, 1, 0, 0, 0]);
    expect(counts(await written(admin, true))).toEqual([1, 1, 0, 0, 0]);
    expect((await read(702)).cardno).toBe('7001');
  });

  test('keeps what the usual shift was', async () => {
    await terminal.add({ userid: 801, shift: 3 });
    await sendRows('801,,,,,,,4,,');
    await checked(admin, { existing: 'replace' });
    await written(admin);
    expect(queryDatabase(terminal.daemon, 'SELECT shift, usual FROM shift_assignment WHERE userid = 801')).toEqual([
      { shift: 3, usual: 1 },
    ]);
  });

  test('that is none is refused, and so are columns that do not fit', async () => {
    await send(admin, 'users', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'picture.csv');
    await admin.refuse('bulkLook', {}, 'table_unreadable');
    await admin.refuse('bulkCheck', { columns: ['userid'] }, 'table_unreadable');
    await sendRows('901,x,,,,,,,,');
    await admin.refuse('bulkCheck', { columns: ['username'] }, 'column_missing', 'columns');
    await admin.refuse('bulkCheck', {}, 'column_missing', 'columns');
    await admin.refuse('bulkCheck', { columns: ['userid', 'userid'] }, 'column_twice', 'columns');
  });
});

test('a new user gets no further than there is room, and the example can be read', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const { file = Buffer.alloc(0), headers } = await admin.attempt('DownloadBulkTemplate', { format });
    expect(headers['content-disposition']).toContain(`.${format}"`);
    await send(admin, 'users', file, `users.${format}`);
    const look = await admin.call('bulkLook', {});
    expect(look.format).toBe(format);
    expect(look.columns.every(({ field }) => field !== 'none')).toBe(true);
    expect(counts(await checked(admin))).toEqual([1, 0, 0, 0, 0]);
  }
});

describe('pieces', () => {
  test('go on where the last one ended, and begin anew with the first', async () => {
    const file = table('1001,x,,,,,,,,');
    const request = { kind: 'users', total: file.length, name: 'a.csv' } as const;
    const codeOf = async (more: CallRequest<'bulkUpload'>, body: Buffer): Promise<number> =>
      (await piece(admin, more, body)).envelope.retvalue;
    expect(await codeOf({ ...request, offset: 0 }, file.subarray(0, 20))).toBe(0);
    expect(await admin.call('bulkState', {})).toMatchObject({ step: 'uploading', received: 20, total: file.length });
    await admin.refuse('bulkLook', {}, 'bulk_not_ready');
    await admin.refuse('bulkCheck', { columns: ['userid'] }, 'bulk_not_ready');
    const gap = errorNamed('upload_gap').code;
    expect(await codeOf({ ...request, offset: 21 }, file.subarray(21))).toBe(gap);
    expect(await codeOf({ ...request, offset: 19 }, file.subarray(19))).toBe(gap);
    expect(await codeOf({ ...request, name: 'b.csv', offset: 20 }, file.subarray(20))).toBe(gap);
    await terminal.restart();
    expect(await admin.call('bulkState', {})).toMatchObject({ step: 'uploading', received: 20, own: true });
    expect(await codeOf({ ...request, offset: 20 }, file.subarray(20))).toBe(0);
    expect(await admin.call('bulkState', {})).toMatchObject({ step: 'uploaded', received: file.length });
    expect(await codeOf({ ...request, offset: 0 }, file.subarray(0, 10))).toBe(0);
    expect(await admin.call('bulkState', {})).toMatchObject({ step: 'uploading', received: 10 });
  });

  test('of what is too large, or no file at all, are refused', async () => {
    const request = { kind: 'users', offset: 0, total: 64 * 1024 * 1024 + 1, name: 'a.csv' } as const;
    expect((await piece(admin, request)).envelope).toMatchObject({
      retvalue: errorNamed('upload_too_large').code,
      field: 'total',
    });
    expect((await piece(admin, { ...request, total: 1 }, Buffer.from('xx'))).envelope.retvalue).toBe(
      errorNamed('upload_too_large').code,
    );
    expect((await piece(admin, { ...request, kind: 'edit', total: 1 })).envelope.retvalue).toBe(
      errorNamed('upload_format').code,
    );
    expect((await piece(admin, { ...request, kind: 'photos' }, Buffer.from('x'))).envelope.retvalue).toBe(0);
  });
});

/** Rows of new users from an ID on; each takes a moment to write. */
const many = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${from + n},Person ${(n * 7919) % 100_003} of many,${from + n},,,,,,,`);

const countFrom = (from: number): number =>
  Number(queryDatabase(terminal.daemon, `SELECT count(*) AS n FROM user WHERE userid >= ${from}`)[0]?.['n']);

describe('all or none', () => {
  test('nothing else changes users meanwhile, and it is not ended', async () => {
    const from = 100_000;
    /* As many as are written while all this is asked; the thread sanitizer's build writes far slower than it answers. */
    const count = isSlow ? 8_000 : 20_000;
    await terminal.add({ userid: 11, username: 'Somebody', cardno: '11' });
    await admin.call('GetShiftsInfo', { number: 64, name: 'Late' });
    const late = { shift: 64, from: '2026-06-01' } as const;
    const { id } = await admin.call('assignShift', { userid: 11, ...late });
    await sendRows(...many(from, count));
    expect((await checked(admin)).added).toBe(count);
    await admin.call('bulkStart', { whole: true });
    const picture = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from('\xff\xd8\xff', 'latin1') };
    const running = errorNamed('bulk_running').code;
    await admin.refuse('adduser', { userid: 12 }, 'bulk_running');
    await admin.refuse('edituser', { userid: 11, username: 'Else' }, 'bulk_running');
    await admin.refuse('deleteuser', { userid: 11 }, 'bulk_running');
    await admin.refuse('deletsomeuser', { userids: [11] }, 'bulk_running');
    await admin.refuse('regfp', { userid: 11, factor: 'card' }, 'bulk_running');
    await admin.refuse('delCredential', { userid: 11, factor: 'finger', index: 1 }, 'bulk_running');
    await admin.refuse('setDuress', { userid: 11, finger: 1, duress: true }, 'bulk_running');
    await admin.refuse('delPhoto', { userid: 11 }, 'bulk_running');
    for (const name of ['uploadPhoto', 'enrolFace'] as const) {
      expect((await admin.attempt(name, { userid: 11 }, picture)).envelope.retvalue, name).toBe(running);
    }
    await admin.refuse('GetAccessControl', { cardLength: 3 }, 'bulk_running');
    await admin.refuse('bulkCancel', {}, 'bulk_running');
    await admin.refuse('bulkLook', {}, 'bulk_running');
    await admin.refuse('bulkCheck', { columns: ['userid'] }, 'bulk_running');
    await admin.refuse(
      'bulkUseNames',
      { names: [{ field: 'group', name: 'Day', leaveOut: true, number: 0 }] },
      'bulk_running',
    );
    await admin.refuse('bulkStart', {}, 'bulk_running');
    await admin.refuse('bulkMend', { mends: [] }, 'bulk_running');
    await admin.refuse('assignShift', { userid: 11, ...late }, 'bulk_running');
    await admin.refuse('assignShiftMany', { userids: [11], ...late, sure: true }, 'bulk_running');
    await admin.refuse('unassignShift', { id }, 'bulk_running');
    await admin.refuse('delShift', { number: 64, sure: true }, 'bulk_running');
    await admin.refuse('bulkEdit', { userids: [11], change: { group: 2 } }, 'bulk_running');
    expect((await piece(admin, { kind: 'users', offset: 0, total: 1, name: 'x' })).envelope.retvalue).toBe(running);
    const state = await admin.call('bulkState', {});
    expect(state).toMatchObject({ step: 'writing', whole: true, cancellable: false });
    /* A person's own password, the door and the log go on. */
    await admin.call('userlist', {});
    await terminal.bench.act({ do: 'card', number: '11' });
    await until('a line', async () => (await admin.call('searchrecord', { all: true })).records.length > 0);
    expect(await settled(admin)).toMatchObject({ step: 'done', added: count });
    expect(countFrom(from)).toBe(count);
    await admin.call('edituser', { userid: 11, username: 'Else' });
  });

  test('what has changed since it was checked is found before the first row is written', async () => {
    const from = 200_000;
    await sendRows(...many(from, 300));
    await checked(admin);
    await terminal.add({ userid: 19, cardno: String(from + 299) });
    expect(await written(admin, true)).toMatchObject({
      step: 'failed',
      added: 0,
      bad: 1,
      code: errorNamed('bulk_bad_rows').code,
    });
    expect(await wrong()).toEqual([[301, from + 299, 'cardno', 'card_exists']]);
    expect(countFrom(from)).toBe(0);
    await terminal.add({ userid: 20 });
  });

  test('otherwise that row alone is wrong', async () => {
    const from = 300_000;
    await sendRows(...many(from, 300));
    await checked(admin);
    await terminal.add({ userid: 21, cardno: String(from + 150) });
    expect(counts(await written(admin))).toEqual([299, 0, 0, 0, 1]);
    expect(await wrong()).toEqual([[152, from + 150, 'cardno', 'card_exists']]);
    expect(auditRows(terminal.daemon).at(-1)?.after).toMatchObject({ added: 299, bad: 1 });
  });
});

describe('it ends', () => {
  test('when it is cancelled, and what was written stays', async () => {
    const from = 400_000;
    await sendRows(...many(from, 20_000));
    await checked(admin);
    await admin.call('bulkStart', {});
    await until('some rows', async () => (await admin.call('bulkState', {})).added > 0);
    await admin.call('bulkCancel', {});
    const state = await settled(admin);
    expect(state.step).toBe('cancelled');
    expect(state.added).toBeGreaterThan(0);
    expect(state.added).toBeLessThan(20_000);
    expect(countFrom(from)).toBe(state.added);
    expect(auditRows(terminal.daemon).at(-1)?.after).toMatchObject({ end: 'cancelled', added: state.added });
    expect(existsSync(join(terminal.daemon.state, 'bulk', 'file'))).toBe(false);
    await admin.refuse('bulkStart', {}, 'bulk_not_ready');
  });

  test('while it is checked, without a trace', async () => {
    await sendRows(...many(500_000, 60_000));
    await admin.call('bulkCheck', { columns: ['userid', 'username'] });
    await admin.call('bulkCancel', {});
    expect(await settled(admin)).toMatchObject({ step: 'cancelled' });
    expect(countFrom(500_000)).toBe(0);
  });

  test('with the rights of who began it', async () => {
    const officer = await terminal.administrator(31, 8, goodPassword(31));
    const from = 600_000;
    await send(officer, 'users', table(...many(from, 20_000)), 'people.csv');
    await checked(officer);
    await officer.call('bulkStart', {});
    await until('some rows', async () => (await admin.call('bulkState', {})).added > 0);
    await admin.call('edituser', { userid: 31, level: 3 });
    const state = await settled(admin);
    expect(state).toMatchObject({ step: 'failed', code: errorNamed('session_ended').code, holder: '31' });
    expect(countFrom(from)).toBe(state.added);
    await admin.call('deleteuser', { userid: 31 });
  });
});

test.each([false, true])(
  'a power cut while it is written loses and repeats nothing (all or none: %s)',
  async (whole) => {
    const from = whole ? 800_000 : 700_000;
    await sendRows(...many(from, 8_000), `${from},Twice,,,,,,,,`.repeat(whole ? 0 : 1));
    await checked(admin);
    await admin.call('bulkStart', { whole });
    for (let cuts = 0; cuts < 3; cuts++) {
      const { added } = await admin.call('bulkState', {});
      await until('more rows', async () => {
        const state = await admin.call('bulkState', {});
        return state.added > added || state.step === 'done';
      });
      await terminal.daemon.kill();
      await terminal.daemon.begin();
      await terminal.resume();
      const now = await admin.call('bulkState', {});
      expect(now.added).toBeGreaterThanOrEqual(added);
      if (now.step === 'writing' && whole) await admin.refuse('adduser', { userid: 41 }, 'bulk_running');
    }
    expect(await settled(admin)).toMatchObject({ step: 'done', at: 8_000 + (whole ? 0 : 1), added: 8_000, whole });
    expect(countFrom(from) - (whole ? 0 : countFrom(from + 8_000))).toBe(8_000);
    expect(
      auditRows(terminal.daemon)
        .filter(({ object }) => object === 'users')
        .at(-1)?.after,
    ).toMatchObject({ added: 8_000 });
  },
);

test('a power cut while it is checked checks again', async () => {
  const from = 900_000;
  await sendRows(...many(from, 30_000));
  await admin.call('bulkCheck', { columns: ['userid', 'username', 'cardno'] });
  await terminal.daemon.kill();
  await terminal.daemon.begin();
  await terminal.resume();
  expect(await settled(admin)).toMatchObject({ step: 'checked', added: 30_000, own: true });
});

describe('two administrators', () => {
  test('one has a file, the other waits, or ends it when its level is enough', async () => {
    const low = await terminal.administrator(51, 8, goodPassword(51));
    const high = await terminal.administrator(52, 12, goodPassword(52));
    await send(high, 'users', table('1101,x,,,,,,,,'), 'high.csv');
    expect(await low.call('bulkState', {})).toMatchObject({
      own: false,
      holder: '52',
      holderName: 'Level 12',
      cancellable: false,
    });
    expect((await piece(low, { kind: 'users', offset: 0, total: 1, name: 'x' })).envelope.retvalue).toBe(
      errorNamed('bulk_running').code,
    );
    await low.refuse('bulkEdit', { userids: [51], change: { group: 2 } }, 'bulk_running');
    for (const call of ['bulkLook', 'bulkStart'] as const) await low.refuse(call, {}, 'bulk_not_ready');
    await low.refuse('bulkCheck', { columns: ['userid'] }, 'bulk_not_ready');
    await low.refuse('DownloadBulkErrors', {}, 'bulk_not_ready');
    await low.refuse('bulkCancel', {}, 'above_level');
    await admin.call('bulkCancel', {});
    await send(low, 'users', table('1102,x,,,,,,,,'), 'low.csv');
    await terminal.bench.advance(30 * 60_000 + 1000);
    const again = await terminal.signedIn('52', goodPassword(52));
    await send(again, 'users', table('1103,x,,,,,,,,'), 'again.csv');
    expect(await again.call('bulkState', {})).toMatchObject({ own: true, name: 'again.csv' });
    await admin.signIn('admin', adminPassword);
  });

  test('nobody reaches above the own level, nor changes the own hours', async () => {
    const officer = await terminal.administrator(61, 8, goodPassword(61));
    await terminal.add({ userid: 62, level: 12, password: goodPassword(62) });
    await send(officer, 'users', table('61,,,,,,,5,,', '62,Renamed,,,,,,,,', '61,,,0,,,,,,'), 'mine.csv');
    const { columns } = await officer.call('bulkLook', {});
    await officer.call('bulkCheck', { columns: columns.map(({ field }) => field), existing: 'replace' });
    await settled(officer);
    expect(await wrong()).toEqual([
      [2, 61, 'shift', 'own_hours'],
      [3, 62, 'userid', 'above_level'],
      [4, 61, 'userid', 'row_twice'],
    ]);
    await send(officer, 'users', table('61,,,0,,,,,,'), 'mine.csv');
    await checked(officer, { existing: 'replace' });
    expect(await wrong()).toEqual([[2, 61, 'level', 'own_account']]);
    await admin.call('deletsomeuser', { userids: [61, 62] });
  });

  test('a program does as its level may', async () => {
    await admin.call('GetRestParam', { restOn: true });
    const { key } = await admin.call('addRestKey', { name: 'payroll', level: 8 });
    const headers = { authorization: `Bearer ${key}` };
    const program = terminal.client();
    const file = table('1201,By a program,,,,,,,,');
    const request = { kind: 'users', offset: 0, total: file.length, name: 'p.csv' };
    const type = { 'content-type': 'application/octet-stream' };
    await program.attempt('bulkUpload', request, { body: file, headers: { ...headers, ...type } });
    await program.attempt('bulkCheck', { columns: ['userid', 'username'] }, { headers });
    await settled(admin);
    expect((await program.attempt('bulkStart', {}, { headers })).status).toBe(200);
    expect(await settled(admin)).toMatchObject({ step: 'done', added: 1, own: false });
    expect(auditRows(terminal.daemon).at(-1)?.account).toMatch(/^key \d+$/);
  });
});

describe('one change for many', () => {
  const base = 1_300_000;
  beforeAll(async () => {
    for (let n = 0; n < 120; n++)
      await terminal.add({ userid: base + n, username: `Cleaner ${n}`, group: n < 5 ? 7 : 6 });
  });

  test('for those whom a filter finds', async () => {
    const audit = auditRows(terminal.daemon).length;
    await admin.call('bulkEdit', { search: 'cleaner', change: { group: 7, validTo: '2031-12-31' } });
    const state = await settled(admin);
    expect(state).toMatchObject({ step: 'checked', kind: 'edit', name: '', rows: 120, changed: 120, same: 0 });
    await terminal.add({ userid: base + 500, username: 'Cleaner later', group: 6 });
    expect(await written(admin, true)).toMatchObject({ step: 'done', changed: 120 });
    expect(await read(base + 119)).toMatchObject({
      group: 7,
      validTo: '2031-12-31',
      username: 'Cleaner 119',
      revision: 2,
    });
    expect((await read(base + 500)).group).toBe(6);
    expect(auditRows(terminal.daemon).slice(audit + 1)).toMatchObject([
      {
        object: 'users',
        after: {
          kind: 'edit',
          filter: { search: 'cleaner' },
          change: { group: 7, validTo: '2031-12-31' },
          changed: 120,
        },
      },
    ]);
    await admin.call('bulkEdit', { search: 'cleaner', group: 7, change: { group: 7 } });
    expect(counts(await settled(admin))).toEqual([0, 0, 120, 0, 0]);
  });

  test('for a list, each once, and says whom it does not know', async () => {
    await admin.call('bulkEdit', { userids: [base, base, base + 1, 77], change: { shift: 2 } });
    expect(counts(await settled(admin))).toEqual([0, 2, 0, 0, 1]);
    expect(await wrong()).toEqual([[0, 77, 'userid', 'user_unknown']]);
    await written(admin);
    expect((await read(base + 1)).shift).toBe(2);
  });

  test('is refused when it changes nothing, or does not fit together', async () => {
    await admin.refuse('bulkEdit', { userids: [base], change: {} }, 'missing_parameter', 'change');
    const days = { validFrom: '2026-02-01', validTo: '2026-01-31' };
    await admin.refuse('bulkEdit', { userids: [base], change: days }, 'out_of_range', 'change.validTo');
  });

  test('that gives a level asks for the password, leaves a row each, and ends sessions when it takes one', async () => {
    await terminal.add({ userid: base + 1000, username: 'Keeper', password: goodPassword(70) });
    await admin.call('bulkEdit', { userids: [base + 1000, base], change: { level: 4 } });
    expect(await settled(admin)).toMatchObject({ changed: 1, bad: 1, raises: true });
    expect(await wrong()).toEqual([[0, base, 'password', 'password_rules']]);
    await terminal.bench.advance(5 * 60_000 + 1000);
    await admin.refuse('bulkStart', {}, 'password_needed');
    const audit = auditRows(terminal.daemon).length;
    await admin.call('confirmPassword', { password: adminPassword });
    await written(admin);
    expect(auditRows(terminal.daemon).slice(audit)).toMatchObject([
      { object: `user ${base + 1000}`, before: { level: 0 }, after: { level: 4 } },
      { object: 'users', after: { changed: 1, bad: 1 } },
    ]);
    const keeper = await terminal.signedIn(String(base + 1000), goodPassword(70));
    await admin.call('bulkEdit', { userids: [base + 1000], change: { level: 0 } });
    await settled(admin);
    await written(admin);
    await keeper.refuse('userlist', {}, 'session_ended');
  });
});

test('initialized users take the job with them', async () => {
  const { Serial: serial } = await admin.call('SetInfoParam', {});
  await sendRows(...many(2_000_000, 20_000));
  await checked(admin);
  await admin.call('bulkStart', { whole: true });
  await terminal.daemon.restartsBy(() => admin.call('InitMachine', { users: true, serial: serial.slice(-4) }));
  await terminal.resume();
  expect(await admin.call('bulkState', {})).toMatchObject({ step: 'none', name: '' });
  expect((await admin.call('userlist', {})).total).toBe(0);
  expect(existsSync(join(terminal.daemon.state, 'bulk'))).toBe(false);
  await terminal.add({ userid: 1 });
});
