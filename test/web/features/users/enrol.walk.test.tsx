/** Enrolment, walked at random: eyes that are enrolled, refused or given up, those of other people, what is deleted. */
import type { Credential, GetOnlineEnrollStatusReply } from '@gen/contract.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { EnrolForm } from '../../../../web/features/users/enrol/EnrolForm.tsx';
import { eyeText } from '../../../../web/features/users/enrol/enrolWords.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, formatMoment, t } from '../../../../web/lib/i18n.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { pass, press, Replies, Stage, screenLines, type WalkAct, walkTest } from '../../walk.tsx';
import { user } from './world.tsx';

beforeAll(() => activateLanguage('en'));

const USER = user();
const OTHER = 9;
const NEEDED = 2;
const EYES = [0, 1] as const;
/** While one goes on the page reads in this time, and otherwise in that. */
const LOOK_MS = 1100;
const IDLE_MS = 5100;

const NOTHING: GetOnlineEnrollStatusReply = {
  step: 'idle',
  note: 'none',
  userid: 0,
  factor: 'iris',
  index: 0,
  duress: false,
  picture: false,
  presses: 0,
  needed: 0,
  quality: 0,
  duplicate: 0,
  secondsLeft: 0,
  own: false,
  holder: '',
  holderName: '',
};

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  /** The page follows it, so that is what it shows. */
  now: GetOnlineEnrollStatusReply;
  held: readonly Credential[];
  /** As the page read them last. */
  known: readonly Credential[];
  isOpen: boolean;
  /** Which eye is asked about before it is deleted. */
  asked: number | undefined;
  /** A start that is not answered yet. */
  waits: boolean;
  said: string[];
}

const isRunning = ({ now: { step } }: World): boolean => step === 'present' || step === 'lift' || step === 'working';
const isMine = ({ now }: World): boolean => now.own && now.userid === USER.userid;
const showsDialog = (world: World): boolean => world.isOpen && isMine(world) && world.now.step !== 'idle';

function status(world: World): GetOnlineEnrollStatusReply {
  if (!isRunning(world)) return world.now;
  throw new ApiError('wait', 'getOnlineEnrollStatus', { code: 0, status: 200, data: { ...world.now } });
}

function start(random: Random): World {
  const held = EYES.filter(() => random.chance(0.5)).map((index) => eyeOf(index, 80));
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: NOTHING,
    held,
    known: held,
    isOpen: false,
    asked: undefined,
    waits: false,
    said: [],
  };
  const iris = {
    factor: 'iris',
    fitted: true,
    online: true,
    capacity: 9,
    count: 1,
    whole: true,
    done: 1,
    total: 1,
    failed: 0,
  };
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetInfoParam: () => ({
      buildId: 'b',
      deviceName: '',
      hour24: true,
      funOption: {},
      drivers: [{ name: 'reader', ok: true }],
    }),
    credentials: () => ({ credentials: world.held, modules: [iris] }),
    getOnlineEnrollStatus: () => status(world),
    regfp: world.replies.of(({ userid, index }: { userid: number; index: number }) => {
      world.now = { ...NOTHING, step: 'present', own: true, userid, index, needed: NEEDED, secondsLeft: 60 };
      return {};
    }),
    enrolCancel: world.replies.of(() => {
      world.now = NOTHING;
      return {};
    }),
    delCredential: world.replies.of(({ index }: { index: number }) => {
      world.held = world.held.filter((one) => one.index !== index);
      return {};
    }),
  });
  world.stage.open(<EnrolForm user={USER} mayWrite onChange={() => undefined} />);
  return world;
}

const eyeOf = (index: number, quality: number): Credential => ({
  factor: 'iris',
  index,
  duress: false,
  quality,
  enrolled: 1_790_000_000,
});

function mayRefuse(world: World, random: Random): boolean {
  const isRefused = random.chance(0.35);
  if (isRefused) world.replies.refuse = refusal('', ErrorCode.enrolBusy);
  return isRefused;
}

const isFree = (world: World): boolean => !showsDialog(world) && world.asked === undefined && !world.waits;
const startName = ({ known }: World, index: number): string => {
  const isHeld = known.some((one) => one.index === index);
  return `${t(isHeld ? 'enrol.again' : 'enrol.start')}: ${eyeText(index)}`;
};

