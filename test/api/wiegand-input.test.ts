// What is wired to the Wiegand input: cards of other formats, and a keypad.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

/* 37 bits: parity, facility code 1234 in 16 bits, 345678 in 19, parity; and the same card of facility 1235. */
const card37 = '0000001001101001010101000110010011101';
const other37 = '1000001001101001110101000110010011101';
const site = 'E0000010011010010NNNNNNNNNNNNNNNNNNNO';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '345678', password: '2468' });
});
afterAll(() => terminal.stop());

const send = (bits: string) => terminal.bench.act({ do: 'door', wiegand: bits });

/** Sends a frame, and gives what became of it. */
async function shown(bits: string) {
  const { accesses } = terminal.bench;
  const before = accesses.length;
  await send(bits);
  return until('the outcome', () => accesses[before]);
}

async function newest() {
  const { records } = await terminal.admin.call('searchrecord', { all: true, limit: 1 });
  return records[0];
}

describe('a frame that no format fits', () => {
  test('is a line with its bits, and lets in nobody', async () => {
    expect(await shown(card37)).toMatchObject({ granted: false });
    await until('the line', async () => (await newest())?.detail === `frame:${card37}`);
    expect(await newest()).toMatchObject({ kind: 'access', result: 'refused', reason: 'unknown', userid: 0 });
  });

  test('of a usual length with a wrong parity too', async () => {
    const damaged = '01101010000011011100000010';
    expect(await shown(damaged)).toMatchObject({ granted: false });
    await until('the line', async () => (await newest())?.detail === `frame:${damaged}`);
  });
});

describe('a format of the settings', () => {
  test('has a name and letters that fit', async () => {
    const { admin } = terminal;
    await admin.refuse('GetAccessControl', { wiegandIn1: site }, 'out_of_range', 'wiegandInName1');
    for (const wrong of ['N'.repeat(23), 'N'.repeat(67), 'X'.repeat(24), `${'N'.repeat(23)}n`, `NE${'N'.repeat(23)}`])
      expect((await admin.attempt('GetAccessControl', { wiegandInName1: 'Site', wiegandIn1: wrong })).status).toBe(400);
    expect(await admin.call('SetAccessControl', {})).toMatchObject({ wiegandIn1: '', wiegandInName1: '' });
  });

  test('reads the same card as its number, and none of another site', async () => {
    await terminal.admin.call('GetAccessControl', {
      wiegandInName1: 'Site',
      wiegandIn1: site,
      cardByteOrder: 'little',
    });
    expect(await shown(card37)).toMatchObject({ granted: true, user: { userid: 7 } });
    expect(await shown(other37)).toMatchObject({ granted: false });
    await until('the line', async () => (await newest())?.detail === `frame:${other37}`);
    await terminal.admin.call('GetAccessControl', { cardByteOrder: 'big' });
  });

  test('is there after a start', async () => {
    await terminal.restart();
    expect(await shown(card37)).toMatchObject({ granted: true, user: { userid: 7 } });
  });
});

describe('a keypad on the line', () => {
  const bits4 = (key: number) => key.toString(2).padStart(4, '0');
  const bits8 = (key: number) => bits4(15 - key) + bits4(key);
  const CLEAR = 10;
  const ENTER = 11;

  test.each([
    ['4', bits4],
    ['8', bits8],
  ])('types a code in frames of %s bits', async (_, bits) => {
    const { accesses } = terminal.bench;
    const before = accesses.length;
    const { badFrames } = await terminal.admin.call('doorState', {});
    for (const key of [1, 3, CLEAR, 2, 4, 6, 8]) await send(bits(key));
    expect(accesses.length).toBe(before);
    await send(bits(ENTER));
    expect(await until('the outcome', () => accesses[before])).toMatchObject({ granted: true, user: { userid: 7 } });
    expect((await terminal.admin.call('doorState', {})).badFrames).toBe(badFrames);
  });

  test('begins again when the next key takes long, and leaves no line by itself', async () => {
    const { accesses } = terminal.bench;
    const before = accesses.length;
    const seq = (await newest())?.seq;
    for (const key of [9, 9]) await send(bits4(key));
    await terminal.bench.advance(10_000);
    expect((await newest())?.seq).toBe(seq);
    for (const key of [2, 4, 6, 8, ENTER]) await send(bits4(key));
    expect(await until('the outcome', () => accesses[before])).toMatchObject({ granted: true, user: { userid: 7 } });
  });
});
