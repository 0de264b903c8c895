// A machine with a posternd that ends with us: on request at an orderly end, by the kernel if we are killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { patienceMs } from '../../test/harness/patience.ts';

export interface TerminalOptions {
  readonly binary: string;
  readonly state: string;
  readonly port: number;
  /** Port of the console over TLS. */
  readonly securePort: number;
  readonly bench: string;
  /** Folder of the simulated machine: boot loader, slots, installer (tools/machine). */
  readonly machine: string;
  /** Folder for scheduled backups, like a board's USB stick or share. */
  readonly copies: string;
  readonly log: string;
}

export class Terminal {
  readonly #child: ChildProcess;
  readonly #log: string;
  #over = false;
  /** Settled when the process has ended, with the message about it. */
  readonly ended: Promise<string>;

  constructor(options: TerminalOptions) {
    this.#log = options.log;
    const log = openSync(options.log, 'w');
    const listen = ['--http', `127.0.0.1:${options.port}`, '--https', `127.0.0.1:${options.securePort}`];
    const folders = ['--state', options.state, '--backup-dir', options.copies];
    const args = [options.binary, ...folders, ...listen, '--bench', options.bench];
    const machine = [process.execPath, 'tools/machine/main.ts', '--folder', options.machine, '--'];
    /* In a session of its own, so that Ctrl-C reaches only us and we end it in order; setpriv handles our sudden death. */
    this.#child = spawn('setpriv', ['--pdeathsig', 'TERM', ...machine, ...args], {
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('exit', (code, signal) => {
        this.#over = true;
        resolve(signal === null ? `exit code ${code}` : `ended by ${signal}`);
      });
    });
  }

  get over(): boolean {
    return this.#over;
  }

  /** The end of its log, for error messages. */
  lastWords(): string {
    return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  }

  /** Ends it in order, and by force if it does not react. */
  async end(): Promise<void> {
    if (this.#over) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    await this.ended;
    clearTimeout(timer);
  }
}

/** Waits until the address responds, without a limit; false if the terminal or the wait ends before. */
export async function answers(url: string, terminal: Terminal, stopped: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  void terminal.ended.then(end);
  void stopped.then(end);
  while (!stop.signal.aborted) {
    try {
      const response = await fetch(url, { signal: stop.signal });
      if (response.ok) return true;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
