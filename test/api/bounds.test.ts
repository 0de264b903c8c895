// Clients that are slow, silent, half gone or too many: bounded in time and memory. Time is moved by the bench clock.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { holdWrites } from '../harness/database.ts';
import { isSanitized } from '../harness/paths.ts';
import { header, RawConnection } from '../harness/raw.ts';
import { connectionsOf } from '../harness/sockets.ts';
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

/** Waits for a reply of its own: what was sent before has been read by then, and the loop has looked at its time-outs. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await terminal.client().attempt('chklogin', { username: '', password: '' });
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
  return until('the connection to be closed', () => raw.closed && boundMs);
}

/**
 * Sends that many pieces, one a second of the clock. The terminal reads each before its second goes by: of a piece that
 * lay in the kernel meanwhile it knows no time. The time that the test itself takes counts too.
 */
async function drip(raw: RawConnection, pieces: number, piece: string): Promise<void> {
  for (let sent = 0; sent < pieces; sent++) {
    await raw.send(piece);
    await settle();
    await terminal.bench.advance(second);
  }
}

const head = (): string =>
  `POST /goform/checkPower HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ntoken: ${token}\r\n`;

describe('a slow client', () => {
  test('that never ends its head is dropped after 10 s, however it drips', async () => {
    const raw = await connection();
    await raw.send('GET / HTTP/1.1\r\nHost: t\r\n');
    await drip(raw, 8, 'X: y\r\n');
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 3 * second);
    expect((await raw.reply()).status).toBe(408);
  });

  test('that never ends its body is dropped after 20 s, however it drips', async () => {
    const raw = await connection();
    await raw.send(`${head()}Content-Length: 500\r\n\r\n{`);
    await drip(raw, 17, ' ');
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 3 * second);
    expect((await raw.reply('POST')).status).toBe(408);
  });

  test('that drips chunks is dropped too', async () => {
    const raw = await connection();
    await raw.send(`${head()}Transfer-Encoding: chunked\r\n\r\n`);
    await drip(raw, 17, '1\r\n \r\n');
    expect(raw.closed).toBe(false);
    await closedAfter(raw, 3 * second);
    expect((await raw.reply('POST')).status).toBe(408);
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
    const took = await closedAfter(raw, 70 * second, 5 * second);
    expect(took).toBeGreaterThanOrEqual(55 * second);
  });

  test('is not charged with time in which the terminal slept: a jump of the clock counts as five seconds', async () => {
    const idle = await connection();
    await idle.send('GET / HTTP/1.1\r\nHost: t\r\n\r\n');
    await idle.reply();
    const inHead = await connection();
    await inHead.send('GET /goform/none HTTP/1.1\r\n');
    const inBody = await connection();
    await inBody.send(`${head()}Content-Length: 16\r\n\r\n{"group"`);
    await settle();
    await terminal.bench.advance(90 * second);
    await settle();
    expect([idle, inHead, inBody].map((raw) => raw.closed)).toEqual([false, false, false]);
    await inHead.send('Host: t\r\n\r\n');
    expect((await inHead.reply()).status).toBe(404);
    await inBody.send(':"user"}');
    expect((await inBody.reply('POST')).status).toBe(200);
    await idle.send('GET /goform/none HTTP/1.1\r\nHost: t\r\n\r\n');
    expect((await idle.reply()).status).toBe(404);
    // Jumps add up: the second one of five seconds is too much for a head, the fourth for a body.
    const slow = await connection();
    await slow.send('GET / HTTP/1.1\r\n');
    await settle();
    await terminal.bench.advance(90 * second);
    await settle();
    expect(slow.closed).toBe(false);
    await terminal.bench.advance(90 * second);
    await slow.untilClosed();
  });

  test('that goes on sending behind its last reply is waited for two seconds', async () => {
    const raw = await connection();
    await raw.send('GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n');
    await raw.reply();
    await raw.untilClosed(); // the terminal's side; ours goes on
    const goOn = async (): Promise<boolean> => {
      await raw.send('x'.repeat(1000));
      await settle();
      return raw.error === undefined;
    };
    expect(await goOn()).toBe(true);
    await terminal.bench.advance(second);
    expect((await goOn()) && (await goOn())).toBe(true);
    await terminal.bench.advance(2 * second);
    await until('the terminal to take no more', async () => !(await goOn()));
  });

  test('that does not take its reply is dropped', async () => {
    const raw = await connection();
    const port = raw.localPort;
    raw.pauseReading();
    // Far more pages than the kernel's buffers hold, asked for without reading any.
    const request = `GET / HTTP/1.1\r\nHost: t\r\n\r\n`;
    for (let sent = 0; sent < 40 && !raw.closed; sent++) await Promise.race([raw.send(request.repeat(50)), nextTurn()]);
    const held = (): boolean => connectionsOf(terminal.port, port) > 0;
    for (let spent = 0; spent < 20; spent += 5) {
      await settle();
      expect(held()).toBe(true);
      await terminal.bench.advance(5 * second);
    }
    // The kernel may still have taken a piece meanwhile; the times themselves are tested on the connection alone.
    for (let spent = 20; spent < 120 && held(); spent += 5) {
      await terminal.bench.advance(5 * second);
      await settle();
    }
    expect(held()).toBe(false);
  });
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Connections of the daemon's port. */
const openSockets = (): number => connectionsOf(terminal.port);

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

