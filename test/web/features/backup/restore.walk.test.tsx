/** "Restore", walked at random: files that get through or not, passphrases, tests that fail, one try behind another. */
import type { RestoreLookReply, RestoreStateReply } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { afterEach, beforeAll } from 'vitest';
import { RestoreCard } from '../../../../web/features/backup/RestoreCard.tsx';
import { forgetSending } from '../../../../web/features/backup/upload.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { minutesAndSeconds } from '../../../../web/lib/countdown.ts';
import { activateLanguage, errorLines, formatMoment, t } from '../../../../web/lib/i18n.ts';
import { isRestoring, takeRestore } from '../../../../web/lib/restoring.ts';
import { sizeText } from '../../../../web/lib/sizeText.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import {
  oneLine,
  pass,
  pick,
  press,
  Replies,
  Stage,
  screenLines,
  tick,
  type,
  type WalkAct,
  walkTest,
} from '../../walk.tsx';
import { info } from '../machine/info.ts';

beforeAll(() => activateLanguage('en'));
afterEach(() => void takeRestore());

const NOTHING: RestoreStateReply = {
  step: 'none',
  name: '',
  own: false,
  holder: '',
  received: 0,
  total: 0,
  done: 0,
  restoredFrom: '',
  restoredMade: 0,
  code: 0,
};
const MADE = 1_790_000_000;
const LOOK: RestoreLookReply = {
  serial: 'PT-AAAABBBBCC',
  origin: 'other',
  deviceName: 'North gate',
  made: MADE,
  version: '0.4.2',
  newer: false,
  users: 12,
  records: 900,
  photos: 0,
  keys: true,
  usersNow: 40,
  recordsNow: 1834,
  recordsLater: 17,
};
const SIZE = 9;
const WAIT_S = 5;
const END = info.Serial.slice(-4).toUpperCase();

/** What a dialog says of what was sent. */
interface Asked {
  isBusy: boolean;
  /** Code of the error at the field, and of an error that belongs to no field. */
  atField: number | 'empty' | 'notTheEnd' | undefined;
  problem: number | undefined;
}

interface Opening extends Asked {
  passphrase: string;
  /** Seconds in which nothing may be sent. */
  waits: boolean;
}

interface Starting extends Asked {
  serial: string;
  keys: boolean;
  look: RestoreLookReply;
  /** It was sent once: what is typed is judged from then on. */
  isSubmitted: boolean;
}

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: RestoreStateReply;
  known: RestoreStateReply;
  sending: { readonly name: string; readonly isStopped: boolean } | undefined;
  complaint: 'empty' | undefined;
  opening: Opening | undefined;
  starting: Starting | undefined;
  /** This tab has something to be told behind a restart. */
  isNoted: boolean;
  nextLook: RestoreLookReply;
}

/** A file is there, as often as not from an earlier visit. */
const UPLOADED: RestoreStateReply = {
  ...NOTHING,
  step: 'uploaded',
  own: true,
  name: 'a.backup',
  received: SIZE,
  total: SIZE,
};

function start(random: Random): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: random.pick([NOTHING, UPLOADED, UPLOADED]),
    known: NOTHING,
    sending: undefined,
    complaint: undefined,
    opening: undefined,
    starting: undefined,
    isNoted: false,
    nextLook: LOOK,
  };
  world.known = world.now;
  const { replies } = world;
  fakeTerminal({
    SetInfoParam: () => info,
    backupState: () => ({
      users: 40,
      records: 1834,
      databaseOctets: 1,
      photos: 3,
      photoOctets: 1,
      making: false,
      done: 0,
    }),
    restoreState: () => world.now,
    restoreUpload: replies.of(({ name, total }: { name: string; total: number }) => {
      world.now = { ...NOTHING, step: 'uploaded', own: true, name, total, received: total };
      return { received: total };
    }),
    restoreCancel: () => {
      if (world.now.step === 'none') throw refusal('restoreCancel', ErrorCode.restoreNotReady);
      world.now = { ...NOTHING, step: world.now.step === 'checking' ? 'cancelled' : 'none' };
      return {};
    },
    restoreLook: replies.of(() => world.nextLook),
    restoreStart: replies.of(() => {
      world.now = { ...world.now, step: 'checking', total: 100, done: 0 };
      return {};
    }),
  });
  world.stage.open(<RestoreCard />);
  return world;
}

