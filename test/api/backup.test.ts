// A backup of everything, what is restored of it, here and on another terminal, and what is not taken for one.

import { existsSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { decode, encode } from 'jpeg-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedRecords, writeRecords } from '../../tools/seed/records.ts';
import {
  begin,
  chunkOctets,
  chunksOf,
  download,
  failure,
  freshen,
  headOctets,
  macOctets,
  passphrase,
  restore,
  send,
  sendPiece,
  serialEnd,
} from '../harness/backup.ts';
import type { AccessEvent, BenchRequest } from '../harness/bench.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { auditRows, changeDatabase, queryDatabase } from '../harness/database.ts';
import { lengthenWait } from '../harness/guesses.ts';
import { shownCertificate } from '../harness/secure.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const card = '1234301';
const pin = '4711';
const finger = 71;

/** Shows something to the terminal, and gives what came of it. */
async function present(terminal: Terminal, what: BenchRequest): Promise<AccessEvent> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act(what);
  return until('an access event', () => terminal.bench.accesses[seen]);
}

const modulesAreWhole = (terminal: Terminal) =>
  until(
    'the modules like the store',
    async () => {
      const { modules } = await terminal.admin.call('credentials', { userid: 7 });
      return modules.every((one) => !one.fitted || !one.online || one.whole);
    },
    { everyMs: 20 },
  );

const lay = (terminal: Terminal) => terminal.bench.act({ do: 'finger', seed: finger, instantly: true, lift: true });

async function enrolFinger(terminal: Terminal): Promise<void> {
  await terminal.admin.call('regfp', { userid: 7, finger: 3 });
  await until(
    'the enrolment',
    async () => {
      const { step } = await terminal.admin.call('getOnlineEnrollStatus', {});
      if (step === 'present') await lay(terminal);
      return step === 'done';
    },
    { everyMs: 30 },
  );
}

const portrait = encode({ width: 480, height: 640, data: Buffer.alloc(480 * 640 * 4, 130) }, 80).data;

/** A terminal with something of everything. */
async function furnished(): Promise<Terminal> {
  const terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada Lovelace', cardno: card, password: pin });
  await terminal.add({ userid: 20, username: 'Grace', level: 4, password: goodPassword(20) });
  await terminal.admin.call('GetMachineParam', { deviceName: 'Gate 4', keypadPassword: '246813' });
  await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
  await terminal.admin.call('addHoliday', {
    ...{ number: 3, name: 'Inventory', from: '2026-12-30', to: '2026-12-30' },
    ...{ yearly: false, plan: 'none' },
  });
  const picture = { body: portrait, headers: { 'content-type': 'image/jpeg' } };
  expect((await terminal.admin.attempt('uploadPhoto', { userid: 7 }, picture)).status).toBe(200);
  await modulesAreWhole(terminal);
  await enrolFinger(terminal);
  await present(terminal, { do: 'card', number: card });
  await until('a photo of the log', async () => (await terminal.admin.call('backupState', {})).photos > 0);
  return terminal;
}

let terminal: Terminal;
let own = '';
beforeAll(async () => {
  terminal = await furnished();
  own = (await terminal.admin.call('SetInfoParam', {})).Serial;
});
afterAll(() => terminal.stop());

const leftovers = ({ daemon }: Terminal): string[] =>
  ['restore', 'staged', 'replace', 'replace.new', 'postern.db.taken'].filter((name) =>
    existsSync(join(daemon.state, name)),
  );