describe('a body that is refused', () => {
  const refused = (length: number, more = ''): string =>
    `POST /goform/adduser HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;
  const next = 'GET /goform/none HTTP/1.1\r\nHost: t\r\n\r\n';

  test.each([4096, 4097, 65_536])('of %i octets is read and dropped, and the connection goes on', async (length) => {
    const raw = await connection();
    await raw.send(refused(length));
    const reply = await raw.reply('POST');
    expect([401, 413]).toContain(reply.status);
    expect(header(reply, 'connection')).toBeUndefined();
    // What is in it is no request, however much it looks like one.
    await raw.send(next + 'x'.repeat(length - next.length) + next);
    expect((await raw.reply()).status).toBe(404);
    await settle();
    expect(raw.pending.length).toBe(0);
    expect(raw.closed).toBe(false);
  });

  test.each([
    ['of more', refused(65_537)],
    ['of any length, of which nothing was asked for', refused(10, 'Expect: 100-continue\r\n')],
    ['without a length', refused(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')],
  ])('%s ends the connection', async (_, request) => {
    const raw = await connection();
    await raw.send(request + next);
    const reply = await raw.reply('POST');
    expect([401, 413]).toContain(reply.status);
    expect(header(reply, 'connection')).toBe('close');
    await raw.untilClosed();
    expect(raw.pending.length).toBe(0);
  });
});

describe('requests behind one that is not answered yet', () => {
  const next = 'GET /goform/none HTTP/1.1\r\nHost: t\r\n\r\n';

  /** Sends so many bytes of requests behind a call that waits for the disk. */
  async function behind(octets: number): Promise<{ raw: RawConnection; count: number; release: () => void }> {
    await terminal.admin.signIn('admin', adminPassword);
    token = terminal.admin.token ?? '';
    const raw = await connection();
    const release = holdWrites(terminal.daemon);
    const body = `{"userid":${8000 + (octets % 1000)},"again":true}`;
    const call = `${head().replace('checkPower', 'adduser')}Content-Length: ${body.length}\r\n\r\n${body}`;
    const count = Math.floor(octets / next.length);
    await raw.send(call);
    await settle();
    await raw.send(next.repeat(count));
    return { raw, count, release };
  }

  test('are kept up to 64 KiB, and answered in their turn', async () => {
    const { raw, count, release } = await behind(62_000);
    await settle();
    expect(raw.closed).toBe(false);
    release();
    expect((await raw.reply('POST')).status).toBe(200);
    for (let answered = 0; answered < count; answered++) expect((await raw.reply()).status).toBe(404);
  });

  test('end the connection when they are more', async () => {
    const { raw, release } = await behind(70_000);
    try {
      await raw.untilClosed();
    } finally {
      release();
    }
    expect(raw.pending.length).toBe(0);
  });
});

describe('too many connections', () => {
  test(`are those beyond ${cap}, and no fewer`, async () => {
    const last = async (): Promise<RawConnection> => {
      const made = await connection();
      await made.send('GET /goform/none HTTP/1.1\r\nHost: t\r\n\r\n'); // accepted, and all before it
      expect((await made.reply()).status).toBe(404);
      return made;
    };
    const oldest = await last();
    for (let turn = 0; turn < 3; turn++) {
      await terminal.bench.advance(second); // on to where it costs nothing any more
      await settle();
    }
    for (let missing = cap - openSockets(); missing > 1; missing--) await connection();
    await last();
    expect(openSockets()).toBeGreaterThan(cap - 10); // a few of the tests before may be on their way out
    expect(oldest.closed).toBe(false);
    // Those that are left of the tests before are older; each one more ends one, and none that is newer.
    for (let count = 0; count < 50 && !oldest.closed; count++) await last();
    expect(oldest.closed).toBe(true);
    await until('the number of connections to be bounded', () => openSockets() <= cap);
    expect(open.filter((raw) => raw.closed).length).toBeLessThanOrEqual(3);
  });

  test('do not end the one whose call is under way', async () => {
    await terminal.admin.signIn('admin', adminPassword);
    token = terminal.admin.token ?? '';
    const raw = await connection();
    const release = holdWrites(terminal.daemon);
    try {
      const body = '{"userid":7100}';
      await raw.send(`${head().replace('checkPower', 'adduser')}Content-Length: ${body.length}\r\n\r\n${body}`);
      await settle();
      await terminal.bench.advance(second);
      for (let count = 0; count < cap + 20; count++) await connection();
      expect(raw.closed).toBe(false);
    } finally {
      release();
    }
    expect((await raw.reply('POST')).status).toBe(200);
  });

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
