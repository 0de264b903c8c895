// An emulated board: QEMU with the disk of an image, its serial console, and a loopback port that is forwarded to
// the console's. It has no other access to this machine's network.

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, rmSync, truncateSync, type WriteStream } from 'node:fs';
import { freePort } from '../../run/ports.ts';
import type { Board } from '../boards.ts';

export interface MachineOptions {
  readonly board: Board;
  /** Folder with the results of `make image`: u-boot.bin, control.dtb. */
  readonly out: string;
  readonly disk: string;
  /** File for the output of the serial console. */
  readonly log: string;
  /** The jumper for the serial console is set. */
  readonly jumper?: boolean;
  readonly firstPort?: number;
  /** Additional arguments of QEMU. */
  readonly more?: readonly string[];
  /** A restart is a new QEMU: a continued one discards its translation of the kernel piece by piece, while the boot loader
   * unpacks it again over itself, which takes ten times as long. All writes are on the disk then, as at a restart of a board.
   * A machine that powers itself off starts again too. */
  readonly coldRestart?: boolean;
  /** QEMU's arguments for a block device `disk` instead of the file. */
  readonly blocks?: readonly string[];
  /** Called before each start of QEMU: no process has the disk open then. */
  readonly beforeStart?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/* An emulated machine beside other work may need seconds for its first answer. */
const questionMs = 15_000;
const everyMs = 100;

function argumentsOf(options: MachineOptions, port: number): string[] {
  const { board, out, disk } = options;
  if (board.qemu === undefined) throw new Error(`QEMU has no ${board.name}`);
  const { machine, cpu, memory, devices } = board.qemu;
  const network = `user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:${port}-:80`;
  return [
    ...['-M', machine, '-cpu', cpu, '-m', String(memory), '-bios', `${out}/u-boot.bin`, '-dtb', `${out}/control.dtb`],
    ...['-display', 'none', '-monitor', 'none', '-serial', 'stdio', '-nic', 'none'],
    ...['-netdev', network, '-device', 'virtio-net-device,netdev=net', '-device', 'virtio-rng-device'],
    ...devices.flatMap((device) => ['-device', device]),
    ...(options.jumper === true ? ['-fw_cfg', 'name=opt/postern/console,string=1'] : []),
    ...(options.coldRestart === true ? ['-action', 'reboot=shutdown'] : []),
    ...(options.more ?? []),
    /* Last: the addresses of such devices count down, and the boot loader's first disk is the lowest. */
    ...(options.blocks ?? ['-drive', `if=none,id=disk,format=raw,file=${disk}`]),
    ...['-device', 'virtio-blk-device,drive=disk'],
  ];
}

export class Machine {
  readonly port: number;
  readonly #options: MachineOptions;
  readonly #log: WriteStream;
  readonly #ended: Promise<number | null>;
  #serial = '';
  #starts = 0;
  #isCut = false;
  #child: ChildProcess | undefined;

  private constructor(options: MachineOptions, port: number) {
    this.port = port;
    this.#options = options;
    this.#log = createWriteStream(options.log, { flags: 'a' });
    this.#ended = new Promise((resolve, reject) => this.#run(resolve, reject));
    this.#ended.catch(() => undefined);
  }

  /** Switches the power on. */
  static async start(options: MachineOptions): Promise<Machine> {
    return new Machine(options, await freePort(options.firstPort ?? 18_080));
  }

  #run(resolve: (code: number | null) => void, reject: (error: unknown) => void): void {
    this.#options.beforeStart?.();
    const child = spawn('qemu-system-aarch64', argumentsOf(this.#options, this.port), {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#starts += 1;
    child.stdout?.on('data', (data: Buffer) => {
      this.#serial += data.toString('latin1');
      this.#log.write(data);
    });
    child.stdin?.on('error', () => undefined); /* what is typed when the power goes */
    child.stderr?.on('data', (data: Buffer) => this.#log.write(data));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0 || this.#isCut || this.#options.coldRestart !== true) return resolve(code);
      try {
        this.#run(resolve, reject);
      } catch (error) {
        reject(error);
      }
    });
  }

  /** Output of the serial console so far. */
  get serial(): string {
    return this.#serial;
  }

  /** Number of starts of QEMU. */
  get starts(): number {
    return this.#starts;
  }

  /** Resolves when QEMU has ended for good. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  type(text: string): void {
    this.#child?.stdin?.write(text);
  }

  async #ask(path: string): Promise<Answer | undefined> {
    try {
      const signal = AbortSignal.timeout(questionMs);
      const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { signal });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  /**
   * The console's answer to GET on a path, as soon as there is one; undefined when the machine has ended, or on time-out. The request
   * is repeated without waiting for earlier ones: until there is a network inside, QEMU accepts a connection and
   * does not answer.
   */
  async answer(boundMs: number, path = '/'): Promise<Answer | undefined> {
    const end = performance.now() + boundMs;
    let answer: Answer | undefined;
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    this.#ended.then(over, over);
    while (answer === undefined && !isOver && performance.now() < end) {
      void this.#ask(path).then((said) => {
        answer ??= said;
      });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return answer;
  }

  /** Pulls the plug. */
  async cut(): Promise<void> {
    this.#isCut = true;
    if (this.runs) this.#child?.kill('SIGKILL');
    await this.#ended.catch(() => undefined);
    this.#log.end();
  }
}

/** A disk of `size` bytes with the image on it, as shipped from the factory. */
export function newDisk(image: string, disk: string, size: number): void {
  if (!existsSync(image)) throw new Error(`${image} is not there: make image`);
  rmSync(disk, { force: true });
  copyFileSync(image, disk);
  truncateSync(disk, size);
}
