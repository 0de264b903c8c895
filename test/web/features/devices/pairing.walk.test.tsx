/** Pairing of Wiegand devices, walked at random: windows that somebody opens, cancels or leaves open, refusals, a silent terminal. */
import type { AnvizWiegandMatchReply, AnvizWiegandMatchRequest, AuthorizedDevice } from '@gen/devices.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll, vi } from 'vitest';
import { WiegandPairingPage } from '../../../../web/features/devices/pairing/WiegandPairingPage.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, t } from '../../../../web/lib/i18n.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { oneLine, pass, press, Replies, Stage, screenLines, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

const READ_MS = 1100;
const WINDOW_S = 60;

const deviceOf = (at: number): AuthorizedDevice => ({
  mac: `00:1B:5A:20:41:0${at}`,
  model: at % 2 === 0 ? '' : 'WR-34B',
  machine: at,
  route1: 1,
  route2: 0,
  authorized: false,
});

type Pairing = Omit<AnvizWiegandMatchReply, 'secondsLeft'>;

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: Pairing;
  /** When the window closes, in milliseconds of the clock. */
  end: number;
  /** As the page read it last. */
  known: Pairing;
  knownEnd: number;
  busy: boolean;
  /** No answer comes. */
  silent: boolean;
  /** The page asks again, since its last question had no answer. */
  repeats: boolean;
}

const isRunning = ({ result }: Pairing): boolean => result === 'running';

/** Time passes in the terminal too. */
function letEnd(world: World): void {
  if (isRunning(world.now) && Date.now() >= world.end) close(world);
}

function close(world: World): void {
  world.now = { ...world.now, result: world.now.found.length > 0 ? 'found' : 'nothing' };
}

function open(world: World): void {
  world.now = { result: 'running', found: [] };
  world.end = Date.now() + WINDOW_S * 1000;
}

function answer(world: World, { start, cancel }: AnvizWiegandMatchRequest): AnvizWiegandMatchReply {
  letEnd(world);
  if (start && !isRunning(world.now)) open(world);
  if (cancel && isRunning(world.now))
    world.now = { ...world.now, result: world.now.found.length > 0 ? 'found' : 'none' };
  const secondsLeft = isRunning(world.now) ? Math.ceil((world.end - Date.now()) / 1000) : 0;
  const reply = { ...world.now, secondsLeft };
  if (!isRunning(world.now)) return reply;
  throw new ApiError('wait', 'AnvizWiegandMatch', { code: 0, status: 200, data: { ...reply } });
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: { result: 'none', found: [] },
    end: 0,
    known: { result: 'none', found: [] },
    knownEnd: 0,
    busy: false,
    silent: false,
    repeats: false,
  };
  const asked = world.replies.of((request: AnvizWiegandMatchRequest) => answer(world, request));
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    AnvizWiegandMatch: (request: AnvizWiegandMatchRequest) => {
      if (world.silent) throw new ApiError('network', 'AnvizWiegandMatch');
      return request.start || request.cancel ? asked(request) : answer(world, request);
    },
  });
  world.stage.open(<WiegandPairingPage />);
  return world;
}

function read(world: World): void {
  letEnd(world);
  world.repeats = world.silent;
  if (world.silent) return;
  world.known = world.now;
  world.knownEnd = world.end;
}

/** While a window is open, or nothing came, the page reads by itself. */
async function look(world: World, ms = READ_MS): Promise<void> {
  const isFollowing = (isRunning(world.known) || world.repeats) && !world.busy;
  await pass(ms);
  letEnd(world);
  if (isFollowing) read(world);
}

/** Asks the terminal for something; refused, everything is as it was. */
async function ask(world: World, name: string, refused: boolean): Promise<string> {
  if (refused && !world.silent) world.replies.refuse = refusal('AnvizWiegandMatch', ErrorCode.deviceOffline);
  press(name);
  await pass();
  if (!refused) read(world);
  return refused ? 'refused' : 'done';
}

const isFree = ({ busy }: World): boolean => !busy;
const startName = ({ known }: World): string => t(known.result === 'none' ? 'pairing.start' : 'pairing.again');
const stopName = ({ known }: World): string => (known.found.length > 0 ? t('pairing.finish') : t('ui.cancel'));

