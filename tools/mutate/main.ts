// Inserts small faults into the sources, one at a time, and lists those that no unit test detects.
//
//   npx node tools/mutate/main.ts [--file PATH]... [--room ROOM]... [--since COMMIT]
//                             [--sample COUNT] [--each COUNT] [--minutes MINUTES] [--seed SEED] [--json FILE]
//
// --file, --room (`core/door`, `store`)   only these; --since: only lines changed since that commit
// --sample   about this number over all rooms, equally from each; --each: at most this number from each room; without either: all
// --minutes  stops after that time; --seed: another sample (1)
// --json     writes every outcome into a file
//
// The unit tests must be built (make ceedling). Exit code 1 if less than 85 % were detected.

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
import { byRoom } from './ts/rooms.ts';
import { mutateTypeScript } from './ts/run.ts';

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

const changed = asked.since === undefined ? undefined : changedSince(asked.since);
const seed = numberOf('seed', 1);
delete process.env['SEED']; // passed on by make; the tests would use it as theirs
const sample = numberOf('sample', Number.POSITIVE_INFINITY);
const each = numberOf('each', Number.POSITIVE_INFINITY);
const endMs = performance.now() + numberOf('minutes', Number.POSITIVE_INFINITY) * 60_000;
const secondsLeft = (): number | undefined =>
  asked.minutes === undefined || asked.minutes === '' ? undefined : (endMs - performance.now()) / 1000;

/** The requested files among those that match a git pattern. */
function sources(...patterns: readonly string[]): string[] {
  const files = execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return files
    .filter((file) => asked.file === undefined || asked.file.includes(file))
    .filter((file) => asked.room === undefined || asked.room.includes(roomOf(file)))
    .filter((file) => changed === undefined || changed.has(file));
}

const outcomes: Outcome[] = [];

/** Undetected mutants are reported at once. */
function note(outcome: Outcome): void {
  outcomes.push(outcome);
  if (counts(outcome) && outcome.state !== 'killed') console.log(survivorLine(outcome));
}

async function mutateC(files: readonly string[], share: number): Promise<void> {
  if (files.length === 0) return;
  const all = await Promise.all(files.map((file) => mutantsOf(file, readFileSync(file, 'utf8'))));
  const isEquivalent = equivalents();
  const isWanted = ({ file, line }: Mutant): boolean => changed === undefined || isIn(changed.get(file), line);
  const mutants = all.flat().filter((mutant) => isWanted(mutant) && !isEquivalent(mutant));
  const lanes = Number(process.env['JOBS'] ?? availableParallelism());
  await tryMutants(
    inTurn(mutants, ({ file }) => roomOf(file), seed),
    await readTests(lanes),
    {
      lanes,
      isOver: (tried, { file }) => {
        const here = tried.filter((outcome) => counts(outcome) && outcome.room === roomOf(file));
        return here.length >= share || performance.now() > endMs;
      },
      tried: note,
    },
  );
}

async function mutateTypeScripts(files: readonly string[], share: number): Promise<void> {
  const count = Number.isFinite(share) ? share : undefined;
  const onRoom = (found: readonly Outcome[]): void => found.forEach(note);
  if (files.length === 0) return;
  await mutateTypeScript({ files, lines: changed, sample: count, seed, seconds: secondsLeft(), onRoom, onFailure });
}

let ended = true;

/** A failed half does not discard the results of the other. */
function onFailure(what: string, error: unknown): void {
  ended = false;
  console.error(`mutate: ${what} ended early: ${error instanceof Error ? error.message : String(error)}`);
}

const c = sources('firmware/*.c');
const typeScript = sources('web/*.ts', 'web/*.tsx', 'tools/*.ts');
const unknown = asked.file?.find((file) => ![...c, ...typeScript].includes(file) && changed === undefined);
if (unknown !== undefined) throw new Error(`${unknown} is no source that can be mutated`);
const rooms = new Set(c.map(roomOf)).size + byRoom(typeScript).size;
const share = Math.min(each, Math.ceil(sample / Math.max(rooms, 1)));
await mutateC(c, share).catch((error: unknown) => onFailure('C', error));
await mutateTypeScripts(typeScript, share);
if (asked.json !== undefined) writeFileSync(asked.json, JSON.stringify(outcomes, undefined, 1));
console.log(`\nnot noticed:\n${renderReport(outcomes)}`);
process.exitCode = ended && percent(totalOf(scoresOf(outcomes))) >= demanded ? 0 : 1;
