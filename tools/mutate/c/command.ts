// Runs a program with limits of processor time and wall time, and returns how it ended.

import { spawn } from 'node:child_process';

export interface Ended {
  readonly status: number | undefined;
  readonly output: string;
  readonly seconds: number;
}

export interface Limits {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export function run(
  argv: readonly string[],
  limits: Limits,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const start = performance.now();
  const args = [`--cpu=${limits.cpuSeconds}`, '--core=0', '--', ...argv];
  const child = spawn('prlimit', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  };
  const timer = setTimeout(endGroup, limits.wallSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', endGroup); // processes left by a test
    child.once('close', (status) => {
      clearTimeout(timer);
      const output = Buffer.concat(parts).toString();
      resolve({ status: status ?? undefined, output, seconds: (performance.now() - start) / 1000 });
    });
  });
}
