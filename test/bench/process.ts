// Processes under measurement: started pinned to a core, ended by pid, and what the kernel says of them.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { patienceMs } from '../harness/patience.ts';

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** The numbers in a list of the kernel's, such as `0-3,8`. */
export function numbersOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, n) => from + n);
  });
}

const allowed = numbersOf(/^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0');

/** The server's core and the load generator's, of those that this process may use; the same where it is only one. */
export const serverCore = String(allowed[0] ?? 0);
export const loadCore = String(allowed[1] ?? serverCore);

/** Starts a server on the server's core. */
export function startPinned(command: string, args: readonly string[]): ChildProcess {
  const child = spawn('taskset', ['-c', serverCore, command, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Pins all threads of a running process to the server's core. */
export function pin(pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', serverCore, String(pid)], { stdio: 'ignore' });
}

/** CPU time in nanoseconds that the kernel charged a process and its children processes, all threads. */
export function cpuNanoseconds(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return sum;
}

/** Resident memory in kB, and how much of it is anonymous. */
export function residentKilobytes(pid: number): { all: number; anonymous: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { all: field('VmRSS'), anonymous: field('RssAnon'), peak: field('VmHWM') };
}

/** Resolves when something listens there; bounded. */
export async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`nothing listens on port ${port}`);
}

/** A loopback port that was free a moment ago, for servers that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
