// A face out of a picture that was sent: what the module, with its engine, makes of it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CallReply, errorNamed } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { FaceEngine, facePictures } from '../harness/faces.ts';
import { rootPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
let engine: FaceEngine;

beforeAll(async () => {
  terminal = await Terminal.start();
  for (const userid of [7, 8]) await terminal.add({ userid, username: `User ${userid}` });
  await terminal.add({ userid: 20, level: 4, password: goodPassword(20) });
  await terminal.add({ userid: 21, level: 8, password: goodPassword(21) });
  engine = await FaceEngine.start(terminal);
  await until('the module like the store', async () => (await faceModule())?.whole === true, { everyMs: 20 });
});
afterAll(async () => {
  await engine.kill();
  await terminal.stop();
});

const of = (userid: number) => terminal.admin.call('credentials', { userid });
const faceModule = async () => (await of(7)).modules.find(({ factor }) => factor === 'face');
const faces = async (userid: number) => (await of(userid)).credentials.filter(({ factor }) => factor === 'face');

const send = async (client: Client, userid: number, body: Buffer, type = 'image/jpeg') =>
  (await client.attempt('enrolFace', { userid }, { body, headers: { 'content-type': type } })).envelope;

async function outcome(): Promise<CallReply<'getOnlineEnrollStatus'>> {
  return until(
    'the end of the enrolment',
    async () => {
      const now = await terminal.admin.call('getOnlineEnrollStatus', {});
      return (now.step === 'done' || now.step === 'failed') && now;
    },
    { everyMs: 50 },
  );
}

async function enrol(userid: number, picture: Buffer): Promise<CallReply<'getOnlineEnrollStatus'>> {
  expect((await send(terminal.admin, userid, picture)).retvalue).toBe(0);
  return outcome();
}

const section = readFileSync(rootPath('docs/rules.md'), 'utf8').split('## Faces from pictures')[1]?.split('\n## ')[0];

/** What docs/rules.md says of a picture. */
function example(picture: string): { step: string; note: string } {
  const row = section?.split('\n').find((line) => line.startsWith(`| ${picture} |`));
  const [, , step, note] = (row ?? '').split('|').map((cell) => cell.trim().replaceAll('`', ''));
  if (step === undefined || note === undefined) throw new Error(`docs/rules.md has no ${picture}`);
  return { step, note };
}

describe('a face from a picture', () => {
  test.each(['nobody', 'several', 'tiny'] as const)('%s in it: nothing is stored', async (picture) => {
    expect(await enrol(7, facePictures[picture]())).toMatchObject({ ...example(picture), picture: true });
    expect(await faces(7)).toEqual([]);
    expect(await faceModule()).toMatchObject({ count: 0 });
  });

  test('is stored, and recognised at the door', async () => {
    expect(await enrol(7, facePictures.ada())).toMatchObject({
      ...example('ada'),
      userid: 7,
      factor: 'face',
      picture: true,
      presses: 1,
      own: true,
    });
    expect(await faces(7)).toMatchObject([{ index: 0, duress: false }]);
    const seen = join(terminal.daemon.state, '..', 'seen.jpg');
    writeFileSync(seen, facePictures.adaAgain());
    await terminal.bench.act({ do: 'face', path: seen, lift: true });
    await until('the record', async () => {
      const { records } = await terminal.admin.call('searchrecord', { all: true, limit: 5 });
      return records.some(({ userid, factors }) => userid === 7 && factors.join() === 'face');
    });
    const [begun, stored] = auditRows(terminal.daemon)
      .filter(({ call }) => call === 'enrolFace')
      .slice(-2);
    expect(begun).toMatchObject({ object: 'user 7', after: { enrols: 'face', index: 0, picture: true } });
    expect(stored).toMatchObject({ object: 'user 7', after: { factor: 'face', index: 0 } });
  });

  test('that somebody has names who', async () => {
    expect(await enrol(8, facePictures.adaAgain())).toMatchObject({
      ...example('adaAgain, for somebody else'),
      duplicate: 7,
    });
    expect(await faces(8)).toEqual([]);
  });

  test('takes the place of the one before; of a bad one the one before stays', async () => {
    expect(await enrol(7, facePictures.nobody())).toMatchObject(example('nobody, then what was there'));
    await until('the module like the store', async () => (await faceModule())?.count === 1, { everyMs: 20 });
    expect(await faces(7)).toHaveLength(1);
    expect(await enrol(7, facePictures.grace())).toMatchObject(example('grace, in the place of ada'));
    expect(await enrol(8, facePictures.ada())).toMatchObject({ step: 'done' });
  });
});

describe('refused', () => {
  test('is what is no picture, or too large a one', async () => {
    expect((await send(terminal.admin, 7, Buffer.from('GIF89a'))).retvalue).toBe(10102);
    expect((await send(terminal.admin, 7, facePictures.nobody(), 'image/gif')).retvalue).toBe(10102);
    expect((await send(terminal.admin, 7, Buffer.alloc(2 * 1024 * 1024 + 1))).retvalue).toBe(10101);
  });

  test('is one of a kind that is not taken, or of which a large part is missing', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const ada = facePictures.ada();
    for (const [body, error] of [
      [heic, 'picture_kind'],
      [ada.subarray(0, ada.length / 2), 'picture_cut'],
    ] as const) {
      expect((await send(terminal.admin, 7, body)).retvalue).toBe(errorNamed(error).code);
    }
  });

  test('is who may not, as with an enrolment at the terminal', async () => {
    const admin = await terminal.signedIn('20', goodPassword(20));
    const picture = facePictures.nobody();
    expect(await send(admin, 99, picture)).toMatchObject({ field: 'userid' });
    expect(await send(admin, 21, picture)).toMatchObject({ field: 'userid' });
    await terminal.bench.act({ do: 'clock', advanceMs: 6 * 60_000 });
    expect((await send(admin, 20, picture)).retvalue).toBe(errorNamed('password_needed').code);
  });

  test('is a second one meanwhile', async () => {
    await terminal.admin.call('regfp', { userid: 8, factor: 'card' });
    expect((await send(terminal.admin, 7, facePictures.nobody())).retvalue).toBe(errorNamed('enrol_busy').code);
    await terminal.admin.call('enrolCancel', {});
  });

  test('is one that the module has no room for, or does not answer', async () => {
    await terminal.bench.fault('face', 'full', true);
    expect((await send(terminal.admin, 7, facePictures.nobody())).retvalue).toBe(errorNamed('module_full').code);
    await terminal.bench.fault('face', 'full', false);
    await terminal.bench.fault('face', 'offline', true);
    expect((await send(terminal.admin, 7, facePictures.nobody())).retvalue).toBe(errorNamed('device_offline').code);
    await terminal.bench.fault('face', 'offline', false);
  });

  test('is one where no module is fitted', async () => {
    const without = await Terminal.start({ args: ['--without', 'face'] });
    try {
      await without.add({ userid: 7 });
      expect((await send(without.admin, 7, facePictures.nobody())).retvalue).toBe(errorNamed('not_fitted').code);
    } finally {
      await without.stop();
    }
  });
});

test('killed in the middle, the engine takes the enrolment with it; what was there stays', async () => {
  const before = await faces(7);
  await until('the module like the store', async () => (await faceModule())?.whole === true, { everyMs: 20 });
  expect((await send(terminal.admin, 7, facePictures.several())).retvalue).toBe(0);
  await engine.kill();
  expect(await outcome()).toMatchObject({ step: 'failed', note: 'lost' });
  expect(await faces(7)).toEqual(before);
  engine = await FaceEngine.start(terminal);
  await until('the module like the store', async () => (await faceModule())?.whole === true, { everyMs: 20 });
  expect(await faceModule()).toMatchObject({ count: 2 });
});
