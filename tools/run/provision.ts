// Factory data of a terminal of `make run`: an engineer password, generated once per state.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MachineFolder } from '../machine/folder.ts';
import { drawPassword } from '../provision/draw.ts';

/** Returns the password; if the state has none yet, the terminal imports it at the start. */
export function provision(state: string, machine: string): string {
  const { path, system } = new MachineFolder(machine);
  const note = join(path, 'engineer-password');
  mkdirSync(join(system, 'run'), { recursive: true });
  if (existsSync(note) && existsSync(join(state, 'factory'))) return readFileSync(note, 'utf8').trim();
  const password = drawPassword();
  writeFileSync(note, `${password}\n`, { mode: 0o600 });
  writeFileSync(join(system, 'provision'), `engineer-password = ${password}\n`, { mode: 0o600 });
  return password;
}
