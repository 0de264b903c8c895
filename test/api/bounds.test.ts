// Clients that are slow, silent, half gone or too many: bounded in time and memory. Time is moved by the bench clock.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isSanitized } from '../harness/paths.ts';
import { RawConnection } from '../harness/raw.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const cap = 1024;
const second = 1000;

let terminal: Terminal;
let token: string;

beforeAll(async () => {
  terminal = await Terminal.start();
  token = terminal.admin.token ?? '';
});
afterAll(() => terminal.stop());

const open: RawConnection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  expect((await terminal.client().attempt('chklogin', { username: 'admin', password: adminPassword })).status).toBe(
    200,
  );
});

async function connection(): Promise<RawConnection> {
  const made = await RawConnection.open(terminal.port);
  open.push(made);
  return made;
}

/** Moves the clock in steps, as a real one goes by, until the peer has closed; gives the simulated time it took. */
async function closedAfter(raw: RawConnection, boundMs: number, stepMs = second): Promise<number> {
  for (let spent = 0; spent <= boundMs; spent += stepMs) {
    // A closed connection shows within a tick of the loop; waiting for one reply on another connection is at least that.
    await terminal
      .client()
      .attempt('SetInfoParam', {})
      .catch(() => undefined);
    if (raw.closed) return spent;
    await terminal.bench.advance(stepMs);
  }
  return until('the connection to be closed', () => raw.closed && boundMs, 5_000);
}

const head = (): string =>
  `POST /goform/checkPower HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ntoken: ${token}\r\n`;

describe('a slow client', () => {
  test('that never ends its head is dropped after 10 s, however it drips', async () => {
    const raw = await connection();
    await raw.send('GET / HTTP/1.1\r\nHost: t\r\n');
    for (let spent = 0; spent < 9; spent++) {
      await raw.send(`X-${spent}: y\r\n`);
      await terminal.bench.advance(second);
    }
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 10 * second);
    if (raw.pending.length > 0) expect((await raw.reply()).status).toBe(408);
  });

  test('that never ends its body is dropped after 20 s, however it drips', async () => {
    const raw = await connection();
    await raw.send(`${head()}Content-Length: 500\r\n\r\n{`);
    for (let spent = 0; spent < 19; spent++) {
      await raw.send(' ');
      await terminal.bench.advance(second);
    }
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 15 * second);
  });

  test('that drips chunks is dropped too', async () => {
    const raw = await connection();
    await raw.send(`${head()}Transfer-Encoding: chunked\r\n\r\n`);
    for (let spent = 0; spent < 19; spent++) {
      await raw.send('1\r\n \r\n');
      await terminal.bench.advance(second);
    }
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 15 * second);
  });

  test('that says nothing is dropped after a minute', async () => {
    const raw = await connection();
    const took = await closedAfter(raw, 70 * second, 5 * second);
    expect(took).toBeGreaterThanOrEqual(55 * second);
  });

  test('that keeps a connection open between requests is dropped after a minute', async () => {
    const raw = await connection();
    await raw.send('GET / HTTP/1.1\r\nHost: t\r\n\r\n');
    await raw.reply();
    await closedAfter(raw, 70 * second, 5 * second);
  });

  test('that does not take its reply is dropped', async () => {
    const raw = await connection();
    raw.pauseReading();
    // Far more pages than the kernel's buffers hold, asked for without reading any.
    const request = `GET / HTTP/1.1\r\nHost: t\r\n\r\n`;
    for (let sent = 0; sent < 40 && !raw.closed; sent++) await Promise.race([raw.send(request.repeat(50)), nextTurn()]);
    const before = openSockets();
    for (let spent = 0; spent < 120 && openSockets() >= before; spent++) {
      await terminal.bench.advance(5 * second);
      await terminal.client().attempt('chklogin', { username: '', password: '' });
    }
    expect(openSockets()).toBeLessThan(before);
  });
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Descriptors of the daemon that are TCP connections of its port, from the kernel's table. */
function openSockets(): number {
  const port = terminal.port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` 0100007F:${port} `) && / 0[18] /.test(line.slice(0, 40))).length;
}

describe('a client that half closes', () => {
  test('after its request gets the reply', async () => {
    const raw = await connection();
    await raw.send(`${head()}Content-Length: 16\r\n\r\n{"group":"user"}`);
    raw.halfClose();
    expect((await raw.reply('POST')).status).toBe(200);
    await raw.untilClosed();
  });

  test('within its head or body is dropped at once', async () => {
    for (const part of ['GET / HT', `${head()}Content-Length: 16\r\n\r\n{"gro`]) {
      const raw = await connection();
      await raw.send(part);
      raw.halfClose();
      await raw.untilClosed();
    }
  });
});

describe('a client that goes away', () => {
  test('while a worker works for it harms nobody', async () => {
    for (let count = 0; count < 20; count++) {
      const raw = await RawConnection.open(terminal.port);
      const body = JSON.stringify({ userid: 7000 + count });
      await raw.send(
        `POST /goform/adduser HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ntoken: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      raw.close();
    }
    await until(
      'its last request to be over',
      async () => (await terminal.admin.attempt('SetInfoParam', {})).status === 200,
    );
  });
});

describe('too many connections', () => {
  test(`beyond ${cap} the one that was idle longest goes, and memory stays bounded`, async () => {
    await terminal.admin.signIn('admin', adminPassword);
    const before = residentKb();
    const first = await connection();
    await terminal.bench.advance(second);
    for (let count = 0; count < cap + 100; count++) await connection();
    await first.untilClosed();
    const newest = open.at(-1);
    if (newest === undefined) throw new Error('no connection');
    await newest.send('GET / HTTP/1.1\r\nHost: t\r\n\r\n');
    expect((await newest.reply()).status).toBe(200);
    expect(residentKb() - before).toBeLessThan(32 * 1024 * memoryScale);
  });

  test('requests of them that stand half-sent take no more than their bound', async () => {
    const before = residentKb();
    for (let count = 0; count < 500; count++) {
      const raw = await connection();
      await raw.send(`GET / HTTP/1.1\r\nHost: t\r\nX: ${'x'.repeat(7000)}\r\n`);
    }
    await terminal.admin.attempt('SetInfoParam', {});
    expect(residentKb() - before).toBeLessThan(64 * 1024 * memoryScale);
  });
});

/** A sanitizer's shadow and quarantine weigh more; the bound is the plain build's. */
const memoryScale = isSanitized() ? 20 : 1;

function residentKb(): number {
  const status = readFileSync(`/proc/${terminal.daemon.pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]);
}
