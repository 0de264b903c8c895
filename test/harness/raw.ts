// HTTP on a bare socket, for input that a well-behaved client never sends.

import { connect, type Socket } from 'node:net';
import { patienceMs } from './patience.ts';
import { WaitError } from './wait.ts';

/** One raw reply. Header names are in lower case; a repeated one keeps all values. */
export interface RawReply {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

/** The only value of a header; undefined if absent; throws if there are two. */
export function header(reply: RawReply, name: string): string | undefined {
  const values = reply.headers.get(name.toLowerCase());
  if (values === undefined) return undefined;
  if (values.length !== 1) throw new Error(`header ${name} came ${values.length} times`);
  return values[0];
}

interface HeadParse {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: Map<string, string[]>;
}

function parseHead(text: string): HeadParse {
  const lines = text.split('\r\n');
  const first = lines[0] ?? '';
  const match = /^(HTTP\/1\.[01]) (\d{3})(?: (.*))?$/.exec(first);
  if (match === null) throw new Error(`not a status line: ${JSON.stringify(first)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines.slice(1)) {
    const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (field?.[1] === undefined) throw new Error(`not a header line: ${JSON.stringify(line)}`);
    const name = field[1].toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), field[2] ?? '']);
  }
  return { version: match[1] ?? '', status: Number(match[2]), reason: match[3] ?? '', headers };
}

/** Removes a chunked body from the front of `data`; undefined while it is incomplete. */
function takeChunked(data: Buffer): { body: Buffer; used: number } | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const eol = data.indexOf('\r\n', at);
    if (eol < 0) return undefined;
    const size = Number.parseInt(data.toString('latin1', at, eol), 16);
    if (Number.isNaN(size)) throw new Error('bad chunk size');
    const start = eol + 2;
    if (data.length < start + size + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), used: start + 2 };
    parts.push(data.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** A connection under full control. For one reader at a time. */
export class RawConnection {
  readonly #socket: Socket;
  #data: Buffer = Buffer.alloc(0);
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const wake = (): void => {
      this.#wake?.();
    };
    socket.on('data', (chunk: Buffer) => {
      this.#data = Buffer.concat([this.#data, chunk]);
      wake();
    });
    socket.on('end', () => {
      this.#ended = true;
      wake();
    });
    socket.on('error', (error) => {
      this.#error = error;
      this.#ended = true;
      wake();
    });
    socket.on('close', () => {
      this.#ended = true;
      wake();
    });
  }

  static open(port: number, host = '127.0.0.1'): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, allowHalfOpen: true });
      socket.setNoDelay(true);
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new WaitError('no connection'));
      }, patienceMs);
      socket.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.removeAllListeners('error');
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Sends these bytes unchanged. Strings are latin1 so that a test can send anything. */
  send(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const octets = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
      // An error (the daemon closed) appears at the next read; tests of refusals need that, not a throw here.
      this.#socket.write(octets, () => resolve());
    });
  }

  /** Stops reading, so that the peer's window fills. */
  pauseReading(): void {
    this.#socket.pause();
  }

  resumeReading(): void {
    this.#socket.resume();
  }

  /** Closes the sending side (FIN), and continues reading. */
  halfClose(): void {
    this.#socket.end();
  }

  /** The port at our side. */
  get localPort(): number {
    const port = this.#socket.localPort;
    if (port === undefined) throw new Error('the connection is gone');
    return port;
  }

  /** Received bytes that were not read. */
  get pending(): Buffer {
    return this.#data;
  }

  get closed(): boolean {
    return this.#ended;
  }

  /** The error that ended the connection, such as a reset. */
  get error(): Error | undefined {
    return this.#error;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #more(what: string, end: number): Promise<void> {
    const left = end - performance.now();
    if (left <= 0) throw new WaitError(`waited in vain for ${what}; have ${this.#data.length} octets`);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** Waits until the peer has closed (or reset); bytes received until then stay pending. */
  async untilClosed(): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!this.#ended) await this.#more('the end of the connection', end);
  }

  /** Waits until data arrived or the peer closed. */
  async untilData(): Promise<void> {
    const end = performance.now() + patienceMs;
    while (this.#data.length === 0 && !this.#ended) await this.#more('data', end);
  }

  /** Reads one reply. `method` HEAD has no body; a reply without length extends to the end of the connection. */
  async reply(method = 'GET'): Promise<RawReply> {
    const end = performance.now() + patienceMs;
    let headEnd = this.#data.indexOf('\r\n\r\n');
    while (headEnd < 0) {
      if (this.#ended) throw new Error(`closed before a reply${this.#error ? `: ${this.#error.message}` : ''}`);
      await this.#more('a reply', end);
      headEnd = this.#data.indexOf('\r\n\r\n');
    }
    const head = parseHead(this.#data.toString('latin1', 0, headEnd));
    this.#data = this.#data.subarray(headEnd + 4);
    const body = await this.#body(method, head, end);
    return { ...head, body };
  }

  async #body(method: string, head: HeadParse, end: number): Promise<Buffer> {
    if (method === 'HEAD' || head.status === 304 || head.status === 204 || head.status < 200) return Buffer.alloc(0);
    if (head.headers.get('transfer-encoding')?.includes('chunked')) {
      for (;;) {
        const taken = takeChunked(this.#data);
        if (taken !== undefined) {
          this.#data = this.#data.subarray(taken.used);
          return taken.body;
        }
        if (this.#ended) throw new Error('closed within a chunked body');
        await this.#more('a chunk', end);
      }
    }
    const length = head.headers.get('content-length')?.[0];
    if (length === undefined) {
      await this.untilClosed();
      const rest = this.#data;
      this.#data = Buffer.alloc(0);
      return rest;
    }
    const size = Number(length);
    while (this.#data.length < size) {
      if (this.#ended) throw new Error(`closed after ${this.#data.length} of ${size} bytes of a body`);
      await this.#more('a body', end);
    }
    const body = this.#data.subarray(0, size);
    this.#data = this.#data.subarray(size);
    return body;
  }
}

/** Sends one request on a new connection and returns the reply. */
export async function rawRequest(port: number, request: string, method = 'GET'): Promise<RawReply> {
  const connection = await RawConnection.open(port);
  try {
    await connection.send(request);
    return await connection.reply(method);
  } finally {
    connection.close();
  }
}
