// Words with QEMU while it runs, over its QMP socket.

import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { within } from '../harness/wait.ts';

type Answer = { readonly return?: unknown; readonly error?: { readonly desc: string }; readonly event?: string };

/** QEMU's arguments for a socket at that path. */
export const qmpArguments = (path: string): string[] => ['-qmp', `unix:${path},server=on,wait=off`];

export class Qmp {
  readonly #socket: Socket;
  readonly #waiting: ((answer: Answer) => void)[] = [];

  private constructor(path: string) {
    this.#socket = connect(path);
    this.#socket.on('error', () => undefined); /* QEMU has ended */
    createInterface({ input: this.#socket }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      if ('return' in answer || 'error' in answer) this.#waiting.shift()?.(answer);
    });
  }

  static async open(path: string): Promise<Qmp> {
    const qmp = new Qmp(path);
    await qmp.ask('qmp_capabilities');
    return qmp;
  }

  async ask(execute: string, values: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const answered = new Promise<Answer>((resolve) => this.#waiting.push(resolve));
    this.#socket.write(`${JSON.stringify({ execute, arguments: values })}\n`);
    const answer = await within(`QEMU's answer to ${execute}`, answered);
    if (answer.error !== undefined) throw new Error(`QEMU: ${execute}: ${answer.error.desc}`);
    return answer.return;
  }

  close(): void {
    this.#socket.destroy();
  }
}
