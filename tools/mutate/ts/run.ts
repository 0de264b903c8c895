// The TypeScript half of `make mutate`: tests a sample of the mutants of each room of web/ and tools/ with its unit tests.

import { execFileSync } from 'node:child_process';
import { isIn, type Lines } from '../changed.ts';
import { equivalents } from '../equivalents.ts';
import type { Outcome, State } from '../outcome.ts';
import { shuffled } from '../sample.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { byRoom, type Room, roomOf } from './rooms.ts';
import { runStryker, stateOf } from './stryker.ts';
import { refused } from './types.ts';

export interface Request {
  /** Paths of files; undefined: all files of web/ and tools/. */
  readonly files?: readonly string[];
  /** Only mutants that begin in these lines; undefined: whole files. */
  readonly lines?: ReadonlyMap<string, readonly Lines[]> | undefined;
  /** Number of mutants per room; undefined: all. */
  readonly sample: number | undefined;
  readonly seed: number;
  /** Approximate time limit: no room is begun after it, and a room gets no more mutants than fit. */
  readonly seconds: number | undefined;
  /** Tests each mutant again, even if nothing changed since the last run. */
  readonly force?: boolean;
  /** Called after each room. */
  readonly onRoom?: (outcomes: readonly Outcome[]) => void;
  /** Called for a room that failed; the others continue. Without it the first failure ends the run. */
  readonly onFailure?: (room: string, error: unknown) => void;
}

/** Estimated seconds per mutant before one has been measured. */
const usualPace = 5;

/** Number of mutants that fit into the remaining time. */
export function affordable(
  sample: number | undefined,
  secondsLeft: number | undefined,
  pace: number,
): number | undefined {
  if (secondsLeft === undefined) return sample;
  return Math.min(sample ?? Number.POSITIVE_INFINITY, Math.max(0, Math.floor(secondsLeft / pace)));
}

/** The sources below the folders, committed or not. */
export function sourcesBelow(folders: readonly string[]): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders];
  return execFileSync('git', list, { encoding: 'utf8' }).trim().split('\n');
}

function outcomeOf(room: Room, { file, line, text, from, to }: Mutant, state: State): Outcome {
  return { room: room.name, file, line, text, from, to, state };
}

async function judge(room: Room, mutants: readonly Mutant[], force: boolean): Promise<Outcome[]> {
  if (mutants.length === 0) return [];
  const results = await runStryker(room, mutants, { force });
  return mutants.map((mutant) => {
    const result = results.get(mutant.key);
    if (result === undefined) throw new Error(`Stryker does not report ${mutant.file}:${mutant.line} ${mutant.from}`);
    return outcomeOf(room, mutant, stateOf(result.status));
  });
}

/** A sample of the mutants that the compiler accepts, and the refused ones found on the way. */
function chosenOf(
  mutants: readonly Mutant[],
  count: number | undefined,
  seed: number,
): { valid: Mutant[]; invalid: Mutant[] } {
  const wanted = count ?? mutants.length;
  const order = shuffled(mutants, seed);
  const valid: Mutant[] = [];
  const invalid: Mutant[] = [];
  while (valid.length < wanted && order.length > 0) {
    const batch = order.splice(0, Math.max(20, 2 * (wanted - valid.length)));
    const isRefused = refused(batch);
    valid.push(...batch.filter((mutant) => !isRefused.has(mutant)));
    invalid.push(...isRefused);
  }
  return { valid: valid.slice(0, wanted), invalid };
}

export async function mutateTypeScript(request: Request): Promise<Outcome[]> {
  const {
    files = sourcesBelow(['web', 'tools']),
    lines,
    sample,
    seed,
    seconds,
    force = false,
    onRoom,
    onFailure,
  } = request;
  const start = performance.now();
  const isEquivalent = equivalents();
  const isWanted = ({ file, line }: Mutant): boolean => lines === undefined || isIn(lines.get(file), line);
  const all: Outcome[] = [];
  let pace = usualPace;
  const rooms = [...byRoom(files)];
  /* Whole rooms are skipped when the time is over: different ones with each seed. */
  for (const [name, paths] of seconds === undefined ? rooms : shuffled(rooms, seed)) {
    const secondsLeft = seconds === undefined ? undefined : seconds - (performance.now() - start) / 1000;
    const count = affordable(sample, secondsLeft, pace);
    if (count === 0) break;
    const begun = performance.now();
    try {
      const wanted = (await mutantsOf(paths)).filter((mutant) => isWanted(mutant) && !isEquivalent(mutant));
      const { valid, invalid } = chosenOf(wanted, count, seed);
      const room = roomOf(name);
      const refusedOnes = invalid.map((mutant) => outcomeOf(room, mutant, 'invalid'));
      const outcomes = [...(await judge(room, valid, force)), ...refusedOnes];
      if (valid.length > 0) pace = (performance.now() - begun) / 1000 / valid.length;
      all.push(...outcomes);
      onRoom?.(outcomes);
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure(name, error);
    }
  }
  return all;
}