/** The page reads how it stands. */
function read(world: World): void {
  world.known = world.now;
  if (world.known.step === 'failed' || world.known.step === 'cancelled') world.isNoted = false;
  if (world.known.step === 'checking') world.isNoted = true;
}

const takesFile = ({ known, sending, opening, starting }: World) =>
  !sending && !opening && !starting && !['uploaded', 'checking'].includes(known.step);

function answered(asked: Asked): void {
  Object.assign(asked, { isBusy: false });
}

/** The terminal has said whether it opens. */
function opened(world: World, code: number): void {
  const { opening } = world;
  if (!opening) return;
  answered(opening);
  if (code === 0) {
    world.opening = undefined;
    world.starting = {
      serial: '',
      keys: false,
      look: world.nextLook,
      isSubmitted: false,
      isBusy: false,
      atField: undefined,
      problem: undefined,
    };
    return;
  }
  const isAtField = code === ErrorCode.backupPassphrase || code === ErrorCode.throttled;
  if (isAtField) opening.atField = code;
  else opening.problem = code;
  if (code === ErrorCode.throttled) opening.waits = true;
}

function started(world: World, code: number): void {
  const { starting } = world;
  if (!starting) return;
  answered(starting);
  if (code === 0) {
    world.starting = undefined;
    world.isNoted = true;
    read(world);
    return;
  }
  if (code === ErrorCode.serialWrong) starting.atField = code;
  else starting.problem = code;
}

const failure = (code: number) => refusal('', code, code === ErrorCode.throttled ? { retryAfter: WAIT_S } : {});

/** Sends what a dialog holds; `then` is told the code that came. */
async function submit(
  world: World,
  random: Random,
  asked: Asked,
  codes: readonly number[],
  then: (code: number) => void,
): Promise<string> {
  const isGone = world.now.step !== 'uploaded';
  const how = isGone ? 'refused' : random.pick(['taken', 'refused', 'refused', 'held'] as const);
  const code = isGone ? ErrorCode.restoreNotReady : how === 'refused' ? random.pick(codes) : 0;
  if (code) world.replies.refuse = failure(code);
  world.replies.hold = how === 'held';
  press(asked === world.opening ? t('restore.openAction') : t('restore.action'));
  Object.assign(asked, { problem: undefined, isBusy: how === 'held' });
  await pass();
  if (how !== 'held') then(code);
  return `${how} ${code}`;
}

const OPEN_CODES = [ErrorCode.backupPassphrase, ErrorCode.throttled, ErrorCode.backupDamaged];
const START_CODES = [ErrorCode.serialWrong, ErrorCode.backupRunning, ErrorCode.backupDamaged];

