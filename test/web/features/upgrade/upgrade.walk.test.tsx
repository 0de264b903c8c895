/** Firmware Upgrade, walked at random: bundles that are refused, sent, given up or fail, those of other people, one behind another. */
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions } from '@gen/runtime.ts';
import type { Bundle, UpgradeStateReply } from '@gen/upgrade.ts';
import { beforeAll } from 'vitest';
import { UpgradePage } from '../../../../web/features/upgrade/UpgradePage.tsx';
import { forget } from '../../../../web/features/upgrade/upload.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, errorText, formatMoment, t } from '../../../../web/lib/i18n.ts';
import { PIECE_OCTETS } from '../../../../web/lib/pieces.ts';
import { problemText } from '../../../../web/lib/problem.ts';
import { sizeText } from '../../../../web/lib/sizeText.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { oneLine, pass, pick, press, Stage, screenLines, signIn, type WalkAct, walkTest } from '../../walk.tsx';
import { bundle, idle } from './world.ts';

beforeAll(() => activateLanguage('en'));

/** While something moves the page reads in this time. */
const READ_MS = 1100;
/** The terminal keeps so much of the piece that it judges. */
const HEAD = 65_536;
const SIZE = HEAD + 2 * PIECE_OCTETS;
const FILE = new File([new Uint8Array(SIZE)], 'postern-1.3.0.swu');
const BUNDLES: readonly Bundle[] = [bundle, bundle, { ...bundle, same: true }, { ...bundle, older: true }];

/** A piece on its way. */
interface Piece {
  readonly octets: number;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface World {
  readonly stage: Stage;
  now: UpgradeStateReply;
  known: UpgradeStateReply;
  nextBundle: Bundle;
  /** What the next call is refused with. */
  refuse: Error | undefined;
  /** This tab has the file whose head was judged. */
  hasFile: boolean;
  /** What is said where a file is chosen: of its name and size, and of its head. */
  wrong: string | undefined;
  problem: Error | undefined;
  /** What "Upgrade" was refused with. */
  refused: Error | undefined;
  sending: { received: number; problem: Error | undefined } | undefined;
  piece: Piece | undefined;
  asked: 'upgrade' | 'end' | undefined;
}

function obey(world: World): void {
  const { refuse } = world;
  world.refuse = undefined;
  if (refuse) throw refuse;
}

function take(world: World, offset: number, total: number, name: string, { body, signal }: CallOptions): unknown {
  if (offset === 0) {
    obey(world);
    world.now = {
      ...world.now,
      step: 'offered',
      own: true,
      name,
      total,
      received: HEAD,
      bundle: world.nextBundle,
      code: 0,
    };
    return { received: HEAD, step: 'offered', bundle: world.nextBundle };
  }
  return new Promise((resolve, reject) => {
    world.piece = { octets: offset + (body?.size ?? 0), resolve, reject };
    signal?.addEventListener('abort', () => {
      world.piece = undefined;
      reject(new ApiError('aborted', 'UpdateMachine'));
    });
  });
}

function start(random: Random): World {
  const end = random.pick(['none', 'confirmed', 'wentBack'] as const);
  const now = { ...idle, last: { ...idle.last, end, from: '1.1.0', to: '1.2.0', at: 1_790_000_000 } };
  const world: World = {
    stage: new Stage(),
    now,
    known: now,
    nextBundle: bundle,
    refuse: undefined,
    hasFile: false,
    wrong: undefined,
    problem: undefined,
    refused: undefined,
    sending: undefined,
    piece: undefined,
    asked: undefined,
  };
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    upgradeState: () => world.now,
    UpdateMachine: ({ offset, total, name }: { offset: number; total: number; name: string }, options) =>
      take(world, offset, total, name, options),
    upgradeStart: () => {
      obey(world);
      world.now = { ...world.now, step: 'receiving' };
      return {};
    },
    upgradeCancel: () => {
      obey(world);
      world.now = { ...idle, open: world.now.open, last: world.now.last };
      return {};
    },
    SetWebUpgradeMode: ({ open }: { open: boolean }) => {
      obey(world);
      world.now = { ...world.now, open };
      return {};
    },
  });
  world.stage.open(<UpgradePage />);
  return world;
}

type Shown = 'choose' | 'offered' | 'resume' | 'foreign' | 'sending' | 'checking';

