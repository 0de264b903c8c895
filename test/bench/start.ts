// From the start of the process to its first answer: a first start, which makes keys and a database, and a later one.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/daemon.ts';
import { daemonPath, rootPath } from '../harness/paths.ts';
import { patienceMs } from '../harness/patience.ts';
import { freePort } from './process.ts';
import type { Scale } from './scale.ts';
import { median } from './stats.ts';
import type { Row } from './table.ts';

const sizes = { full: { rounds: 7 }, short: { rounds: 1 } } as const;

/** Milliseconds from the start of a command to the first byte of its first reply. */
async function untilAnswer(command: string, args: readonly string[], port: number, path: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(command, args, { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const answered = async (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: terminal\r\n\r\n`));
      socket.once('data', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  try {
    while (!(await answered())) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      if (performance.now() - begun > patienceMs) throw new Error(`${command} did not answer`);
    }
    return performance.now() - begun;
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

export async function benchStart(scale: Scale): Promise<Row[]> {
  const folder = temporaryFolder();
  const first: number[] = [];
  const later: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < sizes[scale].rounds; round++) {
    const state = join(folder, 'state');
    rmSync(state, { recursive: true, force: true });
    const port = await freePort();
    const args = ['--state', state, '--http', `127.0.0.1:${port}`];
    first.push(await untilAnswer(daemonPath(), args, port, '/'));
    later.push(await untilAnswer(daemonPath(), args, port, '/'));
    const barePort = await freePort();
    const bareArgs = [String(barePort), rootPath('build/bench')];
    bare.push(await untilAnswer(rootPath('build/bench/epoll_server'), bareArgs, barePort, '/'));
  }
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      key: 'start/answer',
      what: 'cold start of the process to its first answer',
      ours: `${median(later).toFixed(0)} ms; first start ${median(first).toFixed(0)} ms`,
      reference: `bare epoll ${median(bare).toFixed(0)} ms`,
      ratio: median(later) / median(bare),
      budget: 'no figure until the image exists',
      value: median(later),
      limit: Number.NaN,
    },
  ];
}
