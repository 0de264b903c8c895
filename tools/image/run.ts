// Runs other programs: quietly, and with their whole output when they fail.

import { spawnSync } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: Buffer | string;
}

/** Standard output of a program; fails with its messages. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): string {
  return runBytes(program, args, options).toString();
}

export function runBytes(program: string, args: readonly string[], options: RunOptions = {}): Buffer {
  const { env, ...rest } = options;
  const ran = spawnSync(program, args, { ...rest, env: { ...process.env, ...env }, maxBuffer: 1 << 30 });
  if (ran.error !== undefined) throw new Error(`${program} cannot be started: ${ran.error.message}`);
  if (ran.status !== 0) {
    const said = `${ran.stdout.toString().slice(-4_000)}${ran.stderr.toString().slice(-8_000)}`.trim();
    throw new Error(`${program} ${args.join(' ')} failed:\n${said}`);
  }
  return ran.stdout;
}
