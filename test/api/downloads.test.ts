// How many lists are taken away at once, and when a place is free again.

import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedRecords, writeRecords } from '../../tools/seed/records.ts';
import { passphrase } from '../harness/backup.ts';
import type { Client } from '../harness/client.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

/** More than the sockets between terminal and client hold. */
const many = 80_000;
const week = { fromDay: '2026-06-01', toDay: '2026-06-07' } as const;

let terminal: Terminal;
const open: Held[] = [];

beforeAll(async () => {
  terminal = await Terminal.start();
  writeRecords(terminal.daemon.state, seedRecords({ count: many, users: 50, from: Date.UTC(2026, 5, 1), every: 1000 }));
  await terminal.restart();
  await terminal.admin.call('GetRestParam', { restOn: true });
  for (let userid = 1; userid <= 5; userid++) await terminal.administrator(userid, 16, goodPassword(userid));
});
afterEach(async () => {
  for (const held of open.splice(0)) held.drop();
  await until('all places', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => terminal.admin.attempt('DownloadAudit', {})));
    return replies.every(({ status }) => status === 200);
  });
});
afterAll(() => terminal.stop());

/** A download of the whole log whose client takes the first bytes and then nothing. */
class Held {
  whole = false;
  ended = false;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ClientRequest;

  constructor(incoming: IncomingMessage, outgoing: ClientRequest) {
    this.#incoming = incoming.pause();
    this.#outgoing = outgoing;
    incoming.on('end', () => {
      this.whole = true;
    });
    incoming.on('error', () => undefined);
    incoming.on('close', () => {
      this.ended = true;
    });
    open.push(this);
  }

  take(): void {
    this.#incoming.resume();
  }

  drop(): void {
    this.#outgoing.destroy();
  }
}

function hold(headers: Record<string, string>): Promise<Held> {
  return new Promise((resolve, reject) => {
    const path = '/goform/DownloadRecordForm?all=true';
    const outgoing = request({ port: terminal.port, host: '127.0.0.1', path, headers, agent: false }, (incoming) => {
      if (incoming.statusCode === 200) resolve(new Held(incoming, outgoing));
      else reject(new Error(`status ${incoming.statusCode}`));
    });
    outgoing.on('error', reject).end();
  });
}

const holdAs = (client: Client): Promise<Held> => hold({ token: client.token ?? '' });

const signedIn = (userid: number): Promise<Client> => terminal.signedIn(String(userid), goodPassword(userid));

describe('a person', () => {
  test('has three lists at once, however often signed in, and a place again when one is given up', async () => {
    const [first, second] = [await signedIn(1), await signedIn(1)];
    const held = [await holdAs(first), await holdAs(first), await holdAs(second)];
    for (const client of [first, second]) {
      const reply = await client.refuse('DownloadRecordForm', {}, 'downloads_of_person');
      expect(reply.headers['retry-after']).toBe('5');
      await client.refuse('DownloadAudit', {}, 'downloads_of_person');
      await client.refuse('DownloadUsers', {}, 'downloads_of_person');
      await client.refuse('DownloadBulkErrors', {}, 'downloads_of_person');
      await client.refuse('DownloadReportForm', week, 'downloads_of_person');
    }
    expect((await (await signedIn(2)).attempt('DownloadAudit', {})).status).toBe(200);
    held[1]?.drop();
    await until('a place', async () => (await second.attempt('DownloadAudit', {})).status === 200);
    await holdAs(second);
    await first.refuse('DownloadRecordForm', {}, 'downloads_of_person');
  });

  test('gets what is not a list all the same', async () => {
    const client = await signedIn(1);
    for (let n = 0; n < 3; n++) await holdAs(client);
    await terminal.bench.act({ do: 'card', number: '999' });
    await until('a photo', async () => {
      const { records } = await client.call('searchrecord', { all: true, limit: 1 });
      return records[0]?.photo === true;
    });
    const { records } = await client.call('searchrecord', { all: true, limit: 1 });
    expect((await client.attempt('recordPhoto', { seq: records[0]?.seq ?? 0 })).status).toBe(200);
  });

  test('shares them with the REST keys that it made', async () => {
    const client = await signedIn(1);
    const { key } = await terminal.admin.call('addRestKey', { name: 'payroll', level: 16 });
    for (let n = 0; n < 3; n++) await hold({ authorization: `Bearer ${key}` });
    await expect(hold({ authorization: `Bearer ${key}` })).rejects.toThrow('429');
    await terminal.admin.refuse('DownloadRecordForm', {}, 'downloads_of_person');
    await holdAs(client);
  });
});

test('there are twelve in all', async () => {
  const clients = await Promise.all([1, 2, 3, 4, 5].map(signedIn));
  for (const client of clients.slice(0, 4)) for (let n = 0; n < 3; n++) await holdAs(client);
  const reply = await clients[4]?.refuse('DownloadRecordForm', {}, 'downloads_full');
  await clients[4]?.refuse('DownloadUsers', {}, 'downloads_full');
  await clients[4]?.refuse('DownloadBulkErrors', {}, 'downloads_full');
  await clients[4]?.refuse('DownloadReportForm', week, 'downloads_full');
  await terminal.admin.refuse('DownloadBackup', { passphrase }, 'downloads_full');
  expect(reply?.headers['retry-after']).toBe('5');
  expect((await clients[4]?.attempt('searchrecord', {}))?.status).toBe(200);
  open[7]?.drop();
  await until('a place', async () => (await clients[4]?.attempt('DownloadAudit', {}))?.status === 200);
});

describe('a list is broken off', () => {
  const broken = async (held: Held): Promise<void> => {
    held.take();
    await until('its end', () => held.ended);
    expect(held.whole).toBe(false);
  };

  test('not while its session is there', async () => {
    const held = await holdAs(await signedIn(1));
    held.take();
    await until('its end', () => held.ended);
    expect(held.whole).toBe(true);
  });

  test('when its session is signed out', async () => {
    const client = await signedIn(1);
    const held = await holdAs(client);
    await client.call('logout', {});
    await broken(held);
  });

  test('when its account is deleted', async () => {
    const held = await holdAs(await terminal.administrator(9, 16, goodPassword(9)));
    await terminal.admin.call('deleteuser', { userid: 9 });
    await broken(held);
  });

  test('when its REST key is deleted', async () => {
    const { id, key } = await terminal.admin.call('addRestKey', { name: 'stolen', level: 16 });
    const held = await hold({ authorization: `Bearer ${key}` });
    await terminal.admin.call('deleteRestKey', { id });
    await broken(held);
  });
});
