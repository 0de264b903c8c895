import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PanelEvent } from '../../../tools/panel/protocol.ts';
import { History, isOwn, type Panel, servePanel } from '../../../tools/panel/serve.ts';

/** Stands for the terminal: a bench socket that answers as it is told and keeps what it was asked. */
class FakeTerminal {
  readonly asked: unknown[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #greeting: object[];
  answer: object = { ok: true };
  /** Takes commands and answers none. */
  silent = false;

  constructor(path: string, greeting: object[]) {
    this.#greeting = greeting;
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.listen(path);
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    for (const line of this.#greeting) socket.write(`${JSON.stringify(line)}\n`);
    socket.on('data', (data) => {
      for (const line of data.toString().trim().split('\n')) {
        this.asked.push(JSON.parse(line));
        if (!this.silent) socket.write(`${JSON.stringify(this.answer)}\n`);
      }
    });
    socket.on('error', () => socket.destroy());
  }

  tell(event: object): void {
    this.tellText(`${JSON.stringify(event)}\n`);
  }

  tellText(text: string): void {
    for (const socket of this.#sockets) socket.write(text);
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const display = { event: 'display', on: true, lines: ['Lobby'], language: 'en', initialPassword: '123456', clock: 1 };
const access = { event: 'access', kind: 'card', credential: '…4301', user: null, time: 2 };
const assets = new Map([['/', { type: 'text/html', body: '<title>panel</title>' }]]);

let folder: string;
let terminal: FakeTerminal;
let panel: Panel;
let seen: PanelEvent[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panel-'));
  terminal = new FakeTerminal(join(folder, 'bench'), [display]);
  seen = [];
  panel = await servePanel({ bench: join(folder, 'bench'), port: 0, assets, onEvent: (event) => seen.push(event) });
  await expect.poll(() => seen.length).toBe(2);
});

afterEach(async () => {
  await panel.close();
  await terminal.close();
  rmSync(folder, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A request with headers that fetch would not let us set. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${panel.url}${path}`, { method: options.method ?? 'GET', headers: options.headers ?? {} });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.end(options.body);
  });
}

const json = { 'Content-Type': 'application/json' };
const command = (body: string, headers: Record<string, string> = json) =>
  ask('/api/do', { method: 'POST', headers, body });

/** Reads events of the stream until `count` have come. */
async function events(count: number): Promise<PanelEvent[]> {
  const abort = new AbortController();
  const response = await fetch(`${panel.url}/api/events`, { signal: abort.signal });
  const found: PanelEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) found.push(JSON.parse(frame.replace(/^data: /, '')) as PanelEvent);
    if (found.length >= count) break;
  }
  abort.abort();
  return found;
}

describe('the page', () => {
  it('is served with headers that keep everything else out', async () => {
    const reply = await ask('/');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('panel');
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is the only thing there', async () => {
    expect((await ask('/other')).status).toBe(404);
    expect((await ask('/', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('who may ask', () => {
  it('listens on the loopback interface', () => {
    expect(panel.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('refuses a name that is not its own, and a page of another origin', async () => {
    expect((await ask('/', { headers: { Host: 'panel.example:80' } })).status).toBe(403);
    const foreign = { ...json, Origin: 'http://panel.example' };
    expect((await command('{"do":"card","number":"5"}', foreign)).status).toBe(403);
    expect(terminal.asked).toEqual([]);
  });

  it('knows its own names', () => {
    expect(isOwn('127.0.0.1:81', undefined, 81)).toBe(true);
    expect(isOwn('localhost:81', 'http://localhost:81', 81)).toBe(true);
    expect(isOwn('localhost:82', undefined, 81)).toBe(false);
    expect(isOwn('localhost:81', 'http://localhost:82', 81)).toBe(false);
    expect(isOwn('localhost:81', 'null', 81)).toBe(false);
    expect(isOwn(undefined, undefined, 81)).toBe(false);
  });
});

describe('commands', () => {
  it('reach the terminal, and its answer comes back', async () => {
    expect(JSON.parse((await command('{"do":"card","number":"5"}')).text)).toEqual({ ok: true });
    terminal.answer = { ok: false, error: 'the reader is offline' };
    expect(JSON.parse((await command('{"do":"pin","digits":"1234"}')).text)).toEqual(terminal.answer);
    expect(terminal.asked).toEqual([
      { do: 'card', number: '5' },
      { do: 'pin', digits: '1234' },
    ]);
  });

  it('are refused when they are none, too long or no JSON', async () => {
    expect((await command('{"do":"clock","advanceMs":-5}')).status).toBe(400);
    expect((await command(`{"do":"card","number":"5","x":"${'x'.repeat(5000)}"}`)).status).toBe(400);
    expect((await command('{"do":"card","number":"5"}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect(terminal.asked).toEqual([]);
  });

  it('say so when the terminal is off', async () => {
    await terminal.close();
    await expect.poll(() => seen.at(-1)).toEqual({ type: 'link', connected: false });
    const reply = await command('{"do":"card","number":"5"}');
    expect(JSON.parse(reply.text)).toEqual({ ok: false, error: 'the terminal is off' });
    terminal = new FakeTerminal(join(folder, 'bench'), [display]);
    await expect.poll(() => seen.at(-1)?.type).toBe('display');
  });
});

describe('the history', () => {
  it('keeps one state and one set of faults a device, and fifty accesses', () => {
    const history = new History();
    for (let time = 0; time < 1000; time += 1) {
      history.add({ type: 'state', device: 'sound', state: { volume: time } });
      history.add({ type: 'faults', device: 'sound', faults: { offline: time % 2 === 0 } });
      history.add({ type: 'restart' });
      history.add({
        type: 'access',
        kind: 'card',
        credential: '5',
        user: null,
        granted: false,
        asked: [],
        wait: 0,
        word: 'noAccess',
        time,
        status: '',
      });
    }
    const events = history.events();
    expect(events).toHaveLength(1 + 2 + 50);
    expect(events[1]).toEqual({ type: 'state', device: 'sound', state: { volume: 999 } });
    expect(events.slice(-50).map((event) => event.type === 'access' && event.time)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 950),
    );
  });
});

describe('the bench socket', () => {
  it('is given up by a line without end, and taken up again', async () => {
    terminal.tellText('x'.repeat(64 * 1024 + 1));
    await expect.poll(() => seen.map(({ type }) => type)).toEqual(['link', 'display', 'link', 'link', 'display']);
    expect(seen[2]).toEqual({ type: 'link', connected: false });
  });

  it('a command that the terminal left without answer is answered when it goes away', async () => {
    terminal.silent = true;
    const waiting = command('{"do":"card","number":"5"}');
    await expect.poll(() => terminal.asked.length).toBe(1);
    await terminal.close();
    expect(JSON.parse((await waiting).text)).toEqual({ ok: false, error: 'the terminal went away' });
    terminal = new FakeTerminal(join(folder, 'bench'), [display]);
  });
});

describe('the event stream', () => {
  it('begins with what a page has to know', async () => {
    terminal.tell(access);
    await expect.poll(() => seen.length).toBe(3);
    expect(await events(3)).toEqual([
      { type: 'link', connected: true },
      expect.objectContaining({ type: 'display', initialPassword: '123456' }),
      expect.objectContaining({ type: 'access', credential: '…4301', past: true }),
    ]);
  });

  it('tells of each device what it said last', async () => {
    for (const volume of [1, 2]) terminal.tell({ event: 'state', device: 'sound', state: { volume } });
    terminal.tell({ event: 'faults', device: 'sound', faults: { offline: false } });
    await expect.poll(() => seen.length).toBe(5);
    expect((await events(4)).slice(2)).toEqual([
      { type: 'state', device: 'sound', state: { volume: 2 } },
      { type: 'faults', device: 'sound', faults: { offline: false } },
    ]);
  });

  it('remembers the last fifty accesses however many there were, for a page and for the next one', async () => {
    for (let time = 1; time <= 60; time += 1) terminal.tell({ ...access, time });
    await expect.poll(() => seen.length).toBe(62);
    const begun = (await events(52)).filter((event) => event.type === 'access');
    expect(begun.map(({ time }) => time)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  });

  it('goes on with what happens', async () => {
    const coming = events(3);
    const told = setInterval(() => terminal.tell(access), 20);
    const last = (await coming).at(-1);
    clearInterval(told);
    expect(last).toMatchObject({ type: 'access', credential: '…4301' });
  });

  it('leaves out what it does not know', async () => {
    terminal.tell({ event: 'alarm' });
    terminal.tell(access);
    await expect.poll(() => seen.at(-1)?.type).toBe('access');
    expect(seen).toHaveLength(3);
  });

  it('lets the clock of the display go on until a page asks for it', () => {
    const history = new History();
    const { event: _, ...shown } = display;
    history.add({ type: 'display', ...shown, clock: 5000 } as unknown as PanelEvent, 100);
    expect(history.events(100)[1]).toMatchObject({ type: 'display', clock: 5000 });
    expect(history.events(90_100)[1]).toMatchObject({ type: 'display', clock: 95_000 });
  });
});
