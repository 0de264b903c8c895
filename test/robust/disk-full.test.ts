// A full disk: what grows is refused with 12016; deleting, signing in, passwords, settings and the reader go on with the
// reserve; when that is full too, nothing is half done; room makes all of it work again.

import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorNamed } from '../harness/contract.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { sendPiece } from '../harness/pieces.ts';
import { SmallDisk } from '../harness/smallDisk.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const MiB = 1024 * 1024;
const reserveSize = 8 * MiB;
const base = temporaryFolder();
const state = join(base, 'state');

let disk: SmallDisk;
let terminal: Terminal;

const reserve = (): string => disk.file('reserve');
const reserved = (): boolean => existsSync(reserve()) && statSync(reserve()).blocks * 512 >= reserveSize;

async function untilRoom(): Promise<void> {
  await until('the reserve to be made anew', async () => {
    await terminal.bench.advance(5000);
    return (await terminal.admin.call('SetInfoParam', {})).storageShort ? undefined : true;
  });
}

/** Users that deleting makes room of; they have no names, whose index is not for others to write. */
const room = 60_000;

beforeAll(async () => {
  disk = await SmallDisk.make(state, 56);
  terminal = await Terminal.start({ state, prefix: disk.prefix });
  for (let userid = 1; userid <= 20; userid++) {
    await terminal.add({ userid, username: `User ${userid}`, cardno: String(91_000 + userid) });
  }
  await terminal.add({ userid: 30, username: 'Officer', level: 8, password: goodPassword(30) });
  // Many more, put there behind the terminal's back.
  await terminal.daemon.stop();
  const copy = join(base, 'copy.db'); // SQLite finds no way into another namespace
  copyFileSync(disk.file('postern.db'), copy);
  const database = new DatabaseSync(copy);
  database.exec(`
    WITH RECURSIVE n (id) AS (VALUES (1001) UNION ALL SELECT id + 1 FROM n WHERE id < ${1000 + room})
    INSERT INTO user (userid, username, name_key, level, "group", identify_mode, identify_factors, shift, valid_from,
      valid_to, revision)
    SELECT id, '', char(1) || printf('%07d', id), 0, 1, 0, 0, 0, 0, 99999999, 1 FROM n;
    WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < 6000)
    INSERT INTO audit (time_ms, account, peer, call, object, after)
    SELECT id, 'admin', '::1', 'edituser', 'user 1', printf('{"username":"%200s"}', 'x') FROM n`);
  database.close();
  copyFileSync(copy, disk.file('postern.db'));
  copyFileSync(copy, disk.file('postern.db.good'));
  await terminal.daemon.begin();
  await terminal.resume();
});
afterAll(async () => {
  try {
    await terminal.stop();
  } finally {
    disk.end();
  }
  rmSync(base, { recursive: true, force: true });
});

const everyone = async (): Promise<unknown> => (await terminal.admin.call('userlist', { limit: 100 })).users;

const growth = [
  ['adduser', { userid: 100, username: 'No room', cardno: '91100' }],
  ['edituser', { userid: 2, username: 'No room', group: 9 }],
] as const;

