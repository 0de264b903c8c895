// A daemon that is wrong ends, and leaves a report of it: in which build, by which signal and where, and nothing of its memory.

import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { daemonPath, isSanitized } from '../harness/paths.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { provisionedSystem, signInEngineer } from '../harness/upgrade.ts';

const system = provisionedSystem();
let terminal: Terminal;
let engineer: Client;

beforeAll(async () => {
  terminal = await Terminal.start({ args: ['--system', system] });
  engineer = await signInEngineer(terminal);
});
afterAll(async () => {
  await terminal.stop();
  rmSync(system, { recursive: true, force: true });
});

const reportPath = (): string => join(terminal.daemon.state, 'crash');

/** The lines of a report by their names; `at` stands there more than once. */
function reportLines(): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const line of readFileSync(reportPath(), 'utf8').trimEnd().split('\n')) {
    const [name = '', ...value] = line.split(' ');
    lines.set(name, [...(lines.get(name) ?? []), value.join(' ')]);
  }
  return lines;
}

/** Sends the signal, and starts it again. */
async function crash(signal: NodeJS.Signals): Promise<void> {
  const exit = await terminal.daemon.stopWith(signal);
  expect(exit.signal).toBe(signal); /* it ends by it, as if nobody had looked */
  await terminal.daemon.begin();
  await terminal.resume();
  engineer = await signInEngineer(terminal);
}

const signals = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGSYS'] as const;

test('there is no report before the first crash', async () => {
  expect((await engineer.call('SetDebugParam', {})).crash.at).toBe(0);
});

test.each(signals)('%s leaves its name, its build and addresses in it', async (signal) => {
  const before = Math.floor(Date.now() / 1000);
  await crash(signal);
  if (isSanitized()) {
    expect((await engineer.call('SetDebugParam', {})).crash.at).toBe(0); /* the sanitizer has its own report */
    return;
  }
  const { version, buildId } = await engineer.call('upgradeState', {});
  const lines = reportLines();
  const head = ['postern-crash', 'signal', 'time', 'build', 'version', 'thread', 'address'];
  expect([...lines.keys()]).toEqual([...head, ...(signal === 'SIGSYS' ? ['call'] : []), 'at']);
  expect(lines.get('postern-crash')).toEqual(['1']);
  expect(lines.get('signal')).toEqual([signal]);
  expect(lines.get('build')).toEqual([buildId]);
  expect(lines.get('version')).toEqual([version]);
  const time = Number(lines.get('time')?.[0]);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
  const addresses = lines.get('at') ?? [];
  expect(addresses.every((address) => /^0x[0-9a-f]+$/.test(address))).toBe(true);
  /* Those of the program are places in its file; those of libraries are beyond it. */
  const size = statSync(daemonPath()).size;
  expect(addresses.filter((address) => Number(address) < size).length).toBeGreaterThan(0);

  const { crash: shown } = await engineer.call('SetDebugParam', {});
  expect(shown).toEqual({ at: time, buildId, reason: signal });
});

test('the report is the daemon’s alone, small, and has nothing of its memory', async () => {
  if (isSanitized()) return;
  await crash('SIGSEGV');
  const { mode, size } = statSync(reportPath());
  expect(mode & 0o777).toBe(0o600);
  expect(size).toBeLessThan(8192);
  const text = readFileSync(reportPath(), 'latin1');
  expect(text).toMatch(/^[\n -~]+$/);
  expect(text).not.toContain(adminPassword);
  const reply = await engineer.attempt('DownloadCrash', {});
  expect(reply.file?.toString()).toBe(text);
});