const acts: WalkAct<World>[] = [
  {
    name: 'chooses a file that is empty',
    can: takesFile,
    run: (world) => {
      pick(new File([], 'a.backup'));
      world.complaint = 'empty';
    },
  },
  {
    name: 'chooses a file',
    weight: 6,
    can: takesFile,
    run: async (world, random) => {
      const name = random.pick(['a.backup', 'b.backup']);
      const how = random.pick(['taken', 'taken', 'refused', 'held'] as const);
      if (how === 'refused') world.replies.refuse = failure(ErrorCode.backupFormat);
      world.replies.hold = how === 'held';
      pick(new File(['123456789'], name));
      world.complaint = undefined;
      await pass();
      if (how === 'taken') read(world);
      else world.sending = { name, isStopped: how === 'refused' };
      return how;
    },
  },
  {
    name: 'the file gets through',
    weight: 4,
    can: ({ sending }) => sending !== undefined && !sending.isStopped,
    run: async (world, random) => {
      const isRefused = random.chance(0.3);
      if (isRefused) world.replies.fail(failure(ErrorCode.backupFormat));
      else world.replies.answer();
      await pass();
      if (isRefused && world.sending) world.sending = { ...world.sending, isStopped: true };
      else {
        world.sending = undefined;
        read(world);
      }
      return isRefused ? 'refused' : 'taken';
    },
  },
  {
    name: 'goes on with the file',
    weight: 3,
    can: ({ sending }) => sending?.isStopped === true,
    run: async (world, random) => {
      const how = random.pick(['taken', 'refused', 'held'] as const);
      if (how === 'refused') world.replies.refuse = failure(ErrorCode.backupFormat);
      world.replies.hold = how === 'held';
      press(t('restore.goOn'));
      await pass();
      if (how === 'held' && world.sending) world.sending = { ...world.sending, isStopped: false };
      if (how === 'taken') {
        world.sending = undefined;
        read(world);
      }
      return how;
    },
  },
  {
    name: 'gives the file up',
    can: ({ sending }) => sending !== undefined,
    run: async (world) => {
      press(t('ui.cancel'));
      world.replies.fail(new ApiError('aborted', 'restoreUpload'));
      await pass();
      world.sending = undefined;
      read(world);
    },
  },
  {
    name: 'deletes the file',
    weight: 0.4,
    can: ({ known, sending, opening, starting }) =>
      known.step === 'uploaded' && known.own && !sending && !opening && !starting,
    run: async (world) => {
      press(t('restore.discard'));
      await pass();
      read(world);
    },
  },
  {
    name: 'opens it',
    weight: 6,
    can: ({ known, sending, opening, starting }) => known.step === 'uploaded' && !sending && !opening && !starting,
    run: (world) => {
      press(t('restore.open'));
      world.opening = { passphrase: '', waits: false, isBusy: false, atField: undefined, problem: undefined };
    },
  },
  {
    name: 'types the passphrase',
    weight: 3,
    can: ({ opening }) => opening !== undefined && !opening.isBusy,
    run: ({ opening }, random) => {
      if (!opening) return;
      const next = `words ${random.between(1, 9999)}`;
      type(t('backup.passphrase'), next);
      Object.assign(opening, { passphrase: next, atField: undefined });
    },
  },
  {
    name: 'has it opened',
    weight: 9,
    can: ({ opening }) => opening !== undefined && !opening.isBusy && !opening.waits,
    run: (world, random) => {
      const { opening } = world;
      if (!opening) return '';
      if (opening.passphrase === '') {
        press(t('restore.openAction'));
        opening.atField = 'empty';
        return 'empty';
      }
      const origin = random.pick(['own', 'other', 'unconfirmed'] as const);
      world.nextLook = { ...LOOK, origin, newer: random.chance(0.2), keys: random.chance(0.6) };
      return submit(world, random, opening, OPEN_CODES, (code) => opened(world, code));
    },
  },
  {
    name: 'the wait is over',
    weight: 3,
    can: ({ opening }) => opening?.waits === true,
    run: async ({ opening }) => {
      await pass(WAIT_S * 1000);
      if (opening) opening.waits = false;
    },
  },
  {
    name: 'types the end of the serial number',
    weight: 8,
    can: ({ starting }) => starting !== undefined && !starting.isBusy && !starting.look.newer,
    run: ({ starting }, random) => {
      if (!starting) return;
      const next = random.pick([END, END, END, 'ZZZZ', 'Z']);
      if (next === starting.serial) return;
      type(t('init.serial'), next);
      Object.assign(starting, { serial: next, atField: undefined });
    },
  },
  {
    name: 'takes the keys too, or not',
    can: ({ starting }) => starting !== undefined && !starting.isBusy && !starting.look.newer && starting.look.keys,
    run: ({ starting }) => {
      if (!starting) return;
      tick(t('restore.takeKeys'));
      starting.keys = !starting.keys;
    },
  },
  {
    name: 'restores it',
    weight: 12,
    can: ({ starting }) =>
      starting !== undefined && !starting.isBusy && !starting.look.newer && starting.serial.length === END.length,
    run: (world, random) => {
      const { starting } = world;
      if (!starting) return '';
      starting.isSubmitted = true;
      if (starting.serial === END) {
        return submit(world, random, starting, START_CODES, (code) => started(world, code));
      }
      press(t('restore.action'));
      return 'wrong';
    },
  },
  {
    name: 'the terminal answers the dialog at last',
    weight: 6,
    can: ({ opening, starting }) => (opening ?? starting)?.isBusy === true,
    run: async (world, random) => {
      const code = random.chance(0.4) ? ErrorCode.backupDamaged : 0;
      if (code) world.replies.fail(failure(code));
      else world.replies.answer();
      await pass();
      if (world.opening) opened(world, code);
      else started(world, code);
      return String(code);
    },
  },
  {
    name: 'closes the dialog',
    weight: 0.6,
    can: ({ opening, starting }) => (opening ?? starting)?.isBusy === false,
    run: async (world) => {
      press(t('ui.cancel'));
      world.opening = undefined;
      world.starting = undefined;
      await pass();
      read(world);
    },
  },
  {
    name: 'the terminal tests it',
    weight: 6,
    can: ({ known, now }) => known.step === 'checking' && now.step === 'checking',
    run: async (world, random) => {
      const how = random.pick(['on', 'fails', 'restored'] as const);
      if (how === 'on') world.now = { ...world.now, done: Math.min(99, world.now.done + 20) };
      if (how === 'fails') world.now = { ...NOTHING, step: 'failed', code: ErrorCode.backupDamaged };
      if (how === 'restored')
        world.now = { ...NOTHING, step: 'restored', restoredFrom: LOOK.serial, restoredMade: MADE };
      await pass(1100);
      read(world);
      return how;
    },
  },
  {
    name: 'gives the test up',
    weight: 5,
    can: ({ known, opening, starting }) => known.step === 'checking' && !opening && !starting,
    run: async (world) => {
      press(t('ui.cancel'));
      await pass();
      read(world);
    },
  },
  {
    name: 'somebody else deletes the file',
    weight: 0.7,
    can: ({ opening, starting, now }) => (opening ?? starting)?.isBusy === false && now.step === 'uploaded',
    run: (world) => {
      world.now = NOTHING;
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 0.4,
    can: ({ opening, starting }) => !(opening ?? starting)?.isBusy,
    run: async (world) => {
      await world.stage.leave();
      Object.assign(world, { opening: undefined, starting: undefined, complaint: undefined });
      world.stage.comeBack();
      await pass();
      read(world);
    },
  },
];

function expected(world: World): string[] {
  const { known, sending, opening, starting, isNoted } = world;
  return [
    `# ${t('restore.title')}`,
    ...outcome(known),
    ...(sending ? sendingLines(sending) : []),
    ...(known.step === 'checking'
      ? [
          `… ${t('restore.checking')}${t('restore.figures', { size: sizeText(known.done), whole: sizeText(known.total) })}`,
        ]
      : []),
    ...(!sending && !['uploaded', 'checking'].includes(known.step)
      ? [`[${t('restore.choose')}]`, ...(world.complaint ? [`error ${t('restore.empty')}`] : [])]
      : []),
    ...footer(world),
    ...(opening ? openLines(opening) : []),
    ...(starting ? startLines(starting) : []),
    `told behind a restart: ${isNoted}`,
  ];
}

function outcome({ step, code, restoredFrom, restoredMade }: RestoreStateReply): string[] {
  if (step === 'failed') return [`! ${t('restore.failed')} ${oneLine(errorLines(code))}`];
  if (step !== 'restored') return [];
  return [`! ${t('restore.restored', { serial: restoredFrom, time: formatMoment(restoredMade) })}`];
}

function sendingLines({ name, isStopped }: NonNullable<World['sending']>): string[] {
  const figures = t('restore.figures', { size: sizeText(0), whole: sizeText(SIZE) });
  return [
    `… ${t('restore.sending', { name })}${figures}`,
    ...(isStopped ? [`! ${t('restore.sendFailed')} ${oneLine(errorLines(ErrorCode.backupFormat))}`] : []),
  ];
}

function footer({ known, sending }: World): string[] {
  if (sending) return [`[${t('ui.cancel')}]`, ...(sending.isStopped ? [`[${t('restore.goOn')}]`] : [])];
  if (known.step === 'checking') return [`[${t('ui.cancel')}]`];
  return known.step === 'uploaded' ? [`[${t('restore.discard')}]`, `[${t('restore.open')}]`] : [];
}

const closeLine = ({ isBusy }: Asked) => (isBusy ? [] : [`[${t('ui.close')}]`]);
const cancelLine = ({ isBusy }: Asked) => `[${t('ui.cancel')}]${isBusy ? ' off' : ''}`;

function openLines(opening: Opening): string[] {
  const { passphrase, atField, problem, isBusy, waits } = opening;
  const error = atField === 'empty' ? t('settings.required') : atField && oneLine(errorLines(Number(atField)));
  return [
    `# ${t('restore.openTitle')}`,
    ...closeLine(opening),
    `${t('backup.passphrase')}: ${passphrase}`,
    `[${t('ui.showPassword')}]`,
    ...(error ? [`error ${error}`] : []),
    ...(problem ? [`! ${oneLine(errorLines(problem))}`] : []),
    cancelLine(opening),
    waits
      ? `[${t('login.wait', { time: minutesAndSeconds(WAIT_S) })}] off`
      : `[${t('restore.openAction')}]${isBusy ? ' busy' : ''}`,
  ];
}

function startLines(starting: Starting): string[] {
  const { serial, keys, look, atField, problem, isBusy, isSubmitted } = starting;
  const own = isSubmitted && serial !== END ? t('init.serialWrong') : undefined;
  const error = atField ? oneLine(errorLines(Number(atField))) : own;
  return [
    `# ${t('restore.startTitle')}`,
    ...closeLine(starting),
    ...(look.newer
      ? [`! ${t('restore.newer', { version: look.version })}`]
      : [
          `! ${[
            ...(look.origin === 'own' ? [] : [t('restore.alarm')]),
            t('restore.losesLater', { count: look.recordsLater }),
            t('restore.accounts'),
            t('restore.network'),
            ...(look.keys ? [] : [t('restore.noKeys')]),
            ...(keys ? [t('restore.twin')] : []),
          ].join('')}`,
          ...(look.keys ? [`${keys ? '(x)' : '( )'} ${t('restore.takeKeys')}`] : []),
          `${t('init.serial')}: ${serial}`,
          ...(error ? [`error ${error}`] : []),
        ]),
    ...(problem ? [`! ${t('restore.failed')} ${oneLine(errorLines(problem))}`] : []),
    cancelLine(starting),
    `[${t('restore.action')}]${isBusy ? ' busy' : look.newer || serial.length !== 4 ? ' off' : ''}`,
  ];
}

walkTest('says how the restore stands, and keeps nothing of a try before', {
  seed: 2200,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  /* A wait counts down: that it is one is seen, not of how many seconds. */
  seen: () => [
    ...screenLines().map((line) => line.replace(/\d:\d\d\] off$/, `${minutesAndSeconds(WAIT_S)}] off`)),
    `told behind a restart: ${isRestoring()}`,
  ],
  end: ({ replies }) => {
    replies.fail(new ApiError('aborted', 'restoreUpload'));
    forgetSending();
    takeRestore();
  },
});
