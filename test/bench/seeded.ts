// A state folder with 100,000 users, filled once through the daemon and kept in the build folder.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../tools/seed/fill.ts';
import { rootPath } from '../harness/paths.ts';
import { Terminal } from '../harness/terminal.ts';

export const seededUsers = 100_000;

/** Gives a fresh copy of the filled state folder in `folder`; the administrator's password is the tests' own. */
export async function seededState(folder: string): Promise<string> {
  const kept = rootPath('build/bench/seeded');
  if (!existsSync(kept)) {
    const making = `${kept}.making`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(rootPath('build/bench'), { recursive: true });
    console.log(`filling a terminal with ${seededUsers} users, once`);
    const terminal = await Terminal.start({ state: making });
    const token = terminal.admin.token ?? '';
    await fill({
      host: '127.0.0.1',
      port: terminal.port,
      token,
      count: seededUsers,
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