describe('a backup', () => {
  test('is announced with what it will hold', async () => {
    const state = await terminal.admin.call('backupState', {});
    expect(state).toMatchObject({ users: 2, making: false, done: 0 });
    expect([state.records, state.photos].every((count) => count > 0)).toBe(true);
    expect(state.databaseOctets).toBeGreaterThan(100_000);
    expect(state.photoOctets).toBeGreaterThan(4000);
  });

  test('is a file of its own name, in which nothing can be read, and leaves a row in the audit log', async () => {
    const { file, reply } = await download(terminal.admin);
    expect(reply.fileType).toBe('application/octet-stream');
    expect(reply.headers['content-disposition']).toMatch(
      new RegExp(`filename="postern-${own}-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.backup"$`),
    );
    expect(file.subarray(0, 17).toString()).toBe('postern-backup 2\n');
    for (const text of ['Ada Lovelace', 'SQLite format', own, 'argon2id'])
      expect(file.includes(text), text).toBe(false);
    const row = auditRows(terminal.daemon).findLast(({ call }) => call === 'DownloadBackup');
    expect(row).toMatchObject({ account: 'admin', object: 'backup', after: { users: 2, photos: 1, keys: false } });
    expect(JSON.stringify(row)).not.toContain(passphrase);
    expect(leftovers(terminal)).toEqual([]);
  });

  test('is another each time, also of the same', async () => {
    const [one, other] = [await download(terminal.admin), await download(terminal.admin)];
    expect(one.file.subarray(25, headOctets)).not.toEqual(other.file.subarray(25, headOctets));
    expect(one.file.subarray(-1000)).not.toEqual(other.file.subarray(-1000));
  });

  test('without the photos of the log is smaller by them', async () => {
    const all = (await download(terminal.admin)).file.length;
    const { photoOctets } = await terminal.admin.call('backupState', {});
    const without = (await download(terminal.admin, { photos: false })).file.length;
    expect(all - without).toBeGreaterThan(1000);
    expect(all - without).toBeLessThanOrEqual(photoOctets);
  });

  test('wants a passphrase of twelve characters', async () => {
    await freshen(terminal.admin);
    await terminal.admin.refuse('DownloadBackup', { passphrase: 'eleven char' }, 'password_rules', 'passphrase');
  });
});

/** The public key that it shows. Its own certificate is made again for that key when its address changes, at any moment here. */
async function shownKey(terminal: Terminal): Promise<string> {
  const { pubkey } = await shownCertificate(terminal.daemon.httpsPort);
  if (pubkey === undefined) throw new Error('the certificate has no public key');
  return pubkey.toString('base64');
}

describe('another terminal', () => {
  test('becomes what the first one was, and stays itself', async () => {
    const { file } = await download(terminal.admin);
    const made = Math.floor(Date.now() / 1000);
    const other = await Terminal.start();
    try {
      await other.add({ userid: 99, username: 'Of the old state' });
      await other.admin.call('GetMachineParam', { keypadPassword: '135791' });
      const serial = (await other.admin.call('SetInfoParam', {})).Serial;
      const shown = await shownKey(other);
      await send(other.admin, file, 'gate 4.backup');
      expect(await other.admin.call('restoreState', {})).toMatchObject({
        ...{ step: 'uploaded', name: 'gate 4.backup', own: true, holder: 'admin' },
        ...{ received: file.length, total: file.length, done: 0, restoredFrom: '', restoredMade: 0, code: 0 },
      });
      const look = await other.admin.call('restoreLook', { passphrase });
      expect(look).toMatchObject({
        serial: own,
        origin: 'other',
        deviceName: 'Gate 4',
        newer: false,
        users: 2,
        photos: 1,
      });
      expect(look).toMatchObject({ keys: false, usersNow: 1 });
      expect(look.made).toBeGreaterThan(1_000_000_000);
      await restore(other, file);

      expect((await other.admin.call('userlist', {})).users.map(({ userid }) => userid)).toEqual([7, 20]);
      await other.signedIn('20', goodPassword(20));
      expect((await other.admin.call('SetInfoParam', {})).Serial).toBe(serial);
      expect(await shownKey(other)).toBe(shown);
      expect((await other.admin.call('SetMachineParam', {})).deviceName).toBe('Gate 4');
      expect((await other.admin.call('SetGroupTime', {})).holidays).toMatchObject([{ name: 'Inventory' }]);
      const { file: face } = await other.admin.attempt('userPhoto', { userid: 7 });
      expect(decode(face ?? Buffer.alloc(0)).width).toBe(480);
      const { records } = await other.admin.call('searchrecord', { all: true, limit: 100 });
      const photographed = records.filter(({ photo }) => photo);
      expect(photographed).toHaveLength(1);
      const still = await other.admin.attempt('recordPhoto', { seq: photographed[0]?.seq ?? 0 });
      expect(decode(still.file ?? Buffer.alloc(0)).width).toBe(480);

      await modulesAreWhole(other);
      expect(await present(other, { do: 'card', number: card })).toMatchObject({ granted: true });
      expect(await present(other, { do: 'pin', digits: pin })).toMatchObject({ granted: true });
      const seen = other.bench.accesses.length;
      await lay(other);
      expect(await until('the finger', () => other.bench.accesses[seen])).toMatchObject({
        granted: true,
        user: { userid: 7 },
      });

      const state = await other.admin.call('restoreState', {});
      expect(state).toMatchObject({ step: 'restored', restoredFrom: own, restoredMade: look.made, code: 0 });
      expect(state.restoredMade).toBeLessThanOrEqual(made + 1);
      const rows = auditRows(other.daemon);
      expect(rows.some(({ object }) => object === 'user 99')).toBe(false);
      expect(rows.some(({ object }) => object === 'user 20')).toBe(true);
      const row = rows.findLast(({ call }) => call === 'restoreStart');
      expect(row).toMatchObject({
        ...{ account: 'admin', peer: '127.0.0.1', object: 'restore' },
        before: { serial, users: 1 },
        after: { serial: own, made: look.made, users: 2, keys: false, origin: 'other' },
      });
      expect(leftovers(other)).toEqual([]);
      await other.restart();
      expect((await other.admin.call('restoreState', {})).step).toBe('none');
      expect(await shownKey(other)).toBe(shown);
    } finally {
      await other.stop();
    }
  });

  test('takes the place of the first one with its keys', async () => {
    const { file } = await download(terminal.admin, { keys: true });
    const shown = await shownKey(terminal);
    const other = await Terminal.start();
    try {
      await restore(other, file, { keys: true });
      expect((await other.admin.call('SetInfoParam', {})).Serial).toBe(own);
      expect(await shownKey(other)).toBe(shown);
    } finally {
      await other.stop();
    }
  });

  test('leaves keys that a backup has, and cannot take such as it has not', async () => {
    const withKeys = (await download(terminal.admin, { keys: true })).file;
    const without = (await download(terminal.admin)).file;
    const other = await Terminal.start();
    try {
      const serial = (await other.admin.call('SetInfoParam', {})).Serial;
      const shown = await shownKey(other);
      await send(other.admin, without);
      const wish = { passphrase, serial: serial.slice(-4), keys: true };
      await freshen(other.admin);
      await other.admin.refuse('restoreStart', wish, 'out_of_range', 'keys');
      await restore(other, withKeys);
      expect((await other.admin.call('SetInfoParam', {})).Serial).toBe(serial);
      expect(await shownKey(other)).toBe(shown);
    } finally {
      await other.stop();
    }
  });
});

