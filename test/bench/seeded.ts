// A state folder with users, filled once through the daemon and kept in the build folder.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../tools/seed/fill.ts';
import { Terminal } from '../harness/terminal.ts';
import { contents, type Scale, scaleFolder } from './scale.ts';

/** Gives a fresh copy of the filled state folder in `folder`; the administrator's password is the tests' own. */
export async function seededState(folder: string, scale: Scale): Promise<string> {
  const kept = join(scaleFolder(scale), 'seeded');
  if (!existsSync(kept)) {
    const making = `${kept}.making`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(scaleFolder(scale), { recursive: true });
    const { users } = contents[scale];
    console.log(`filling a terminal with ${users} users, once`);
    const terminal = await Terminal.start({ state: making });
    const token = terminal.admin.token ?? '';
    await fill({
      host: '127.0.0.1',
      port: terminal.port,
      token,
      count: users,
      pinEvery: 0,
      connections: 4,
      depth: 4,
    });
    await terminal.stop();
    renameSync(making, kept);
  }
  const state = join(folder, 'state');
  cpSync(kept, state, { recursive: true });
  return state;
}
