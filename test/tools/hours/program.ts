/* The firmware's own functions as a program that answers with days of attendance. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import { writeFiles } from '../../../tools/apigen/output.ts';
import { compileProgram, project, schema } from '../apigen/build.ts';
import { askRules, clockSources } from '../rules/program.ts';
import { type Outcome, readOutcome } from './plan.ts';

const sources = [
  ...['rules_at', 'rules_nearest', 'period_merge', 'rules_next', 'shift_at'].map(
    (name) => `firmware/core/rules/${name}.c`,
  ),
  ...['local_history', 'local_wall', 'validity'].map((name) => `firmware/core/time/${name}.c`),
  ...clockSources,
  ...['punches', 'duty', 'duty_fit', 'sessions', 'stay', 'workday', 'workday_owner', 'proposal'].map(
    (name) => `firmware/core/records/${name}.c`,
  ),
];

function buildHours(folder: string): string {
  writeFiles(folder, generate(loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema })));
  const program = join(folder, 'program');
  const own = [join(import.meta.dirname, 'driver.c'), join(folder, 'c/values.c')];
  compileProgram(program, [...own, ...sources], [join(folder, 'c')]);
  return program;
}

/** Built before the tests of the file or group that calls this, gone after them. */
export function builtHours(): () => string {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hours-'));
    program = buildHours(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return () => program;
}

export const askHours = (program: string, commands: readonly string[]): Outcome[] =>
  askRules(program, commands).map(readOutcome);
