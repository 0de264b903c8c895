/* Generates from a folder of specifications and compiles the result with the decoders, the way the firmware does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel, type Sources } from '../../../tools/apigen/load.ts';
import { writeFiles } from '../../../tools/apigen/output.ts';

export const project = join(import.meta.dirname, '../../..');
export const schema = join(project, 'firmware/api/spec.schema.json');

const flags = [
  ...['-std=gnu11', '-D_GNU_SOURCE', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  ...['-Wall', '-Wextra', '-Werror', '-Wshadow', '-Wswitch-enum', '-Wformat=2', '-Wvla', '-Wconversion'],
];
const sources = [
  ...['decode', 'decode_query', 'decode_field', 'decode_tree', 'json_scan', 'encode', 'route'].map(
    (n) => `firmware/api/${n}.c`,
  ),
  ...['format', 'value', 'value_print', 'value_set'].map((n) => `firmware/values/${n}.c`),
  ...['buf', 'json_out'].map((n) => `firmware/util/${n}.c`),
];

/** Handlers that do nothing, so that the route table links. */
function handlers(header: string, except: readonly string[]): string {
  const prototypes = [...header.matchAll(/^int (api_\w+)\(([^;]*)\);$/gm)];
  const bodies = prototypes
    .filter(([, name]) => !except.includes(name ?? ''))
    .map(([, name, parameters]) => {
      const unused = [...(parameters ?? '').matchAll(/\*(\w+)(?=,|$)/g)].map(([, p]) => `(void)${p};`).join(' ');
      return `int ${name}(${parameters}) { ${unused} return 0; }`;
    });
  return ['#include "contract.h"', ...bodies, ''].join('\n');
}

/** Compiles C files, told from the project's root, as the firmware is compiled. */
export function compileProgram(
  program: string,
  files: readonly string[],
  include: readonly string[],
  libraries: readonly string[] = ['cjson'],
): void {
  const folders = [join(project, 'firmware'), ...include].map((folder) => `-I${folder}`);
  const inputs = files.map((file) => resolve(project, file));
  execFileSync('cc', [...flags, ...folders, ...inputs, ...libraries.map((name) => `-l${name}`), '-o', program], {
    stdio: 'pipe',
  });
}

/** Writes all files into `folder` and gives the path of the program that `driver` (a C file) makes of them. */
export function buildProgram(
  from: Sources,
  folder: string,
  driver: string,
  ownHandlers: readonly string[] = [],
): string {
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, generate(loadModel(from)));
  const stubs = join(folder, 'handlers.c');
  writeFileSync(stubs, handlers(readFileSync(join(folder, 'c/contract.h'), 'utf8'), ownHandlers));
  const program = join(folder, 'program');
  const generated = ['contract', 'values', 'setting_rows'].map((name) => join(folder, `c/${name}.c`));
  compileProgram(program, [driver, stubs, ...generated, ...sources], [join(folder, 'c')]);
  return program;
}
