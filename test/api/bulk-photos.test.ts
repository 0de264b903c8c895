// Photos in bulk: a ZIP archive of pictures named by user ID, and archives that mean no good.

import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, send, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import { errorNamed } from '../harness/contract.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { examplesOf } from '../harness/rules.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { type ZipEntry, zipOf } from '../harness/zip.ts';

let terminal: Terminal;

startForBulk(async (started) => {
  terminal = started;
  for (let userid = 1; userid <= 30; userid++) await terminal.add({ userid, username: `User ${userid}` });
  await terminal.add({ userid: 40, level: 4, password: goodPassword(40) });
});

function dots(shade: number): { width: number; height: number; data: Buffer } {
  return { width: 60, height: 80, data: Buffer.alloc(60 * 80 * 4, shade) };
}
const jpeg = (shade = 90): Buffer => encode(dots(shade), 80).data;
function png(): Buffer {
  const picture = new PNG({ width: 60, height: 80 });
  picture.data = dots(200).data;
  return PNG.sync.write(picture);
}

const withPhoto = (): readonly unknown[] =>
  queryDatabase(terminal.daemon, 'SELECT userid FROM user_photo ORDER BY userid').map(({ userid }) => userid);

async function check(entries: readonly ZipEntry[], existing: 'refuse' | 'replace' | 'skip' = 'refuse') {
  await send(terminal.admin, 'photos', zipOf(entries), 'photos.zip');
  await terminal.admin.call('bulkCheck', { existing });
  return settled(terminal.admin);
}

async function wrong(): Promise<readonly (readonly [number, number, string, number])[]> {
  const { errors } = await terminal.admin.call('bulkErrors', { limit: 100 });
  return errors.map(({ line, userid, name, code }) => [line, userid, name, code]);
}

const code = (name: string): number => errorNamed(name).code;

