// Photos of lines of the log: taken at the door, known when they are there, kept sealed, gone with their lines.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
let serial = '';
beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '1234301' });
  await terminal.add({ userid: 20, level: 4, password: goodPassword(20) });
  await terminal.add({ userid: 21, level: 1, password: goodPassword(21) });
  serial = (await terminal.admin.call('SetInfoParam', {})).Serial;
});
afterAll(() => terminal.stop());

const folder = () => join(terminal.daemon.state, 'photos');
const lines = async () => (await terminal.admin.call('searchrecord', { limit: 100 })).records;
/* The clock of the simulator begins again with it, so that the newest line need not be that of the latest time. */
const lastSeq = async () => Math.max(0, ...(await lines()).map(({ seq }) => seq));

/** Shows a card, and gives the line that it leaves. */
async function shown(number: string): Promise<number> {
  const before = await lastSeq();
  await terminal.bench.advance(60_000); // a second punch within it is none
  await terminal.bench.act({ do: 'card', number });
  return until('the line of the card', async () => {
    const last = await lastSeq();
    return last > before && last;
  });
}

const lineOf = async (seq: number) => (await lines()).find((line) => line.seq === seq);
const hasPhoto = async (seq: number) => (await lineOf(seq))?.photo === true;
const photographed = async (number: string): Promise<number> => {
  const seq = await shown(number);
  await until('its photo', () => hasPhoto(seq));
  return seq;
};
const photoOf = async (client: Client, seq: number) => client.attempt('recordPhoto', { seq });

describe('recordPhoto', () => {
  test('who is let in and who is refused is photographed, a JPEG of one size', async () => {
    for (const card of ['1234301', '999']) {
      const seq = await photographed(card);
      const reply = await photoOf(terminal.admin, seq);
      expect(reply.envelope, card).toMatchObject({ retvalue: 0 });
      expect(reply.headers['cache-control']).toBe('no-store');
      const { width, height } = decode(reply.file ?? Buffer.alloc(0));
      expect([width, height]).toEqual([480, 640]);
    }
  });

  test('it shows what the camera saw then', async () => {
    const data = Buffer.alloc(480 * 640 * 4, 255);
    for (let at = 0; at < 480 * 640; at++) data.set([200, 30, 30], at * 4);
    const path = join(terminal.daemon.state, 'seen.jpg');
    writeFileSync(path, encode({ width: 480, height: 640, data }, 80).data);
    await terminal.bench.act({ do: 'camera', path });
    const seq = await photographed('1234301');
    await terminal.bench.act({ do: 'camera', path: null });
    const { file } = await photoOf(terminal.admin, seq);
    const seen = decode(file ?? Buffer.alloc(0));
    expect(seen.data[0]).toBeGreaterThan(150);
    expect(seen.data[1]).toBeLessThan(80);
  });

  test('a line without one, and a number without a line, answer the same', async () => {
    await terminal.bench.fault('camera', 'offline', true);
    const without = await shown('1234301');
    await terminal.bench.advance(2000); // however late the worker comes: it is too late for a photo
    await terminal.bench.fault('camera', 'offline', false);
    await photographed('1234301'); // the worker has been there
    expect(await hasPhoto(without)).toBe(false);
    await terminal.admin.refuse('recordPhoto', { seq: without }, 'gone', 'seq');
    await terminal.admin.refuse('recordPhoto', { seq: 9_007_199_254_740_991 }, 'gone', 'seq');
  });

  test.each(['offline', 'slow', 'garbage'])('a camera that is %s delays nobody', async (kind) => {
    await terminal.bench.fault('camera', kind, true);
    const seq = await shown('1234301');
    expect(await lineOf(seq)).toMatchObject({ result: 'granted', photo: false });
    await terminal.bench.advance(2000);
    await terminal.bench.fault('camera', kind, false);
    await photographed('1234301');
    expect(await hasPhoto(seq)).toBe(false);
  });

  test('takes the right to read the log, and leaves no row in the audit log', async () => {
    const seq = await photographed('1234301');
    const before = auditRows(terminal.daemon).length;
    const reader = await terminal.signedIn('20', goodPassword(20));
    expect((await photoOf(reader, seq)).status).toBe(200);
    const stranger = await terminal.signedIn('21', goodPassword(21));
    await stranger.refuse('recordPhoto', { seq }, 'forbidden');
    await terminal.client().refuse('recordPhoto', { seq }, 'token_failed');
    expect(auditRows(terminal.daemon).filter(({ call }) => call === 'recordPhoto')).toEqual([]);
    expect(auditRows(terminal.daemon).length).toBeLessThanOrEqual(before + 2); // both signed in
  });

  test('is sealed at rest, and another file under its name is not given', async () => {
    const one = await photographed('1234301');
    const other = await photographed('999');
    const { file } = await photoOf(terminal.admin, one);
    const names = readdirSync(folder());
    const octets = Buffer.concat(names.map((name) => readFileSync(join(folder(), name))));
    expect(octets.includes((file ?? Buffer.alloc(0)).subarray(0, 16))).toBe(false);
    expect(names).toContain(`${one}`);
    writeFileSync(join(folder(), `${one}`), readFileSync(join(folder(), `${other}x`)));
    await terminal.admin.refuse('recordPhoto', { seq: one }, 'gone', 'seq');
    expect(await hasPhoto(one)).toBe(false);
    expect(await hasPhoto(other)).toBe(true);
  });

  test('is there after a power cut, and what has no line is not', async () => {
    const seq = await photographed('1234301');
    await terminal.daemon.kill();
    writeFileSync(join(folder(), 'new'), 'half of one');
    writeFileSync(join(folder(), `${seq + 1}`), readFileSync(join(folder(), `${seq}`)));
    await terminal.daemon.begin();
    await terminal.resume();
    expect(readdirSync(folder())).toEqual(expect.arrayContaining([`${seq}`]));
    expect(readdirSync(folder())).not.toEqual(expect.arrayContaining(['new']));
    expect(readdirSync(folder())).not.toEqual(expect.arrayContaining([`${seq + 1}`]));
    expect((await photoOf(terminal.admin, seq)).status).toBe(200);
  });

  test('the storage says what they take, and they go when the log is deleted', async () => {
    const seq = await photographed('1234301');
    const taken = async () =>
      (await terminal.admin.call('SetInfoParam', {})).storageUses.find(({ part }) => part === 'photos')?.octets;
    expect(await taken()).toBeGreaterThanOrEqual(4096 * readdirSync(folder()).length);
    await terminal.daemon.restartsBy(() =>
      terminal.admin.call('InitMachine', { records: true, serial: serial.slice(-4) }),
    );
    await terminal.resume();
    expect(readdirSync(folder())).toEqual([]);
    expect(await taken()).toBe(0);
    await terminal.admin.refuse('recordPhoto', { seq }, 'gone', 'seq');
  });
});
