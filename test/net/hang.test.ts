// A thread that hangs: the watchdog is fed no more, so that the machine would restart.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { staysAway, until } from '../harness/wait.ts';
import { fifo, LinuxWorld, worldFor } from './world.ts';

const folder = temporaryFolder();
const watchdog = fifo(join(folder, 'watchdog'));
const world = worldFor(() => LinuxWorld.start({ number: 5, board: [`watchdog = ${join(folder, 'watchdog')}`] }));

/** The thread of the terminal is the last that the daemon starts. */
function terminalThread(): number {
  return Math.max(...readdirSync(`/proc/${world().pid}/task`).map(Number));
}

test('the terminal hangs: nobody feeds the watchdog until it goes on', async () => {
  const fed = async (): Promise<void> => {
    const before = watchdog().length;
    await until('food', () => watchdog().length > before);
  };
  await fed();
  const holder = spawn(rootPath('build/host/thread_hang'), [String(terminalThread())], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [said] = await once(holder.stdout, 'data');
    expect(String(said)).toBe('held\n');
    await until('the line of the log', () => /a thread hangs.*thread=terminal/.test(world().log));
    const before = watchdog().length;
    await staysAway('food', () => watchdog().length > before, 6_000);
    await world().admin.call('SetInfoParam', {}); // the loop goes on
  } finally {
    holder.stdin.end();
  }
  await fed();
  expect(world().log).toMatch(/a thread goes on again.*thread=terminal/);
});