/** It is over: behind that the page reads what is enrolled. */
async function end(world: World, change: Partial<GetOnlineEnrollStatusReply>): Promise<void> {
  world.now = { ...world.now, secondsLeft: 0, ...change };
  await pass(LOOK_MS);
  world.known = world.held;
}

const acts: WalkAct<World>[] = [
  {
    name: 'enrols an eye',
    weight: 5,
    can: (world) => isFree(world) && !isRunning(world),
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(startName(world, random.pick(EYES)));
      await pass(LOOK_MS);
      if (!isRefused) world.isOpen = true;
      return isRefused ? 'refused' : 'begun';
    },
  },
  {
    name: 'enrols an eye, and the answer is long in coming',
    weight: 2,
    can: (world) => isFree(world) && !isRunning(world),
    run: (world, random) => {
      world.replies.hold = true;
      press(startName(world, random.pick(EYES)));
      world.waits = true;
    },
  },
  {
    name: 'the answer comes',
    weight: 9,
    can: ({ waits }) => waits,
    run: async (world, random) => {
      const isRefused = random.chance(0.5);
      if (isRefused) world.replies.fail(refusal('regfp', ErrorCode.enrolBusy));
      else world.replies.answer();
      world.waits = false;
      await pass(LOOK_MS);
      if (!isRefused) world.isOpen = true;
      return isRefused ? 'refused' : 'begun';
    },
  },
  {
    name: 'a press counts, or not',
    weight: 4,
    can: isRunning,
    run: (world, random) => {
      const { presses } = world.now;
      const isGood = random.chance(0.6) && presses < NEEDED - 1;
      world.now = {
        ...world.now,
        note: isGood ? 'none' : 'poor',
        presses: presses + (isGood ? 1 : 0),
        quality: isGood ? 70 : 10,
      };
      return pass(LOOK_MS);
    },
  },
  {
    name: 'it is enrolled',
    weight: 2,
    can: isRunning,
    run: (world) => {
      const { index, userid } = world.now;
      if (userid === USER.userid) world.held = [...world.held.filter((one) => one.index !== index), eyeOf(index, 90)];
      return end(world, { step: 'done', note: 'none' });
    },
  },
  {
    name: 'it fails',
    weight: 2,
    can: isRunning,
    run: (world) => end(world, { step: 'failed', note: 'duplicate', duplicate: 3 }),
  },
  {
    name: 'cancels it',
    weight: 1.5,
    can: (world) => showsDialog(world) && isRunning(world),
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(t('ui.cancel'));
      await pass(LOOK_MS);
      if (!isRefused) world.known = world.held;
      return isRefused ? 'refused' : 'done';
    },
  },
  {
    name: 'tries again',
    weight: 4,
    can: (world) => showsDialog(world) && world.now.step === 'failed',
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(t('enrol.tryAgain'));
      await pass(LOOK_MS);
      return isRefused ? 'refused' : 'begun';
    },
  },
  {
    name: 'closes the dialog',
    weight: 3,
    can: showsDialog,
    run: (world) => {
      press(t(isRunning(world) ? 'enrol.leave' : 'ui.close'));
      world.isOpen = false;
    },
  },
  {
    name: 'has it shown',
    weight: 4,
    can: (world) => isFree(world) && isRunning(world) && isMine(world),
    run: (world) => {
      press(t('enrol.show'));
      world.isOpen = true;
    },
  },
  {
    name: 'wants to delete an eye',
    weight: 2,
    can: (world) => isFree(world) && world.known.length > 0,
    run: (world, random) => {
      const { index } = random.pick(world.known);
      press(`${t('enrol.delete')}: ${eyeText(index)}`);
      world.asked = index;
    },
  },
  {
    name: 'deletes it',
    weight: 6,
    can: ({ asked }) => asked !== undefined,
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(t('enrol.delete'));
      await pass(LOOK_MS);
      if (!isRefused) world.said.push(`toast ok ${t('enrol.deleted', { what: eyeText(world.asked ?? 0) })}`);
      world.asked = undefined;
      world.known = world.held;
      return isRefused ? 'refused' : 'done';
    },
  },
  {
    name: 'would rather not',
    weight: 2,
    can: ({ asked }) => asked !== undefined,
    run: async (world) => {
      press(t('ui.cancel'));
      await pass(LOOK_MS);
      world.asked = undefined;
      world.known = world.held;
    },
  },
  {
    name: 'somebody else enrols somebody',
    can: (world) => !isRunning(world) && !world.waits,
    run: (world, random) => {
      world.now = {
        ...NOTHING,
        step: 'present',
        userid: random.pick([USER.userid, OTHER]),
        holder: '20',
        holderName: 'Bo',
        needed: NEEDED,
        secondsLeft: 60,
      };
      return pass(IDLE_MS);
    },
  },
  {
    name: 'somebody else deletes an eye',
    weight: 2,
    can: (world) => world.held.length > 0 && !world.waits,
    run: async (world, random) => {
      const { index } = random.pick(world.held);
      world.held = world.held.filter((one) => one.index !== index);
      if (random.chance(0.8)) return 'unseen';
      await world.stage.focus();
      world.known = world.held;
      return 'seen';
    },
  },
  {
    name: 'leaves the page and comes back',
    can: isFree,
    run: async (world) => {
      await world.stage.leave();
      world.stage.comeBack();
      await pass(LOOK_MS);
      Object.assign(world, { isOpen: false, known: world.held });
    },
  },
];