describe('a full disk', () => {
  test('finds a reserve that is really allocated', async () => {
    expect(reserved()).toBe(true);
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info.storageShort).toBe(false);
    expect(info.storageUses.find(({ part }) => part === 'reserve')?.octets).toBeGreaterThanOrEqual(reserveSize);
  });

  test('takes no file for which there is no room, and keeps nothing of it', async () => {
    const total = disk.freeOctets;
    const piece = { kind: 'photos', offset: 0, total, name: 'photos.zip' } as const;
    const { envelope, status } = await sendPiece(terminal.admin, 'bulkUpload', piece, Buffer.from('PK'));
    expect([status, envelope.retvalue]).toEqual([503, errorNamed('storage_full').code]);
    expect(existsSync(disk.file('bulk'))).toBe(false);
    expect((await terminal.admin.call('bulkState', {})).step).toBe('none');
  });

  test.each(growth)('refuses growth, %s, and leaves the reserve alone', async (name, request) => {
    // It waits to be confirmed when the disk fills up.
    if (name === 'adduser') await terminal.admin.call('GetEthernet', { mode: 'fixed', address: '10.20.30.40' });
    disk.fill();
    const before = await everyone();
    await terminal.admin.refuse(name, request, 'storage_full');
    expect(await everyone()).toEqual(before);
    expect(reserved()).toBe(true);
  });

  test('gives the records away, as either kind of file: nothing of them is put on it', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { file } = await terminal.admin.attempt('DownloadRecordForm', { all: true, format });
      expect(file?.length).toBeGreaterThan(100);
    }
    expect(reserved()).toBe(true);
  });

  test('goes on with deleting, settings, signing in and out, and passwords', async () => {
    await terminal.admin.call('deleteuser', { userid: 3 });
    expect(existsSync(reserve())).toBe(false);
    await terminal.admin.call('deletsomeuser', { userids: [4, 5] });
    await terminal.admin.call('GetMachineParam', { deviceName: 'Full', volume: 5 });
    const client = terminal.client();
    await client.signIn('30', goodPassword(30));
    await client.call('EditPwd', {
      userid: '30',
      oldpassword: goodPassword(30),
      password: goodPassword(31),
      confirm: goodPassword(31),
    });
    await client.signIn('30', goodPassword(31));
    await client.call('logout', {});
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(room + 18);
  });

  test('undoes a change that nobody confirmed', async () => {
    await terminal.bench.advance(90_001);
    await until('the change to be undone', async () => {
      await terminal.bench.advance(1000);
      return (await terminal.admin.call('SetEthernet', {})).mode === 'dhcp' ? true : undefined;
    });
  });

  test.each(growth)('still refuses %s, though there is the room of the reserve', async (name, request) => {
    expect(disk.freeOctets).toBeGreaterThan(MiB);
    await terminal.admin.refuse(name, request, 'storage_full');
  });

  test('says what takes the room, to the console and in the log', async () => {
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info.storageShort).toBe(true);
    const octets = Object.fromEntries(info.storageUses.map((use) => [use.part, use.octets]));
    expect(octets['users']).toBeGreaterThan(5 * MiB);
    expect(octets['audit']).toBeGreaterThan(MiB);
    expect(octets['audit']).toBeLessThan(3 * MiB);
    expect(octets['reserve']).toBe(0);
    expect(Object.values(octets).reduce((sum, value) => sum + value)).toBe(info.storageUsed);
    await until('the log to say it', () =>
      Promise.resolve(/warn storage .*full.* users=\d+ .*audit=\d+/.test(terminal.daemon.logText) || undefined),
    );
  });

  test('does not let the audit log take the reserve: it stands still', async () => {
    const auditSize = async (): Promise<number> =>
      (await terminal.admin.call('SetInfoParam', {})).storageUses.find(({ part }) => part === 'audit')?.octets ?? 0;
    const before = await auditSize();
    for (let n = 0; n < 1500; n++) await terminal.admin.call('GetMachineParam', { volume: n % 2 });
    expect(await auditSize()).toBeLessThanOrEqual(before);
    expect(disk.freeOctets).toBeGreaterThan(MiB);
    await terminal.admin.call('deleteuser', { userid: 6 });
  });

  test('can be started on, and goes on', async () => {
    await terminal.daemon.stop();
    await terminal.daemon.begin();
    await terminal.resume();
    await terminal.admin.refuse('adduser', { userid: 100 }, 'storage_full');
    await terminal.admin.call('deleteuser', { userid: 7 });
  });
});

describe('a database that is damaged on a full disk', () => {
  test('gives its place to the last good copy, though there is no room for another one', async () => {
    await terminal.daemon.stop();
    expect(disk.freeOctets).toBeLessThan(statSync(disk.file('postern.db.good')).size);
    writeFileSync(disk.file('postern.db'), Buffer.alloc(4096, 0x55), { flag: 'r+' });
    await terminal.daemon.begin();
    await terminal.resume();
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info.storage).toBe('restored');
    expect(info.users).toBe(room + 21);
    await terminal.admin.call('deleteuser', { userid: 7 });
  });
});

