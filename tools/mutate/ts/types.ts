// Detects mutants that the compiler refuses: such a fault cannot get into the sources, so no test must detect it.
//
// All mutants are compiled at once. Each is a copy of its file below another root, where its relative imports find the sources
// (rootDirs); nothing imports it, so an error in a copy is the mutant's own.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Mutant, Place } from './mutants.ts';

/** Expressions whose operator may have a lower precedence than the replaced one. */
const operators = ['ConditionalExpression', 'EqualityOperator', 'LogicalOperator', 'ArithmeticOperator'];

function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column;
}

/** The text of a file with the mutant. */
export function applied(text: string, { location, replacement, mutator }: Mutant): string {
  const isExpression = operators.includes(mutator) && !/^(case|default)\b/.test(replacement) && replacement !== '';
  const code = isExpression ? `(${replacement})` : replacement;
  return text.slice(0, offsetOf(text, location.start)) + code + text.slice(offsetOf(text, location.end));
}

const copyName = (file: string, at: number): string => file.replace(/(\.tsx?)$/, `.mutant${at}$1`);

/** The numbers of the copies with compiler errors. */
export function refusedCopies(output: string): Set<number> {
  return new Set([...output.matchAll(/\.mutant(\d+)\.tsx?[(:]\d+/g)].map((match) => Number(match[1])));
}

function compile(folder: string, copies: readonly string[], base: string): string {
  const config = join(folder, 'tsconfig.json');
  const root = relative(folder, '.');
  /* Unused or unreachable code is only a matter of style. */
  const style = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };
  const compilerOptions = { ...style, rootDirs: [root, '.'], rootDir: root };
  const files = copies.map((path) => relative(folder, path));
  writeFileSync(config, JSON.stringify({ extends: `${root}/${base}`, compilerOptions, files, include: [] }));
  const { stdout, status } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), ...['--project', config, '--pretty', 'false']],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0 && !/error TS\d+/.test(stdout)) throw new Error(`the compiler failed: ${stdout}`);
  return stdout;
}

function copiesOf(mutants: readonly Mutant[], folder: string): string[] {
  return mutants.map((mutant, at) => {
    const copy = join(folder, copyName(mutant.file, at));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, applied(readFileSync(mutant.file, 'utf8'), mutant));
    return copy;
  });
}

/** The mutants of one room that the compiler refuses. */
export function refused(mutants: readonly Mutant[]): Set<Mutant> {
  const base = mutants[0]?.file.startsWith('web/') ? 'tsconfig.web.json' : 'tsconfig.tools.json';
  if (mutants.length === 0) return new Set();
  mkdirSync('build/mutate', { recursive: true });
  const folder = mkdtempSync('build/mutate/types-');
  try {
    const numbers = refusedCopies(compile(folder, copiesOf(mutants, folder), base));
    return new Set(mutants.filter((_, at) => numbers.has(at)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
