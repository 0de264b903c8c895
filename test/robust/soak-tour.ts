// Every reason once, whatever chance brings afterwards: a run in which one never came would prove nothing of it.

import { goodPassword } from '../harness/terminal.ts';
import { wallOf } from '../tools/rules/naive.ts';
import type { Plan } from '../tools/rules/plan.ts';
import {
  forgetAll,
  playDoor,
  setLimit,
  setPassback,
  setPlan,
  setSkin,
  setWork,
  toggleFire,
  toggleLockDown,
} from './soak-acts.ts';
import type { Shown } from './soak-history.ts';
import { visitAndCut } from './soak-people.ts';
import { emptyPlan, soakClock } from './soak-plan.ts';
import { type SoakWorld, waitsMs } from './soak-world.ts';

const wholeWeek = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: 0, end: 1439 }));
const minuteMs = 60_000;
/** Longer than a repeat counts. */
const laterMs = 90_000;

/** People of group 2 come by their time zone, those of group 3 by a period group. */
const hours: Plan = {
  ...emptyPlan,
  zones: new Map([[1, wholeWeek]]),
  groups: new Map([
    [2, [1]],
    [3, []],
  ]),
  periods: [{ number: 1, kind: 'working', intervals: wholeWeek }],
  inForce: new Map([[3, [1]]]),
};
const without: Plan = { ...hours, groups: new Map([[2, []]]), periods: [], inForce: new Map() };
const door = (kind: 'alwaysOpen' | 'alwaysClosed'): Plan => ({
  ...hours,
  periods: [{ number: 1, kind, intervals: wholeWeek }],
  inForce: new Map([[0, [1]]]),
});
const feast: Plan = { ...hours, holidays: [{ number: 1, from: 20_371_001, to: 20_371_130, yearly: false }] };

const cardOf = (world: SoakWorld, userid: number): Promise<Shown | undefined> =>
  world.present(
    { do: 'card', number: world.people.get(userid)?.card ?? '1' },
    { factor: 'card', userid: world.people.has(userid) ? userid : undefined, right: true },
  );

const codeOf = (world: SoakWorld, userid: number, right: boolean): Promise<Shown | undefined> =>
  world.present(
    { do: 'pin', digits: right ? (world.people.get(userid)?.code ?? '') : goodPassword(2000) },
    { factor: 'password', userid, right },
  );

/** Later, with nobody known to be anywhere. */
async function anew(world: SoakWorld, plan: Plan): Promise<void> {
  await world.pass(laterMs);
  await forgetAll(world);
  await setPlan(world, plan);
}

/** Hours of two minutes, and somebody a moment before and behind their beginning and their end. */
async function tourEdges(world: SoakWorld): Promise<void> {
  await anew(world, emptyPlan);
  const first = Math.floor(world.now / minuteMs) + 3;
  const wall = wallOf(soakClock, first);
  const day = new Date(wall * minuteMs).getUTCDay();
  const start = wall % 1440;
  await setPlan(world, { ...hours, zones: new Map([[1, [{ day, start, end: start + 1 }]]]) });
  const momentMs = 100;
  for (const edge of [first, first + 1, first + 2]) {
    await world.pass(edge * minuteMs - momentMs - world.now);
    await cardOf(world, 3);
    await world.pass(2 * momentMs);
    await cardOf(world, 3);
  }
}

/** The people are those of soak-people.ts: the first seven are what they are for this. */
export async function tour(world: SoakWorld): Promise<void> {
  await anew(world, hours);
  for (const userid of [1, 2, 3, 4, 5, 6, 7, 1, 999]) await cardOf(world, userid);
  await cardOf(world, 6);
  await codeOf(world, 6, false);
  await cardOf(world, 6);
  await codeOf(world, 6, true);
  await cardOf(world, 6);
  await world.pass(waitsMs + 1000);
  for (const plan of [feast, without, door('alwaysOpen'), door('alwaysClosed')]) {
    await anew(world, plan);
    for (const userid of [1, 3]) await cardOf(world, userid);
  }
  await anew(world, hours);
  for (const toggle of [toggleLockDown, toggleFire]) {
    await toggle(world);
    await cardOf(world, 1);
    await toggle(world);
    await world.pass(laterMs);
  }
  await tourEdges(world);
  await anew(world, hours);
  await setWork(world, 0);
  await cardOf(world, 1);
  await setWork(world, 2);
  await setPassback(world, 1);
  await world.pass(laterMs);
  for (const _ of ['marked', 'marked and not recorded again']) await cardOf(world, 1);
  await setLimit(world, 373);
  await setSkin(world, 374);
  await cardOf(world, 1);
  await setSkin(world, 0);
  await setLimit(world, 0);
  await setPassback(world, 2);
  await world.pass(laterMs);
  await world.terminal.bench.state('door', ({ relay }) => relay === false);
  for (const play of ['exit', 'open', 'forced', 'held'] as const) await playDoor(world, play);
  await visitAndCut(world);
  await world.restart(true);
  await world.restart(false);
  if (await world.setClock(world.now - 7 * 60_000)) world.counts.steps++;
}
