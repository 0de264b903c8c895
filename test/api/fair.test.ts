// Nobody freezes the terminal for others: whose call is next when one account sends many heavy ones. Each test counts the heavy
// calls that were answered before another one's, so that it does not depend on how fast the machine is.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { largePng, mayChangeUsers, sendLineEnds, uploadPhoto } from '../harness/hostile.ts';
import { isSlow } from '../harness/patience.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { bytesRead } from '../harness/work.ts';

const many = 12;
/** Width and height are in pixels; under the thread sanitizer a quarter of the picture takes as long. */
const png = largePng(isSlow ? 2000 : 4000);

let terminal: Terminal;
let heavy: Client;
let other: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  await mayChangeUsers(terminal.admin);
  heavy = await terminal.administrator(1, 4, goodPassword(1));
  other = await terminal.administrator(2, 4, goodPassword(2));
  await terminal.add({ userid: 7, username: 'Ada' });
});
afterAll(() => terminal.stop());

/** Heavy calls of one account, all under way at once. */
class Flood {
  answered = 0;
  readonly statuses: number[] = [];
  readonly #all: Promise<unknown>;

  constructor(call: (client: Client) => Promise<{ status: number }>, count = many) {
    const one = async (): Promise<void> => {
      const { status } = await call(heavy);
      this.statuses.push(status);
      this.answered++;
    };
    this.#all = Promise.all(Array.from({ length: count }, one));
  }

  /** Once the first is answered the others are in the queue; how many are answered before `call` is. */
  async answeredBefore(call: () => Promise<unknown>): Promise<number> {
    await until('the first answer', () => this.answered > 0, { everyMs: 1 });
    const before = this.answered;
    await call();
    return this.answered - before;
  }

  end(): Promise<unknown> {
    return this.#all;
  }
}

const photos = (count = many): Flood => new Flood((client) => uploadPhoto(client, 7, png), count);

test('a heavy call of another account waits for two of the first at most', async () => {
  const flood = photos();
  const passed = await flood.answeredBefore(async () => {
    expect((await uploadPhoto(other, 7, png)).status).toBe(200);
  });
  expect(passed).toBeLessThanOrEqual(3);
  await flood.end();
  expect(new Set(flood.statuses)).toEqual(new Set([200]));
});

test('a sign-in waits for no heavy call', async () => {
  const flood = photos();
  const passed = await flood.answeredBefore(async () => {
    await terminal.signedIn('2', goodPassword(2));
  });
  expect(passed).toBeLessThanOrEqual(many / 2);
  await flood.end();
});

test('a command of the door, a log-out and keeping a network change wait for no heavy call', async () => {
  const flood = photos();
  const passed = await flood.answeredBefore(async () => {
    await terminal.admin.call('doorCommand', { command: 'lockDown' });
    await terminal.admin.refuse('keepNetwork', {}, 'confirm_unknown');
    const third = await terminal.signedIn('2', goodPassword(2));
    await third.call('logout', {});
  });
  expect(passed).toBeLessThanOrEqual(many / 2);
  await flood.end();
});

test('who sends more than there is room for loses the calls, and nobody else does', async () => {
  const flood = photos(2 * many);
  await until('a refusal', () => flood.statuses.includes(503));
  expect((await uploadPhoto(other, 7, png)).status).toBe(200);
  await flood.end();
  expect(flood.statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(many);
});

/** Bytes that the daemon reads for six looks at once at a table of so many line ends. */
async function bytesOfLooks(bytes: number): Promise<number> {
  await sendLineEnds(heavy, bytes);
  const before = bytesRead(terminal.daemon.pid);
  const replies = await Promise.all(Array.from({ length: 6 }, () => heavy.attempt('bulkLook', {})));
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  return bytesRead(terminal.daemon.pid) - before;
}

test('a look reads no more of a table of 20 MiB than of one of 4 MiB, which it reads to the end', async () => {
  const whole = await bytesOfLooks(4 * 1024 * 1024);
  expect(whole).toBeGreaterThanOrEqual(6 * 4 * 1024 * 1024);
  expect(await bytesOfLooks(20 * 1024 * 1024)).toBeLessThan(1.5 * whole);
});
