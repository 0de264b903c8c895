// Checks the hardening of our programs with readelf: requested compiler flags are no evidence for the contents of the
// file.
//
//   npx node tools/image/harden.ts [--release] PROGRAM...       a line per check; fails when one fails

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { run } from './run.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
}

/** Output of readelf for a file. */
export interface Facts {
  readonly header: string;
  readonly segments: string;
  readonly dynamic: string;
  readonly symbols: string;
  readonly notes: string;
}

/** Functions of the C library with a checked variant, which FORTIFY calls instead. */
const fortified = /__(?:\w+)_chk\b/;
const guard = /__stack_chk_(?:fail|guard)/;
/** Names that only the simulator has; found in the symbols, or in their remains. */
const simulator = /\b(?:sim_[a-z]\w*|hal_sim\w*)\b/;

/** Landing pads: BTI and PAC on arm64, IBT and SHSTK on x86. */
const branches: Readonly<Record<string, RegExp>> = {
  AArch64: /AArch64 feature:.*BTI.*PAC/,
  'X86-64': /x86 feature:.*IBT.*SHSTK/,
};

export interface Judging {
  /** A static program has no list of the functions that it calls: its unstripped version has it. */
  readonly isStatic: boolean;
  /** It must not contain parts of the simulator. */
  readonly release: boolean;
}

export function judge(facts: Facts, { release, isStatic }: Judging): Check[] {
  const { header, segments, dynamic, symbols, notes } = facts;
  const machine = /Machine:\s+.*?(AArch64|X86-64)/.exec(header)?.[1] ?? '';
  const wanted = branches[machine];
  const stack = segments.split('\n').find((line) => /GNU_STACK/.test(line)) ?? '';
  const both = segments.split('\n').some((line) => /LOAD/.test(line) && /\bRWE\b|\bWE\b/.test(line));
  return [
    { name: 'loaded at a random address (PIE)', ok: /Type:\s+DYN/.test(header) && /FLAGS_1.*PIE/.test(dynamic) },
    { name: 'relocations read-only (RELRO)', ok: /GNU_RELRO/.test(segments) },
    { name: 'and all bound at the start (BIND_NOW)', ok: isStatic || /BIND_NOW|FLAGS_1.*\bNOW\b/.test(dynamic) },
    { name: 'data and stack are not run (NX)', ok: /GNU_STACK/.test(stack) && !/RWE/.test(stack) && !both },
    { name: 'stack protector', ok: guard.test(symbols) },
    { name: 'FORTIFY', ok: fortified.test(symbols) },
    /* Debian 12 has no static C library with landing pads. */
    {
      name: 'branches land where they may (BTI and PAC, or IBT and SHSTK)',
      ok: isStatic || (wanted?.test(notes) ?? false),
    },
    { name: 'no path to look for libraries (RUNPATH)', ok: !/\((?:RUNPATH|RPATH)\)/.test(dynamic) },
    { name: 'no relocations in code (TEXTREL)', ok: !/TEXTREL/.test(dynamic) },
    ...(release ? [{ name: 'nothing of the simulator', ok: !simulator.test(symbols) }] : []),
  ];
}

/** `readelf`: the program to run. */
export function factsOf(path: string, readelf = 'readelf'): Facts {
  const ask = (option: string): string => run(readelf, ['-W', option, path]);
  return { header: ask('-h'), segments: ask('-l'), dynamic: ask('-d'), symbols: ask('-s'), notes: ask('-n') };
}

export function judgeProgram(path: string, release: boolean, readelf?: string): Check[] {
  const facts = factsOf(path, readelf);
  return judge(facts, { release, isStatic: !/NEEDED/.test(facts.dynamic) });
}

/** Failed checks, as text; empty if all passed. */
export const complaints = (path: string, checks: readonly Check[]): string[] =>
  checks.filter(({ ok }) => !ok).map(({ name }) => `${path}: not ${name}`);

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { release: { type: 'boolean', default: false } },
  });
  for (const path of positionals) {
    if (!existsSync(path)) throw new Error(`${path} is not there`);
    for (const { name, ok } of judgeProgram(path, values.release)) {
      console.log(`${ok ? 'ok' : 'not ok'} ${path}: ${name}`);
      if (!ok) process.exitCode = 1;
    }
  }
}

if (import.meta.main) main();