const acts: WalkAct<World>[] = [
  {
    name: 'starts',
    weight: 4,
    can: (world) => isFree(world) && !isRunning(world.known),
    run: (world, random) => ask(world, startName(world), random.chance(0.3)),
  },
  {
    name: 'ends it',
    weight: 2,
    can: (world) => isFree(world) && isRunning(world.known),
    run: (world, random) => ask(world, stopName(world), random.chance(0.3)),
  },
  {
    name: 'asks for it, and the answer is long in coming',
    weight: 2,
    can: (world) => isFree(world) && !world.silent,
    run: (world) => {
      world.replies.hold = true;
      press(isRunning(world.known) ? stopName(world) : startName(world));
      world.busy = true;
    },
  },
  {
    name: 'the answer comes',
    weight: 8,
    can: ({ busy }) => busy,
    run: async (world, random) => {
      const isRefused = random.chance(0.4);
      if (isRefused) world.replies.fail(refusal('AnvizWiegandMatch', ErrorCode.deviceOffline));
      else world.replies.answer();
      world.busy = false;
      await pass();
      if (!isRefused) read(world);
      await look(world);
      return isRefused ? 'a refusal' : 'yes';
    },
  },
  {
    name: 'a device answers',
    weight: 4,
    can: ({ now, busy }) => isRunning(now) && now.found.length < 8 && !busy,
    run: async (world) => {
      world.now = { ...world.now, found: [...world.now.found, deviceOf(world.now.found.length + 1)] };
      await look(world);
    },
  },
  {
    name: 'a device refuses',
    weight: 0.7,
    can: ({ now, busy }) => isRunning(now) && !busy,
    run: async (world) => {
      world.now = { ...world.now, result: 'refused' };
      await look(world);
    },
  },
  {
    name: 'time passes',
    weight: 2,
    can: isFree,
    run: (world, random) => look(world, random.pick([5_000, 20_000, WINDOW_S * 1000])),
  },
  {
    name: 'somebody else opens a window, or closes it',
    can: isFree,
    run: async (world) => {
      if (isRunning(world.now)) close(world);
      else open(world);
      await world.stage.focus();
      read(world);
    },
  },
  {
    name: 'the terminal falls silent, or answers again',
    weight: 1.5,
    can: isFree,
    run: async (world) => {
      world.silent = !world.silent;
      await look(world);
      return world.silent ? 'silent' : 'answers';
    },
  },
  {
    name: 'leaves the page and comes back',
    can: (world) => isFree(world) && !world.silent,
    run: async (world) => {
      await world.stage.leave();
      world.stage.comeBack();
      await pass();
      read(world);
    },
  },
];

function expected(world: World): string[] {
  const { known, busy } = world;
  const running = isRunning(known);
  const name = running ? stopName(world) : startName(world);
  return [
    `# ${t('page.wiegandPairing')}`,
    ...(running ? [`says ${t('pairing.waiting')}`, 'time left: right'] : noticeLines(known)),
    ...known.found.map(({ mac, model, machine }) => {
      const more = `${mac} · ${t('authorization.machineIs', { machine: String(machine) })}`;
      return `found ${model === '' ? t('authorization.noModel') : model}${more}`;
    }),
    `[${name}]${busy ? ' busy' : ''}`,
  ];
}

function noticeLines({ result, found }: Pairing): string[] {
  if (result === 'found') return [`! ${t('pairing.found', { count: found.length })} ${t('pairing.foundText')}`];
  if (result === 'nothing') return [`! ${t('pairing.nothing')} ${t('pairing.nothingText')}`];
  if (result === 'refused') return [`! ${t('pairing.refused')} ${t('pairing.refusedText')}`];
  return [];
}

/** What is shown of the time that is left beside what there is, two seconds more or less: both round. */
function timeLine(world: World, line: string): string {
  const [minutes = '', seconds = ''] = line.replace('time left:', '').trim().split(':');
  const left = Math.max(0, (world.knownEnd - Date.now()) / 1000);
  const shown = Number(minutes) * 60 + Number(seconds);
  return Math.abs(shown - left) <= 2 ? 'time left: right' : `${line}, and there are ${left} s`;
}

function seen(world: World): string[] {
  const lines = screenLines({ '.pairing-title': 'says', '.pairing-left': 'time left:', '.device-row': 'found' });
  return lines.map((line) => (line.startsWith('time left:') ? timeLine(world, line) : oneLine(line)));
}

walkTest('shows how the window stands and who has answered', {
  seed: 5100,
  walks: 4,
  steps: 25,
  start,
  acts,
  expected,
  seen,
  end: () => vi.clearAllTimers(),
});
