// Tests that cannot be true where posternd is emulated, each with the reason: test/unit/arm64.json.

import { existsSync, readFileSync } from 'node:fs';

export interface LeftOut {
  /** Below test/unit. */
  readonly file: string;
  /** Names of its tests; all of them without it. */
  readonly tests?: readonly string[];
  readonly reason: string;
}

/** The list; one that names what there is no more is an error, so that nothing else stays out by it. */
export function readLeftOut(folder = 'test/unit'): LeftOut[] {
  const list = JSON.parse(readFileSync(`${folder}/arm64.json`, 'utf8')) as readonly LeftOut[];
  for (const { file, tests = [], reason } of list) {
    if (!existsSync(`${folder}/${file}`)) throw new Error(`arm64.json: there is no ${file}`);
    if (reason === '') throw new Error(`arm64.json: ${file} is left out for no reason`);
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    const all = [...source.matchAll(/^void (test_\w+)\(void\)/gm)].map((match) => match[1] ?? '');
    const missing = tests.find((name) => !all.includes(name));
    if (missing !== undefined) throw new Error(`arm64.json: ${file} has no ${missing}`);
    /* Unity leaves out what has such a name in its own. */
    const besides = all.find((name) => !tests.includes(name) && tests.some((other) => name.includes(other)));
    if (besides !== undefined) throw new Error(`arm64.json: ${file}: ${besides} would stay out as well`);
  }
  return [...list];
}

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.c$/, '');

/** Script that Ceedling runs a test's program with: the emulator, without the tests that are left out. */
export function runnerOf(emulator: readonly string[], list: readonly LeftOut[]): string {
  const cases = list
    .filter(({ tests = [] }) => tests.length > 0)
    .map(({ file, tests = [] }) => `  */${nameOf(file)}.out) set -- "$@" -x '${tests.join(',')}' ;;`);
  const choose = cases.length > 0 ? ['case $1 in', ...cases, 'esac'] : [];
  return ['#!/bin/sh', ...choose, `exec ${emulator.map((word) => `'${word}'`).join(' ')} "$@"`, ''].join('\n');
}

/** What is said of it at the end. */
export const reportOf = (list: readonly LeftOut[]): string[] =>
  list.map(({ file, tests, reason }) => `left out: ${file}: ${tests?.join(', ') ?? 'all'}: ${reason}`);
