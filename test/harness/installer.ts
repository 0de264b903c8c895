// The real SWUpdate, as run by a terminal, and the terminal's side of the protocol (docs/bundle-format.md). It runs as user nobody.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installerCommand, installerPath } from '../../tools/machine/installer.ts';
import { rootPath } from './paths.ts';
import { until, within } from './wait.ts';

const magic = 0x14052001;
const messageSize = 3120;
const progressSize = 2416;
const types = { install: 0, ack: 1, nack: 2, notify: 11 } as const;
const nobody = 65534;

/** Path of SWUpdate on this machine. */
export function swupdatePath(): string {
  const path = installerPath();
  if (path === undefined) throw new Error('no SWUpdate for this machine: run tools/setup/swupdate.sh');
  return rootPath(path);
}

export interface Progress {
  readonly status: number;
  readonly percent: number;
  readonly step: number;
  readonly steps: number;
  readonly image: string;
}

function text(octets: Buffer, from: number, length: number): string {
  return octets.toString('utf8', from, from + length).replace(/\0.*$/s, '');
}

/** Reads messages of one size from a socket. */
async function* messages(socket: Socket, first: number, size: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let wanted = first;
  for await (const part of socket) {
    rest = Buffer.concat([rest, part as Buffer]);
    while (rest.length >= wanted) {
      yield rest.subarray(0, wanted);
      rest = rest.subarray(wanted);
      wanted = size;
    }
  }
}

async function takeAll(following: AsyncGenerator<Buffer>, take: (message: Buffer) => void): Promise<void> {
  try {
    for await (const message of following) take(message);
  } catch {
    // It has ended, which the code waiting for a result notices itself.
  }
}

function request(type: number, set = '', mode = ''): Buffer {
  const message = Buffer.alloc(messageSize);
  message.writeInt32LE(magic, 0);
  message.writeInt32LE(type, 4);
  message.writeUInt32LE(1, 8); // version of the request
  message.writeInt32LE(4, 12); // it comes from this machine
  message.write(set, 544);
  message.write(mode, 800);
  return message;
}

function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function give(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
}

/** A slot write in progress. */
export class Installation {
  readonly #socket: Socket;
  /** Whether SWUpdate has closed the connection. */
  closed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {
      this.closed = true;
    });
    socket.on('close', () => {
      this.closed = true;
    });
  }

  async write(octets: Buffer): Promise<void> {
    for (let at = 0; at < octets.length && !this.closed; at += 65_536) {
      await new Promise<void>((resolve) => {
        this.#socket.write(octets.subarray(at, at + 65_536), () => resolve());
      });
    }
  }

  end(): void {
    this.#socket.end();
  }
}

export interface Result {
  readonly good: boolean;
  /** SWUpdate's messages so far. */
  readonly said: readonly string[];
  readonly progress: readonly Progress[];
}

export class Installer {
  /** Its private folder, inaccessible to others. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'postern-swupdate-'));
  #child: ChildProcess | undefined;
  #sockets: Socket[] = [];
  readonly said: string[] = [];
  readonly progress: Progress[] = [];

  constructor() {
    for (const name of ['run', 'slots']) mkdirSync(join(this.#folder, name));
    cpSync(swupdatePath(), join(this.#folder, 'swupdate'));
    for (const name of ['a', 'b']) this.setSlot(name, '');
    give(join(this.#folder, 'run'));
    chmodSync(this.#folder, 0o755);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** A file that SWUpdate can read. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  slot(name: string): string {
    return join(this.#folder, 'slots', name);
  }

  setSlot(name: string, content: string): void {
    writeFileSync(this.slot(name), content);
    give(this.slot(name));
  }

  contentOf(name: string): Buffer {
    return readFileSync(this.slot(name));
  }

  /** `roots` in PEM; `modes` are the slots that may be written. */
  async start(
    roots: string,
    board = 'laptop',
    modes: readonly string[] = ['a', 'b'],
    env: NodeJS.ProcessEnv = {},
  ): Promise<void> {
    const run = join(this.#folder, 'run');
    const trusted = join(this.#folder, 'roots.pem');
    writeFileSync(trusted, roots);
    const command = installerCommand(join(this.#folder, 'swupdate'), trusted, board, modes);
    const sockets = ['sockinstctrl', 'swupdateprog'].map((name) => join(run, name));
    for (const socket of sockets) rmSync(socket, { force: true });
    const drop = process.getuid?.() === 0 ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
    this.#child = spawn('setpriv', ['--pdeathsig', 'KILL', ...drop, ...command], {
      env: { ...env, TMPDIR: run, RUNTIME_DIRECTORY: run },
      stdio: 'ignore',
    });
    await until('SWUpdate to listen', async () => (await Promise.all(sockets.map(listens))).every((yes) => yes));
    await this.#listen();
  }

  async #connect(name: string): Promise<Socket> {
    const socket = createConnection(join(this.#folder, 'run', name));
    await once(socket, 'connect');
    this.#sockets.push(socket);
    return socket;
  }

  /** Is listening once SWUpdate has answered on both: of a socket that it has not accepted yet it tells nothing. */
  async #listen(): Promise<void> {
    const notices = await this.#connect('sockinstctrl');
    const progress = await this.#connect('swupdateprog');
    notices.write(request(types.notify));
    await Promise.all([
      this.#follow(notices, messageSize, messageSize, (message) => {
        if (message.readInt32LE(4) === types.notify) this.said.push(text(message, 20, 2048));
      }),
      this.#follow(progress, 8, progressSize, (message) => {
        this.progress.push({
          status: message.readInt32LE(4),
          steps: message.readUInt32LE(24),
          step: message.readUInt32LE(28),
          percent: message.readUInt32LE(32),
          image: text(message, 36, 256),
        });
      }),
    ]);
  }

  /** Resolves with the first message, the acknowledgement, and takes those behind it. */
  async #follow(socket: Socket, first: number, size: number, take: (message: Buffer) => void): Promise<void> {
    const following = messages(socket, first, size);
    await within('SWUpdate to answer', following.next());
    void takeAll(following, take);
  }

  /** Undefined if SWUpdate refuses. */
  async begin(mode: string): Promise<Installation | undefined> {
    const socket = await this.#connect('sockinstctrl');
    socket.write(request(types.install, 'stable', mode));
    const [reply] = (await once(socket, 'data')) as [Buffer];
    if (reply.readInt32LE(4) === types.ack) return new Installation(socket);
    socket.destroy();
    return undefined;
  }

  /** Writes a whole bundle, and waits until it is over. */
  async install(mode: string, bundle: Buffer): Promise<Result> {
    const [said, progress] = [this.said.length, this.progress.length];
    const installation = await this.begin(mode);
    if (installation === undefined) return { good: false, said: ['refused'], progress: [] };
    await installation.write(bundle);
    installation.end();
    const over = await until('the end of the installation', () =>
      this.progress.slice(progress).find(({ status }) => status === 3 || status === 4),
    );
    await until('SWUpdate to wait again', () => this.said.slice(said).some((line) => line.startsWith('Waiting for')));
    return { good: over.status === 3, said: this.said.slice(said), progress: this.progress.slice(progress) };
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    for (const socket of this.#sockets.splice(0)) socket.destroy();
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await within('SWUpdate to end', gone);
  }
}
