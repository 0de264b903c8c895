// Ceedling's project of a board, derived from test/unit/project.yml: in another folder, with the board's flags instead of those
// with sanitizers, its programs run by the emulator, and without the excluded files.

import type { BoardFlags } from './flags.ts';

export interface ProjectOptions {
  /** Folder instead of build/unit. */
  readonly out: string;
  readonly flags: BoardFlags;
  /** Program that runs each test program. */
  readonly fixture: string;
  /** Files of test/unit that are not compiled. */
  readonly without: readonly string[];
}

/** Flags of firmware.mk and of ours that no test depends on. */
const strict = ['-Wshadow', '-Wswitch-enum', '-Wformat=2', '-Wmissing-prototypes', '-Wvla', '-Wconversion', '-Wundef'];
const replaced =
  /^ +- (?:-std=\S+|-g\d?|-O\d|-fno-omit-frame-pointer|-fsanitize=\S+|-fno-sanitize\S+|-fuse-ld=.*|-B\S+)(?: +#.*)?$/;

const listed = (indent: number, words: readonly string[]): string[] =>
  words.map((word) => `${' '.repeat(indent)}- ${JSON.stringify(word)}`);

/** Fails if the project no longer has such a line. */
function after(lines: readonly string[], line: string, more: readonly string[]): string[] {
  const at = lines.indexOf(line);
  if (at < 0) throw new Error(`test/unit/project.yml has no line «${line}»`);
  return [...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)];
}

export function projectOf(base: string, { out, flags, fixture, without }: ProjectOptions): string {
  if (!base.includes('../../build/unit/')) throw new Error('test/unit/project.yml does not build into build/unit');
  const moved = base.replaceAll(/\.\.\/\.\.\/build\/unit(?=\/|$)/gm, `../../${out}`);
  const lines = moved.split('\n').filter((line) => !replaced.test(line));
  const compile = flags.compile.filter((word) => !strict.includes(word));
  const root = compile.filter((word) => word.startsWith('--sysroot='));
  let made = after(lines, '    :compile:', listed(6, compile));
  made = after(made, '    :link:', listed(6, [...root, ...flags.link]));
  if (made.some((line) => /-fsanitize/.test(line))) throw new Error('the project of a board has sanitizers left');
  const runner = [':tools_test_fixture:', `  :executable: ${fixture}`, '  :arguments:', `    - \${1}`, ''];
  const patterns = without.map((file) => `-:${file}`);
  const excluded = listed(4, patterns);
  const files = [':files:', '  :test:', ...excluded, ''];
  return [...(without.length > 0 ? files : []), ...runner, ...made].join('\n');
}
