// Threads that hang: the watchdog is fed no more, so that the machine would restart; commands do without the workers.

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

/** In the order in which the daemon starts them; the last are the two workers, those of the commands and the copies, and the terminal. */
const threads = (): number[] =>
  readdirSync(`/proc/${world().pid}/task`)
    .map(Number)
    .sort((a, b) => a - b);

/** Holds a thread still; gives what lets it go. */
async function hold(thread: number): Promise<() => void> {
  const holder = spawn(rootPath('build/host/thread_hang'), [String(thread)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await once(holder.stdout, 'data');
  expect(String(said)).toBe('held\n');
  return () => {
    holder.stdin.end();
  };
}

test('the terminal hangs: nobody feeds the watchdog until it goes on', async () => {
  const fed = async (): Promise<void> => {
    const before = watchdog().length;
    await until('food', () => watchdog().length > before);
  };
  await fed();
  const letGo = await hold(Math.max(...threads()));
  try {
    await until('the line of the log', () => /a thread hangs.*thread=terminal/.test(world().log));
    const before = watchdog().length;
    await staysAway('food', () => watchdog().length > before, 6_000);
    await world().admin.call('SetInfoParam', {}); // the loop goes on
  } finally {
    letGo();
  }
  await fed();
  expect(world().log).toMatch(/a thread goes on again.*thread=terminal/);
});

test('commands are answered while both workers hang, and nothing else takes their thread', async () => {
  const letGo = await Promise.all(threads().slice(-5, -3).map(hold));
  let answered = false;
  const waiting = world()
    .admin.attempt('auditlist', {})
    .finally(() => {
      answered = true;
    });
  try {
    await world().admin.refuse('keepNetwork', {}, 'confirm_unknown');
    await world().admin.refuse('revertNetwork', {}, 'confirm_unknown');
    const answers = await Promise.all(
      [1, 2, 3].map(() => world().admin.attempt('doorCommand', { command: 'silence' })),
    );
    expect(answers.every(({ status }) => status < 500 || status === 503)).toBe(true);
    await world().admin.call('logout', {});
    expect(answered).toBe(false);
  } finally {
    for (const one of letGo) one();
  }
  await waiting;
});
