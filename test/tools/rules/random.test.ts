/* Random weeks, minute by minute: the firmware's functions against the naive ones. Over midnight, both changes of daylight saving,
 * holidays of one day and of many, New Year and the end of February. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naiveDoor, naiveGroup, naiveMissed, wallOf } from './naive.ts';
import { commandsOf, type Interval, mergeCommand, type Plan } from './plan.ts';
import { askRules, buildRules } from './program.ts';
import { monday, mondays, type Random, randomOf, randomPlan, someIntervals, weeks } from './weeks.ts';

let root: string;
let program: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'));
  program = buildRules(root);
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

const weekMinutes = 7 * 1440;

/** What the driver says of a group, with the hours that were missed. */
function groupAt(plan: Plan, group: number, wall: number): string {
  const answer = naiveGroup(plan, group, wall);
  const missed = answer.startsWith('0 outside') ? naiveMissed(plan, group, wall) : undefined;
  return missed === undefined ? answer : `${answer} ${missed.start}-${missed.end} ${missed.late}`;
}

/** The first minute at which the two differ, in words. */
function firstDifference(plan: Plan, from: number, said: readonly string[]): string | undefined {
  for (const [index, line] of said.entries()) {
    const wall = wallOf(plan.clock, from + index);
    const naive = [groupAt(plan, 2, wall), groupAt(plan, 3, wall), naiveDoor(plan, wall)].join(';');
    if (line !== naive) {
      return `${new Date((from + index) * 60_000).toISOString()}: ${line}, not ${naive}; ${commandsOf(plan).join(', ')}`;
    }
  }
  return undefined;
}

describe('a random week', () => {
  it.each(weeks)('is decided as the page says: %s', (name, from) => {
    const random = randomOf(name);
    const counts = new Map<string, number>();
    for (let round = 0; round < 6; round++) {
      const plan = randomPlan(random, from);
      const said = askRules(program, [...commandsOf(plan), `run ${from * 60} ${weekMinutes}`]);
      expect(said).toHaveLength(weekMinutes);
      expect(firstDifference(plan, from, said)).toBeUndefined();
      for (const word of said.flatMap((line) => line.split(';').map((part) => part.split(' ').slice(0, 2).join(' ')))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    /* It is no test where everybody is let in, or nobody. */
    expect([...counts.keys()].filter((word) => /zone|period|outside|holiday/.test(word)).sort()).toEqual([
      ...['0 holiday', '0 outside', '1 period', '1 zone'],
    ]);
  });
});

describe('the next changes at the door', () => {
  /** The first minutes at which the door is another than before, by asking of every minute. */
  function changesOf(plan: Plan, from: number, days: number, max: number): string[] {
    const found: string[] = [];
    const doorAt = (minute: number) => naiveDoor(plan, wallOf(plan.clock, minute)).split(' ')[0] ?? '';
    let door = doorAt(from);
    for (let minute = from + 1; minute < from + days * 1440 && found.length < max; minute++) {
      const next = doorAt(minute);
      if (next !== door) found.push(`${minute} ${wallOf(plan.clock, minute) - minute} ${next}`);
      door = next;
    }
    return found;
  }

  it.each(weeks)('are those of every minute: %s', (name, from) => {
    const random = randomOf(`${name} next`);
    let seen = 0;
    for (let round = 0; round < 12; round++) {
      const plan = randomPlan(random, from);
      const begin = from + random(1440);
      const max = round % 2 === 0 ? 2 : 100;
      const [said = ''] = askRules(program, [...commandsOf(plan), `changes ${max} ${begin * 60 + 17}`]);
      const want = changesOf(plan, begin, 14, max);
      expect(said === '' ? [] : said.split(';'), commandsOf(plan).join(', ')).toEqual(want);
      seen += want.length;
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('are those of less than 14 days', () => {
    const week = [
      [240, 'normal'],
      [7 * 1440, 'open'],
      [7 * 1440 + 240, 'normal'],
      [14 * 1440, 'open'],
    ] as const;
    const told = (count: number) =>
      week
        .slice(0, count)
        .map(([after, door]) => `${monday + after} 0 ${door}`)
        .join(';');
    const ask = (minute: number) => askRules(program, [...commandsOf(mondays), `changes 100 ${minute * 60}`]);
    expect(ask(monday)).toEqual([told(3)]);
    expect(ask(monday + 1)).toEqual([told(4)]);
  });

  it('are none where nothing is in force for the door', () => {
    expect(askRules(program, ['new', 'changes 2 0'])).toEqual(['']);
  });
});

describe('merging', () => {
  /** Minutes of the week that begins on each weekday, as they hold: a set a weekday. */
  const held = (intervals: readonly Interval[]): string =>
    [0, 1, 2, 3, 4, 5, 6]
      .map((day) => {
        const minutes = new Set<number>();
        for (const { start, end } of intervals.filter((each) => each.day === day && each.start !== each.end)) {
          for (let minute = start; minute <= (end > start ? end : end + 1440); minute++) minutes.add(minute);
        }
        return [...minutes].sort((a, b) => a - b).join(',');
      })
      .join(';');

  const parse = (line: string): Interval[] => {
    const [count = 0, ...rest] = line.split(' ').map(Number);
    return Array.from({ length: count }, (_, n) => {
      const [day = 0, start = 0, end = 0] = rest.slice(n * 3, n * 3 + 3);
      return { day, start, end };
    });
  };

  it('changes no minute, leaves none that could be one, and is done after once', () => {
    const random: Random = randomOf('merge');
    const sent = Array.from({ length: 200 }, () => someIntervals(random, 8));
    const kept = askRules(program, sent.map(mergeCommand)).map(parse);
    const again = askRules(program, kept.map(mergeCommand)).map(parse);
    expect(kept.map(held)).toEqual(sent.map(held));
    expect(again).toEqual(kept);
    expect(kept.some((intervals, index) => intervals.length < (sent[index]?.length ?? 0))).toBe(true);
  });
});
