/* npx node tools/apigen/main.ts --out DIR [--spec DIR] [--schema FILE] [--root DIR]
 *
 * Generates all files from firmware/api/spec into DIR: c/, ts/, docs/ and vectors.json. An error in the
 * specification exits with status 1 and one line `file:line: text` for each. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from './generate.ts';
import { loadModel } from './load.ts';
import { removeOthers, writeFiles } from './output.ts';
import { SpecError } from './problem.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

function main(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      root: { type: 'string', default: project },
      spec: { type: 'string' },
      schema: { type: 'string' },
    },
  });
  if (values.out === undefined) {
    console.error('apigen: --out DIR is missing');
    return 2;
  }
  const root = resolve(values.root);
  try {
    const model = loadModel({
      root,
      spec: resolve(values.spec ?? `${root}/firmware/api/spec`),
      schema: resolve(values.schema ?? `${project}/firmware/api/spec.schema.json`),
    });
    const files = generate(model);
    const written = writeFiles(resolve(values.out), files);
    removeOthers(resolve(values.out), 'ts/parts', files);
    console.log(`apigen: ${model.calls.length} calls, ${model.errors.length} errors; ${written} files changed`);
    return 0;
  } catch (error) {
    if (error instanceof SpecError) {
      console.error(error.message);
      return 1;
    }
    throw error;
  }
}

process.exitCode = main(process.argv.slice(2));
