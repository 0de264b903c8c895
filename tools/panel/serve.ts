// The panel's server: its page, the terminal's events as a stream, and the user's actions at the terminal. It listens
// only on the loopback interface, and answers only requests that name it, so that no foreign page can reach it through
// a DNS name that resolves to it.

import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BenchLink } from './bench.ts';
import type { Asset } from './bundle.ts';
import { carriersOf, peopleOf } from './people.ts';
import { type Answer, type Command, type FaceCommand, type PanelEvent, type Person, readCommand } from './protocol.ts';

const bodyMax = 4096;
const rememberedAccesses = 50;
const searchMax = 64;
/** The number of people in a rush hour. */
const carriersMax = 500;
const pictureMax = 8 * 1024 * 1024;
const address = '127.0.0.1';

/* Only the needs of the page: no inline code, no other host, no framing. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** The state for a page that connects now. */
export class History {
  #connected = false;
  #display: Extract<PanelEvent, { type: 'display' }> | undefined;
  /** This machine's time at its arrival: the terminal's clock has advanced since. */
  #displayAt = 0;
  #menu: PanelEvent | undefined;
  #accesses: Extract<PanelEvent, { type: 'access' }>[] = [];
  /** The last report of each device about its state and its faults. */
  readonly #devices = new Map<string, PanelEvent>();

  add(event: PanelEvent, now = Date.now()): void {
    if (event.type === 'link') this.#connected = event.connected;
    else if (event.type === 'display') {
      this.#display = event;
      this.#displayAt = now;
    } else if (event.type === 'menu') this.#menu = event;
    else if (event.type === 'state' || event.type === 'faults') {
      this.#devices.set(`${event.type} ${event.device}`, event);
    } else if (event.type === 'access') this.#accesses = [...this.#accesses, event].slice(-rememberedAccesses);
  }

  events(now = Date.now()): PanelEvent[] {
    const shown = this.#display && { ...this.#display, clock: this.#display.clock + now - this.#displayAt };
    const display = [shown, this.#menu].filter((event) => event !== undefined);
    const accesses = this.#accesses.map((access) => ({ ...access, past: true }) as const);
    return [{ type: 'link', connected: this.#connected }, ...display, ...this.#devices.values(), ...accesses];
  }
}

export interface Panel {
  readonly url: string;
  close(): Promise<void>;
}

function answer(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { ...headers, 'Content-Type': type }).end(body);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  answer(response, status, 'text/plain; charset=utf-8', `${why}\n`);
}

function reply(response: ServerResponse, status: number, said: Answer): void {
  answer(response, status, 'application/json', JSON.stringify(said));
}

/** The body, or undefined if it exceeds its limit. */
async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether the request names this server, and is not from a page of another origin. */
export function isOwn(host: string | undefined, origin: string | undefined, port: number): boolean {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !own.includes(host)) return false;
  return origin === undefined || own.includes(origin.replace(/^http:\/\//, ''));
}

interface Parts {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly history: History;
  readonly streams: Set<ServerResponse>;
  carryOut(command: Command): Promise<Answer>;
  people(search: string): readonly Person[];
  /** A random selection of people with a card. */
  carriers(count: number): readonly Person[];
  /** File for the picture of the person before the camera. */
  readonly facePath: string;
  showFace(path: string): Promise<Answer>;
}

const frame = (event: PanelEvent): string => `data: ${JSON.stringify(event)}\n\n`;

function stream(response: ServerResponse, { history, streams }: Parts): void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
  response.write(history.events().map(frame).join(''));
  streams.add(response);
  response.on('close', () => streams.delete(response));
}

async function act(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    reply(response, 415, { ok: false, error: 'a command is JSON' });
    return;
  }
  const body = await bodyOf(request, bodyMax);
  const command = body === undefined ? undefined : readCommand(body.toString());
  if (command === undefined) reply(response, 400, { ok: false, error: 'no command of the panel' });
  else reply(response, 200, await parts.carryOut(command));
}

/** Puts a person with this face before the camera. The module reads the picture from a file of this machine. */
async function showFace(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  if (!/^image\/(?:jpeg|png)$/.test(request.headers['content-type'] ?? '')) {
    reply(response, 415, { ok: false, error: 'a face is a JPEG or PNG picture' });
    return;
  }
  const picture = await bodyOf(request, pictureMax);
  if (picture === undefined) {
    reply(response, 413, { ok: false, error: 'the picture is larger than 8 MB' });
    return;
  }
  writeFileSync(parts.facePath, picture, { mode: 0o600 });
  reply(response, 200, await parts.showFace(parts.facePath));
}

async function handle(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const port = request.socket.localPort ?? 0;
  if (!isOwn(request.headers.host, request.headers.origin, port)) {
    refuse(response, 403, 'this panel answers only under its own address');
    return;
  }
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://panel');
  const asset = parts.assets.get(path);
  if (path === '/api/do' && request.method === 'POST') await act(request, response, parts);
  else if (path === '/api/face' && request.method === 'POST') await showFace(request, response, parts);
  else if (request.method !== 'GET') refuse(response, 405, 'not allowed');
  else if (path === '/api/events') stream(response, parts);
  else if (path === '/api/people') {
    const search = (searchParams.get('search') ?? '').slice(0, searchMax);
    answer(response, 200, 'application/json', JSON.stringify(parts.people(search)));
  } else if (path === '/api/carriers') {
    const count = Math.min(carriersMax, Number(searchParams.get('count')) || 0);
    answer(response, 200, 'application/json', JSON.stringify(parts.carriers(count)));
  } else if (asset === undefined) refuse(response, 404, 'not found');
  else answer(response, 200, asset.type, asset.body);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Serves the panel of the terminal with this bench socket; port 0 selects a free one. */
export async function servePanel(options: {
  readonly bench: string;
  readonly port: number;
  readonly assets: ReadonlyMap<string, Asset>;
  /** State folder of the terminal: the panel shows its people. */
  readonly state?: string;
  /** Called for every event of the terminal. */
  onEvent?(event: PanelEvent): void;
}): Promise<Panel> {
  const streams = new Set<ServerResponse>();
  const history = new History();
  let link: BenchLink | undefined;
  const send = (command: Command | FaceCommand): Promise<Answer> =>
    link?.send(command) ?? Promise.resolve({ ok: false, error: 'the panel is just starting' });
  const parts: Parts = {
    assets: options.assets,
    history,
    streams,
    people: (search) => (options.state === undefined ? [] : peopleOf(options.state, search)),
    carriers: (count) => (options.state === undefined ? [] : carriersOf(options.state, count)),
    carryOut: send,
    facePath: `${options.bench}.picture`,
    showFace: (path) => send({ do: 'face', path, lift: true }),
  };
  const server = createServer((request, response) => {
    handle(request, response, parts).catch(() => response.destroy());
  });
  const port = await listen(server, options.port);
  link = new BenchLink(options.bench, (event) => {
    history.add(event);
    for (const response of streams) response.write(frame(event));
    options.onEvent?.(event);
  });
  const close = (): Promise<void> => {
    link.stop();
    rmSync(parts.facePath, { force: true });
    for (const response of streams) response.end();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://${address}:${port}`, close };
}
