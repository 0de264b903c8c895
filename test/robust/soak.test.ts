// A terminal in fast time: people, faults, settings, clock steps, kills. Afterwards the log has no gap and never changed, each line
// says what the naive decision says, nobody is missing, and the process is as large as it was.
//
// Eight hours around the end of daylight saving; with SOAK a week, by a random seed that is printed. SEED repeats a run.

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random, runSeed } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';
import {
  changeCommand,
  changeFaults,
  changePlan,
  changeSetting,
  changeSkin,
  endFault,
  forgetAll,
  passSomeTime,
  playDoor,
  stepClock,
} from './soak-acts.ts';
import type { Rules } from './soak-history.ts';
import { folderOf, type Line, linesOf, Reader, type Sizes, sizesOf } from './soak-log.ts';
import { Replay } from './soak-model.ts';
import { addPeople, changeSomebody, visit, visitAndCut } from './soak-people.ts';
import { emptyPlan, tellClock } from './soak-plan.ts';
import { tour } from './soak-tour.ts';
import { SoakWorld } from './soak-world.ts';

const isLong = process.env['SOAK'] !== undefined;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/* 2037 has the calendar of 2026 and lies behind the build date of any terminal for a while. */
const startMs = isLong ? Date.UTC(2037, 9, 22) : Date.UTC(2037, 9, 24, 21);
const spanMs = (isLong ? 7 * 24 : 8) * hourMs;
/** Nobody cuts the power in the last part, at whose first quarter the process is measured for the first time. */
const calmMs = (isLong ? 48 : 3) * hourMs;

const rules: Rules = { plan: emptyPlan, command: 0, passback: 2, reset: 1440, duplicate: 1, limit: 0, work: 2 };

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start({ https: false });
});
afterAll(() => terminal.stop());

async function prepare(world: SoakWorld): Promise<void> {
  await tellClock(terminal.admin, startMs / 1000);
  await world.takeClock(startMs);
  await terminal.admin.call('GetAccessControl', {
    sensor: 'normallyClosed',
    relay: 'door',
    delay: 5,
    heldOpen: 30,
    antiPassback: 'hard',
  });
  await terminal.admin.call('GetPrintParam', { on: true });
  await addPeople(world);
  await tour(world);
  await changePlan(world);
}

/** One thing that is not a visit; the numbers are how often. */
function actsOf(world: SoakWorld): readonly (readonly [number, () => Promise<unknown>])[] {
  const isCalm = (): boolean => world.elapsedMs > spanMs - calmMs;
  const unlessCalm = (act: () => Promise<unknown>) => (): Promise<unknown> => (isCalm() ? changeSkin(world) : act());
  return [
    [isLong ? 2 : 4, () => changePlan(world)],
    [8, () => changeSetting(world)],
    [10, () => changeCommand(world)],
    [20, () => changeFaults(world)],
    [10, () => changeSkin(world)],
    [6, () => changeSomebody(world)],
    [12, () => playDoor(world)],
    [2, () => forgetAll(world)],
    [isLong ? 4 : 8, () => stepClock(world, isLong ? 5 * hourMs : 20 * minuteMs)],
    [isLong ? 3 : 4, unlessCalm(() => visitAndCut(world))],
    [isLong ? 2 : 3, unlessCalm(() => world.restart(world.random.chance(0.5)))],
  ];
}

async function act(world: SoakWorld, acts: ReturnType<typeof actsOf>): Promise<void> {
  let left = world.random.between(0, acts.reduce((sum, [often]) => sum + often, 0) - 1);
  for (const [often, run] of acts) {
    left -= often;
    if (left < 0) {
      await run();
      return;
    }
  }
}

/** Lets the span pass. Gives what the process took in the calm part, again and again. */
async function live(world: SoakWorld, reader: Reader): Promise<Sizes[]> {
  const acts = actsOf(world);
  const wrong = new Map<number, number>();
  const samples: Sizes[] = [];
  for (let round = 0; world.elapsedMs < spanMs; round++) {
    const isEdge = await passSomeTime(world, 3 * minuteMs);
    if (world.random.chance(0.3)) await act(world, acts);
    if (world.rules.command !== 0 && world.random.chance(0.4)) await changeCommand(world);
    if (world.faults.size > 0 && world.random.chance(0.15)) await endFault(world);
    const visits = world.random.between(isEdge ? 2 : 0, isEdge ? 5 : 2);
    for (let n = 0; n < visits; n++) await visit(world, wrong, isEdge);
    if (round % 40 === 0) await reader.peek(await world.admin());
    if (world.elapsedMs > spanMs - calmMs * 0.75) samples.push(sizesOf(terminal.daemon));
  }
  return samples;
}

const reasonsWanted = [
  ...['anyTime', 'timeZone', 'period', 'doorOpen', 'attendance', 'unknown', 'wrongCode', 'notYet', 'expired', 'never'],
  ...['outsideHours', 'holiday', 'alwaysClosed', 'lockedDown', 'fire', 'antiPassback', 'incomplete', 'temperature'],
];
const kindsWanted = [
  ...['access', 'exit', 'remoteOpen', 'lockDown', 'release', 'opened', 'closed', 'forced', 'held', 'restored', 'fire'],
  'schedule',
];

