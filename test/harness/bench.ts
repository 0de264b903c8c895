// Client of the bench socket: plays the world around the simulated terminal.

import { connect, type Socket } from 'node:net';
import { until } from './wait.ts';

export interface DisplayEvent {
  readonly event: 'display';
  readonly lines: readonly string[];
  readonly language: string;
  readonly initialPassword: string | null;
}

export interface AccessEvent {
  readonly event: 'access';
  readonly kind: 'card' | 'pin';
  readonly credential: string;
  readonly user: { readonly userid: number; readonly name: string } | null;
  readonly time: number;
}

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

export type BenchRequest =
  | { readonly do: 'card'; readonly number: string }
  | { readonly do: 'pin'; readonly digits: string }
  | { readonly do: 'clock'; readonly advanceMs: number }
  | { readonly do: 'fault'; readonly device: string; readonly kind: string; readonly on: boolean };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Bench {
  readonly #socket: Socket;
  readonly #answers: Answer[] = [];
  #rest = '';
  #closed = false;
  /** All events since the connection, oldest first. */
  readonly displays: DisplayEvent[] = [];
  readonly accesses: AccessEvent[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#take(text));
    socket.on('close', () => {
      this.#closed = true;
    });
    socket.on('error', () => {
      this.#closed = true;
    });
  }

  static async open(path: string): Promise<Bench> {
    const socket = await until('the bench socket', () => tryConnect(path));
    return new Bench(socket);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) throw new Error(`the bench socket said ${line}`);
    // The shapes are those of the bench protocol; a test that reads a missing part fails by itself.
    if (value['event'] === 'display') this.displays.push(value as unknown as DisplayEvent);
    else if (value['event'] === 'access') this.accesses.push(value as unknown as AccessEvent);
    else if (typeof value['ok'] === 'boolean') this.#answers.push(value as unknown as Answer);
    // Other events belong to devices that a test has not asked for.
  }

  /** Sends one request and gives its answer. Requests are answered in order; send one at a time. */
  async ask(request: BenchRequest): Promise<Answer> {
    const before = this.#answers.length;
    this.#socket.write(`${JSON.stringify(request)}\n`);
    return until('an answer of the bench socket', () => {
      if (this.#closed) throw new Error('the bench socket closed');
      return this.#answers[before];
    });
  }

  /** As ask(), but a refusal throws. */
  async act(request: BenchRequest): Promise<void> {
    const answer = await this.ask(request);
    if (!answer.ok) throw new Error(`the bench socket refused ${request.do}: ${answer.error}`);
  }

  /** Moves both simulated clocks on. */
  advance(ms: number): Promise<void> {
    return this.act({ do: 'clock', advanceMs: ms });
  }

  /** Sends a line as it is, for tests of the socket itself. */
  async askRaw(line: string): Promise<Answer> {
    const before = this.#answers.length;
    this.#socket.write(`${line}\n`);
    return until('an answer of the bench socket', () => this.#answers[before]);
  }

  /** What the display shows now. */
  display(): Promise<DisplayEvent> {
    return until('a display state', () => this.displays.at(-1));
  }

  close(): void {
    this.#socket.destroy();
  }
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}
