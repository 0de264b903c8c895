// What the daemon keeps in memory when nothing happens. The plain build alone is looked at: a sanitizer keeps more.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawConnection } from '../harness/raw.ts';
import { secureConnect } from '../harness/secure.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const connections = 200;
const anonymousMost = 8 * 1024; // kB; it is 5.7 MB, and the simulated modules are 70 MB that nothing has touched
const plainMost = 4; // kB a connection
const secureMost = 40; // 29 when the heap is new, 24 when it has gaps to fill (`make bench BENCH=tls`); it was 64

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

/** A figure of the daemon's status: kB, or a number. */
function statusOf(name: string): number {
  const status = readFileSync(`/proc/${terminal.daemon.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
}

/** Anonymous memory in kB that each of many connections adds. `open` gives one that was answered, and how to close it. */
async function kilobytesEach(open: () => Promise<() => void>): Promise<number> {
  const closers = [await open()]; // what the first one makes is not of the others
  try {
    const before = statusOf('RssAnon');
    for (let i = 0; i < connections; i++) closers.push(await open());
    return (statusOf('RssAnon') - before) / connections;
  } finally {
    for (const close of closers) close();
  }
}

test('the system gives it no huge pages, which would make resident what was never touched', () => {
  expect(statusOf('THP_enabled')).toBe(0);
});

test('bringing the simulated modules up to date does not touch the memory of their free slots', async () => {
  await until('the largest one to be up to date', async () => {
    const { modules } = await terminal.admin.call('modules', {});
    return modules.some(({ factor, whole }) => factor === 'finger' && whole);
  });
  expect(statusOf('RssAnon')).toBeLessThan(anonymousMost);
});

test('an idle connection keeps less than a page', async () => {
  const each = await kilobytesEach(async () => {
    const connection = await RawConnection.open(terminal.port);
    for (const path of ['/', '/goform/SetInfoParam']) {
      await connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await connection.reply();
    }
    return () => connection.close();
  });
  expect(each).toBeLessThanOrEqual(plainMost);
});

test('an idle connection over TLS does not keep what its handshake needed', async () => {
  const each = await kilobytesEach(async () => {
    const socket = await secureConnect(terminal.daemon.httpsPort);
    await new Promise((resolve) => {
      socket.once('data', resolve);
      socket.write('GET /nothing.js HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    return () => socket.destroy();
  });
  expect(each).toBeLessThanOrEqual(secureMost);
});
