/* Random people at random moments of random weeks, under random settings: the decision of the firmware against the naive one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import { writeFiles } from '../../../tools/apigen/output.ts';
import { compileProgram, project, schema } from '../apigen/build.ts';
import { wallOf } from '../rules/naive.ts';
import { commandsOf } from '../rules/plan.ts';
import { askRules, rulesSources } from '../rules/program.ts';
import { type Random, randomOf, randomPlan, weeks } from '../rules/weeks.ts';
import { type Facts, naiveDecision } from './naive.ts';

const sources = [
  ...rulesSources,
  'firmware/core/time/validity.c',
  'firmware/core/door/decide.c',
  'firmware/core/door/passback.c',
];
const model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
const reasons = model.enums.find(({ name }) => name === 'RecordReason')?.values ?? [];

let root: string;
let program: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'decide-'));
  writeFiles(root, generate(model));
  program = join(root, 'program');
  compileProgram(program, [join(import.meta.dirname, 'driver.c'), ...sources], [join(root, 'c')]);
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

/** The ordinary case mostly, else one of so many. */
const seldom = (random: Random, count: number): number => (random(8) === 0 ? random(count) : 0);

const dateNear = (random: Random, minute: number): number =>
  random(3) > 0
    ? 0
    : Number(new Date((minute + (random(15) - 7) * 1440) * 60_000).toISOString().slice(0, 10).replaceAll('-', ''));

const someFacts = (random: Random, minute: number): Facts => ({
  command: [0, 3, 4][seldom(random, 3)] ?? 0,
  device: seldom(random, 4),
  shown: seldom(random, 7),
  userid: 7,
  from: dateNear(random, minute),
  to: dateNear(random, minute),
  needed: random(2) * random(64),
  have: 1 + random(63),
  duress: seldom(random, 2),
  before: seldom(random, 2),
  temperature: 360 + random(20),
  limit: random(3) === 0 ? 365 + random(12) : 0,
  passback: random(3),
  area: random(3),
  status: random(3),
  two: random(2),
  first: [0, 7, 8, 8][random(4)] ?? 0,
  server: seldom(random, 4),
  work: random(3),
});

/** Minutes of the week, the edges of its days more than others. */
const someMinute = (random: Random, from: number): number =>
  from + random(7) * 1440 + ([0, 1439, 60, 119, 120, random(1440), random(1440)][random(7)] ?? 0);

it.each(weeks)('is decided as the page says: %s', (name, from) => {
  const random = randomOf(`decide ${name}`);
  const found = new Set<string>();
  for (let round = 0; round < 16; round++) {
    const plan = randomPlan(random, from);
    const asked = Array.from({ length: 2000 }, () => {
      const minute = someMinute(random, from);
      return { group: random(4), minute, facts: someFacts(random, minute) };
    });
    const said = askRules(program, [
      ...commandsOf(plan),
      ...asked.map(({ group, minute, facts }) => `decide ${group} ${minute * 60} ${Object.values(facts).join(' ')}`),
    ]).map((line) => line.replace(/^(\d+) (\d+)/, (_, verdict, reason) => `${verdict} ${reasons[Number(reason)]}`));
    const different = asked
      .map(({ group, minute, facts }, index) => {
        const naive = naiveDecision(plan, group, wallOf(plan.clock, minute), facts);
        return naive === said[index] ? '' : `${said[index]}, not ${naive}: group ${group}, ${JSON.stringify(facts)}`;
      })
      .filter((text) => text !== '');
    expect(different.slice(0, 3)).toEqual([]);
    expect(said).toHaveLength(asked.length);
    for (const line of said) found.add(line.split(' ')[1] ?? '');
  }
  /* It is no test where a rule never decides. */
  expect(reasons.filter((reason) => reason !== 'none' && !found.has(reason))).toEqual([]);
});