describe('when the reserve is full too', () => {
  let before: unknown;

  test('a change is refused, at the latest when the log needs room', async () => {
    for (let n = 0; ; n++) {
      disk.fill();
      const reply = await terminal.admin.attempt('GetMachineParam', { volume: n % 5 });
      if (reply.envelope.retvalue === 12016) break;
      expect(reply.status).toBe(200);
      expect(n).toBeLessThan(5000);
    }
    before = await everyone();
  });

  test('the log says which call found no room, and where', () => {
    const lines = terminal.daemon.log.filter((line) => line.includes('code=12016'));
    expect(lines[0]).toMatch(
      /error http event="call failed" call=GetMachineParam code=12016 error=E_NOSPC .*cause="\w+: .*(?:is full|No space left).*" where=\w+\.c:\d+$/,
    );
  });

  test.each([
    ['deleteuser', { userid: 8 }],
    ['GetLanguageSettingItem', { language: 'es' }],
    ['adduser', { userid: 100 }],
    ['DownloadAudit', {}],
  ] as const)('%s is refused', async (name, request) => {
    disk.fill();
    await terminal.admin.refuse(name, request, 'storage_full');
  });

  test('nothing of it was done, and reading goes on', async () => {
    expect(await everyone()).toEqual(before);
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({
      LanguageSettingItem: 'en',
      offered: true,
    });
    await terminal.admin.call('userlist', { search: 'user' });
    await terminal.admin.call('GetUserInfo', { userid: 2 });
    expect((await terminal.admin.attempt('DownloadRecordForm', { format: 'xlsx' })).file).toBeDefined();
  });

  test('the reader goes on', async () => {
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '91002' });
    await expect.poll(() => terminal.bench.accesses[seen]?.user?.userid).toBe(2);
  });

  test('no guess goes uncounted: it is counted on disk or refused before anything is verified', async () => {
    const client = terminal.client();
    const answers = new Set<number>();
    for (let guess = 0; guess < 8; guess++) {
      disk.fill();
      answers.add((await client.attempt('chklogin', { username: '30', password: `wrong${guess}` })).envelope.retvalue);
    }
    // What the log has room for is counted; then either the wait or the full disk ends it.
    expect(answers.has(12016) || answers.has(12004), [...answers].join(' ')).toBe(true);
  });

  test('signing out ends the session all the same', async () => {
    const client = terminal.admin.twin();
    await client.attempt('logout', {});
    await client.refuse('SetInfoParam', {}, 'token_failed');
  });

  test('a clean end is clean', async () => {
    disk.fill();
    const exit = await terminal.daemon.stopWith('SIGTERM');
    expect(exit.code).toBe(0);
  });
});

describe('room', () => {
  test('that others give makes everything work again, without a restart', async () => {
    disk.empty();
    await terminal.daemon.begin();
    await terminal.resume();
    disk.fill();
    await terminal.admin.call('deleteuser', { userid: 9 });
    expect(reserved()).toBe(false);
    disk.empty();
    await untilRoom();
    expect(reserved()).toBe(true);
    await terminal.admin.call('edituser', { userid: 2, username: 'Room again' });
  });

  test('is made by deleting users alone: the database gives it back to the disk', async () => {
    disk.fill();
    await terminal.admin.refuse('adduser', { userid: 100 }, 'storage_full');
    for (let from = 1001; from <= 1000 + room; from += 1000) {
      await terminal.admin.call('deletsomeuser', { userids: Array.from({ length: 1000 }, (_, n) => from + n) });
    }
    await untilRoom();
    expect(reserved()).toBe(true);
    expect(disk.freeOctets).toBeGreaterThan(4 * MiB);
    await terminal.admin.call('adduser', { userid: 100, username: 'Room at last' });
  });

  test('is made by initialising everything', async () => {
    disk.fill();
    const { Serial } = await terminal.admin.call('SetInfoParam', {});
    expect(reserved()).toBe(true);
    await terminal.admin.call('InitMachine', { everything: true, serial: Serial.slice(-4) });
  });
});
