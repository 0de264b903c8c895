// A terminal in QEMU with a disk of its own for one test file.

import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { type Board, readBoard } from '../../tools/image/boards.ts';
import { partitionOf } from '../../tools/image/disk.ts';
import { type Environment, readEnvironment, writeEnvironment } from '../../tools/image/environment.ts';
import { type Answer, Machine, newDisk } from '../../tools/image/vm/machine.ts';
import { Tpm } from '../../tools/image/vm/tpm.ts';
import { patienceMs } from '../harness/patience.ts';
import type { Random } from '../harness/random.ts';
import { until } from '../harness/wait.ts';
import { out as plainOut } from './bundles.ts';
import { CachedDisk, type Loss } from './cache.ts';

const diskSize = 256 << 20;
/** Ports of this process: one that starts cold leaves its own for a moment, and another terminal must not take it then. */
const firstPort = 20_000 + (process.pid % 400) * 100;

export interface TerminalOptions {
  /** A restart is a cold start, which is quicker in an emulator (MachineOptions). */
  readonly cold?: boolean;
  /** Another board than qemu-arm64. */
  readonly board?: string;
  /** The disk forgets what was not flushed when the power is cut, as these numbers have it. */
  readonly forgets?: Random;
}

export class Terminal {
  readonly board: Board;
  readonly out: string;
  readonly disk: string;
  /** Its TPM, where the board has one; another may take its place, or none, while the power is off. */
  tpm: Tpm | undefined;
  readonly #log: string;
  readonly #options: TerminalOptions;
  readonly #cache: CachedDisk | undefined;
  #machine: Machine | undefined;
  #onRestart: (() => void) | undefined;

  constructor(name: string, options: TerminalOptions = {}) {
    const folder = 'build/test/image';
    mkdirSync(folder, { recursive: true });
    this.board = readBoard(options.board ?? 'qemu-arm64');
    this.out = options.board === undefined ? plainOut : `build/image/${options.board}/out`;
    this.disk = `${folder}/${name}.img`;
    this.tpm = this.board.dataKey === undefined ? undefined : new Tpm(`${folder}/${name}.tpm`);
    this.#log = `${folder}/${name}.log`;
    rmSync(this.#log, { force: true });
    newDisk(`${this.out}/disk.img`, this.disk, diskSize);
    this.#options = options;
    this.#cache = options.forgets === undefined ? undefined : new CachedDisk(this.disk);
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error('it has no power');
    return this.#machine;
  }

  get hasPower(): boolean {
    return this.#machine !== undefined;
  }

  async powerOn(more: readonly string[] = [], jumper = false): Promise<void> {
    const { board, out, disk, tpm } = this;
    const cache = this.#cache;
    await tpm?.start();
    const all = [...(tpm?.machine ?? []), ...more];
    this.#machine = await Machine.start({
      ...{ board, out, disk, log: this.#log, more: all, jumper, firstPort, coldRestart: this.#options.cold === true },
      ...(cache === undefined ? {} : { blocks: cache.blocks }),
      beforeStart: () => {
        const act = this.#onRestart;
        this.#onRestart = undefined;
        act?.();
        cache?.begin();
      },
    });
  }

  /** Does something to the disk when the terminal restarts next; for one that starts cold then. */
  atRestart(act: () => void): void {
    this.#onRestart = act;
  }

  /** Waits until that was done. */
  async restarted(): Promise<void> {
    await until('the restart', () => this.#onRestart === undefined, { everyMs: 50 });
  }

  /** Cuts the power; says what a disk that forgets has lost. */
  async powerOff(): Promise<Loss | undefined> {
    const machine = this.#machine;
    this.#machine = undefined;
    await machine?.cut();
    await this.tpm?.stop();
    const { forgets } = this.#options;
    return machine === undefined || forgets === undefined ? undefined : this.#cache?.lose(forgets);
  }

  /** Ends the terminal and takes its disk away. */
  async remove(): Promise<void> {
    await this.powerOff();
    await this.tpm?.remove();
    for (const file of [this.disk, ...(this.#cache?.files ?? [])]) rmSync(file, { force: true });
  }

  /** The first answer of its console, and the milliseconds until then. */
  async answer(path = '/'): Promise<Answer & { readonly ms: number }> {
    const before = performance.now();
    const reply = await this.machine.answer(patienceMs, path);
    if (reply === undefined) throw new Error('the console has given no answer');
    return { ...reply, ms: performance.now() - before };
  }

  /** Waits until the serial console has said this, so many times. */
  async says(text: string, times = 1): Promise<void> {
    await until(
      `${times} times «${text}» on the serial console`,
      () => Promise.resolve(this.machine.serial.split(text).length > times),
      { everyMs: 50 },
    );
  }

  /** Waits until the daemon has given a slot its tries back. */
  async confirmed(slot: 'A' | 'B'): Promise<void> {
    await until(
      `slot ${slot} to be confirmed`,
      () => this.environment()?.[`BOOT_${slot}_LEFT`] === '3' && this.environment()?.['BOOT_ORDER']?.startsWith(slot),
      { everyMs: 100 },
    );
  }

  /** What a command says on the serial console, whose jumper is set: as root, or as the daemon's user. */
  async shell(command: string, as: 'root' | 'daemon' = 'root'): Promise<string> {
    const { machine } = this;
    const [begin, end] = ['<-said', 'said->'];
    const user = as === 'root' ? '' : 'setpriv --reuid postern --regid postern --clear-groups ';
    const from = machine.serial.length;
    /* The words are put together by the shell: the echo of what is typed has them apart. */
    machine.type(`${user}sh -c '${command}' >/tmp/said 2>&1; echo "<-""said $(cat /tmp/said) said""->"\n`);
    const said = await until('the serial console to answer', () => {
      const text = machine.serial.slice(from);
      const at = text.indexOf(begin);
      return at >= 0 && text.includes(end, at) && text.slice(at + begin.length, text.indexOf(end, at));
    });
    return said.trim();
  }

  /* What follows works on the disk; what writes to it, while the power is off. */

  environment(): Environment | undefined {
    return readEnvironment(this.read('env', 0, 512));
  }

  setEnvironment(values: Environment): void {
    this.write('env', 0, writeEnvironment(values));
  }

  read(partition: string, at: number, length: number): Buffer {
    const content = Buffer.alloc(length);
    const file = openSync(this.disk, 'r');
    readSync(file, content, 0, length, partitionOf(this.disk, partition).at + at);
    closeSync(file);
    return content;
  }

  write(partition: string, at: number, content: Buffer): void {
    const file = openSync(this.disk, 'r+');
    writeSync(file, content, 0, content.length, partitionOf(this.disk, partition).at + at);
    closeSync(file);
  }

  /** Changes one bit. */
  flip(partition: string, at: number): void {
    const octet = this.read(partition, at, 1);
    octet[0] = (octet[0] ?? 0) ^ 1;
    this.write(partition, at, octet);
  }
}
