// A simulated machine for `make run` and the tests: acts as boot loader, init and watchdog of a board around posternd, so that
// updates are real. Its slots are files.
//
//   npx node tools/machine/main.ts --folder DIR [--trial-ms N] -- PROGRAM [OPTIONS OF POSTERND]
//
// After a slot that ends before it was confirmed, or that requests a restart (exit code 10), the boot loader selects the next one;
// after a failed last try recovery mode starts.
// A slot that is not confirmed in time is killed, like by a watchdog. Otherwise exits with the program's own exit code, and on
// SIGTERM and SIGINT, which it passes on.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../run/ports.ts';
import * as environment from './environment.ts';
import { board, MachineFolder } from './folder.ts';
import { installerPath, startInstaller } from './installer.ts';

const restartCode = 10;
const damagedCode = 9;
const listenMs = 5_000;
const againMs = 500;

const { values, positionals } = parseArgs({
  options: { folder: { type: 'string' }, 'trial-ms': { type: 'string', default: '180000' } },
  allowPositionals: true,
});
const [program, ...given] = positionals;
if (values.folder === undefined || program === undefined) {
  throw new Error('usage: main.ts --folder DIR [--trial-ms N] -- PROGRAM [OPTIONS]');
}
const machine = new MachineFolder(values.folder);
const trialMs = Number(values['trial-ms']);

let stopping: NodeJS.Signals | undefined;
let running: ChildProcess | undefined;
let options: readonly string[] = [];
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (signal !== 'SIGHUP') stopping = signal;
    running?.kill(signal);
  });
}

const say = (text: string): void => void process.stderr.write(`machine: ${text}\n`);

async function listens(system: string): Promise<void> {
  const end = Date.now() + listenMs;
  const sockets = ['sockinstctrl', 'swupdateprog'].map((name) => join(system, 'run', name));
  while (!sockets.every((path) => existsSync(path)) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function runSlot(slot: environment.Slot, mode: readonly string[] = []): Promise<End> {
  const own = [...options, '--system', machine.system, ...mode];
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', machine.slot(slot), ...own], {
    stdio: ['ignore', 'inherit', 'inherit'],
    argv0: 'setpriv',
  });
  running = child;
  const watchdog = setTimeout(() => {
    if (isConfirmed(slot) || mode.length > 0) return;
    say(`slot ${slot} was not confirmed in time`);
    child.kill('SIGKILL');
  }, trialMs);
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(watchdog);
      running = undefined;
      resolve({ code, signal });
    };
    child.once('error', () => end(1, null));
    child.once('exit', end);
  });
}

const isConfirmed = (slot: environment.Slot): boolean =>
  environment.triesLeft(environment.read(machine.bootEnvironment), slot) === environment.allTries;

/** Whether the machine starts again after this end. */
function goesOn(slot: environment.Slot, { code, signal }: End): boolean {
  if (stopping !== undefined) return false;
  return code === restartCode || code === damagedCode || !isConfirmed(slot) || signal === 'SIGKILL';
}

/** A port selected by the system stays the same over restarts, like that of a board. */
async function settlePorts(): Promise<string[]> {
  const ports: number[] = [];
  const settled: string[] = [];
  for (const option of given) {
    if (option.endsWith(':0')) ports.push(await freePort(20_000 + Math.floor(Math.random() * 20_000), ports));
    settled.push(option.endsWith(':0') ? option.replace(/0$/, String(ports.at(-1))) : option);
  }
  return settled;
}

/** Starts the installer, and restarts it when it ends, like an init; `end` ends both. */
function keepInstaller(path: string): { readonly end: () => void } {
  let ended = false;
  let child: ChildProcess;
  const start = (): void => {
    machine.forgetSockets();
    child = startInstaller(path, machine.system, board);
    child.once('exit', () => ended || setTimeout(() => ended || start(), againMs));
  };
  start();
  return {
    end: () => {
      ended = true;
      child.kill('SIGKILL');
    },
  };
}

/** No slot has tries left. A board resets both to three; here the user has just started it again, or it ends. */
function afresh(last: number | undefined): environment.Choice | undefined {
  if (last !== undefined) return undefined;
  const now = environment.read(machine.bootEnvironment);
  const again = environment.choose(
    environment.order(now).reduce((next, slot) => environment.withTries(next, slot, environment.allTries), now),
  );
  return again && { ...again, isLast: true };
}

/** Whether a slot failed. */
const hasFailed = (slot: environment.Slot, end: End): boolean =>
  goesOn(slot, end) && end.code !== restartCode && !isConfirmed(slot);

/** The same program in recovery mode; exit code 10 if the machine restarts after it. */
function recover(slot: environment.Slot): Promise<End> {
  say(`recovery in slot ${slot}`);
  return runSlot(slot, ['--recovery']);
}

async function run(): Promise<number> {
  machine.prepare(program ?? '');
  options = await settlePorts();
  const path = installerPath();
  let last: number | undefined;
  for (;;) {
    const chosen = environment.choose(environment.read(machine.bootEnvironment)) ?? afresh(last);
    if (chosen === undefined) return last ?? 1;
    environment.write(machine.bootEnvironment, chosen.environment);
    machine.tell(chosen.slot);
    const installer = path === undefined ? undefined : keepInstaller(path);
    if (installer !== undefined) await listens(machine.system);
    say(`slot ${chosen.slot} starts`);
    const end = stopping === undefined ? await runSlot(chosen.slot) : { code: 0, signal: null };
    last = end.code ?? 1;
    const recovery = chosen.isLast && hasFailed(chosen.slot, end) ? await recover(chosen.slot) : undefined;
    installer?.end();
    if (recovery !== undefined && stopping !== undefined) return recovery.code ?? 1;
    if (!goesOn(chosen.slot, end)) return last;
    if (recovery?.code === restartCode) last = undefined; // somebody was there, or it is tried once more
    say(`slot ${chosen.slot} ended with ${end.signal ?? `exit code ${end.code}`}; the machine starts again`);
  }
}

process.exitCode = await run();