function shown({ known: { step, own }, sending, hasFile }: World): Shown {
  if (step === 'checking') return 'checking';
  if (step === 'receiving') return sending ? 'sending' : own ? 'resume' : 'foreign';
  if (step === 'offered' && sending) return 'sending';
  return step === 'offered' && own && hasFile ? 'offered' : 'choose';
}

/** Reads how it stands; where something else is shown then, what was said at the file before is gone. */
function read(world: World): void {
  const before = shown(world);
  world.known = world.now;
  if (shown(world) !== before) world.wrong = undefined;
}

const moves = ({ step }: UpgradeStateReply): boolean => step === 'receiving' || step === 'checking';

async function wait(world: World): Promise<void> {
  await pass(READ_MS);
  if (moves(world.known)) read(world);
}

/** Begins to send what the terminal has not. */
async function send(world: World): Promise<void> {
  await pass();
  world.sending = { received: world.now.received, problem: undefined };
  Object.assign(world, { hasFile: true, problem: undefined });
  read(world);
}

const isFree = ({ asked }: World): boolean => asked === undefined;
const isOlder = ({ known }: World): boolean => known.bundle.older;
const isEither = (world: World, ...views: readonly Shown[]): boolean => isFree(world) && views.includes(shown(world));

/** The terminal does what is asked, or not. */
function mayRefuse(world: World, random: Random, code: number): Error | undefined {
  const kind = random.pick(['no', 'no', 'no', 'refused', 'network'] as const);
  if (kind === 'refused') world.refuse = refusal('', code);
  if (kind === 'network') world.refuse = new ApiError('network', '');
  return world.refuse;
}

async function cancel(world: World, random: Random): Promise<string> {
  const refused = mayRefuse(world, random, ErrorCode.upgradeNotReady);
  press(t(world.asked === 'end' ? 'upgrade.end' : 'ui.cancel'));
  await pass();
  const before = shown(world);
  Object.assign(world, {
    asked: undefined,
    hasFile: false,
    problem: undefined,
    refused: undefined,
    sending: undefined,
  });
  if (shown(world) !== before) world.wrong = undefined;
  read(world);
  return refused ? 'refused' : 'done';
}

