// Tests that cannot pass under emulation, each with the reason: test/unit/arm64.json.

import { existsSync, readFileSync } from 'node:fs';

export interface LeftOut {
  /** Below test/unit. */
  readonly file: string;
  /** Names of its tests; omitted: all. */
  readonly tests?: readonly string[];
  readonly reason: string;
}

/** The list; an entry for a missing test is an error, so that it cannot exclude another one later. */
export function readLeftOut(folder = 'test/unit'): LeftOut[] {
  const list = JSON.parse(readFileSync(`${folder}/arm64.json`, 'utf8')) as readonly LeftOut[];
  for (const { file, tests = [], reason } of list) {
    if (!existsSync(`${folder}/${file}`)) throw new Error(`arm64.json: there is no ${file}`);
    if (reason === '') throw new Error(`arm64.json: ${file} is left out for no reason`);
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    const all = [...source.matchAll(/^void (test_\w+)\(void\)/gm)].map((match) => match[1] ?? '');
    const missing = tests.find((name) => !all.includes(name));
    if (missing !== undefined) throw new Error(`arm64.json: ${file} has no ${missing}`);
    /* Unity excludes tests whose name contains this one. */
    const besides = all.find((name) => !tests.includes(name) && tests.some((other) => name.includes(other)));
    if (besides !== undefined) throw new Error(`arm64.json: ${file}: ${besides} would stay out as well`);
  }
  return [...list];
}

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.c$/, '');

/** Script with which Ceedling runs a test program: the emulator, without the excluded tests. */
export function runnerOf(emulator: readonly string[], list: readonly LeftOut[]): string {
  const cases = list
    .filter(({ tests = [] }) => tests.length > 0)
    .map(({ file, tests = [] }) => `  */${nameOf(file)}.out) set -- "$@" -x '${tests.join(',')}' ;;`);
  const choose = cases.length > 0 ? ['case $1 in', ...cases, 'esac'] : [];
  return ['#!/bin/sh', ...choose, `exec ${emulator.map((word) => `'${word}'`).join(' ')} "$@"`, ''].join('\n');
}

/** The summary at the end. */
export const reportOf = (list: readonly LeftOut[]): string[] =>
  list.map(({ file, tests, reason }) => `left out: ${file}: ${tests?.join(', ') ?? 'all'}: ${reason}`);
