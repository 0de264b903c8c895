// SWUpdate, started like by a board's init: waits on its sockets for the terminal's request (docs/bundle-format.md).

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'build/deps/swupdate';

/** The build for this machine; undefined if there is none. */
export function installerPath(): string | undefined {
  const names: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
  const own = names[process.arch];
  if (own === undefined || !existsSync(folder) || !readdirSync(folder).includes(own)) return undefined;
  const path = join(folder, own, 'swupdate');
  return existsSync(path) ? path : undefined;
}

/** Its arguments; `modes` are the slots that may be written. */
export function installerCommand(
  path: string,
  roots: string,
  board: string,
  modes: readonly string[] = ['a', 'b'],
): string[] {
  const choices = modes.flatMap((mode) => ['-q', `stable,${mode}`]);
  return [path, '-k', roots, '-H', `terminal:${board}`, ...choices, '-M', '-m', '-l', '3'];
}

/** Starts it; it ends with us, however we end. `system` is the system folder, whose `run` has the sockets. */
export function startInstaller(path: string, system: string, board: string): ChildProcess {
  const run = join(system, 'run');
  const command = installerCommand(path, join(system, 'roots.pem'), board);
  return spawn('setpriv', ['--pdeathsig', 'KILL', ...command], {
    env: { TMPDIR: run, RUNTIME_DIRECTORY: run },
    stdio: 'ignore',
  });
}
