// Guessing is slow: per account, per source and overall, through restarts, and it tells nobody who exists.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { cpuMs } from '../harness/work.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.bench.hold();
});
afterAll(() => terminal.stop());

const second = 1000;
/** Long enough for every count of all together to be forgotten, and every wait to be over. */
const calm = 40 * 60 * second;

/** Sits everything out; sessions end over it, so `admin` signs in again. */
async function calmDown(): Promise<void> {
  await terminal.bench.advance(calm);
  await terminal.admin.signIn('admin', adminPassword);
}

/** Tries and gives the seconds to wait, 0 when it was verified. */
async function tryOnce(client: Client, username: string, password = 'wrong!'): Promise<number> {
  const reply = await client.attempt('chklogin', { username, password });
  if (reply.envelope.retvalue === 40302) return 0;
  if (reply.envelope.retvalue !== 12004) throw new Error(`chklogin answered ${reply.text}`);
  expect(reply.status).toBe(429);
  const wait = Number(reply.headers['retry-after']);
  expect(Number.isInteger(wait) && wait >= 1).toBe(true);
  return wait;
}

/** The waits an account meets one after the other when each is sat out to the second. */
async function waits(client: Client, username: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < count) {
    const wait = await tryOnce(client, username);
    if (wait === 0) continue;
    seen.push(wait);
    await terminal.bench.advance(wait * second);
    expect(await tryOnce(client, username), 'the wait that was told is enough').toBe(0);
  }
  return seen;
}

/** The first waits of the series. */
const series = (count: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].slice(0, count);

describe('per account', () => {
  test('five are free, then the wait doubles from 1 s to 900 s', async () => {
    await terminal.add({ userid: 201, level: 4, password: goodPassword(1) });
    const client = terminal.client({ from: '127.0.1.1' });
    for (let free = 0; free < 5; free++) expect(await tryOnce(client, '201')).toBe(0);
    expect(await waits(client, '201', 12)).toEqual(series(12));
  });

  test('the right password waits too, and then takes the count away', async () => {
    const client = terminal.client({ from: '127.0.1.2' });
    const wait = await tryOnce(client, '201', goodPassword(1));
    expect(wait).toBeGreaterThan(1);
    await terminal.bench.advance(wait * second);
    await client.signIn('201', goodPassword(1));
    for (let free = 0; free < 5; free++) expect(await tryOnce(client, '201')).toBe(0);
    expect(await tryOnce(client, '201')).toBe(1);
  });

  test('one that waits does not hold up another', async () => {
    await calmDown();
    await terminal.client({ from: '127.0.1.3' }).signIn('admin', adminPassword);
  });

  test('trying while the wait runs does not make it longer', async () => {
    await calmDown();
    await terminal.add({ userid: 202, level: 4, password: goodPassword(2) });
    const client = terminal.client({ from: '127.0.1.4' });
    for (let free = 0; free < 7; free++) {
      const wait = await tryOnce(client, '202');
      if (wait > 0) await terminal.bench.advance(wait * second);
    }
    for (let free = 0; free < 5; free++) await tryOnce(client, '202');
    expect(await tryOnce(client, '202')).toBeLessThanOrEqual(4);
  });

  test('it survives a restart: the wait begins anew', async () => {
    await calmDown();
    await terminal.add({ userid: 203, level: 4, password: goodPassword(3) });
    const client = terminal.client({ from: '127.0.1.5' });
    for (let free = 0; free < 5; free++) await tryOnce(client, '203');
    expect(await waits(client, '203', 9)).toEqual(series(9));
    await terminal.restart();
    await terminal.bench.hold();
    /* Of these 512 s a restart takes some. */
    expect(await tryOnce(client, '203', goodPassword(3))).toBeGreaterThan(256);
  });

  test('and a power cut right after the answer', async () => {
    await terminal.add({ userid: 204, level: 4, password: goodPassword(4) });
    const client = terminal.client({ from: '127.0.1.6' });
    for (let free = 0; free < 5; free++) await tryOnce(client, '204');
    // Without the last of these tries the wait would be 256 seconds; a restart takes some of the 512.
    expect(await waits(client, '204', 9)).toEqual(series(9));
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    await terminal.bench.hold();
    expect(await tryOnce(client, '204')).toBeGreaterThan(256);
  });
});

