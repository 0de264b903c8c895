/* The firmware's reader of tables as a program. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import { writeFiles } from '../../../tools/apigen/output.ts';
import { compileProgram, project, schema } from '../apigen/build.ts';

const parts = [
  ...['', '_book', '_csv', '_encoding', '_guess', '_letters', '_letters_tables', '_line', '_number', '_rows'],
  ...['_workbook', '_xml'],
];
const sources = [
  ...[...parts.map((part) => `sheet${part}`), 'unzip'].map((name) => `firmware/tables/${name}.c`),
  ...['buf', 'cause', 'err'].map((name) => `firmware/util/${name}.c`),
];

export function buildReader(folder: string): string {
  writeFiles(folder, generate(loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema })));
  const program = join(folder, 'program');
  compileProgram(
    program,
    [join(import.meta.dirname, 'driver.c'), ...sources],
    [join(folder, 'c')],
    ['expat', 'minizip'],
  );
  return program;
}

export interface Reading {
  readonly kind: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly sure: boolean;
  readonly sheets: readonly string[];
  /** Cells of each row, and the numbers of those rows that are broken. */
  readonly rows: readonly (readonly string[])[];
  readonly broken: readonly number[];
}

/** What is read of a file; the error by its number. */
export function readTable(program: string, folder: string, file: Buffer, codePage: string): Reading | number {
  const path = join(folder, 'table');
  writeFileSync(path, file);
  const lines = execFileSync(program, [path, codePage], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
  let at = 0;
  const next = (): string => lines[at++] ?? '';
  const [kind = '', encoding = '', delimiter, sure, sheetCount] = next().split(' ');
  if (kind === 'error') return Number(encoding);
  const sheets = Array.from({ length: Number(sheetCount) }, next);
  const rows: string[][] = [];
  const broken: number[] = [];
  while (at < lines.length - 1) {
    const [line = '', isBroken, cells] = next().split(' ');
    if (line === 'error') return Number(isBroken);
    if (isBroken === '1') broken.push(Number(line));
    rows.push(Array.from({ length: Number(cells) }, next));
  }
  return {
    kind,
    encoding,
    delimiter: String.fromCharCode(Number(delimiter)),
    sure: sure === '1',
    sheets,
    rows,
    broken,
  };
}
