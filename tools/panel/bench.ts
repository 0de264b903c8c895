// Persistent client of the bench socket: reconnects when the terminal goes offline, until it is stopped.

import { connect, type Socket } from 'node:net';
import { type Answer, type Command, type FaceCommand, type PanelEvent, readBenchLine } from './protocol.ts';

const retryMs = 300;
const lineMax = 64 * 1024;

export class BenchLink {
  readonly #path: string;
  readonly #listener: (event: PanelEvent) => void;
  #socket: Socket | undefined;
  #connected = false;
  #retry: NodeJS.Timeout | undefined;
  #rest = '';
  #stopped = false;
  /** Callers waiting for an answer; answers come in the order of the commands. */
  #waiting: ((answer: Answer) => void)[] = [];

  constructor(path: string, listener: (event: PanelEvent) => void) {
    this.#path = path;
    this.#listener = listener;
    this.#open();
  }

  get connected(): boolean {
    return this.#connected;
  }

  send(command: Command | FaceCommand): Promise<Answer> {
    const socket = this.#socket;
    if (socket === undefined || !this.#connected) return Promise.resolve({ ok: false, error: 'the terminal is off' });
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      socket.write(`${JSON.stringify(command)}\n`);
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #open(): void {
    const socket = connect(this.#path);
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      this.#connected = true;
      this.#listener({ type: 'link', connected: true });
    });
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lost());
  }

  #lost(): void {
    for (const resolve of this.#waiting.splice(0)) resolve({ ok: false, error: 'the terminal went away' });
    this.#rest = '';
    const wasConnected = this.#connected;
    this.#connected = false;
    if (this.#stopped) return;
    if (wasConnected) this.#listener({ type: 'link', connected: false });
    this.#retry = setTimeout(() => this.#open(), retryMs);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > lineMax) this.#socket?.destroy();
    for (const line of lines) {
      const read = readBenchLine(line);
      if (read === undefined) continue;
      if ('answer' in read) this.#waiting.shift()?.(read.answer);
      else this.#listener(read.event);
    }
  }
}
