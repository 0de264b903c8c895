// Mutation tests of the TypeScript sources alone; `make mutate` runs them with those of C.
//
//   node tools/mutate/ts/main.ts --room web/features/bulk --sample 40
//   node tools/mutate/ts/main.ts --sample 40 --seed 7 --seconds 1800
//   node tools/mutate/ts/main.ts web/lib/week.ts
//
// Prints the mutants that no test notices and the score of each room; the exit code is 1 when there is one.

import { parseArgs } from 'node:util';
import { isMissed, type Outcome, scoreLine, scoresOf } from './outcome.ts';
import { roomNameOf } from './rooms.ts';
import { mutateTypeScript, sourcesBelow } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    room: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
});

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

function filesOf(rooms: readonly string[]): string[] {
  const files = sourcesBelow(rooms).filter((path) => rooms.includes(roomNameOf(path) ?? ''));
  if (files.length === 0) throw new Error(`no sources to mutate in ${rooms.join(', ')}`);
  return files;
}

function print(outcomes: readonly Outcome[]): void {
  for (const { file, line, from, to, state } of outcomes.filter(isMissed)) {
    console.log(`${file}:${line}: ${from} → ${to}${state === 'noCoverage' ? ' (no test runs this line)' : ''}`);
  }
  for (const score of scoresOf(outcomes)) console.log(scoreLine(score));
}

const chosen = values.room === undefined ? positionals : filesOf(values.room);
const outcomes = await mutateTypeScript({
  ...(chosen.length > 0 ? { files: chosen } : {}),
  sample: number(values.sample),
  seed: Number(values.seed),
  seconds: number(values.seconds),
  force: values.force,
  onRoom: print,
});
process.exitCode = outcomes.some(isMissed) ? 1 : 0;