describe('the same terminal', () => {
  test('goes back to where it was', async () => {
    const same = await furnished();
    try {
      await same.bench.advance(2000);
      const { file } = await download(same.admin);
      await same.bench.advance(60_000);
      await same.admin.call('deleteuser', { userid: 20 });
      await same.add({ userid: 8, username: 'Later' });
      for (let n = 0; n < 3; n++) await present(same, { do: 'card', number: card });
      await until('the lines', async () => (await same.admin.call('backupState', {})).records >= 4);
      await send(same.admin, file);
      const look = await same.admin.call('restoreLook', { passphrase });
      expect(look).toMatchObject({ origin: 'own', recordsLater: 3 });
      expect(look.recordsNow - look.records).toBe(3);
      await restore(same, file);
      expect((await same.admin.call('userlist', {})).users.map(({ userid }) => userid)).toEqual([7, 20]);
      expect((await same.admin.call('backupState', {})).records).toBe(look.records);
      expect(queryDatabase(same.daemon, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    } finally {
      await same.stop();
    }
  });
});

describe('who may', () => {
  let sixteen: Client;
  let key: Client;
  beforeAll(async () => {
    sixteen = await terminal.administrator(16, 16, goodPassword(16));
    await terminal.admin.call('GetRestParam', { restOn: true });
    const made = await terminal.admin.call('addRestKey', { name: 'backups', level: 16 });
    key = terminal.client();
    key.token = undefined;
    Object.defineProperty(key, 'bearer', { value: made.key });
    bearer = made.key;
  });
  let bearer = '';
  const byKey = (name: Parameters<Client['attempt']>[0], body: unknown, more: object = {}) =>
    key.attempt(name, body, { ...more, headers: { authorization: `Bearer ${bearer}` } });
  const where = { offset: 0, total: 100, name: 'x' };
  const octets = {
    body: Buffer.from('postern-backup 1\n'),
    headers: { 'content-type': 'application/octet-stream' },
  };

  test('admin alone, whatever the level', async () => {
    await freshen(sixteen);
    await sixteen.refuse('DownloadBackup', { passphrase }, 'admin_only');
    await sixteen.refuse('restoreLook', { passphrase }, 'admin_only');
    await sixteen.refuse('restoreStart', { passphrase, serial: own.slice(-4) }, 'admin_only');
    await sixteen.refuse('restoreCancel', {}, 'admin_only');
    const reply = await sendPiece(sixteen, octets.body, where);
    expect(reply.envelope.retvalue).toBe(errorNamed('admin_only').code);
    expect(leftovers(terminal)).toEqual([]);
  });

  test('no REST key, also of admin', async () => {
    expect((await byKey('DownloadBackup', { passphrase })).status).toBe(403);
    expect((await byKey('restoreLook', { passphrase })).status).toBe(403);
    expect((await byKey('restoreStart', { passphrase, serial: own.slice(-4) })).status).toBe(403);
    expect((await byKey('restoreCancel', {})).envelope.retvalue).toBe(errorNamed('admin_only').code);
    const reply = await key.attempt('restoreUpload', where, {
      ...octets,
      headers: { ...octets.headers, authorization: `Bearer ${bearer}` },
    });
    expect(reply.envelope.retvalue).toBe(errorNamed('admin_only').code);
  });

  test('with the password typed just now', async () => {
    await terminal.bench.advance(301_000);
    await terminal.admin.refuse('DownloadBackup', { passphrase }, 'password_needed');
    await terminal.admin.refuse('restoreLook', { passphrase }, 'password_needed');
    await terminal.admin.refuse('restoreStart', { passphrase, serial: own.slice(-4) }, 'password_needed');
  });
});

describe('what is sent', () => {
  let file: Buffer;
  beforeAll(async () => {
    file = (await download(terminal.admin)).file;
  });
  const piece = async (at: Buffer, offset: number, total: number) =>
    (await sendPiece(terminal.admin, at, { offset, total, name: 'x.backup' })).envelope.retvalue;

  test('begins as a backup', async () => {
    for (const octets of [Buffer.from('PK'), Buffer.from('postern-settings 1\n'), file.subarray(1, 200)])
      expect(await piece(octets, 0, 1000)).toBe(errorNamed('backup_format').code);
    expect((await terminal.admin.call('restoreState', {})).received).toBe(0);
  });

  test('goes on where it ended', async () => {
    const gap = errorNamed('upload_gap').code;
    expect(await piece(file.subarray(1000, 2000), 1000, file.length)).toBe(gap);
    expect(await piece(file.subarray(0, 1000), 0, file.length)).toBe(0);
    expect(await terminal.admin.call('restoreState', {})).toMatchObject({ step: 'uploading', received: 1000 });
    expect(await piece(file.subarray(1001, 2000), 1001, file.length)).toBe(gap);
    expect(await piece(file.subarray(1000, 2000), 1000, file.length + 1)).toBe(gap);
    expect(await piece(file.subarray(1000, 2000), 1000, 1500)).toBe(gap);
    expect(await piece(file.subarray(0, 1000), 0, 999)).toBe(gap);
    expect(await piece(file.subarray(0, 1000), 0, file.length)).toBe(0);
    await freshen(terminal.admin);
    await terminal.admin.refuse('restoreLook', { passphrase }, 'restore_not_ready');
    await terminal.admin.refuse('restoreStart', { passphrase, serial: own.slice(-4) }, 'restore_not_ready');
  });

  test('goes when it is given up', async () => {
    await send(terminal.admin, file);
    await terminal.admin.call('restoreCancel', {});
    expect(leftovers(terminal)).toEqual([]);
    expect((await terminal.admin.call('restoreState', {})).step).toBe('cancelled');
    await terminal.admin.refuse('restoreCancel', {}, 'restore_not_ready');
    await terminal.admin.refuse('restoreLook', { passphrase }, 'restore_not_ready');
  });

  test('goes with a restart', async () => {
    await send(terminal.admin, file);
    await terminal.restart();
    expect(leftovers(terminal)).toEqual([]);
    expect((await terminal.admin.call('restoreState', {})).step).toBe('none');
  });

  test('is not looked into while the network waits to be confirmed', async () => {
    await send(terminal.admin, file);
    const address = { mode: 'fixed', address: '10.20.30.40', mask: '255.255.255.0', gateway: '' } as const;
    await terminal.admin.call('GetEthernet', address);
    await freshen(terminal.admin);
    const wish = { passphrase, serial: await serialEnd(terminal.admin) };
    await terminal.admin.refuse('restoreStart', wish, 'provisional_pending');
    await terminal.admin.call('revertNetwork', {});
  });

  test('asks for the end of the serial number of this terminal', async () => {
    await send(terminal.admin, file);
    await freshen(terminal.admin);
    await terminal.admin.refuse('restoreStart', { passphrase, serial: '0000' }, 'serial_wrong', 'serial');
  });

  test('opens with its passphrase alone, at which nobody guesses on and on', async () => {
    await send(terminal.admin, file);
    await freshen(terminal.admin);
    const wrong = { passphrase: `${passphrase}.` };
    for (let n = 0; n < 4; n++) await terminal.admin.refuse('restoreLook', wrong, 'backup_passphrase', 'passphrase');
    const serial = own.slice(-4);
    await terminal.admin.refuse('restoreStart', { ...wrong, serial }, 'backup_passphrase', 'passphrase');
    await lengthenWait(terminal.bench, () =>
      terminal.admin.refuse('restoreLook', wrong, 'backup_passphrase', 'passphrase'),
    );
    const reply = await terminal.admin.refuse('restoreLook', { passphrase }, 'throttled');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await terminal.admin.refuse('restoreStart', { passphrase, serial }, 'throttled');
    await terminal.bench.advance(128_000);
    await freshen(terminal.admin);
    await terminal.admin.call('restoreLook', { passphrase });
    for (let n = 0; n < 3; n++) await terminal.admin.refuse('restoreLook', wrong, 'backup_passphrase');
    await terminal.admin.call('restoreLook', { passphrase });
  });
});

describe('what is damaged', () => {
  let file: Buffer;
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(file);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  const serial = () => own.slice(-4);
  beforeAll(async () => {
    file = (await download(terminal.admin)).file;
    expect(chunksOf(file).length).toBeGreaterThan(3);
  });
  afterEach(() => {
    expect(queryDatabase(terminal.daemon, 'SELECT userid FROM user WHERE userid = 20')).toHaveLength(1);
  });

  test('in its head or its first chunk is seen at once, and no wrong passphrase', async () => {
    for (const at of [17, 20, 21, 25, 40, 41, 64, 65, 96, 97, headOctets - 1, headOctets, headOctets + 300]) {
      await send(terminal.admin, flipped(at));
      await freshen(terminal.admin);
      await terminal.admin.refuse('restoreLook', { passphrase }, 'backup_damaged');
      await terminal.admin.refuse('restoreStart', { passphrase, serial: serial() }, 'backup_damaged');
    }
  });

  test('of another version of the format is none', async () => {
    await send(terminal.admin, flipped(15));
    await freshen(terminal.admin);
    await terminal.admin.refuse('restoreLook', { passphrase }, 'backup_format');
    await terminal.admin.refuse('restoreStart', { passphrase, serial: serial() }, 'backup_format');
  });

  test('cut within its head', async () => {
    for (const length of [20, 60, headOctets - 1, headOctets, headOctets + 16, headOctets + 17]) {
      await send(terminal.admin, file.subarray(0, length));
      await freshen(terminal.admin);
      await terminal.admin.refuse('restoreLook', { passphrase }, 'backup_damaged');
    }
  });

  test('anywhere behind is found before anything is changed', async () => {
    const head = file.subarray(0, headOctets);
    const [first = head, second = head, third = head, ...rest] = chunksOf(file);
    const mac = file.subarray(-macOctets);
    const damaged: Readonly<Record<string, Buffer>> = {
      'a bit of the second chunk': flipped(headOctets + chunkOctets + 99),
      'the last byte': flipped(file.length - macOctets - 1),
      'the last byte gone': file.subarray(0, -1),
      'the last chunk gone': Buffer.concat([
        file.subarray(0, headOctets + (chunksOf(file).length - 1) * chunkOctets),
        mac,
      ]),
      'all but the first chunk gone': Buffer.concat([head, first, mac]),
      'an octet more': Buffer.concat([file, Buffer.from([0])]),
      'a chunk more': Buffer.concat([file, second]),
      'two chunks changed about': Buffer.concat([head, first, third, second, ...rest, mac]),
      'a chunk twice': Buffer.concat([head, first, second, second, third, ...rest, mac]),
      'a chunk left out': Buffer.concat([head, first, third, ...rest, mac]),
    };
    for (const [what, octets] of Object.entries(damaged)) {
      await send(terminal.admin, octets);
      await begin(terminal.admin);
      expect(await failure(terminal.admin), what).toEqual({ step: 'failed', code: errorNamed('backup_damaged').code });
      expect(leftovers(terminal), what).toEqual([]);
      await terminal.admin.refuse('restoreLook', { passphrase }, 'restore_not_ready');
    }
    expect(auditRows(terminal.daemon).findLast(({ call }) => call === 'restoreStart')).toMatchObject({
      object: 'restoring',
    });
  });
});

describe('one at a time', () => {
  /** A download whose client takes the first bytes and then nothing. */
  function held(path: string, body?: object): Promise<ClientRequest> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{
            port: terminal.port,
            host: '127.0.0.1',
            path,
            agent: false,
            method: body === undefined ? 'GET' : 'POST',
          },
          headers: { token: terminal.admin.token ?? '', 'content-type': 'application/json' },
        },
        (incoming) => {
          incoming.pause().on('error', () => undefined);
          if (incoming.statusCode === 200) resolve(outgoing);
          else reject(new Error(`status ${incoming.statusCode}`));
        },
      );
      outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  const open: ClientRequest[] = [];
  beforeAll(async () => {
    await terminal.daemon.stop();
    writeRecords(
      terminal.daemon.state,
      seedRecords({ count: 80_000, users: 9, from: Date.UTC(2026, 5, 1), every: 1000 }),
    );
    await terminal.daemon.begin();
    await terminal.resume();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.destroy();
    await until('nothing to be made', async () => !(await terminal.admin.call('backupState', {})).making);
  });

  test('while one is made, another is not, and none is sent', async () => {
    await freshen(terminal.admin);
    const { file } = await download(terminal.admin);
    open.push(await held('/goform/DownloadBackup', { passphrase }));
    expect(await terminal.admin.call('backupState', {})).toMatchObject({ making: true, done: 100 });
    await terminal.admin.refuse('DownloadBackup', { passphrase }, 'backup_running');
    const reply = await sendPiece(terminal.admin, file.subarray(0, 1000), { offset: 0, total: file.length, name: 'x' });
    expect(reply.envelope.retvalue).toBe(errorNamed('backup_running').code);
    // The copy of the database has no name, so nobody else finds it.
    expect(leftovers(terminal)).toEqual([]);
  });

  test('it takes one of the places for files', async () => {
    await freshen(terminal.admin);
    for (let n = 0; n < 3; n++) open.push(await held('/goform/DownloadRecordForm?all=true'));
    await terminal.admin.refuse('DownloadBackup', { passphrase }, 'downloads_of_person');
  });
});

test('a database that is not as this firmware makes it comes into no backup, and the log says what is wrong with it', async () => {
  for (const [change, cause] of [
    ['CREATE TRIGGER evil AFTER INSERT ON audit BEGIN UPDATE account SET must_change = 1; END', 'foreign trigger evil'],
    ['CREATE VIEW evil AS SELECT * FROM user', 'foreign view evil'],
    ['CREATE TABLE evil (a)', 'foreign table evil'],
    ['DROP INDEX record_time', 'missing index record_time'],
  ] as const) {
    const crafted = await Terminal.start();
    try {
      changeDatabase(crafted.daemon, change);
      await freshen(crafted.admin);
      const reply = await crafted.admin.attempt('DownloadBackup', { passphrase });
      expect([reply.file, reply.status], change).toEqual([undefined, 500]);
      expect(reply.text).not.toContain('evil');
      /* It ends to be repaired at the next start. */
      const { code } = await crafted.daemon.stopWith('SIGCONT');
      expect([code, crafted.daemon.logText]).toEqual([9, expect.stringContaining(cause)]);
    } finally {
      await crafted.stop();
    }
  }
});