const acts: WalkAct<World>[] = [
  {
    name: 'chooses a bundle',
    weight: 8,
    can: (world) => isEither(world, 'choose'),
    run: async (world, random) => {
      world.nextBundle = random.pick(BUNDLES);
      const refused = mayRefuse(world, random, ErrorCode.bundleSignature);
      pick(FILE);
      await pass();
      Object.assign(world, { hasFile: true, wrong: undefined, problem: refused, sending: undefined });
      read(world);
      return refused ? refused.message : 'judged';
    },
  },
  {
    name: 'chooses an empty file',
    can: (world) => isEither(world, 'choose'),
    run: (world) => {
      pick(new File([], 'nothing.swu'));
      world.wrong = t('restore.empty');
    },
  },
  {
    name: 'chooses the rest of another',
    can: (world) => isEither(world, 'resume'),
    run: (world) => {
      pick(new File(['x'], 'other.swu'));
      world.wrong = t('bulk.otherFile', { name: world.known.name });
    },
  },
  {
    name: 'chooses the rest',
    weight: 4,
    can: (world) => isEither(world, 'resume'),
    run: async (world) => {
      pick(FILE);
      world.wrong = undefined;
      await send(world);
    },
  },
  {
    name: 'wants to upgrade',
    weight: 9,
    can: (world) => isEither(world, 'offered') && !isOlder(world),
    run: (world) => {
      press(t('upgrade.action'));
      world.asked = 'upgrade';
    },
  },
  {
    name: 'upgrades',
    weight: 9,
    can: ({ asked }) => asked === 'upgrade',
    run: async (world, random) => {
      world.refused = mayRefuse(world, random, ErrorCode.upgradeBusy);
      press(t('upgrade.action'));
      world.asked = undefined;
      await pass();
      if (world.refused) read(world);
      else await send(world);
      return world.refused ? world.refused.message : 'begun';
    },
  },
  {
    name: 'would rather not',
    weight: 2,
    can: ({ asked }) => asked !== undefined,
    run: (world) => {
      press(t('ui.cancel'));
      world.asked = undefined;
    },
  },
  {
    name: 'cancels',
    can: (world) => isEither(world, 'offered', 'sending', 'resume', 'checking'),
    run: cancel,
  },
  {
    name: 'wants to end that of somebody else',
    can: (world) => isEither(world, 'foreign'),
    run: (world) => {
      press(t('ui.cancel'));
      world.asked = 'end';
    },
  },
  {
    name: 'ends it',
    weight: 6,
    can: ({ asked }) => asked === 'end',
    run: cancel,
  },
  {
    name: 'a piece arrives',
    weight: 6,
    can: ({ piece }) => piece !== undefined,
    run: async (world) => {
      const { piece } = world;
      if (!piece) return;
      world.piece = undefined;
      const isWhole = piece.octets === SIZE;
      world.now = { ...world.now, received: piece.octets, step: isWhole ? 'checking' : 'receiving' };
      piece.resolve({ received: piece.octets, step: world.now.step, bundle });
      if (world.sending) world.sending.received = piece.octets;
      await wait(world);
    },
  },
  {
    name: 'the line breaks',
    weight: 2,
    can: ({ piece }) => piece !== undefined,
    run: async (world) => {
      const { piece } = world;
      world.piece = undefined;
      piece?.reject(new ApiError('network', 'UpdateMachine'));
      await wait(world);
    },
  },
  {
    name: 'a piece is refused',
    weight: 4,
    can: ({ piece }) => piece !== undefined,
    run: async (world) => {
      const { piece } = world;
      world.piece = undefined;
      const problem = refusal('UpdateMachine', ErrorCode.storageFull);
      piece?.reject(problem);
      if (world.sending) world.sending.problem = problem;
      await wait(world);
    },
  },
  {
    name: 'goes on',
    weight: 4,
    can: (world) => isEither(world, 'sending') && world.sending?.problem !== undefined,
    run: (world) => {
      press(t('restore.goOn'));
      return send(world);
    },
  },
  {
    name: 'the terminal checks it',
    weight: 2,
    can: ({ now }) => now.step === 'checking' && now.done < 90,
    run: (world) => {
      world.now = { ...world.now, done: world.now.done + 30 };
      return wait(world);
    },
  },
  {
    name: 'it cannot be installed',
    weight: 3,
    can: ({ now }) => now.step === 'checking',
    run: async (world) => {
      world.now = {
        ...idle,
        open: world.now.open,
        last: world.now.last,
        step: 'failed',
        code: ErrorCode.bundleDamaged,
      };
      await wait(world);
      world.sending = undefined;
    },
  },
  {
    name: 'it is over while it stands still',
    weight: 5,
    can: ({ now, sending }) => now.step === 'receiving' && sending?.problem !== undefined,
    run: (world) => {
      const { open, last } = world.now;
      world.now = { ...idle, open, last, step: 'failed', code: ErrorCode.upgradeFailed };
      return wait(world);
    },
  },
  {
    name: 'somebody else sends one',
    weight: 0.4,
    can: (world) => isFree(world) && !moves(world.now),
    run: async (world) => {
      world.now = {
        ...world.now,
        step: 'receiving',
        own: false,
        holder: 'Ann',
        name: 'hers.swu',
        received: 1000,
        total: 9000,
        code: 0,
      };
      await world.stage.focus();
      read(world);
    },
  },
  {
    name: 'more of theirs comes, or it is over',
    weight: 6,
    can: ({ now, asked }) => now.step === 'receiving' && !now.own && asked === undefined,
    run: async (world, random) => {
      const { now } = world;
      world.now = random.chance(0.5)
        ? { ...now, received: now.received + 1000 }
        : { ...idle, open: now.open, last: now.last };
      await wait(world);
    },
  },
  {
    name: 'opens or closes the rescue page',
    can: isFree,
    run: async (world, random) => {
      const refused = mayRefuse(world, random, ErrorCode.storageFull);
      press(t(world.known.open ? 'upgrade.close' : 'upgrade.open'));
      await pass();
      read(world);
      return refused ? 'refused' : 'done';
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 0.7,
    can: isFree,
    run: async (world) => {
      await world.stage.leave();
      world.stage.comeBack();
      await pass();
      Object.assign(world, { wrong: undefined, refused: undefined });
      read(world);
    },
  },
  {
    name: 'somebody else signs in',
    weight: 0.4,
    can: (world) => isFree(world) && world.sending === undefined,
    run: async (world) => {
      await world.stage.leave();
      signIn();
      world.now = { ...world.now, own: false, holder: 'admin' };
      world.stage.comeBack();
      await pass();
      Object.assign(world, { hasFile: false, problem: undefined, wrong: undefined, refused: undefined });
      read(world);
    },
  },
];

function expected(world: World): string[] {
  const { known, asked } = world;
  return [
    `# ${t('page.firmwareUpgrade')}`,
    ...lastLines(known),
    `# ${t('upgrade.file')}`,
    ...cardLines(world),
    `# ${t('upgrade.rescue')}`,
    `tag ${t(known.open ? 'upgrade.isOpen' : 'upgrade.isClosed')}`,
    `[${t(known.open ? 'upgrade.close' : 'upgrade.open')}]`,
    ...(asked === 'upgrade'
      ? questionLines(t('upgrade.askTitle', { version: known.bundle.version }), t('upgrade.action'))
      : []),
    ...(asked === 'end' ? questionLines(t('upgrade.endTitle', { name: known.holder }), t('upgrade.end')) : []),
  ];
}

const questionLines = (title: string, action: string): string[] => [
  `# ${title}`,
  `[${t('ui.close')}]`,
  `[${t('ui.cancel')}]`,
  `[${action}]`,
];

function lastLines({ step, code, last: { end, from, to, at } }: UpgradeStateReply): string[] {
  const words = { from, to, time: formatMoment(at) };
  return [
    ...(step === 'failed' ? [`! ${t('upgrade.failed')} ${oneLine(errorLines(code))}`] : []),
    ...(end === 'confirmed' ? [`! ${t('upgrade.confirmed', words)}`] : []),
    ...(end === 'wentBack' ? [`! ${t('upgrade.wentBack', words)}`] : []),
  ];
}

function cardLines(world: World): string[] {
  const view = shown(world);
  const { known, sending, refused } = world;
  const error = world.wrong ?? (world.problem && view === 'choose' ? oneLine(problemText(world.problem)) : undefined);
  const isStopped = view === 'sending' && sending?.problem !== undefined;
  return [
    ...(view === 'choose'
      ? fileLines(error)
      : [`versions ${t('upgrade.fromTo', { from: known.version, to: known.bundle.version }).trim()}`]),
    ...(view === 'offered' ? bundleLines(known.bundle) : []),
    ...(view === 'sending' || view === 'resume' || view === 'foreign'
      ? [sendLine(sending?.received ?? known.received, known.total)]
      : []),
    ...(view === 'checking' ? [`… ${t('upgrade.stage.check')}${t('ui.percent', { percent: known.done })}`] : []),
    ...(view === 'resume' ? fileLines(world.wrong) : []),
    ...(isStopped ? [`! ${t('restore.sendFailed')} ${oneLine(problemText(sending.problem))}`] : []),
    ...(refused ? [`! ${oneLine(problemText(refused))}`] : []),
    ...(view === 'choose' ? [] : [`[${t('ui.cancel')}]`]),
    ...(view === 'offered' && !known.bundle.older ? [`[${t('upgrade.action')}]`] : []),
    ...(isStopped ? [`[${t('restore.goOn')}]`] : []),
  ];
}

const fileLines = (error: string | undefined): string[] => [
  `[${t('restore.choose')}]`,
  ...(error ? [`error ${error}`] : []),
];

const bundleLines = ({ older, same }: Bundle): string[] => [
  `# ${t('upgrade.notes')}`,
  ...(older ? [`! ${errorText(ErrorCode.bundleOlder)} ${t('upgrade.engineerOnly')} /up`] : []),
  ...(same ? [`! ${t('upgrade.same')}`] : []),
];

const sendLine = (received: number, total: number): string =>
  `… ${t('upgrade.stage.send')}${t('restore.figures', { size: sizeText(received), whole: sizeText(total) })}`;

walkTest('says how the upgrade stands, and keeps nothing of a try before', {
  seed: 7100,
  walks: 3,
  steps: 30,
  start,
  acts,
  expected,
  seen: () => screenLines({ '.upgrade-versions': 'versions', '.tag': 'tag' }),
  end: forget,
});
