// The folder of a simulated machine: the contents of a board's flash.
//
//   system/         information for the terminal (--system): fw_env.config, slot, slots, board,
//                   roots.pem, run/
//   boot.env        one sector: the boot environment
//   slots/a, b      a slot is a program: posternd of a version
//   keys/           signing keys, made for this folder
//   program.sha256  of the program from which a slot was last made

import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { writeEnvironment } from '../image/environment.ts';
import { makeTestKeys } from '../release/pki.ts';
import * as environment from './environment.ts';

export const board = 'laptop';

export class MachineFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  get system(): string {
    return join(this.path, 'system');
  }

  get bootEnvironment(): string {
    return join(this.path, 'boot.env');
  }

  get keys(): string {
    return join(this.path, 'keys');
  }

  slot(slot: environment.Slot): string {
    return join(this.path, 'slots', slot.toLowerCase());
  }

  /** Creates missing files. A changed program is written to the slot that starts next, like a programmer would do. */
  prepare(program: string): void {
    for (const folder of [join(this.system, 'run'), join(this.path, 'slots')]) mkdirSync(folder, { recursive: true });
    if (!existsSync(join(this.keys, 'roots.pem'))) makeTestKeys(this.keys);
    copyFileSync(join(this.keys, 'roots.pem'), join(this.system, 'roots.pem'));
    writeFileSync(join(this.system, 'board'), `${board}\n`);
    writeFileSync(join(this.system, 'slots'), `${this.slot('A')}\n${this.slot('B')}\n`);
    writeFileSync(join(this.system, 'fw_env.config'), `${this.bootEnvironment} 0x0 0x200\n`);
    if (!existsSync(this.bootEnvironment)) {
      writeFileSync(this.bootEnvironment, writeEnvironment(environment.fresh));
    }
    for (const slot of environment.slots) {
      if (!existsSync(this.slot(slot))) writeFileSync(this.slot(slot), '', { mode: 0o755 });
    }
    this.#program(program);
  }

  #program(program: string): void {
    const stamp = join(this.path, 'program.sha256');
    const sum = createHash('sha256').update(readFileSync(program)).digest('hex');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sum) return;
    const next = environment.choose(environment.read(this.bootEnvironment))?.slot ?? 'A';
    const part = `${this.slot(next)}.part`; // the existing one may be running
    copyFileSync(program, part);
    chmodSync(part, 0o755);
    renameSync(part, this.slot(next));
    writeFileSync(stamp, sum);
  }

  /** The boot loader's information for the started system. */
  tell(slot: environment.Slot): void {
    writeFileSync(join(this.system, 'slot'), `${slot}\n`);
  }

  /** Removes files left by an earlier installer. */
  forgetSockets(): void {
    for (const socket of ['sockinstctrl', 'swupdateprog']) rmSync(join(this.system, 'run', socket), { force: true });
  }
}
