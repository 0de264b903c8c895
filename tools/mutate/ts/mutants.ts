// The mutants of TypeScript files, by Stryker's own instrumenter, without kinds that tests cannot detect.

import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The text of the source line, trimmed. */
  readonly text: string;
  readonly mutator: string;
  readonly from: string;
  /** The name of the mutation, then the replacement of `from`. */
  readonly to: string;
  readonly location: { readonly start: Place; readonly end: Place };
  /** The whole replacement of `from`. */
  readonly replacement: string;
  /** Stryker's id of the mutant. */
  readonly key: string;
}

/** Line and column from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant in Stryker's format: lines and columns from 0. */
export interface Described {
  readonly fileName: string;
  readonly location: { readonly start: Place; readonly end: Place };
  readonly mutatorName: string;
  readonly replacement: string;
}

/** Strings are CSS classes, keys of the catalogue, names of elements or members of a union: the first two are checked
 * visually and by the browser suite, and the compiler refuses an empty string for the others. */
export const excludedMutations = ['StringLiteral'];

const longest = 80;

/** On one line and short, for lists. */
export function condensed(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

export function keyOf({ location: { start, end }, replacement }: Described, path: string): string {
  return `${path}:${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
}

function codeAt(lines: readonly string[], { start, end }: Described['location']): string {
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.column, end.column);
  const first = (lines[start.line] ?? '').slice(start.column);
  const last = (lines[end.line] ?? '').slice(0, end.column);
  return [first, ...lines.slice(start.line + 1, end.line), last].join('\n');
}

/** Why no test can detect the mutant; undefined for a mutant that counts. */
export function noiseOf({ mutator, from, text }: Pick<Mutant, 'mutator' | 'from' | 'text'>): string | undefined {
  if (mutator === 'ArrayDeclaration' && from === '[]' && /(^|, )\[\]\);?$/.test(text))
    return 'a constant in the place of no dependencies of a hook is as constant';
  if (/^(console|log)\.\w+\(/.test(text)) return 'what a tool prints is for eyes';
  return undefined;
}

export function mutantOf(described: Described, path: string, source: string): Mutant {
  const lines = source.split('\n');
  const { location, mutatorName, replacement } = described;
  return {
    file: path,
    line: location.start.line + 1,
    text: (lines[location.start.line] ?? '').trim(),
    mutator: mutatorName,
    from: condensed(codeAt(lines, location)),
    to: `${mutatorName}: ${condensed(replacement)}`,
    location,
    replacement,
    key: keyOf(described, path),
  };
}

/** The instrumenter logs its progress; only its errors matter, and those are thrown. */
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

export async function mutantsOf(paths: readonly string[]): Promise<Mutant[]> {
  const files = paths.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const { mutants } = await new Instrumenter(silent).instrument(files, {
    excludedMutations,
    ignorers: [],
    plugins: null,
  });
  return mutants
    .filter(({ status }) => status === undefined)
    .map((mutant) => mutantOf(mutant, mutant.fileName, sources.get(mutant.fileName) ?? ''))
    .filter((mutant) => noiseOf(mutant) === undefined);
}
