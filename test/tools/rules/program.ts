/* The firmware's own functions as a program: builds it, and asks it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import { writeFiles } from '../../../tools/apigen/output.ts';
import { compileProgram, project, schema } from '../apigen/build.ts';

export const rulesSource = 'firmware/core/rules/rules_at.c';
export const mergeSource = 'firmware/core/rules/period_merge.c';

export const nextSource = 'firmware/core/rules/rules_next.c';

/** The clock by zone and daylight saving. */
export const clockSources: readonly string[] = [
  ...['local_time', 'local_calendar', 'local_dst', 'local_place'].map((name) => `firmware/core/time/${name}.c`),
  'test/tools/rules/no_places.c',
];

/** What the driver is linked with. */
export const rulesSources: readonly string[] = [
  rulesSource,
  mergeSource,
  nextSource,
  'firmware/core/rules/rules_nearest.c',
  ...clockSources,
];

/** Compiles into `folder`; `source` stands in the place of rules_at.c. */
export function buildRules(folder: string, source: string = rulesSource): string {
  writeFiles(folder, generate(loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema })));
  const program = join(folder, 'program');
  const sources = rulesSources.map((each) => (each === rulesSource ? source : each));
  compileProgram(program, [join(import.meta.dirname, 'driver.c'), ...sources], [join(folder, 'c')]);
  return program;
}

/** `timeout`: milliseconds after which it is ended, which throws; 0: never. */
export function askRules(program: string, commands: readonly string[], timeout = 0): string[] {
  const input = `${commands.join('\n')}\n`;
  const said = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 30, stdio: 'pipe', timeout });
  return said === '' ? [] : said.trimEnd().split('\n');
}
