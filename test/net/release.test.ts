// What is built for a board holds nothing of the simulator.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rootPath } from '../harness/paths.ts';

function programOf(name: string): string {
  const path = rootPath(`build/host/${name}`);
  if (!existsSync(path)) throw new Error(`no ${path}: run make posternd`);
  return path;
}

/** Functions and data of the simulator, by the names of its sources: sim_door.c defines sim_door_…. */
function simulated(name: string): string[] {
  const lines = execFileSync('nm', ['--defined-only', programOf(name)], { encoding: 'utf8' }).split('\n');
  const names = lines.map((line) => line.split(' ').at(-1) ?? '');
  return names.filter((name) => /^(?:sim|bench)_/.test(name));
}

/** Names of its sources, which debug information and assertions would have, and words of the bench socket. */
function told(name: string): string[] {
  const text = readFileSync(programOf(name), 'latin1');
  const sources = readdirSync(rootPath('firmware/hal/sim')).filter((name) => name.endsWith('.c'));
  return [...sources.map((name) => `hal/sim/${name}`), 'addressConflict', 'advanceMs'].filter((word) =>
    text.includes(word),
  );
}

test('no symbol of the simulator is in the program for a board', () => {
  expect(simulated('posternd_linux')).toEqual([]);
  expect(told('posternd_linux')).toEqual([]);
});

test('the same look finds it in the program for a laptop', () => {
  expect(simulated('posternd').length).toBeGreaterThan(100);
  expect(told('posternd')).toEqual(expect.arrayContaining(['addressConflict', 'advanceMs']));
});