/** A run in which something never happened would prove nothing of it. */
function nothingIsMissing({ counts }: SoakWorld, replay: Replay, lines: readonly Line[], seed: string): void {
  const kinds = new Set(lines.map(({ kind }) => kind));
  const missing = [
    ...reasonsWanted.filter((reason) => !replay.reasons.has(reason)),
    ...kindsWanted.filter((kind) => !kinds.has(kind)),
    ...[60, 120].filter((offset) => !lines.some((line) => line.offset === offset)),
  ];
  expect(missing, seed).toEqual([]);
  const { faults, kills, restarts, steps } = counts;
  expect(Math.min(faults, kills, restarts, steps, replay.repeats, replay.marked), seed).toBeGreaterThan(0);
}

const filesKnown = /^(clean|identity|origin|lock|log\.now|log\.old|photos|reserve|postern\.db(-wal|-shm|\.good)?)$/;
/** Bytes that a line may take in the database, its indexes and what goes with it in the audit log. */
const lineMost = 500;
/** Connections of this test come and go. */
const connectionsMost = 6;
/** Each of four connections to the database fills a cache of 500 kB in its own time. */
const growthMostKb = isLong ? 2048 : 4096;

function nothingHasGrown({ residentKb, descriptors, threads }: Sizes, count: number, seed: string): void {
  expect(residentKb, seed).toBeLessThan(growthMostKb);
  expect(descriptors, seed).toBeLessThanOrEqual(connectionsMost);
  expect(threads, seed).toBeLessThanOrEqual(1); // the simulated time server begins when it is asked
  const folder = folderOf(terminal.daemon);
  const others = [...folder.keys()].filter((name) => !filesKnown.test(name));
  expect(others, seed).toEqual([]);
  expect(folder.get('postern.db') ?? 0, seed).toBeLessThan(500_000 + count * lineMost);
  expect(folder.get('postern.db-wal') ?? 0, seed).toBeLessThan(5 * 2 ** 20);
  for (const name of ['log.now', 'log.old']) expect(folder.get(name) ?? 0, seed).toBeLessThanOrEqual(512 * 1024);
  expect(folder.get('photos') ?? 0, seed).toBeLessThan(256 * 2 ** 20);
}

/** From the first third to the last, each at its least: what was taken for a moment is no growth. */
function growthOf(samples: readonly Sizes[]): Sizes {
  const third = Math.ceil(samples.length / 3);
  const grown = (of: (sizes: Sizes) => number): number =>
    Math.min(...samples.slice(-third).map(of)) - Math.min(...samples.slice(0, third).map(of));
  return {
    residentKb: grown(({ residentKb }) => residentKb),
    descriptors: grown(({ descriptors }) => descriptors),
    threads: grown(({ threads }) => threads),
  };
}

const tellRun = ({ counts, elapsedMs }: SoakWorld, replay: Replay, lines: readonly Line[]): string =>
  [
    `${(elapsedMs / hourMs / 24).toFixed(1)} days`,
    `${counts.shown} times something shown`,
    `${lines.length} lines`,
    `${replay.decisions} decisions (${[...replay.reasons].map(([reason, many]) => `${reason} ${many}`).join(', ')})`,
    `${replay.repeats} repeats`,
    `${replay.marked} marked`,
    `${counts.plans} plans`,
    `${counts.faults} faults`,
    `${counts.kills} kills`,
    `${counts.restarts} restarts`,
    `${counts.steps} clock steps`,
  ].join(', ');

test(isLong ? 'a week' : 'eight hours around the end of daylight saving', async () => {
  const random = new Random(runSeed(isLong ? randomInt(2 ** 31) : 6));
  const seed = `seed ${random.seed}`;
  if (isLong) console.log(seed);
  const world = new SoakWorld(terminal, random, rules);
  const reader = new Reader();
  await prepare(world);
  const samples = await live(world, reader);
  await terminal.restart();
  world.history.push({ what: 'end' });
  const numbers = await reader.readAll(terminal.admin);
  const lines = linesOf(terminal.daemon);
  const replay = new Replay(rules, lines);
  replay.play(world.history);
  const growth = growthOf(samples);
  console.log(
    `${seed}: ${tellRun(world, replay, lines)}, ${growth.residentKb} kB more of ${samples.at(-1)?.residentKb}`,
  );
  expect(replay.differences, seed).toEqual([]);
  expect(reader.changed, seed).toEqual([]);
  const whole = lines.map((_, index) => index + 1);
  expect(
    lines.map(({ seq }) => seq),
    seed,
  ).toEqual(whole);
  expect(
    numbers.toSorted((a, b) => a - b),
    seed,
  ).toEqual(whole);
  nothingIsMissing(world, replay, lines, seed);
  nothingHasGrown(growth, lines.length, seed);
});
