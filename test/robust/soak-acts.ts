// What an administrator, the door, the weather of devices and the clock do in a week.

import { until } from '../harness/wait.ts';
import { wallOf } from '../tools/rules/naive.ts';
import type { Plan } from '../tools/rules/plan.ts';
import { randomPlan } from '../tools/rules/weeks.ts';
import { soakClock, tellPlan } from './soak-plan.ts';
import { type SoakWorld, waitsMs } from './soak-world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMinutes = 1440;
const passbacks = ['off', 'soft', 'hard'] as const;

const faults: readonly (readonly [string, readonly string[]])[] = [
  ['camera', ['offline', 'slow', 'garbage']],
  ['printer', ['offline', 'paperOut']],
  ['thermometer', ['offline']],
  ['display', ['offline']],
  ['sound', ['offline']],
  ['reader', ['offline']],
  ['keypad', ['offline']],
  ['door', ['offline', 'stuck', 'bouncing']],
  ['clock', ['offline']],
  ['ethernet', ['cableOut']],
  ['internet', ['gatewayDown']],
  ['timeService', ['silent', 'garbage']],
];

export async function setPlan(world: SoakWorld, plan: Plan): Promise<void> {
  await tellPlan(await world.admin(), world.rules.plan, plan);
  world.changeRules({ plan });
  world.counts.plans++;
}

export async function changePlan(world: SoakWorld): Promise<void> {
  const draw = (count: number): number => world.random.between(0, count - 1);
  await setPlan(world, { ...randomPlan(draw, Math.floor(world.now / minuteMs)), clock: soakClock });
}

export async function setPassback(world: SoakWorld, passback: number): Promise<void> {
  await (await world.admin()).call('GetAccessControl', { antiPassback: passbacks[passback] ?? 'off' });
  world.changeRules({ passback });
}

async function setReset(world: SoakWorld, reset: number): Promise<void> {
  await (await world.admin()).call('GetAccessControl', { passbackReset: reset });
  world.changeRules({ reset });
}

async function setDuplicate(world: SoakWorld, duplicate: number): Promise<void> {
  await (await world.admin()).call('GetKaoqinParam', { duplicatePunch: duplicate });
  world.changeRules({ duplicate });
}

/** Tenths of a degree; 0: who is warmer is let in. */
export async function setLimit(world: SoakWorld, limit: number): Promise<void> {
  const admin = await world.admin();
  if (limit === 0) await admin.call('GetThermometryParam', { abnormal: 'marks' });
  else await admin.call('GetThermometryParam', { limit, abnormal: 'refuses' });
  world.changeRules({ limit });
}

export async function setWork(world: SoakWorld, work: number): Promise<void> {
  await (await world.admin()).call('GetWorkModeSwitch', { mode: work === 0 ? 'attendance' : 'both' });
  world.changeRules({ work });
}

/** Anti-passback, the time of its reset, repeats, the limit of temperature, what the terminal is for: one of them. */
export async function changeSetting(world: SoakWorld): Promise<void> {
  const { random } = world;
  const soon = Math.floor(world.now / minuteMs) + random.between(30, 400);
  const changes = [
    () => setPassback(world, random.between(0, 2)),
    () => setPassback(world, random.between(1, 2)),
    () => setReset(world, random.chance(0.3) ? 1440 : soon % 1440),
    () => setDuplicate(world, random.pick([0, 1, 5, 60])),
    () => setLimit(world, random.pick([0, 370, 373])),
    () => setWork(world, random.pick([0, 2, 2])),
  ];
  await random.pick(changes)();
}

export async function forgetAll(world: SoakWorld): Promise<void> {
  await (await world.admin()).call('resetPassback', {});
  world.history.push({ what: 'forget' });
}

async function mend(world: SoakWorld, device: string, kind: string): Promise<void> {
  await world.terminal.bench.fault(device, kind, false);
  world.faults.delete(device);
}

/** Another fault, or the end of one. */
export async function changeFaults(world: SoakWorld): Promise<void> {
  const { random, terminal } = world;
  const [device, kinds] = random.pick(faults);
  const before = world.faults.get(device);
  if (before !== undefined) return mend(world, device, before);
  /* A fire input that cannot be read is not looked at here. */
  if (device === 'door' && world.rules.command === 4) return;
  const kind = random.pick(kinds);
  await terminal.bench.fault(device, kind, true);
  world.faults.set(device, kind);
  world.counts.faults++;
}

export async function endFault(world: SoakWorld): Promise<void> {
  const [device, kind] = world.random.pick([...world.faults]);
  await mend(world, device, kind);
}

/** What the thermometer reads of whoever comes; 0: nothing. */
export async function setSkin(world: SoakWorld, skin: number): Promise<void> {
  await world.terminal.bench.act({ do: 'thermometer', temperature: skin === 0 ? null : skin });
  world.skin = skin;
}

export const changeSkin = (world: SoakWorld): Promise<void> =>
  setSkin(world, world.random.chance(0.2) ? 0 : world.random.between(355, 378));

export async function toggleLockDown(world: SoakWorld): Promise<void> {
  const isOn = world.rules.command === 3;
  await (await world.admin()).call('doorCommand', { command: isOn ? 'release' : 'lockDown', reason: 'soak' });
  world.changeRules({ command: isOn ? 0 : 3 });
}

