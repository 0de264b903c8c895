/* Generates from a folder of specifications and compiles the result with the decoders, the way the firmware does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  ...['decode', 'decode_query', 'decode_field', 'json_scan', 'encode', 'route'].map((n) => `firmware/api/${n}.c`),
  ...['value', 'value_print', 'value_set'].map((n) => `firmware/values/${n}.c`),
  ...['buf', 'format', 'json_out'].map((n) => `firmware/util/${n}.c`),
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
  const inputs = [driver, stubs, ...generated, ...sources.map((source) => join(project, source))];
  const include = [`-I${join(project, 'firmware')}`, `-I${join(folder, 'c')}`];
  execFileSync('cc', [...flags, ...include, ...inputs, '-lcjson', '-o', program], { stdio: 'pipe' });
  return program;
}
