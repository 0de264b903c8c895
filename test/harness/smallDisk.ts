// A small disk for a terminal's state that a test can fill: a tmpfs in a mount namespace that outlives restarts.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const isRoot = process.getuid?.() === 0;

export class SmallDisk {
  readonly #holder: ChildProcess;
  readonly #state: string;

  private constructor(holder: ChildProcess, state: string) {
    this.#holder = holder;
    this.#state = state;
  }

  /** Creates the state folder, which is such a disk for programs started with `prefix`. */
  static async make(state: string, megabytes: number): Promise<SmallDisk> {
    mkdirSync(state, { mode: 0o700 });
    // In a chroot the root folder is not a mount and has no propagation to change.
    const propagation = spawnSync('mountpoint', ['-q', '/']).status === 0 ? 'private' : 'unchanged';
    const script = `mount -t tmpfs -o size=${megabytes}m,mode=700 none "$0" && echo ready && exec sleep infinity`;
    const options = [...(isRoot ? [] : ['-r']), '-m', '--propagation', propagation, 'sh', '-c', script, state];
    const holder = spawn('unshare', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    return new SmallDisk(holder, state);
  }

  /** Command prefix of the daemon. Includes its root: a test may run in a chroot, which a mount namespace does not know. */
  get prefix(): readonly string[] {
    const own = isRoot ? [] : ['-U', '--preserve-credentials'];
    return ['nsenter', '-t', String(this.#holder.pid), ...own, '-m', '-r'];
  }

  /** A file of the daemon's disk, seen through a process on it. */
  file(name: string): string {
    return join(`/proc/${this.#holder.pid}/root${this.#state}`, name);
  }

  get freeOctets(): number {
    const { bavail, bsize } = statfsSync(this.file('.'));
    return bavail * bsize;
  }

  /** Writes until the disk is full. */
  fill(): void {
    const file = openSync(this.file('ballast'), 'a');
    try {
      for (let size = 65_536; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size, 0x55));
        } catch {
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Removes what fill() wrote. */
  empty(): void {
    rmSync(this.file('ballast'), { force: true });
  }

  end(): void {
    this.#holder.kill();
  }
}