function expected(world: World): string[] {
  const { known, asked, said, waits } = world;
  world.said = [];
  const state = waits ? ' busy' : isRunning(world) ? ' off' : '';
  return [
    `# ${t('page.fingerprint')}`,
    ...runningLines(world),
    `# ${t('enum.Factor.iris')}`,
    ...EYES.flatMap((index) => {
      const held = known.find((one) => one.index === index);
      return [
        `tag ${held ? t('enrol.enrolledOn', { time: formatMoment(held.enrolled) }) : t('enrol.empty')}`,
        ...(held ? [`quality ${t('enrol.quality', { quality: held.quality })}`] : []),
        `[${startName(world, index)}]${state}`,
        ...(held ? [`[${t('enrol.delete')}: ${eyeText(index)}]`] : []),
      ];
    }),
    `# ${t('enum.Factor.card')}`,
    `tag ${t('enrol.cardNone')}`,
    `[${t('enrol.cardStart')}]${state}`,
    ...(showsDialog(world) ? dialogLines(world) : []),
    ...(asked === undefined
      ? []
      : [
          `# ${t('enrol.deleteTitle', { what: eyeText(asked) })}`,
          `[${t('ui.close')}]`,
          `[${t('ui.cancel')}]`,
          `[${t('enrol.delete')}]`,
        ]),
    ...said,
  ];
}

function runningLines(world: World): string[] {
  const { holderName: who, userid, index } = world.now;
  if (!isRunning(world) || showsDialog(world)) return [];
  if (!isMine(world)) return [`! ${t('enrol.others', { who, userid })}`];
  return [`! ${t('enrol.goesOn', { what: eyeText(index) })} ${t('enrol.show')}`, `[${t('enrol.show')}]`];
}

function dialogLines(world: World): string[] {
  const { step, note, presses, quality, index, duplicate } = world.now;
  const running = isRunning(world);
  const text = running
    ? t(presses > 0 ? 'enrol.more.iris' : 'enrol.present.iris')
    : t(step === 'done' ? 'users.enrolled' : 'enrol.failed');
  return [
    `# ${t('enrol.dialogTitle', { what: eyeText(index) })}`,
    `[${t('ui.close')}]`,
    `says ${text}`,
    ...(running ? [`presses ${t('enrol.presses', { presses, needed: NEEDED })}`] : []),
    ...(running && quality > 0 ? [`quality ${t('enrol.quality', { quality })}`] : []),
    ...(note === 'poor' ? [`! ${t('enrol.note.poor.iris')}`] : []),
    ...(note === 'duplicate' ? [`! ${t('enrol.note.duplicate')} ${t('enrol.user', { userid: duplicate })}`] : []),
    ...(running ? [`[${t('ui.cancel')}]`, `[${t('enrol.leave')}]`] : [`[${t('ui.close')}]`]),
    ...(step === 'failed' ? [`[${t('enrol.tryAgain')}]`] : []),
  ];
}

walkTest('says what goes on at the terminal, and what is enrolled', {
  seed: 10_100,
  walks: 4,
  steps: 25,
  start,
  acts,
  expected,
  seen: () =>
    screenLines({ '.tag': 'tag', '.enrol-quality': 'quality', '.enrol-text': 'says', '.enrol-presses': 'presses' }),
});
