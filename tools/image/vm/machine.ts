// A board that is emulated: QEMU with the disk of an image, its serial console, and a port on the loopback that leads to
// the console's. It reaches nothing else of this machine's network.

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, rmSync, truncateSync, type WriteStream } from 'node:fs';
import { freePort } from '../../run/ports.ts';
import type { Board } from '../boards.ts';

export interface MachineOptions {
  readonly board: Board;
  /** Folder with what `make image` has made: u-boot.bin, control.dtb. */
  readonly out: string;
  readonly disk: string;
  /** File that gets what the serial console says. */
  readonly log: string;
  /** A person has set the jumper that opens the serial console. */
  readonly jumper?: boolean;
  readonly firstPort?: number;
  /** More of QEMU's arguments. */
  readonly more?: readonly string[];
  /** A restart is a new QEMU: one that goes on forgets piece by piece what it has translated of the kernel, while the boot loader
   * unpacks it again over itself, which takes ten times as long. The disk gets all that was written, as at a restart of a board.
   * A machine that powers itself off starts again too. */
  readonly coldRestart?: boolean;
  /** QEMU's arguments for a block device `disk` in the place of the file. */
  readonly blocks?: readonly string[];
  /** Called before QEMU starts, also again: nobody has the disk then. */
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

  /** What the serial console has said so far. */
  get serial(): string {
    return this.#serial;
  }

  /** How often QEMU was started. */
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
   * What the console answers to GET on a path, as soon as it answers at all; undefined when the machine has ended, or the time is over. It
   * is asked again and again, and no question waits for the one before: until there is a network inside, QEMU takes a connection and
   * says nothing.
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

/** A disk of `size` bytes with the image on it, as a terminal leaves the factory. */
export function newDisk(image: string, disk: string, size: number): void {
  if (!existsSync(image)) throw new Error(`${image} is not there: make image`);
  rmSync(disk, { force: true });
  copyFileSync(image, disk);
  truncateSync(disk, size);
}
