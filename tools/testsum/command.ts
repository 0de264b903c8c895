// Runs one command with its output in a file; ends it, with all its children, at a time limit or with this process.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Command {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly log: string;
  readonly limitSeconds: number;
}

export interface Ended {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
  /** Seconds of processor time of it and all children it waited for. */
  readonly cpuSeconds: number;
  /** Why it failed, in a few words. */
  readonly reason: string;
}

const running = new Set<ChildProcess>();

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended by itself.
  }
}

/** When this process must end, its commands end first. */
export function endAllWhenTold(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) endGroup(child, 'SIGKILL');
      process.exit(1);
    });
  }
}

/** The variables of the make that started us must not affect the makes that we start. */
function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ...extra, NO_COLOR: '1' };
  for (const name of ['MAKEFLAGS', 'MFLAGS', 'MAKELEVEL']) delete env[name];
  return env;
}

const ticksPerSecond = 100; // USER_HZ, the unit of proc(5)

/** Seconds of processor time of all children that have ended and been waited for, with their children: cutime and cstime of proc(5). */
function endedChildrenSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

let countedSeconds = 0;

/** The increase since the last call: the time of the child that has just ended. */
function addedSeconds(): number {
  const all = endedChildrenSeconds();
  const added = all - countedSeconds;
  countedSeconds = all;
  return added;
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, late: boolean, limit: number): string {
  if (late) return `ended after its limit of ${limit} s`;
  if (signal !== null) return `ended by ${signal}`;
  return code === 0 ? '' : `exit code ${code}`;
}

export function runCommand(command: Command): Promise<Ended> {
  const [program, ...args] = command.argv;
  if (program === undefined) throw new Error('an empty command');
  const start = performance.now();
  const file = openSync(command.log, 'w');
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: environment(command.env ?? {}),
      stdio: ['ignore', file, file],
      detached: true,
    });
    running.add(child);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child, 'SIGKILL');
    }, command.limitSeconds * 1000);
    const finish = (ok: boolean, reason: string): void => {
      clearTimeout(timer);
      if (!running.delete(child)) return;
      endGroup(child, 'SIGKILL');
      closeSync(file);
      const seconds = (performance.now() - start) / 1000;
      resolve({ ok, reason, output: readFileSync(command.log, 'utf8'), seconds, cpuSeconds: addedSeconds() });
    };
    child.once('error', (error) => finish(false, error.message));
    child.once('exit', (code, signal) => finish(code === 0, reasonOf(code, signal, late, command.limitSeconds)));
  });
}
