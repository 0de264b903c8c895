// Photos of users: taken, made again, kept sealed, given back, gone with their user.

import { readFileSync } from 'node:fs';
import { decode, encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { filesBelow } from '../harness/files.ts';
import { rootPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start();
  for (const userid of [7, 8, 9]) await terminal.add({ userid, username: `User ${userid}` });
  await terminal.add({ userid: 20, level: 8, password: goodPassword(20) });
});
afterAll(() => terminal.stop());

/** Red on the left, green on the right; each as wide as high. */
function dots(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) data.set(at % width < width / 2 ? [220, 20, 20] : [20, 200, 20], at * 4);
  return data;
}
const jpegOf = (width: number, height: number): Buffer => encode({ width, height, data: dots(width, height) }, 80).data;
function pngOf(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data = dots(width, height);
  return PNG.sync.write(png);
}

/** A file of the fuzzer's corpus: Node makes no WebP and no CMYK. All are 60 by 80 dots, red on the left and green on the right. */
const corpus = (name: string): Buffer => readFileSync(rootPath(`test/fuzz/corpus/picture/${name}`));

/** Longer than a connection keeps. */
function large(): Buffer {
  const jpeg = jpegOf(600, 800);
  const filler = Buffer.alloc(60_000, 65);
  filler.writeUInt16BE(0xfffe, 0);
  filler.writeUInt16BE(filler.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(30).fill(filler), jpeg.subarray(2)]);
}

/** Behind the start of a JPEG: turned by a quarter, and words that must not stay. */
const exif = Buffer.concat([
  Buffer.from([0xff, 0xe1, 0, 42]),
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0at home!', 'latin1'),
]);
const withExif = (jpeg: Buffer): Buffer => Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);

const upload = (client: Client, userid: number, body: Buffer, type = 'image/jpeg') =>
  client.attempt('uploadPhoto', { userid }, { body, headers: { 'content-type': type } });

async function photoOf(userid: number) {
  const reply = await terminal.admin.attempt('userPhoto', { userid });
  return { ...reply, file: reply.file ?? Buffer.alloc(0) };
}

const redAndGreen = ({ width, data }: { width: number; data: Uint8Array }, x: number, y: number): string =>
  (data[(y * width + x) * 4] ?? 0) > (data[(y * width + x) * 4 + 1] ?? 0) ? 'red' : 'green';

test('a picture becomes a portrait of one size, and nothing else of its file stays', async () => {
  for (const [picture, type] of [
    [jpegOf(1000, 700), 'image/jpeg'],
    [pngOf(300, 900), 'image/png'],
    [large(), 'image/jpeg'],
    [jpegOf(480, 640).subarray(0, -2), 'image/jpeg'], // without its end marker
    [corpus('webp-lossy'), 'image/webp'],
    [corpus('webp-lossless'), 'image/webp'],
  ] as const) {
    expect((await upload(terminal.admin, 7, picture, type)).envelope).toMatchObject({ retvalue: 0 });
    const { file } = await photoOf(7);
    const seen = decode(file);
    expect([seen.width, seen.height]).toEqual([480, 640]);
    expect([redAndGreen(seen, 20, 320), redAndGreen(seen, 460, 320)]).toEqual(['red', 'green']);
    expect(file.length).toBeLessThanOrEqual(64_000);
  }
  expect((await upload(terminal.admin, 7, withExif(jpegOf(1000, 700)))).envelope.retvalue).toBe(0);
  const { file } = await photoOf(7);
  const turned = decode(file);
  expect([redAndGreen(turned, 240, 20), redAndGreen(turned, 240, 620)]).toEqual(['red', 'green']);
  expect(file.includes('at home!')).toBe(false);
});

test('who is let in sees it on the display, small, and nobody else sees anybody', async () => {
  await terminal.add({ userid: 31, username: 'Seen', cardno: '31000001' });
  await terminal.add({ userid: 32, username: 'Unseen', cardno: '32000001' });
  await terminal.add({ userid: 33, username: 'Refused', cardno: '33000001', group: 0 });
  for (const userid of [31, 33]) await upload(terminal.admin, userid, jpegOf(1000, 700));
  for (const number of ['33000001', '32000001', '31000001']) await terminal.bench.act({ do: 'card', number });
  const photo = await until('the photo', () => terminal.bench.photos[0]);
  expect(photo.userid).toBe(31);
  const seen = decode(Buffer.from(photo.jpeg, 'base64url'));
  expect([seen.width, seen.height]).toEqual([120, 160]);
  expect([redAndGreen(seen, 10, 80), redAndGreen(seen, 110, 80)]).toEqual(['red', 'green']);
  const [refused, , granted] = terminal.bench.accesses.slice(-3);
  expect(refused).toMatchObject({ granted: false, word: 'noAccess', user: { name: '' } });
  expect(granted).toMatchObject({ granted: true, word: 'welcome', user: { name: 'Seen' } });
  expect(terminal.bench.photos.length).toBe(1);
});

