// The flags of a board's posternd, from its build: only CMakeLists.txt and aarch64.cmake declare them.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../run.ts';

export interface BoardFlags {
  readonly compile: readonly string[];
  readonly link: readonly string[];
}

/** Compiler arguments that say what is compiled, not how; and include folders, which the unit tests have themselves. */
function isHow(word: string, before: string): boolean {
  if (['-o', '-c', '-isystem', '-include', '-MF', '-MT'].includes(before)) return false;
  return /^-/.test(word) && !/^-(?:o|c|isystem|include|M.*|I.+)$/.test(word);
}

/** From a command that compiles one of our sources. */
export function compileFlags(command: string): string[] {
  const words = command.split(/\s+/);
  return words.filter((word, at) => at > 0 && isHow(word, words[at - 1] ?? ''));
}

/** From the command that links posternd: linker flags, and start files. */
export function linkFlags(command: string): string[] {
  const words = command.split(/\s+/);
  return words.filter((word) => /^-Wl,(?!--dependency-file)|^-pie$|^-nostartfiles$|\/start\.o$/.test(word));
}

interface Compiled {
  readonly file: string;
  readonly command: string;
}

/** From a tree made by configure(). */
export function flagsOf(tree: string): BoardFlags {
  const all = JSON.parse(readFileSync(`${tree}/compile_commands.json`, 'utf8')) as readonly Compiled[];
  const one = all.find(({ file }) => file.startsWith(resolve('firmware/util')))?.command;
  const linking = run('ninja', ['-C', tree, '-t', 'commands', '-s', 'posternd']);
  if (one === undefined) throw new Error(`${tree} compiles nothing of firmware/util`);
  const flags = { compile: compileFlags(one), link: linkFlags(linking) };
  if (flags.compile.length === 0 || flags.link.length === 0) throw new Error(`${tree} has no flags`);
  return flags;
}
