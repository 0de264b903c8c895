// Silent connections of one stranger push nobody else's out: neither an event stream, nor a session, nor a handshake.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { secureConnect, secureExchange } from '../harness/secure.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

/** More than there are places for TLS. */
const crowd = 300;
const stranger = '127.0.0.2';

let terminal: Terminal;
const silent: Socket[] = [];

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '4711471' });
  await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
});
afterEach(() => {
  for (const socket of silent.splice(0)) socket.destroy();
});
afterAll(() => terminal.stop());

const port = (): number => terminal.daemon.httpsPort;

/** An event stream over TLS, and what came of it. */
async function follow(): Promise<{ text: () => string; ended: () => boolean; end: () => void }> {
  let text = '';
  let ended = false;
  const outgoing: ClientRequest = request({
    port: port(),
    host: '127.0.0.1',
    path: '/goform/events',
    headers: { token: terminal.admin.token ?? '' },
    rejectUnauthorized: false,
    agent: false,
  });
  outgoing.on('error', () => {
    ended = true;
  });
  outgoing.on('response', (incoming: IncomingMessage) => {
    incoming.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    incoming.on('error', () => undefined);
    incoming.on('close', () => {
      ended = true;
    });
  });
  outgoing.end();
  await until('the first event', () => text.includes('event: hello'));
  return { text: () => text, ended: () => ended, end: () => outgoing.destroy() };
}

/** A connection that says nothing; `shakes`: after its handshake. */
async function beSilent(shakes: boolean): Promise<void> {
  if (shakes) {
    silent.push(await secureConnect(port(), { localAddress: stranger } as Parameters<typeof secureConnect>[1]));
    return;
  }
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress: stranger });
  socket.on('error', () => undefined);
  silent.push(socket);
  await until('the connection', () => socket.readyState === 'open' || socket.destroyed);
}

for (const shakes of [true, false]) {
  test(`an event stream outlives ${crowd} silent connections ${shakes ? 'over TLS' : 'in their handshake'}`, async () => {
    const stream = await follow();
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const ask = () =>
      secureExchange(port(), {
        method: 'GET',
        path: '/goform/SetInfoParam',
        headers: { token: terminal.admin.token ?? '' },
        agent,
      });
    expect((await ask()).status).toBe(200);
    const [kept] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []) as (TLSSocket | undefined)[];
    for (let i = 0; i < crowd; i++) await beSilent(shakes);
    expect([stream.ended(), stream.text()]).toEqual([false, expect.stringContaining('hello')]);
    expect(kept?.destroyed).toBe(false); // another source's connection that waits for its next request
    expect((await ask()).status).toBe(200);
    await terminal.bench.act({ do: 'card', number: '4711471' });
    await until('the record', () => stream.text().includes('event: record'));
    stream.end();
    agent.destroy();
  });
}