test('what is no picture, or too large a one, is refused, and the photo stays', async () => {
  await upload(terminal.admin, 7, jpegOf(480, 640));
  const before = (await photoOf(7)).file;
  const whole = jpegOf(480, 640);
  for (const [body, type] of [
    [Buffer.from('GIF89a'), 'image/jpeg'],
    [corpus('webp-lossy').subarray(0, 20), 'image/webp'],
    [Buffer.from('{}'), 'application/json'],
    [whole, 'image/gif'],
  ] as const) {
    expect((await upload(terminal.admin, 7, body, type)).envelope.retvalue).toBe(10102);
  }
  for (const [body, code] of [
    [whole.subarray(0, whole.length / 2), 'picture_cut'],
    [corpus('webp-lossy').subarray(0, -20), 'picture_cut'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'picture_kind'],
  ] as const) {
    expect((await upload(terminal.admin, 7, body)).envelope.retvalue).toBe(errorNamed(code).code);
  }
  const bomb = pngOf(8, 8);
  bomb.writeUInt32BE(8000, 16);
  bomb.writeUInt32BE(5001, 20);
  expect((await upload(terminal.admin, 7, bomb, 'image/png')).envelope.retvalue).toBe(10101);
  expect((await upload(terminal.admin, 7, Buffer.alloc(2 * 1024 * 1024 + 1))).envelope.retvalue).toBe(10101);
  expect((await upload(terminal.admin, 7, Buffer.alloc(2 * 1024 * 1024))).envelope.retvalue).toBe(10102);
  expect((await photoOf(7)).file.equals(before)).toBe(true);
});

test('the list and the user say whether there is one', async () => {
  await terminal.add({ userid: 30 });
  const enrolled = async () => [
    (await terminal.admin.call('GetUserInfo', { userid: 30 })).user.enrolled,
    (await terminal.admin.call('userlist', { search: '30' })).users[0]?.enrolled,
  ];
  expect(await enrolled()).toEqual([0, 0]);
  await upload(terminal.admin, 30, jpegOf(48, 64));
  expect(await enrolled()).toEqual([1 << 13, 1 << 13]);
  await terminal.admin.call('delPhoto', { userid: 30 });
  expect(await enrolled()).toEqual([0, 0]);
});

test('whose photo it is decides who may change it', async () => {
  const admin = await terminal.signedIn('20', goodPassword(20));
  await terminal.add({ userid: 21, level: 12, password: goodPassword(21) });
  for (const [userid, retvalue] of [
    [9, 0],
    [20, 0],
  ] as const) {
    expect((await upload(admin, userid, jpegOf(48, 64))).envelope.retvalue, String(userid)).toBe(retvalue);
  }
  expect((await upload(admin, 21, jpegOf(48, 64))).envelope).toMatchObject({ field: 'userid' });
  await admin.refuse('delPhoto', { userid: 21 }, 'above_level', 'userid');
  expect((await upload(terminal.admin, 99, jpegOf(48, 64))).envelope).toMatchObject({ field: 'userid' });
  await terminal.admin.refuse('userPhoto', { userid: 99 }, 'user_unknown', 'userid');
  await terminal.admin.refuse('delPhoto', { userid: 99 }, 'user_unknown', 'userid');
});

test('a deleted photo is gone, and the audit log has its size alone', async () => {
  await upload(terminal.admin, 8, jpegOf(480, 640));
  const { length } = (await photoOf(8)).file;
  await terminal.admin.call('delPhoto', { userid: 8 });
  await terminal.admin.refuse('userPhoto', { userid: 8 }, 'gone', 'userid');
  await terminal.admin.refuse('delPhoto', { userid: 8 }, 'gone', 'userid');
  const rows = auditRows(terminal.daemon).filter(({ call }) => /Photo/.test(call));
  expect(rows.at(-2)).toMatchObject({ call: 'uploadPhoto', object: 'user 8', after: { photo: length } });
  expect(rows.at(-1)).toMatchObject({ call: 'delPhoto', object: 'user 8', before: { photo: length } });
});

/** All bytes of the database and what lies beside it. */
function octetsOfState(): Buffer {
  return Buffer.concat(filesBelow(terminal.daemon.state).map(({ octets }) => octets));
}

test('at rest it is sealed, for its user alone, and it goes with the user', async () => {
  await upload(terminal.admin, 8, jpegOf(480, 640));
  const { file } = await photoOf(8);
  expect(octetsOfState().includes(file.subarray(0, 16))).toBe(false);
  const [row] = queryDatabase(terminal.daemon, 'SELECT picture FROM user_photo WHERE userid = ?', 8);
  const sealed = Buffer.from(row?.['picture'] as Uint8Array);
  expect(octetsOfState().includes(sealed.subarray(40, 72))).toBe(true);
  await terminal.admin.call('deleteuser', { userid: 8 });
  await terminal.admin.refuse('userPhoto', { userid: 8 }, 'user_unknown', 'userid');
  await terminal.restart();
  expect(octetsOfState().includes(sealed.subarray(40, 72))).toBe(false);
});
