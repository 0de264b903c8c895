// The folder of a machine that is none: what a board has on its flash.
//
//   system/         what is told to the terminal (--system): fw_env.config, slot, slots, board,
//                   roots.pem, run/
//   boot.env        one sector: the boot environment
//   slots/a, b      a slot is a program: posternd of a version
//   keys/           of signing, made for this folder
//   program.sha256  of the program that slot was made from last

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

  /** Makes what is missing. Another program than last time goes into the slot that starts next, as a programmer does it. */
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
    const part = `${this.slot(next)}.part`; // the one there is may run
    copyFileSync(program, part);
    chmodSync(part, 0o755);
    renameSync(part, this.slot(next));
    writeFileSync(stamp, sum);
  }

  /** What the boot loader says to the system it starts. */
  tell(slot: environment.Slot): void {
    writeFileSync(join(this.system, 'slot'), `${slot}\n`);
  }

  /** What an installer that ended has left. */
  forgetSockets(): void {
    for (const socket of ['sockinstctrl', 'swupdateprog']) rmSync(join(this.system, 'run', socket), { force: true });
  }
}
