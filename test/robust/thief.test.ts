// The thief of the flash: what the state folder holds in clear, and what of people who were deleted.

import { encode } from 'jpeg-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../harness/database.ts';
import { filesBelow } from '../harness/files.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

const pin = '839205';
const adminPin = '837261';
const wrongPin = '271828';
const menuPassword = '739184';

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7070, username: 'Zanzibarina', cardno: '2882343476', password: pin });
  await terminal.add({ userid: 20, level: 4, password: adminPin });
  await terminal.admin.call('GetMachineParam', { keypadPassword: menuPassword });
});
afterAll(() => terminal.stop());

const octets = (number: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(number);
  return four;
};

/** Files of the state folder that have one of these, and which. The key is there: what is sealed is found sealed. */
function found(needles: Readonly<Record<string, Buffer>>): string[] {
  return filesBelow(terminal.daemon.state).flatMap(({ name, octets: content }) => {
    const has = Object.entries(needles).filter(([, needle]) => content.includes(needle));
    return has.map(([what]) => `${what} in ${name}`);
  });
}

const status = () => terminal.admin.call('getOnlineEnrollStatus', {});
const stepIs = (wanted: string) => until(wanted, async () => (await status()).step === wanted);

async function enrolFinger(): Promise<void> {
  await until('the modules', async () => {
    const { modules } = await terminal.admin.call('credentials', { userid: 7070 });
    return modules.every((one) => !one.fitted || !one.online || one.whole);
  });
  await terminal.admin.call('regfp', { userid: 7070, finger: 1 });
  for (let press = 0; press < 3; press++) {
    await stepIs('present');
    await terminal.bench.act({ do: 'finger', seed: 71, instantly: true, lift: true });
    await until('a press', async () => (await status()).presses > press || (await status()).step === 'done');
  }
  await stepIs('done');
}

async function upload(): Promise<void> {
  const picture = encode({ width: 480, height: 640, data: Buffer.alloc(480 * 640 * 4, 120) }, 80).data;
  const reply = await terminal.admin.attempt(
    'uploadPhoto',
    { userid: 7070 },
    { body: picture, headers: { 'content-type': 'image/jpeg' } },
  );
  expect(reply.status).toBe(200);
}

/** Bytes of the one row of a table, as they are sealed. */
function sealed(column: string, table: string): Buffer {
  const value = queryDatabase(terminal.daemon, `SELECT ${column} AS sealed FROM ${table}`)[0]?.['sealed'];
  if (!(value instanceof Uint8Array)) throw new Error(`nothing in ${table}`);
  return Buffer.from(value.subarray(64, 128));
}

test('no code, password, initial card or picture is in the files in clear', async () => {
  await enrolFinger();
  await upload();
  await terminal.admin.call('InitAdminCard', {});
  await terminal.bench.act({ do: 'card', number: '3735928559' });
  await stepIs('done');
  const seen = terminal.bench.accesses.length;
  for (const digits of [pin, wrongPin]) await terminal.bench.act({ do: 'pin', digits });
  await until('the door', () => terminal.bench.accesses.length === seen + 2);
  const needles = {
    pin: Buffer.from(pin),
    'code of an administrator': Buffer.from(adminPin),
    'wrong code': Buffer.from(wrongPin),
    'password of the menu': Buffer.from(menuPassword),
    'initial card': octets(3735928559),
    'its digits': Buffer.from('3735928559'),
    /* Long enough that what is sealed does not have it by chance. */
    picture: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
    'name of its format': Buffer.from('JFIF'),
  };
  expect(found(needles)).toEqual([]);
  await terminal.restart();
  expect(found(needles)).toEqual([]);
});

const copies = () => terminal.daemon.log.filter((line) => line.includes('event="last good copy made"')).length;

/** Moves the clock on until another copy was made, at most so many minutes. */
async function copyWithin(minutes: number): Promise<void> {
  const before = copies();
  for (let minute = 0; minute < minutes && copies() === before; minute++) {
    await terminal.bench.advance(60_000);
    await terminal.admin.attempt('alarms', {}); // the loop has looked
  }
  await until('a copy', () => copies() > before);
}

test('finger and photo of who was deleted are in no file any more within the hour, sealed or not', async () => {
  await copyWithin(10); // the first one after a start
  await upload();
  const needles = { finger: sealed('template', 'user_credential'), photo: sealed('picture', 'user_photo') };
  expect(found(needles)).toEqual(expect.arrayContaining(['finger in postern.db.good', 'photo in postern.db-wal']));
  await terminal.admin.call('deleteuser', { userid: 7070 });
  await copyWithin(61);
  expect(found(needles)).toEqual([]);
});
