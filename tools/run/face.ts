// The engine of the simulated face module beside the terminal; without its packages the module does not respond.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';

export class FaceEngine {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Undefined if it is not installed. */
  static start(line: string, log: string): FaceEngine | undefined {
    if (!existsSync('tools/face/node_modules/@vladmandic/face-api')) return undefined;
    const file = openSync(log, 'w');
    /* Like the terminal: Ctrl-C reaches only us, and the kernel ends it if we are killed. */
    const command = ['--pdeathsig', 'TERM', process.execPath, 'tools/face/main.ts', '--line', line];
    const child = spawn('setpriv', command, { stdio: ['ignore', file, file], detached: true });
    child.on('error', () => {
      // Without setpriv the module has no engine, which the panel shows.
    });
    closeSync(file);
    return new FaceEngine(child);
  }

  end(): void {
    this.#child.kill('SIGTERM');
  }
}
