// The event stream over the wire: hello, limits, signs of life, and its end with session, rights and daemon.

import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
const open: Follower[] = [];

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterEach(() => {
  for (const follower of open.splice(0)) follower.close();
});
afterAll(() => terminal.stop());

/** A reader of the stream. */
class Follower {
  text = '';
  ended = false;
  readonly #request: ClientRequest;

  constructor(incoming: IncomingMessage, outgoing: ClientRequest) {
    this.#request = outgoing;
    incoming.setEncoding('utf8').on('data', (part: string) => {
      this.text += part;
    });
    incoming.on('close', () => {
      this.ended = true;
    });
    incoming.on('error', () => undefined);
  }

  close(): void {
    this.#request.destroy();
  }
}

function follow(client: Client, headers: Record<string, string> = {}): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: terminal.port,
        host: '127.0.0.1',
        path: '/goform/events',
        headers: { token: client.token ?? '', ...headers },
        agent: false,
      },
      (incoming) => {
        expect(incoming.statusCode).toBe(200);
        expect(incoming.headers['content-type']).toBe('text/event-stream');
        expect(incoming.headers['cache-control']).toBe('no-store');
        const follower = new Follower(incoming, outgoing);
        open.push(follower);
        resolve(follower);
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const has = (follower: Follower, text: string) => until(`«${text}»`, () => follower.text.includes(text));

describe('events', () => {
  test('begins with where the log is', async () => {
    const hello = await terminal.admin.call('events', {});
    expect(hello).toEqual({ first: hello.last + 1, last: 0, beat: 15 });
  });

  test('says whose photo there is since, behind the line itself', async () => {
    const follower = await follow(terminal.admin);
    await has(follower, 'event: hello');
    await terminal.bench.act({ do: 'card', number: '999' });
    await has(follower, 'event: photo');
    const seq = /id: (\d+)\ndata:\{"seq"/.exec(follower.text)?.[1];
    expect(follower.text).toMatch(
      new RegExp(`event: record\\nid: ${seq}\\n.*\\n\\n.*event: photo\\ndata:{"seq":${seq}}`, 's'),
    );
  });

  test('says that it lives', async () => {
    const follower = await follow(terminal.admin);
    await has(follower, 'event: hello');
    // The server counts no step of time above five seconds.
    await until('a comment', async () => {
      await terminal.bench.advance(4000);
      return follower.text.endsWith('\n\n:\n\n');
    });
    expect(follower.ended).toBe(false);
  });

  test('tells how the door is, at once and when it changes', async () => {
    const doors = (): string[] =>
      [...follower.text.matchAll(/^event: door\ndata:(.*)$/gm)].map(([, data]) => data ?? '');
    await terminal.admin.call('GetAccessControl', { sensor: 'normallyClosed' });
    await until('the driver', async () => (await terminal.admin.call('doorState', {})).leaf === 'closed');
    const follower = await follow(terminal.admin);
    await until('the door', () => doors().length > 0);
    expect(JSON.parse(doors()[0] ?? '')).toEqual(await terminal.admin.call('doorState', {}));
    const told = async (what: string): Promise<void> =>
      until(what, () => doors().at(-1)?.includes(what)).then(() => undefined);
    await terminal.admin.call('doorCommand', { command: 'open' });
    await told('"relay":true');
    await terminal.bench.act({ do: 'door', push: true });
    await told('"leaf":"open"');
    await terminal.admin.call('doorCommand', { command: 'lockDown' });
    await told('"rule":"lockedDown"');
    await terminal.bench.act({ do: 'door', tamper: true });
    await told('"alarm":"tamper"');
    await terminal.bench.act({ do: 'door', fire: true });
    await told('"rule":"fire"');
    expect(JSON.parse(doors().at(-1) ?? '')).toMatchObject({ relay: true, leaf: 'open' });
  });

  test('refuses a number that is none', async () => {
    await terminal.admin.refuse('events', { after: -1 }, 'out_of_range', 'after');
    const reply = await terminal.admin.attempt('events', {}, { headers: { 'last-event-id': '1x' } });
    expect(reply.envelope).toMatchObject({ retvalue: 12017, field: 'after' });
  });

  test('is twelve for a person, however often signed in', async () => {
    await terminal.add({ userid: 90, level: 16, password: goodPassword(90) });
    const clients: Client[] = [];
    for (let n = 0; n < 4; n++) clients.push(await terminal.signedIn('90', goodPassword(90)));
    for (const client of clients.slice(0, 3)) for (let n = 0; n < 4; n++) await follow(client);
    await clients[3]?.refuse('events', {}, 'streams_of_session');
    expect((await terminal.admin.attempt('events', {})).status).toBe(200);
  });

  test('is four for a session and 32 in all', async () => {
    const clients: Client[] = [];
    for (let n = 0; n < 9; n++) clients.push(await terminal.administrator(100 + n, 16, goodPassword(100 + n)));
    const [first] = clients;
    if (!first) throw new Error('no client');
    for (const client of clients.slice(0, 8)) for (let n = 0; n < 4; n++) await follow(client);
    const reply = await first.refuse('events', {}, 'streams_of_session');
    expect(reply.headers['retry-after']).toBe('5');
    await clients[8]?.refuse('events', {}, 'streams_full');
    open[0]?.close();
    await until('a place', async () => (await clients[8]?.attempt('events', {}))?.status === 200);
  });
});

describe('it ends', () => {
  test('with logout', async () => {
    const client = await terminal.signedIn('100', goodPassword(100));
    const follower = await follow(client);
    await client.call('logout', {});
    await has(follower, 'event: end\ndata:{"reason":"session"}');
    await until('the end', () => follower.ended);
  });

  test('with the rights', async () => {
    const client = await terminal.administrator(200, 5, goodPassword(200));
    const follower = await follow(client);
    await terminal.admin.call('edituser', { userid: 200, level: 1 });
    await has(follower, '"reason":"session"');
    const again = await terminal.signedIn('200', goodPassword(200));
    await again.refuse('events', {}, 'forbidden');
  });

  test('with a REST key that is deleted', async () => {
    await terminal.admin.call('GetRestParam', { restOn: true });
    const { id, key } = await terminal.admin.call('addRestKey', { name: 'follower', level: 16 });
    const follower = await new Promise<Follower>((resolve, reject) => {
      const outgoing = request(
        { port: terminal.port, path: '/goform/events', headers: { authorization: `Bearer ${key}` }, agent: false },
        (incoming) => resolve(new Follower(incoming, outgoing)),
      );
      outgoing.on('error', reject).end();
    });
    open.push(follower);
    await has(follower, 'event: hello');
    await terminal.admin.call('deleteRestKey', { id });
    await has(follower, '"reason":"session"');
  });

  test('with the daemon, which waits for nobody', async () => {
    const follower = await follow(terminal.admin);
    await terminal.restart();
    await has(follower, 'event: end\ndata:{"reason":"restart"}');
  });
});
