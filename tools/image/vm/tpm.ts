// A TPM for an emulated board: swtpm, at the other end of a virtio port of the machine. Debian's kernel for arm64 has no driver for
// QEMU's TPM of such boards (tpm-tis-device); the port accepts the same commands as the kernel's device of a chip.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';

const startMs = 10_000;

export class Tpm {
  readonly #folder: string;
  /** Socket path. */
  readonly socket: string;
  #child: ChildProcess | undefined;

  /** Its state is in the folder; without state it is a new TPM. */
  constructor(folder: string) {
    this.#folder = folder;
    this.socket = `${folder}/socket`;
  }

  /** QEMU's arguments for a machine that has it. */
  get machine(): string[] {
    return [
      ...['-device', 'virtio-serial-device', '-chardev', `socket,id=tpm,path=${this.socket}`],
      ...['-device', 'virtserialport,chardev=tpm,name=tpm'],
    ];
  }

  /** Switches it on, before the machine; a running one is reset, as by the board. */
  async start(): Promise<void> {
    await this.stop();
    mkdirSync(this.#folder, { recursive: true });
    const state = ['--tpm2', '--tpmstate', `dir=${this.#folder}`, '--flags', 'not-need-init,startup-clear'];
    this.#child = spawn('swtpm', ['socket', ...state, '--server', `type=unixio,path=${this.socket}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = ''; /* it also tells of each machine that leaves */
    this.#child.stderr?.on('data', (data: Buffer) => {
      said += data.toString('latin1');
    });
    let problem: Error | undefined;
    this.#child.once('error', (error) => {
      problem = error;
    });
    const end = performance.now() + startMs;
    while (!existsSync(this.socket)) {
      if (problem !== undefined || this.#child.exitCode !== null || performance.now() > end)
        throw problem ?? new Error(`swtpm does not start: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill();
      await gone;
    }
    rmSync(this.socket, { force: true });
  }

  /** Ends it; its state is deleted. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
