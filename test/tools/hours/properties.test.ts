/* What a punch more or a minute more may change, tried on many random days: on the firmware's own functions and on the
 * naive ones. DAYS: how many, for instance a million. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testLimitMs } from '../../harness/patience.ts';
import { randomOf } from '../rules/weeks.ts';
import { outcomesOf } from './naive.ts';
import { breakRules, daysCommand, type Outcome, personCommands, planCommands, tell } from './plan.ts';
import { askHours, builtHours } from './program.ts';
import {
  type Asked,
  type Chunk,
  excess,
  isMeant,
  isTooMuch,
  type Pair,
  pairsOf,
  properties,
  someChunk,
} from './properties.ts';

const count = Number(process.env['DAYS'] ?? 4000);
const ofChunk = 620;
/* What a day takes, the slower of the two, many times over. */
const limitMs = Math.max(testLimitMs, count * 20);

type Source = (chunk: Chunk) => Outcome[];

const commandsOf = ({ person, question }: Asked): string[] => [...personCommands(person), daysCommand(question)];

const allOf = ({ months, variants }: Chunk): readonly Asked[] => [...months, ...variants];

const ofNaive: Source = (chunk) =>
  allOf(chunk).flatMap(({ belongings, question }) => outcomesOf(chunk.plan, belongings, question.now));

const ofProgram =
  (program: () => string): Source =>
  (chunk) =>
    askHours(program(), [...planCommands(chunk.plan), ...allOf(chunk).flatMap(commandsOf)]);

/** With what to tell the driver to see both days again. */
function story({ plan, change, before, after, base, variant }: Pair): string {
  const question = { ...base.question, first: before.date, count: 1 };
  return [
    `${change.property}: ${tell(before)}`,
    `then: ${tell(after)}`,
    ...planCommands(plan),
    ...commandsOf({ ...base, question }),
    ...commandsOf({ ...variant, question }),
  ].join('\n');
}

interface Found {
  readonly wrong: readonly string[];
  readonly seen: ReadonlyMap<string, number>;
}

async function tryAll(answersOf: Source): Promise<Found> {
  const random = randomOf('properties of days');
  const wrong: string[] = [];
  const seen = new Map<string, number>();
  for (let done = 0; done < count && wrong.length < 3; done += ofChunk) {
    const chunk = someChunk(random, Math.min(ofChunk, count - done));
    const answers = answersOf(chunk);
    const pairs = pairsOf(chunk, answers).filter(isMeant);
    wrong.push(...pairs.filter((pair) => excess(pair) > 0).map(story));
    wrong.push(...answers.filter((day) => isTooMuch(day, chunk.plan)).map((day) => `too much: ${tell(day)}`));
    for (const { change } of pairs) {
      const name = `${change.property} ${change.duty.shift.breakRule}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    /* The runner hears nothing of a test that never waits. */
    await setImmediate();
  }
  return { wrong: wrong.slice(0, 3), seen };
}

async function holds(source: Source): Promise<void> {
  const { wrong, seen } = await tryAll(source);
  expect(wrong).toEqual([]);
  /* It is no test where a rule never decides. */
  const names = properties.flatMap((property) => breakRules.map((rule) => `${property} ${rule}`));
  expect(names.filter((name) => (seen.get(name) ?? 0) < count / 1000)).toEqual([]);
}

describe('a punch more or a minute more', () => {
  it('changes a day as little as the page says, for the second implementation', () => holds(ofNaive), limitMs);
});

describe('a punch more or a minute more, of the firmware,', () => {
  const program = builtHours();

  it('changes a day as little as the page says', () => holds(ofProgram(program)), limitMs);
});
