// Puts small faults into the sources, one at a time, and says which of them no unit test notices.
//
//   node tools/mutate/main.ts [--file PATH]... [--room ROOM]... [--since COMMIT]
//                             [--sample COUNT] [--each COUNT] [--minutes MINUTES] [--seed SEED] [--json FILE]
//
// --file, --room (`core/door`, `store`)   only these; --since: only lines changed since that commit
// --sample   so many that count over all rooms; --each: so many a room; without either: all
// --minutes  stops after that time; --seed: another sample (1)
// --json     writes every outcome into a file
//
// The unit tests have to be built (make ceedling). Exit code 1 when less than 85 % were noticed.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './c/mutants.ts';
import { readTests } from './c/tests.ts';
import { tryMutants } from './c/try.ts';
import { changedSince, isIn } from './changed.ts';
import { equivalents } from './equivalents.ts';
import { counts, type Outcome } from './outcome.ts';
import { percent, renderReport, scoresOf, survivorLine, totalOf } from './report.ts';
import { roomOf } from './rooms.ts';
import { inTurn } from './sample.ts';

const demanded = 85;

const { values: asked } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    room: { type: 'string', multiple: true },
    since: { type: 'string' },
    sample: { type: 'string' },
    each: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'string' },
  },
});

function numberOf(name: 'sample' | 'each' | 'minutes' | 'seed', otherwise: number): number {
  const text = asked[name];
  const value = text === undefined || text === '' ? otherwise : Number(text);
  if (!(value > 0)) throw new Error(`--${name} is not a number above 0: ${text}`);
  return value;
}

function sources(): string[] {
  const files = execFileSync('git', ['ls-files', 'firmware/*.c'], { encoding: 'utf8' }).trim().split('\n');
  const named = asked.file ?? files;
  const unknown = named.find((file) => !files.includes(file));
  if (unknown !== undefined) throw new Error(`${unknown} is no source of the firmware`);
  return named.filter((file) => asked.room === undefined || asked.room.includes(roomOf(file)));
}

async function wanted(): Promise<Mutant[]> {
  const changed = asked.since === undefined ? undefined : changedSince(asked.since);
  const files = sources().filter((file) => changed === undefined || changed.has(file));
  const all = await Promise.all(files.map((file) => mutantsOf(file, readFileSync(file, 'utf8'))));
  const isWanted = ({ file, line }: Mutant): boolean => changed === undefined || isIn(changed.get(file), line);
  const isEquivalent = equivalents();
  const mutants = all.flat().filter((mutant) => isWanted(mutant) && !isEquivalent(mutant));
  return inTurn(mutants, ({ file }) => roomOf(file), numberOf('seed', 1));
}

/** Whether there are enough outcomes to leave out one more of this room. */
function limit(): (outcomes: readonly Outcome[], mutant: Mutant) => boolean {
  const sample = numberOf('sample', Number.POSITIVE_INFINITY);
  const each = numberOf('each', Number.POSITIVE_INFINITY);
  const endMs = performance.now() + numberOf('minutes', Number.POSITIVE_INFINITY) * 60_000;
  return (outcomes, { file }) => {
    const counted = outcomes.filter(counts);
    const here = counted.filter(({ room }) => room === roomOf(file)).length;
    return counted.length >= sample || here >= each || performance.now() > endMs;
  };
}

const lanes = Number(process.env['JOBS'] ?? availableParallelism());
const mutants = await wanted();
const outcomes = await tryMutants(mutants, await readTests(lanes), {
  lanes,
  isOver: limit(),
  tried: (outcome) => {
    if (counts(outcome) && outcome.state !== 'killed') console.log(survivorLine(outcome));
  },
});
if (asked.json !== undefined) writeFileSync(asked.json, JSON.stringify(outcomes, undefined, 1));
console.log(`\nnot noticed:\n${renderReport(outcomes)}`);
process.exitCode = percent(totalOf(scoresOf(outcomes))) < demanded ? 1 : 0;