export async function toggleFire(world: SoakWorld): Promise<void> {
  const command = world.rules.command === 4 ? 0 : 4;
  await world.terminal.bench.act({ do: 'door', fire: command === 4 });
  await world.sees(command);
  world.changeRules({ command });
}

/** Lock-down or fire begins, or ends. */
export async function changeCommand(world: SoakWorld): Promise<void> {
  const { command } = world.rules;
  const mayBurn = command === 0 && !world.has('door') && world.random.chance(0.5);
  await (command === 4 || mayBurn ? toggleFire(world) : toggleLockDown(world));
}

const leafIs = async (world: SoakWorld, leaf: string): Promise<unknown> =>
  until(`the leaf to be ${leaf}`, async () => (await (await world.admin()).call('doorState', {})).leaf === leaf, {
    everyMs: 5,
  });

const doorPlays = ['exit', 'push', 'open', 'forced', 'held'] as const;

/** The button is pressed for a moment of real time, which a busy machine may miss, or a door that closes right then take back:
 * then it is pressed again, and not so soon that it was never let go. */
async function pressExit(world: SoakWorld): Promise<void> {
  const { bench } = world.terminal;
  await bench.act({ do: 'door', exit: true });
  if (world.has('door')) return;
  let wasPressed = true;
  const press = async (): Promise<boolean> => {
    const { relay, exit } = await bench.state('door');
    if (relay === true) return true;
    if (exit !== true && !wasPressed) await bench.act({ do: 'door', exit: true });
    wasPressed = exit === true || !wasPressed;
    return false;
  };
  await until('the relay', press, { everyMs: 70 });
}

/** The exit button, the door pushed, forced or held, or opened from afar. */
export async function playDoor(world: SoakWorld, play = world.random.pick(doorPlays)): Promise<void> {
  const { bench } = world.terminal;
  if (play === 'exit') {
    await pressExit(world);
  } else if (play === 'push') await bench.ask({ do: 'door', push: true });
  else if (play === 'open') await (await world.admin()).attempt('doorCommand', { command: 'open', reason: 'soak' });
  else if (!world.has('door')) {
    await bench.act({ do: 'door', force: true });
    if (play === 'held') await bench.act({ do: 'door', hold: true });
    await leafIs(world, 'open');
    await world.pass(play === 'held' ? 45_000 : waitsMs + 1000);
    await bench.act({ do: 'door', close: true });
    await leafIs(world, 'closed');
  }
}

/** The calendar is set by the administrator, or by a time server. */
export async function stepClock(world: SoakWorld, mostMs: number): Promise<void> {
  const { random, terminal } = world;
  const byMs = Math.round((random.unit() * 2 - 1) * mostMs);
  if (random.chance(0.6)) {
    if (await world.setClock(world.now + byMs)) world.counts.steps++;
    return;
  }
  const admin = await world.admin();
  const ahead = Number((await terminal.bench.state('clock'))['aheadMs']);
  const answers = !['ethernet', 'internet', 'timeService', 'clock'].some((device) => world.has(device));
  const before = (await admin.call('SetDateTimeParam', {})).state.ntpAt;
  await terminal.bench.act({ do: 'timeService', aheadMs: Math.round(ahead) + byMs });
  await admin.call('GetDateTimeParam', { ntpOn: true, ntpServer1: 'time.example' });
  if (answers) {
    await until('the time from the network', async () => {
      const { ntp, ntpAt } = (await admin.call('SetDateTimeParam', {})).state;
      if (ntp === 'good' && ntpAt !== before) return true;
      await world.pause();
      return false;
    });
    world.counts.steps++;
  }
  await admin.call('GetDateTimeParam', { ntpOn: false });
  await world.takeClock(answers ? world.now + byMs : world.now);
}

/** Minutes of a day at which hours that are in force begin, end, or have ended. */
const edgesOf = ({ zones, periods }: Plan, weekday: number): number[] =>
  [...zones.values(), ...periods.map(({ intervals }) => intervals)]
    .flat()
    .filter(({ day, start, end }) => day === weekday || (start > end && (day + 1) % 7 === weekday))
    .flatMap(({ start, end }) => [start, end, (end + 1) % dayMinutes]);

/** Until the next full hour, or the next edge of hours, on the wall. */
function untilEdge({ now, rules }: SoakWorld): number {
  const wallMs = now + (wallOf(soakClock, Math.floor(now / minuteMs)) - Math.floor(now / minuteMs)) * minuteMs;
  const dayMs = dayMinutes * minuteMs;
  const edges = edgesOf(rules.plan, new Date(wallMs).getUTCDay());
  const left = edges.map((minute) => (minute * minuteMs - (wallMs % dayMs) + dayMs) % dayMs);
  return Math.min(hourMs - (wallMs % hourMs), ...left.filter((ms) => ms > waitsMs + 1000));
}

/** Some minutes on, or to a moment around the next edge if it is near; then true. */
export async function passSomeTime(world: SoakWorld, meanMs: number): Promise<boolean> {
  const { random } = world;
  const left = untilEdge(world);
  const isEdge = left > waitsMs + 1000 && left < 4 * meanMs && random.chance(0.8);
  const some = waitsMs + random.unit() * 2 * meanMs;
  await world.pass(Math.round(isEdge ? left + random.pick([-1000, -40, -5, 0, 2, 30]) : some));
  return isEdge;
}