describe('who exists', () => {
  test('an unknown name is throttled like a known one', async () => {
    await calmDown();
    const client = terminal.client({ from: '127.0.1.11' });
    for (let free = 0; free < 5; free++) expect(await tryOnce(client, '987654')).toBe(0);
    expect(await waits(client, '987654', 4)).toEqual(series(4));
  });

  test('unknown, no administrator and wrong password are one answer, byte by byte', async () => {
    await calmDown();
    await terminal.add({ userid: 211, password: goodPassword(5) });
    const client = terminal.client({ from: '127.0.1.12' });
    const answers = [];
    for (const username of ['admin', '987001', '211', 'somebody']) {
      const reply = await client.attempt('chklogin', { username, password: 'wrong!' });
      const { date: _, ...headers } = reply.headers;
      answers.push({ status: reply.status, headers, text: reply.text });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('and take the same time', async () => {
    // Interleaved, each name fresh so that no wait comes between. The daemon's own time, not that of the clock: other programs do
    // not lengthen it. What else the daemon does only ever adds to it: the shortest of each kind are compared.
    const times = new Map<string, number[]>([
      ['unknown', []],
      ['wrong', []],
      ['user', []],
    ]);
    for (let round = 0; round < 15; round++) {
      await calmDown();
      const client = terminal.client({ from: `127.0.2.${round + 1}` });
      for (const [kind, username] of [
        ['unknown', `98700${round}`],
        ['wrong', 'admin'],
        ['user', '211'],
      ] as const) {
        const before = cpuMs(terminal.daemon.pid);
        expect(await tryOnce(client, username)).toBe(0);
        times.get(kind)?.push(cpuMs(terminal.daemon.pid) - before);
      }
      await terminal.signedIn('admin', adminPassword, { from: `127.0.2.${round + 1}` });
    }
    const shortest = [...times.values()].map((values) => Math.min(...values));
    const [least, most] = [Math.min(...shortest), Math.max(...shortest)];
    // A missing hash would make one of them some 30 ms shorter than the others, nine tenths of it.
    expect(least, `shortest ${shortest.map((value) => value.toFixed(1)).join(', ')} ms`).toBeGreaterThan(most * 0.3);
  });
});

describe('per source', () => {
  test('twenty are free over any accounts, then it waits', async () => {
    await calmDown();
    const client = terminal.client({ from: '127.0.1.21' });
    for (let free = 0; free < 20; free++) expect(await tryOnce(client, `97${free}`), `try ${free + 1}`).toBe(0);
    expect(await tryOnce(client, '9799')).toBe(1);
    await terminal.client({ from: '127.0.1.22' }).signIn('admin', adminPassword);
  });

  test('a success takes the count of the source away', async () => {
    const client = terminal.client({ from: '127.0.1.21' });
    await terminal.bench.advance(5 * second);
    await client.signIn('admin', adminPassword);
    for (let free = 0; free < 5; free++) expect(await tryOnce(client, `96${free}`)).toBe(0);
  });
});

describe('all together', () => {
  test('sixty from many sources are counted, then a source that had its share waits, at most 30 s', async () => {
    await calmDown();
    const busy = terminal.client({ from: '127.0.3.200' });
    for (let own = 0; own < 6; own++) expect(await tryOnce(busy, `94${own}`)).toBe(0);
    for (let other = 0; other < 56; other++) {
      expect(await tryOnce(terminal.client({ from: `127.0.3.${other + 1}` }), `95${other}`)).toBe(0);
    }
    expect(await tryOnce(busy, '949')).toBe(4); /* the third try above sixty */
  });

  test('and nobody who comes from elsewhere waits for them', async () => {
    await terminal.client({ from: '127.0.1.31' }).signIn('admin', adminPassword);
  });
});

describe('finding out codes through «Password Already Exists»', () => {
  const ask = { userid: 222, password: '4071' };

  test('who may sign in has a code that nobody can ask after', async () => {
    await calmDown();
    const operator = await terminal.administrator(231, 4, goodPassword(21));
    await terminal.add({ userid: 232, level: 15, password: goodPassword(22) });
    await terminal.add({ userid: 222 });
    await operator.call('edituser', { userid: 222, password: goodPassword(22) });
    await terminal.add({ userid: 233, level: 4, password: goodPassword(22) });
  });

  test('thirty codes an hour may be given, taken or not, and the answer names nobody', async () => {
    const operator = await terminal.signedIn('231', goodPassword(21));
    await terminal.add({ userid: 221, password: '4071' });
    for (let given = 1; given < 30; given++) {
      if (given % 2 === 0) await operator.call('edituser', { userid: 222, password: `5${100 + given}` });
      else expect((await operator.refuse('edituser', ask, 'password_exists', 'password')).text).not.toContain('221');
    }
    const reply = await operator.refuse('edituser', ask, 'throttled', 'password');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
    await operator.refuse('adduser', { userid: 234, password: '4998' }, 'throttled', 'password');
    await operator.call('edituser', { userid: 222, username: 'No code' });
    await terminal.admin.call('edituser', { userid: 222, password: '5999' });
  });
});
