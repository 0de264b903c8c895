// The flags of a board's posternd, as its build has them: CMakeLists.txt and aarch64.cmake are the one place that declares them.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../run.ts';

export interface BoardFlags {
  readonly compile: readonly string[];
  readonly link: readonly string[];
}

/** Words of the compiler's own that say what is compiled, not how; and folders of headers, which the unit tests have themselves. */
function isHow(word: string, before: string): boolean {
  if (['-o', '-c', '-isystem', '-include', '-MF', '-MT'].includes(before)) return false;
  return /^-/.test(word) && !/^-(?:o|c|isystem|include|M.*|I.+)$/.test(word);
}

/** Of a command that compiles a source of ours. */
export function compileFlags(command: string): string[] {
  const words = command.split(/\s+/);
  return words.filter((word, at) => at > 0 && isHow(word, words[at - 1] ?? ''));
}

/** Of the command that links posternd: what goes to the linker, and what the program begins with. */
export function linkFlags(command: string): string[] {
  const words = command.split(/\s+/);
  return words.filter((word) => /^-Wl,(?!--dependency-file)|^-pie$|^-nostartfiles$|\/start\.o$/.test(word));
}

interface Compiled {
  readonly file: string;
  readonly command: string;
}

/** Of a tree that configure() has made. */
export function flagsOf(tree: string): BoardFlags {
  const all = JSON.parse(readFileSync(`${tree}/compile_commands.json`, 'utf8')) as readonly Compiled[];
  const one = all.find(({ file }) => file.startsWith(resolve('firmware/util')))?.command;
  const linking = run('ninja', ['-C', tree, '-t', 'commands', '-s', 'posternd']);
  if (one === undefined) throw new Error(`${tree} compiles nothing of firmware/util`);
  const flags = { compile: compileFlags(one), link: linkFlags(linking) };
  if (flags.compile.length === 0 || flags.link.length === 0) throw new Error(`${tree} has no flags`);
  return flags;
}
