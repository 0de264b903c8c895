// Packs the steps of the database schema, firmware/store/migrations/NN.sql, into a C source for the firmware. Refuses them
// if a step recorded in the file `checksums` beside them has changed.
//
//   npx node tools/migrations/main.ts --out build/host/gen/c/migration_steps.c [--more FILE]    FILE: one more step, for tests
//   npx node tools/migrations/main.ts --record                                                  records the new steps

import { appendFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFiles } from '../apigen/output.ts';
import { schemaHashes } from './schemaHash.ts';
import { stepsSource } from './source.ts';
import { checkSteps, checksum, readChecksums, readStep, readSteps, StepError } from './steps.ts';

const folder = 'firmware/store/migrations';

function main(): void {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, more: { type: 'string' }, record: { type: 'boolean', default: false } },
  });
  const steps = readSteps(folder);
  const added = checkSteps(steps, readChecksums(folder));
  if (values.record) {
    for (const step of added) appendFileSync(join(folder, 'checksums'), `${checksum(step)}  ${step.name}\n`);
    console.log(`migrations: ${added.length} recorded`);
  }
  if (values.more !== undefined) steps.push(readStep(values.more, basename(values.more)));
  if (values.out !== undefined) {
    writeFiles(dirname(values.out), new Map([[basename(values.out), stepsSource(steps, schemaHashes(steps))]]));
  }
}

try {
  main();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(`migrations: ${error.message}`);
  process.exitCode = 1;
}
