// The end of the daemon while it is busy: calls under way are answered, nobody is waited for without end.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdWrites } from '../harness/database.ts';
import { header, RawConnection, rawRequest } from '../harness/raw.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
const open: RawConnection[] = [];

beforeEach(async () => {
  terminal = await Terminal.start({ https: false });
});
afterEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  await terminal.stop();
});

async function connection(): Promise<RawConnection> {
  const made = await RawConnection.open(terminal.port);
  open.push(made);
  return made;
}

/** Tells it to end, and waits until it has begun to. */
async function end(): Promise<void> {
  terminal.daemon.signal('SIGTERM');
  await until('the end to begin', () => terminal.daemon.log.some((line) => /\bending\b/.test(line)));
}

/** Waits for the end, which is not that after ten seconds, whatever there is. */
async function ended(): Promise<void> {
  await until('the daemon to end', () => !terminal.daemon.running);
  expect(terminal.daemon.log.filter((line) => line.includes('cut off at the end'))).toEqual([]);
}

describe('a call that a worker runs', () => {
  test('is answered before the end; who is idle or half way through a request is not waited for', async () => {
    const idle = await connection();
    const partly = await connection();
    await partly.send('POST /goform/adduser HTTP/1.1\r\nHost: t\r\n');
    const raw = await connection();
    await raw.send('HEAD / HTTP/1.1\r\nHost: t\r\n\r\n');
    await raw.reply('HEAD'); // accepted: one that still queues at the listener ends with it
    const release = holdWrites(terminal.daemon);
    try {
      const body = '{"userid":7200}';
      await raw.send(
        `POST /goform/adduser HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ntoken: ${terminal.admin.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await terminal.admin.call('SetInfoParam', {}); // it runs by now
      await end();
      await idle.untilClosed();
      await partly.untilClosed();
      expect(raw.closed).toBe(false);
      expect(terminal.daemon.running).toBe(true);
      await expect(RawConnection.open(terminal.port)).rejects.toThrow(/ECONNREFUSED/);
    } finally {
      release();
    }
    const reply = await raw.reply('POST');
    expect(reply.status).toBe(200);
    await raw.untilClosed();
    raw.close();
    await ended();
    await terminal.daemon.begin();
    await terminal.resume();
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(1);
  });
});

describe('a client that has not taken its reply', () => {
  /** The largest script that the first page names, and its length as it is sent. */
  async function largestScript(): Promise<{ path: string; length: number }> {
    const page = await rawRequest(terminal.port, 'GET / HTTP/1.1\r\nHost: t\r\n\r\n');
    const text = (header(page, 'content-encoding') === 'gzip' ? gunzipSync(page.body) : page.body).toString();
    let largest = { path: '', length: 0 };
    for (const [path] of text.matchAll(/\/assets\/[\w.-]+\.js/g)) {
      const reply = await rawRequest(terminal.port, `HEAD ${path} HTTP/1.1\r\nHost: t\r\n\r\n`, 'HEAD');
      const length = Number(header(reply, 'content-length'));
      if (length > largest.length) largest = { path, length };
    }
    return largest;
  }

  /** Bytes that the kernel holds for a socket of a port and that nobody has read. */
  function unread(port: number): number {
    const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    const sockets = readFileSync('/proc/net/tcp', 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const [, waiting = '0'] = sockets.find(([, address]) => address === local)?.[4]?.split(':') ?? [];
    return Number.parseInt(waiting, 16);
  }

  /** Has asked for more than twice what the kernel's buffers hold, and reads nothing: replies wait for it. */
  async function full(): Promise<{ raw: RawConnection; request: string }> {
    const { path, length } = await largestScript();
    const request = `GET ${path} HTTP/1.1\r\nHost: t\r\n\r\n`;
    const raw = await connection();
    raw.pauseReading();
    await raw.send(request.repeat(Math.ceil(10_000_000 / length)));
    await until('a reply to arrive', () => unread(raw.localPort) > 0);
    await terminal.admin.call('SetInfoParam', {});
    await terminal.admin.call('SetInfoParam', {});
    return { raw, request };
  }

  test('gets the whole of it when it goes on in time, and what it still sends does not cut that off', async () => {
    const { raw, request } = await full();
    await terminal.bench.hold(); // the time is not that of this machine
    await end();
    await raw.send(request.repeat(500)); // more than the daemon reads of it before its last reply
    raw.resumeReading();
    await raw.untilClosed();
    let replies = 0;
    for (; raw.pending.length > 0; replies++) expect((await raw.reply()).status).toBe(200);
    expect(replies).toBeGreaterThan(0);
    expect(terminal.daemon.running).toBe(true);
    raw.close();
    await ended();
  });

  test('holds up the end for two seconds', async () => {
    await full();
    await terminal.bench.hold();
    await end();
    expect(terminal.daemon.running).toBe(true);
    for (let second = 0; second < 3; second++) await terminal.bench.advance(1_000).catch(() => undefined); // gone already
    await ended();
  });
});
