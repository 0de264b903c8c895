// The people of a week: who they are, and how they come to the door.

import type { Random } from '../harness/random.ts';
import { goodPassword } from '../harness/terminal.ts';
import { dayText, type Person, type Shown } from './soak-history.ts';
import { type SoakWorld, togetherMs } from './soak-world.ts';

const peopleCount = 40;
const dayMs = 86_400_000;
const statuses = ['in', 'out', 'status1'] as const;

const dayOf = (ms: number): number => Number(new Date(ms).toISOString().slice(0, 10).replaceAll('-', ''));
const dayNear = (random: Random, startMs: number, from: number, to: number): number =>
  dayOf(startMs + random.between(from, to) * dayMs);

function someone(random: Random, userid: number, startMs: number): Person {
  const from = random.chance(0.25) ? dayNear(random, startMs, -1, 4) : 0;
  const to = random.chance(0.25) ? dayNear(random, startMs, 0, 6) : 0;
  return {
    userid,
    username: `Person ${userid}`,
    card: String(10_000_000 + userid * 7919),
    group: random.pick([0, 1, 1, 1, 2, 2, 2, 2, 3, 3]),
    from,
    to: to !== 0 && to < from ? 0 : to,
    ...(userid % 6 === 0 ? { code: goodPassword(userid) } : {}),
  };
}

export async function addPerson(world: SoakWorld, person: Person): Promise<void> {
  const { userid, username, group, card, code } = person;
  await (await world.admin()).call('adduser', {
    userid,
    username,
    cardno: card,
    group,
    validFrom: dayText(person.from),
    validTo: dayText(person.to),
    ...(code === undefined ? {} : { password: code, identifyMode: 'all', identifyFactors: ['card', 'password'] }),
  });
  world.changePerson(userid, person);
}

/** What the first people are for: each way to be let in or not. The sixth has a code. */
function firstOf(startMs: number): ReadonlyMap<number, Partial<Person>> {
  const dayAt = (days: number): number => dayOf(startMs + days * dayMs);
  const always = { group: 1, from: 0, to: 0 };
  return new Map<number, Partial<Person>>([
    [1, always],
    [2, { ...always, group: 0 }],
    [3, { ...always, group: 2 }],
    [4, { ...always, group: 3 }],
    [5, { ...always, to: dayAt(-2) }],
    [6, always],
    [7, { ...always, from: dayAt(2) }],
  ]);
}

export async function addPeople(world: SoakWorld): Promise<void> {
  const first = firstOf(world.now);
  for (let n = 1; n <= peopleCount; n++) {
    await addPerson(world, { ...someone(world.random, n, world.now), ...first.get(n) });
  }
}

/** Somebody gets another group and other days, leaves, or comes again under the number of who left. */
export async function changeSomebody(world: SoakWorld): Promise<void> {
  const { random } = world;
  const userid = random.between(1, peopleCount);
  const before = world.people.get(userid);
  const next = someone(random, userid, world.now);
  const admin = await world.admin();
  if (before === undefined) return addPerson(world, next);
  if (random.chance(0.3)) {
    await admin.call('deleteuser', { userid });
    return world.changePerson(userid, undefined);
  }
  const { group, from, to } = next;
  await admin.call('edituser', { userid, group, validFrom: dayText(from), validTo: dayText(to) });
  world.changePerson(userid, { ...before, group, from, to });
}

const cardOf = (world: SoakWorld, { card, userid }: Person): Promise<Shown | undefined> =>
  world.present({ do: 'card', number: card }, { factor: 'card', userid, right: true });

/** The person is asked for the code: gives it, gives a wrong one, gives up, or is gone already. */
async function answer(world: SoakWorld, { userid, code = '' }: Person, wrong: Map<number, number>): Promise<void> {
  const { random } = world;
  const wrongs = wrong.get(userid) ?? 0;
  const kind = random.unit();
  if (kind < 0.15) return world.pass(11_000);
  if (kind < 0.25) return;
  /* Five wrong ones in a row would bring a pause, which is not looked at here. */
  const right = kind > 0.4 || wrongs >= 3;
  const digits = right ? code : goodPassword(1000 + userid);
  const shown = await world.present({ do: 'pin', digits }, { factor: 'password', userid, right });
  if (shown !== undefined) wrong.set(userid, right ? 0 : wrongs + 1);
}

/** One of all, or mostly of those whose hours begin or end. */
function pickPerson({ random, people }: SoakWorld, isEdge: boolean): Person {
  const all = [...people.values()];
  const concerned = all.filter(({ group, from, to }) => group > 1 && from === 0 && to === 0);
  return random.pick(isEdge && random.chance(0.8) && concerned.length > 0 ? concerned : all);
}

/** Comes to the door; `wrong` counts the wrong codes of each. */
export async function visit(world: SoakWorld, wrong: Map<number, number>, isEdge: boolean): Promise<void> {
  const { random, terminal } = world;
  if (random.chance(0.06)) {
    await world.present(
      { do: 'card', number: String(random.between(1, 9_000_000)) },
      { factor: 'card', userid: undefined, right: true },
    );
    return;
  }
  const person = pickPerson(world, isEdge);
  if (random.chance(0.5)) {
    const status = random.pick([0, 1, 1, 1, 2]);
    const answered = await terminal.bench.ask({ do: 'key', key: 'status', status: statuses[status] ?? 'in' });
    if (answered.ok === world.has('keypad')) throw new Error('a key is taken although the keypad does not answer');
    if (answered.ok) world.history.push({ what: 'key', status });
  }
  const shown = await cardOf(world, person);
  if (shown?.told?.asked.includes('password')) await answer(world, person, wrong);
  if (shown?.told?.granted && random.chance(0.4)) await terminal.bench.ask({ do: 'door', push: true });
  if (shown !== undefined && random.chance(0.15)) {
    /* The card is held there once more. */
    await world.pass(random.between(1, togetherMs));
    await cardOf(world, person);
  }
}

/** People show their cards one behind the other, and the power goes. Who is not known to have been told anything may be anywhere. */
export async function visitAndCut(world: SoakWorld): Promise<void> {
  const { random } = world;
  const { bench, admin } = world.terminal;
  const without = [...world.people.values()].filter(({ code }) => code === undefined);
  const first = random.between(0, without.length - 1);
  const seen = bench.accesses.length;
  const came: Shown[] = [];
  for (const { card, userid } of without.slice(first, first + random.between(1, 4))) {
    const shown = await world.show({ do: 'card', number: card }, { factor: 'card', userid, right: true });
    if (shown !== undefined) came.push(shown);
  }
  const until = performance.now() + random.unit() * 8;
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
  const display = !world.has('display');
  await world.kill();
  for (const [index, shown] of came.entries()) {
    const told = display ? bench.accesses[seen + index] : undefined;
    if (told !== undefined) {
      shown.told = told;
      shown.sure = true;
    } else if (shown.userid !== undefined) {
      await admin.attempt('resetPassback', { userid: shown.userid });
      world.history.push({ what: 'forget', userid: shown.userid });
    }
  }
}
