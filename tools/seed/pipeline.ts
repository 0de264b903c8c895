// Pipelines many small POST requests over one connection; replies come back in order.

import { connect, type Socket } from 'node:net';

export interface PipelineReply {
  readonly status: number;
  readonly body: string;
}

interface Waiting {
  readonly resolve: (reply: PipelineReply) => void;
  readonly reject: (error: Error) => void;
}

const headEnd = Buffer.from('\r\n\r\n');

export class Pipeline {
  readonly #socket: Socket;
  readonly #head: string;
  readonly #waiting: Waiting[] = [];
  #first = 0;
  #data: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, host: string, token: string) {
    this.#socket = socket;
    this.#head = ` HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\ntoken: ${token}\r\nContent-Length: `;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the terminal closed the connection')));
  }

  static open(host: string, port: number, token: string): Promise<Pipeline> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new Pipeline(socket, `${host}:${port}`, token));
      });
    });
  }

  /** Sends a request now; the promise is the reply's. */
  post(path: string, body: unknown): Promise<PipelineReply> {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#socket.write(`POST ${path}${this.#head}${Buffer.byteLength(text)}\r\n\r\n${text}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.splice(this.#first)) waiting.reject(error);
    this.#first = 0;
    this.#waiting.length = 0;
  }

  #take(chunk: Buffer): void {
    this.#data = this.#data.length === 0 ? chunk : Buffer.concat([this.#data, chunk]);
    for (;;) {
      const end = this.#data.indexOf(headEnd);
      if (end < 0) return;
      const head = this.#data.toString('latin1', 0, end);
      const length = /\r\ncontent-length:\s*(\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        this.#socket.destroy(new Error('a reply without Content-Length'));
        return;
      }
      const size = Number(length);
      const start = end + headEnd.length;
      if (this.#data.length < start + size) return;
      const reply = { status: Number(head.slice(9, 12)), body: this.#data.toString('utf8', start, start + size) };
      this.#data = this.#data.subarray(start + size);
      this.#waiting[this.#first++]?.resolve(reply);
      if (this.#first > 1024) {
        this.#waiting.splice(0, this.#first);
        this.#first = 0;
      }
    }
  }
}