describe('an archive of photos', () => {
  test('gives each user his own; what systems put beside them is not looked at', async () => {
    const audit = auditRows(terminal.daemon).length;
    const state = await check([
      { name: 'photos/', data: Buffer.alloc(0) },
      { name: 'photos/1.jpg', data: jpeg() },
      { name: 'photos/0002.PNG', data: png(), deflate: true },
      { name: 'deep/er/3.JPEG', data: jpeg(30) },
      { name: '40.jpg', data: jpeg(30) },
      { name: '__MACOSX/photos/._1.jpg', data: Buffer.from('x') },
      { name: 'photos/.DS_Store', data: Buffer.from('x') },
      { name: 'photos/Thumbs.db', data: Buffer.from('x') },
    ]);
    expect(state).toMatchObject({
      step: 'checked',
      kind: 'photos',
      added: 4,
      changed: 0,
      skipped: 0,
      bad: 0,
      ignored: 3,
    });
    expect(withPhoto()).toEqual([]);
    expect(await written(terminal.admin)).toMatchObject({ step: 'done', added: 4 });
    expect(withPhoto()).toEqual([1, 2, 3, 40]);
    const { file } = await terminal.admin.attempt('userPhoto', { userid: 2 });
    expect(file?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(auditRows(terminal.daemon).slice(audit)).toMatchObject([
      { object: 'user 40', before: null },
      { object: 'users', after: { kind: 'photos', file: 'photos.zip', added: 4 } },
    ]);
  });

  test('says of each file what is wrong with it', async () => {
    const large = Buffer.concat([jpeg(), randomBytes(12 * 1024 * 1024)]);
    const state = await check([
      { name: '1.jpg', data: jpeg() },
      { name: '99.jpg', data: jpeg() },
      { name: 'Ann.jpg', data: jpeg() },
      { name: '4.gif', data: jpeg() },
      { name: '4.jpg', data: Buffer.from('no picture at all') },
      { name: '5.jpg', data: large },
      { name: '6.jpg', data: jpeg() },
      { name: 'other/6.png', data: png() },
      { name: '../../7.jpg', data: jpeg() },
      { name: '8.jpg', data: jpeg().subarray(0, 300) },
      { name: '9.jpg', data: jpeg(), encrypted: true },
      { name: '10.heic', data: jpeg() },
      { name: '10\u0001.jpg', data: jpeg() },
    ]);
    expect(state).toMatchObject({ added: 1, bad: 12 });
    expect(await wrong()).toEqual([
      [1, 1, '1.jpg', code('photo_exists')],
      [2, 99, '99.jpg', code('user_unknown')],
      [3, 0, 'Ann.jpg', code('photo_name')],
      [4, 0, '4.gif', code('photo_name')],
      [5, 4, '4.jpg', code('upload_format')],
      [6, 5, '5.jpg', code('upload_too_large')],
      [7, 6, '6.jpg', code('photo_twice')],
      [8, 6, 'other/6.png', code('photo_twice')],
      [10, 8, '8.jpg', code('picture_cut')],
      [11, 9, '9.jpg', code('upload_format')],
      [12, 10, '10.heic', code('picture_kind')],
      [13, 0, '10?.jpg', code('photo_name')],
    ]);
    await terminal.admin.refuse('bulkStart', { whole: true }, 'bulk_bad_rows');
    const { file } = await terminal.admin.attempt('DownloadBulkErrors', {});
    expect(file?.toString('utf8')).toContain('"This file name contains no user ID and no employee number",0,"Ann.jpg"');
    await written(terminal.admin);
    expect(withPhoto()).toEqual([1, 2, 3, 7, 40]);
  });

  test('replaces those that are there, or leaves them', async () => {
    const entries = [
      { name: '1.jpg', data: jpeg(250) },
      { name: '11.jpg', data: jpeg() },
    ];
    const before = (await terminal.admin.attempt('userPhoto', { userid: 1 })).file;
    expect(await check(entries, 'skip')).toMatchObject({ added: 1, skipped: 1, bad: 0 });
    expect(await written(terminal.admin, true)).toMatchObject({ added: 1, skipped: 1 });
    expect((await terminal.admin.attempt('userPhoto', { userid: 1 })).file).toEqual(before);
    expect(await check(entries, 'replace')).toMatchObject({ added: 0, changed: 2, bad: 0 });
    expect(await written(terminal.admin, true)).toMatchObject({ changed: 2 });
    expect((await terminal.admin.attempt('userPhoto', { userid: 1 })).file).not.toEqual(before);
  });

  test('goes on after a power cut', async () => {
    const entries = Array.from({ length: 18 }, (_, n) => ({ name: `${n + 12}.jpg`, data: jpeg(n * 10) }));
    expect(await check(entries)).toMatchObject({ added: 18 });
    await terminal.admin.call('bulkStart', { whole: true });
    await until('some photos', async () => (await terminal.admin.call('bulkState', {})).added > 2);
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    expect(await settled(terminal.admin)).toMatchObject({ step: 'done', at: 18, added: 18 });
    expect(withPhoto()).toHaveLength(5 + 1 + 18);
  });
});

describe('names of files', () => {
  const examples = examplesOf('Users in bulk', 'file');

  beforeAll(async () => {
    for (const userid of [42, 2024, 5301]) await terminal.add({ userid });
    await terminal.admin.call('edituser', { userid: 7, employeeNo: 'A-17' });
    await terminal.admin.call('edituser', { userid: 2, employeeNo: '0042' });
  });
  afterAll(() => terminal.admin.call('deletsomeuser', { userids: [42, 2024, 5301] }));

  test.each(examples)('%s: %s', async (name = '', want = '') => {
    const state = await check([{ name, data: jpeg() }], 'skip');
    const [row] = await wrong();
    if (row === undefined) expect([state.added + state.skipped, want]).toEqual([1, expect.stringMatching(/^\d+$/)]);
    else expect([row[2], row[3]]).toEqual([name, code(want)]);
    if (row === undefined && state.added === 1) {
      await written(terminal.admin);
      expect(withPhoto()).toContain(Number(want));
      await terminal.admin.call('delPhoto', { userid: Number(want) });
    }
  });

  test('are shown as they were meant, whatever the archive says of their encoding', async () => {
    const names = ['Ana Pérez.jpg', 'Ma\u202egpj.jpg'];
    await check([
      ...names.map((name) => ({ name, data: jpeg() })),
      { name: Buffer.from('P\x82rez.jpg', 'latin1'), data: jpeg() },
    ]);
    expect((await wrong()).map(([, , name]) => name)).toEqual(['Ana Pérez.jpg', 'Ma?gpj.jpg', 'Pérez.jpg']);
  });

  test('that fit several users are listed with them', async () => {
    await check([{ name: '5301 of 42.jpg', data: jpeg() }]);
    const { errors } = await terminal.admin.call('bulkErrors', { limit: 100 });
    expect(errors).toMatchObject([{ userid: 0, text: '5301, 42', code: code('photo_ambiguous') }]);
    const { file } = await terminal.admin.attempt('DownloadBulkErrors', {});
    expect(file?.toString('utf8')).toContain('"This file name fits more than one user: 5301, 42",0,"5301 of 42.jpg"');
  });
});

describe('an archive that means no good', () => {
  const refused = async (archive: Buffer): Promise<void> => {
    await send(terminal.admin, 'photos', archive, 'bad.zip');
    await terminal.admin.refuse('bulkCheck', {}, 'archive_unreadable');
    expect((await terminal.admin.call('bulkState', {})).step).toBe('uploaded');
  };

  test('is none', async () => {
    await refused(Buffer.from('This is no archive.'));
    await refused(randomBytes(70_000));
    const archive = zipOf([{ name: '1.jpg', data: jpeg() }]);
    await refused(archive.subarray(0, archive.length - 30));
  });

  test('has more files than an archive may', async () => {
    const none = Buffer.alloc(0);
    const archive = zipOf(Array.from({ length: 65_000 }, () => ({ name: 'a', data: none })));
    await refused(archive.fill(0xff, archive.length - 14, archive.length - 10));
  });

  test('unpacks to more than it says, or to far more than it is', async () => {
    const bomb = Buffer.alloc(1_900_000);
    expect(
      await check([
        { name: '21.jpg', data: jpeg(), deflate: true, claims: 10 },
        { name: '22.jpg', data: bomb, deflate: true },
      ]),
    ).toMatchObject({ step: 'checked', added: 0, bad: 2 });
  });

  test('claims more octets than there may be', async () => {
    await refused(
      zipOf([
        { name: '21.jpg', data: jpeg(), claims: 0x3fffffff },
        { name: '22.jpg', data: jpeg(), claims: 0x3fffffff },
      ]),
    );
  });
});

test('a table is looked at, photos are not', async () => {
  await send(terminal.admin, 'photos', zipOf([{ name: '1.jpg', data: jpeg() }]), 'photos.zip');
  await terminal.admin.refuse('bulkLook', {}, 'bulk_not_ready');
});

test('a terminal that does not know an encoding says so', async () => {
  /* A system whose converter for it is missing. */
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'gconv-modules'), 'module BIG5// INTERNAL none 1\nmodule INTERNAL BIG5// none 1\n');
  const bare = await Terminal.start({ env: { GCONV_PATH: folder } });
  try {
    await send(bare.admin, 'users', Buffer.from('User ID,Name\n1,M\xfcller\n', 'latin1'), 'old.csv');
    await bare.admin.refuse('bulkLook', { encoding: 'big5' }, 'not_fitted', 'encoding');
    const columns = ['userid', 'username'];
    await bare.admin.refuse('bulkCheck', { encoding: 'big5', columns }, 'not_fitted', 'encoding');
    await send(bare.admin, 'users', Buffer.from('User ID,Name\n1,Müller\n'), 'new.csv');
    expect((await checked(bare.admin)).added).toBe(1);
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true });
  }
});
