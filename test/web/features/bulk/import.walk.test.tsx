/** The import page, walked at random: files that get through or not, second passes, somebody else, a terminal that is silent. */
import type { BulkExisting, BulkStateReply, BulkUploadRequest } from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { ImportPage } from '../../../../web/features/bulk/import/ImportPage.tsx';
import { stopUpload } from '../../../../web/features/bulk/import/uploading.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, errorText, formatNumber, t } from '../../../../web/lib/i18n.ts';
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
  select,
  tick,
  type WalkAct,
  walkTest,
} from '../../walk.tsx';
import { look } from './look.ts';
import { IDLE, OWN } from './world.tsx';

beforeAll(() => activateLanguage('en'));

const NAMES = ['staff.csv', 'others.csv', 'photos.zip'] as const;
const OTHER = { own: false, holder: '12', holderName: 'Grace' } as const;
const BROKEN = refusal('', ErrorCode.storageFull);

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  /** How it stands on the terminal, and as the page last heard it; undefined: it did not say. */
  now: BulkStateReply;
  known: BulkStateReply | undefined;
  isSilent: boolean;
  /** The file that this tab sends. */
  sending: { readonly file: File; readonly received: number; readonly isStopped: boolean } | undefined;
  /** What was said on the page, and is forgotten with it. */
  said: Said;
  /** The wrong rows cannot be read now. */
  hidesWrong: boolean;
  busy: 'check' | 'write' | 'cancel' | undefined;
  /** Asked whether what somebody else does is to be ended. */
  isAsked: boolean;
  /** How often a check found something; each finds other rows. */
  checks: number;
  /** How often the list of users was told to read again, and how often it has to be. */
  written: number;
  toldWritten: number;
}

interface Said {
  isBack: boolean;
  isAnew: boolean;
  /** The column is said to be the user ID. */
  isMapped: boolean;
  hasHeading: boolean;
  existing: BulkExisting;
  isWhole: boolean;
  /** What is wrong with the file that was chosen. */
  complaint: 'kind' | 'empty' | undefined;
  /** First of the wrong rows that are shown. */
  from: number;
  /** The wrong rows could not be read. */
  isUnread: boolean;
}

const untold = (): Said => ({
  isBack: false,
  isAnew: false,
  isMapped: false,
  hasHeading: true,
  existing: 'refuse',
  isWhole: false,
  complaint: undefined,
  from: 0,
  isUnread: false,
});

const isMoving = ({ step }: BulkStateReply) => step === 'checking' || step === 'writing';
const isWaiting = ({ step }: BulkStateReply) => step === 'uploading' || step === 'uploaded' || step === 'checked';
/** The page asks by itself how it stands. */
const isPolled = ({ known }: World) =>
  known !== undefined && (known.own ? isMoving(known) : isMoving(known) || isWaiting(known));
const isOver = ({ step }: BulkStateReply) => step === 'done' || step === 'cancelled' || step === 'failed';

/** What the page learns when it asks how it stands. */
function learn(world: World): void {
  const before = world.known;
  world.known = world.isSilent ? undefined : world.now;
  if (before && world.known && before.step !== world.known.step && isOver(world.known)) world.written++;
}

/** After a call of the page: a terminal that is silent then is not known any more, and what was said on the page is lost. */
function hear(world: World): void {
  const view = viewOf(world);
  learn(world);
  leaveView(world, view);
}

/** What a view says of itself is gone with it. */
function leaveView(world: World, before: View | undefined): void {
  const view = viewOf(world);
  if (world.known === undefined) world.said = untold();
  if (view === before) return;
  world.busy = undefined;
  const showsWrong = view === 'checked' || (view === 'result' && world.known?.step === 'done');
  Object.assign(world.said, { isWhole: false, complaint: undefined, from: 0 });
  world.said.isUnread = showsWrong && (world.known?.bad ?? 0) > 0 && world.hidesWrong;
}

type View = 'choose' | 'resume' | 'upload' | 'columns' | 'moving' | 'checked' | 'result' | 'foreign';

function viewOf({ known, sending, said }: World): View | undefined {
  if (known === undefined) return undefined;
  if (sending) return 'upload';
  const { step, own } = known;
  if (!own) {
    if (isMoving(known)) return 'foreign';
    return isWaiting(known) && !said.isAnew ? 'foreign' : 'choose';
  }
  switch (step) {
    case 'none':
      return 'choose';
    case 'uploading':
      return 'resume';
    case 'uploaded':
      return 'columns';
    case 'checked':
      return said.isBack ? 'columns' : 'checked';
    case 'checking':
    case 'writing':
      return 'moving';
    default:
      return said.isAnew || (step === 'cancelled' && known.added + known.changed === 0) ? 'choose' : 'result';
  }
}

/** Each file has a column of its own. */
const columnOf = ({ name }: Pick<BulkStateReply, 'name'>) => `ID in ${name}`;
const lookAt = (now: BulkStateReply, heading: boolean) =>
  look([[columnOf(now), 'none']], {
    heading,
    headingLine: heading ? 1 : 0,
    first: [
      { line: 1, cells: [columnOf(now)] },
      { line: 2, cells: ['7'] },
    ],
    sample: [{ line: 2, cells: ['7'] }],
  });
const BAD = 12;

function wrongRows({ checks }: World) {
  return Array.from({ length: BAD }, (_, at) => ({
    line: at + 1,
    userid: 0,
    name: `wrong-${checks}-${at}`,
    field: '',
    text: '',
    code: ErrorCode.cardTwice,
    otherLine: 0,
    otherUserid: 0,
    otherName: '',
    column: 64,
  }));
}

function start(random: Random): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: random.pick([IDLE, { ...OWN, step: 'uploading', received: 2, total: 5 }]),
    known: undefined,
    isSilent: false,
    sending: undefined,
    said: untold(),
    hidesWrong: false,
    busy: undefined,
    isAsked: false,
    checks: 0,
    written: 0,
    toldWritten: 0,
  };
  world.known = world.now;
  const { replies } = world;
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetInfoParam: () => ({ buildId: 'b', deviceName: '', hour24: true, funOption: {} }),
    bulkState: () => {
      if (world.isSilent) throw new ApiError('network', 'bulkState');
      return world.now;
    },
    bulkLook: ({ heading = true }: { heading?: boolean }) => lookAt(world.now, heading),
    bulkNames: () => ({ names: [] }),
    bulkBarred: () => ({ reasons: [], people: [] }),
    bulkMended: () => ({ mended: 0 }),
    bulkErrors: ({ after = 0, limit = 10 }: { after?: number; limit?: number }) => {
      if (world.hidesWrong) throw BROKEN;
      return { errors: wrongRows(world).slice(after, after + limit), total: BAD };
    },
    bulkUpload: replies.of(({ total, name, kind, offset }: BulkUploadRequest) => {
      world.now = { ...OWN, step: 'uploaded', name, kind, total, received: total };
      if (offset > total) throw refusal('bulkUpload', ErrorCode.uploadGap);
      return { received: total };
    }),
    bulkCheck: replies.of(() => {
      if (!world.now.own) throw refusal('bulkCheck', ErrorCode.bulkRunning);
      world.now = { ...world.now, step: 'checking', at: 1, rows: 20, added: 0, changed: 0, bad: 0 };
      return {};
    }),
    bulkStart: replies.of(({ whole }: { whole: boolean }) => {
      if (!world.now.own) throw refusal('bulkStart', ErrorCode.bulkRunning);
      world.now = { ...world.now, step: 'writing', at: 0, whole, cancellable: !whole, added: 0, changed: 0 };
      return {};
    }),
    bulkCancel: replies.of(() => {
      world.now = world.now.step === 'writing' ? { ...world.now, step: 'cancelled' } : IDLE;
      return {};
    }),
  });
  world.stage.open(<ImportPage onWritten={() => world.toldWritten++} />);
  return world;
}

const inView =
  (...views: readonly View[]) =>
  (world: World) => {
    const view = viewOf(world);
    return !world.busy && !world.isAsked && view !== undefined && views.includes(view);
  };

/** A call that the page makes: taken, refused, or not answered yet. `page`: what the page says of it while it waits. */
async function ask(world: World, random: Random, busy: World['busy'], act: () => unknown): Promise<string> {
  const { replies } = world;
  const wanted = random.pick(['taken', 'taken', 'refused', 'held'] as const);
  /* Somebody else has begun, and the page does not know yet. */
  const how = world.now.own ? wanted : 'refused';
  if (wanted === 'refused' && world.now.own) replies.refuse = BROKEN;
  replies.hold = how === 'held';
  act();
  await pass();
  if (how === 'held') world.busy = busy;
  else hear(world);
  return how;
}

const acts: WalkAct<World>[] = [
  {
    name: 'chooses a file that is none',
    can: inView('choose', 'resume'),
    run: (world, random) => {
      const complaint = random.pick(['kind', 'empty'] as const);
      pick(complaint === 'kind' ? new File(['x'], 'staff.doc') : new File([], 'staff.csv'));
      world.said.complaint = complaint;
    },
  },
  {
    name: 'chooses a file',
    weight: 8,
    can: (world) => inView('choose', 'resume')(world) && (world.now.own || !isMoving(world.now)),
    run: async (world, random) => {
      const isRest = viewOf(world) === 'resume';
      const file = isRest ? new File(['12345'], 'staff.csv') : new File(['12345'], random.pick(NAMES));
      const how = random.pick(['taken', 'taken', 'refused', 'held'] as const);
      if (how === 'refused') world.replies.refuse = BROKEN;
      world.replies.hold = how === 'held';
      const before = viewOf(world);
      pick(file);
      world.said = untold();
      await pass();
      if (how === 'taken') learn(world);
      else world.sending = { file, received: isRest ? 2 : 0, isStopped: how === 'refused' };
      leaveView(world, before);
      return how;
    },
  },
  {
    name: 'goes on with the file',
    can: ({ sending, isSilent }) => sending?.isStopped === true && !isSilent,
    run: async (world, random) => {
      const how = random.pick(['taken', 'refused', 'held'] as const);
      if (how === 'refused') world.replies.refuse = BROKEN;
      world.replies.hold = how === 'held';
      press(t('bulk.goOn'));
      await pass();
      if (how === 'held' && world.sending) world.sending = { ...world.sending, isStopped: false };
      if (how === 'taken') {
        world.sending = undefined;
        hear(world);
      }
      return how;
    },
  },
  {
    name: 'gives the file up',
    can: ({ sending, known, isSilent }) => sending !== undefined && known !== undefined && !isSilent,
    run: async (world) => {
      press(t('ui.cancel'));
      world.replies.fail(new ApiError('aborted', 'bulkUpload'));
      await pass();
      world.sending = undefined;
      hear(world);
    },
  },
  {
    name: 'says what the column gives',
    weight: 5,
    can: (world) => inView('columns')(world) && world.known?.kind === 'users',
    run: ({ said, known }) => {
      said.isMapped = !said.isMapped;
      select(t('bulk.givesOf', { column: columnOf(known ?? IDLE) }), said.isMapped ? 'userid' : 'none');
    },
  },
  {
    name: 'says whether there are headings',
    can: (world) => inView('columns')(world) && world.known?.kind === 'users' && world.now.own,
    run: ({ said, known }) => {
      said.hasHeading = !said.hasHeading;
      tick(said.hasHeading ? `1${columnOf(known ?? IDLE)}` : t('bulk.headingNone'));
    },
  },
  {
    name: 'says what becomes of users who are there',
    can: inView('columns'),
    run: ({ said }, random) => {
      said.existing = random.pick(['refuse', 'replace', 'skip'] as const);
      tick(t(`bulk.existing.${said.existing}`));
    },
  },
  {
    name: 'checks',
    weight: 10,
    can: (world) => inView('columns')(world) && (world.known?.kind === 'photos' || world.said.isMapped),
    run: async (world, random) => {
      const { said } = world;
      const wasBack = said.isBack;
      const how = await ask(world, random, 'check', () => press(t('bulk.check')));
      if (how === 'taken' && world.known) said.isBack = false;
      if (how === 'taken' && wasBack) leaveView(world, 'columns');
      return how;
    },
  },
  {
    name: 'goes back to the columns',
    weight: 4,
    can: inView('checked'),
    run: (world) => {
      press(t(world.known?.kind === 'photos' ? 'bulk.backToOptions' : 'bulk.backToColumns'));
      world.said.isBack = true;
      leaveView(world, 'checked');
    },
  },
  {
    name: 'wants another file',
    weight: 0.6,
    can: inView('columns', 'checked'),
    run: async (world) => {
      press(t('bulk.another'));
      await pass();
      hear(world);
    },
  },
  {
    name: 'wants another file behind the result',
    weight: 8,
    can: inView('result'),
    run: async (world) => {
      press(t('bulk.another'));
      world.said.isAnew = true;
      await pass();
      leaveView(world, 'result');
      hear(world);
    },
  },
  {
    name: 'looks at other wrong rows',
    weight: 1,
    can: (world) => inView('checked')(world) && (world.known?.bad ?? 0) > 0 && !world.said.isUnread,
    run: ({ said }) => {
      press(t(said.from === 0 ? 'ui.next' : 'ui.previous'));
      said.from = said.from === 0 ? 10 : 0;
    },
  },
  {
    name: 'the wrong rows cannot be read',
    can: ({ now, hidesWrong }) => now.step === 'checking' && !hidesWrong,
    run: (world) => {
      world.hidesWrong = true;
    },
  },
  {
    name: 'reads the wrong rows again',
    weight: 4,
    can: (world) => viewOf(world) === 'checked' && world.said.isUnread && !world.busy && !world.isAsked,
    run: async (world) => {
      world.hidesWrong = false;
      press(t('ui.retry'));
      await pass();
      world.said.isUnread = false;
    },
  },
  {
    name: 'chooses how it is written',
    weight: 2,
    can: (world) => inView('checked')(world) && world.known?.bad === 0,
    run: ({ said }, random) => {
      said.isWhole = random.chance(0.7);
      tick(t(said.isWhole ? 'bulk.whole' : 'bulk.slices'));
    },
  },
  {
    name: 'writes',
    weight: 10,
    can: inView('checked'),
    run: (world, random) =>
      ask(world, random, 'write', () =>
        press(
          t(world.known?.kind === 'photos' ? 'bulk.writePhotos' : 'bulk.writeUsers', {
            count: world.known?.added ?? 0,
          }),
        ),
      ),
  },
  {
    name: 'stops it',
    weight: 4,
    can: (world) => inView('moving')(world) && world.known?.cancellable === true && !world.isSilent,
    run: (world, random) =>
      ask(world, random, 'cancel', () => press(t(world.known?.step === 'writing' ? 'bulk.stop' : 'ui.cancel'))),
  },
  {
    name: 'the terminal answers at last',
    weight: 4,
    can: ({ replies }) => replies.isHeld,
    run: async (world, random) => {
      const isRefused = random.chance(0.4);
      const wasBack = world.said.isBack;
      if (isRefused) world.replies.fail(BROKEN);
      else world.replies.answer();
      await pass();
      if (world.sending) {
        const { sending } = world;
        world.sending = isRefused ? { ...sending, isStopped: true } : undefined;
        if (!isRefused) hear(world);
      } else {
        const wasChecked = world.busy === 'check' && !isRefused;
        world.busy = undefined;
        hear(world);
        if (wasChecked) world.said.isBack = false;
        if (wasChecked && wasBack) leaveView(world, 'columns');
      }
      return isRefused ? 'refused' : 'taken';
    },
  },
  {
    name: 'the terminal works on',
    weight: 9,
    can: (world) => isMoving(world.now) && isPolled(world) && !world.isSilent && !world.replies.isHeld,
    run: async (world, random) => {
      const { now } = world;
      const how = random.pick(['on', 'end', 'end', 'end', 'end', 'fails'] as const);
      if (how === 'on') world.now = { ...now, at: now.at + 1 };
      if (how === 'end' && now.step === 'checking') {
        world.checks++;
        world.now = { ...now, step: 'checked', at: 20, added: 4, changed: 0, bad: random.chance(0.5) ? BAD : 0 };
      }
      if (how === 'end' && now.step === 'writing') world.now = { ...now, step: 'done', at: 20, added: 4 };
      if (how === 'fails') world.now = { ...now, step: 'failed', code: ErrorCode.storageFull };
      await pass(3100);
      hear(world);
      return how;
    },
  },
  {
    name: 'somebody else begins',
    weight: 0.6,
    can: ({ now, sending, replies, isSilent }) => !sending && !replies.isHeld && !isSilent && !isMoving(now) && now.own,
    run: async (world, random) => {
      const step = random.pick(['uploaded', 'checking', 'writing', 'done'] as const);
      world.now = { ...IDLE, ...OTHER, step, name: 'theirs.csv', at: 3, rows: 9, cancellable: step !== 'writing' };
      if (random.chance(0.4)) return `${step}, unseen`;
      await world.stage.focus();
      hear(world);
      return step;
    },
  },
  {
    name: 'somebody else ends',
    weight: 2,
    can: ({ now, isSilent }) => !now.own && !isSilent && (isMoving(now) || isWaiting(now)),
    run: async (world, random) => {
      world.now = random.pick([IDLE, { ...world.now, step: 'done' }, { ...world.now, step: 'failed' }]);
      await pass(3100);
      if (isPolled(world)) hear(world);
    },
  },
  {
    name: 'sends an own file nevertheless',
    can: (world) => inView('foreign')(world) && world.known !== undefined && isWaiting(world.known),
    run: (world) => {
      press(t('bulk.choose'));
      world.said.isAnew = true;
      leaveView(world, 'foreign');
    },
  },
  {
    name: 'wants to end what somebody else does',
    weight: 2,
    can: (world) => inView('foreign')(world) && world.known?.cancellable === true,
    run: (world) => {
      press(t('bulk.end'));
      world.isAsked = true;
    },
  },
  {
    name: 'answers the question',
    weight: 6,
    can: ({ isAsked, isSilent }) => isAsked && !isSilent,
    run: async (world, random) => {
      const how = random.pick(['yes', 'no', 'refused'] as const);
      if (how === 'refused') world.replies.refuse = BROKEN;
      press(t(how === 'no' ? 'ui.cancel' : 'bulk.end'));
      await pass();
      world.isAsked = false;
      if (how !== 'no') hear(world);
      return how;
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 0.6,
    can: ({ isAsked, replies }) => !isAsked && !replies.isHeld,
    run: async (world) => {
      await world.stage.leave();
      world.said = untold();
      world.stage.comeBack();
      await pass();
      /* What it cannot read again is shown as it was. */
      if (!world.isSilent) learn(world);
    },
  },
  {
    name: 'the terminal falls silent',
    weight: 0.5,
    can: ({ isSilent, replies, isAsked }) => !isSilent && !replies.isHeld && !isAsked,
    run: (world) => {
      world.isSilent = true;
    },
  },
  {
    name: 'the terminal is heard again',
    weight: 5,
    can: ({ isSilent }) => isSilent,
    run: async (world) => {
      world.isSilent = false;
      if (world.known === undefined) press(t('ui.retry'));
      else await world.stage.focus();
      await pass();
      hear(world);
    },
  },
];

const STEP: Readonly<Record<View, (state: BulkStateReply) => string | undefined>> = {
  choose: () => 'file',
  resume: () => 'file',
  upload: () => 'file',
  columns: ({ kind }) => (kind === 'photos' ? 'check' : 'columns'),
  moving: ({ step }) => (step === 'writing' ? 'write' : 'check'),
  checked: () => 'check',
  result: () => 'result',
  foreign: () => undefined,
};

const linesOf: Readonly<Record<View, (state: BulkStateReply, world: World) => string[]>> = {
  choose: (_, { said }) => [
    `# ${t('bulk.chooseTitle')}`,
    `(x) ${t('bulk.containsUsers')}`,
    `( ) ${t('bulk.containsPunches')}`,
    `( ) ${t('bulk.containsRoster')}`,
    `[${t('bulk.choose')}]`,
    ...(said.complaint ? [`error ${t(`bulk.file.${said.complaint}`)}`] : []),
    `# ${t('bulk.tableTitle')}`,
    `[${t('bulk.templateXlsx')}]`,
    `[${t('bulk.templateCsv')}]`,
    `# ${t('bulk.photosTitle')}`,
  ],
  resume: ({ name }, { said }) => [
    `# ${t('bulk.resumeTitle', { name })}`,
    `[${t('bulk.chooseAgain')}]`,
    ...(said.complaint ? [`error ${t(`bulk.file.${said.complaint}`)}`] : []),
    `[${t('bulk.giveUp')}]`,
  ],
  upload: (_, { sending }) => [
    `# ${sending?.file.name}`,
    ...(sending?.isStopped
      ? [`! ${t('bulk.stopped')} ${oneLine(errorLines(ErrorCode.storageFull))}`, `[${t('bulk.goOn')}]`]
      : [`… ${t('bulk.uploading')}${t('bulk.sizeOf', { at: sizeText(sending?.received ?? 0), of: sizeText(5) })}`]),
    `[${t('ui.cancel')}]`,
  ],
  columns: ({ kind, name }, { said, busy }) => [
    ...(kind === 'users'
      ? [
          `# ${t('bulk.lookTitle')}`,
          `${t('bulk.encoding')}: utf8`,
          `${t('bulk.delimiter')}: comma`,
          `${said.hasHeading ? '(x)' : '( )'} 1${columnOf({ name })}`,
          '( ) 27',
          `${said.hasHeading ? '( )' : '(x)'} ${t('bulk.headingNone')}`,
          `# ${t('bulk.mapTitle')}`,
          ...(said.isMapped ? [] : [`! ${errorText(ErrorCode.columnMissing)}`]),
          `${t('bulk.givesOf', { column: columnOf({ name }) })}: ${said.isMapped ? 'userid' : 'none'}`,
        ]
      : []),
    `# ${t(kind === 'photos' ? 'bulk.existing.photos' : 'bulk.existing.users')}`,
    ...(['refuse', 'replace', 'skip'] as const).map(
      (one) => `${said.existing === one ? '(x)' : '( )'} ${t(`bulk.existing.${one}`)}`,
    ),
    `[${t('bulk.check')}]${busy === 'check' ? ' busy' : kind === 'users' && !said.isMapped ? ' off' : ''}`,
    `[${t('bulk.another')}]`,
  ],
  moving: ({ name, step, at, rows, kind, cancellable }, { busy }) => [
    `# ${name}`,
    `… ${t(`bulk.step.${step}`)}${t(kind === 'photos' ? 'bulk.filesOf' : 'bulk.rowsOf', { at: formatNumber(at), of: formatNumber(rows) })}`,
    ...(cancellable
      ? [`[${t(step === 'writing' ? 'bulk.stop' : 'ui.cancel')}]${busy === 'cancel' ? ' busy' : ''}`]
      : []),
  ],
  checked: (state, world) => [
    `# ${t('bulk.checkedTitle')}`,
    ...figures(state, false),
    ...(state.bad > 0 ? wrong(state, world) : []),
    `# ${t('bulk.writeTitle')}`,
    `${world.said.isWhole ? '( )' : '(x)'} ${t(state.bad > 0 ? 'bulk.goodOnes' : 'bulk.slices')}`,
    `${world.said.isWhole ? '(x)' : '( )'} ${t('bulk.whole')}${state.bad > 0 ? ' off' : ''}`,
    `[${t(state.kind === 'photos' ? 'bulk.writePhotos' : 'bulk.writeUsers', { count: state.added })}]${world.busy === 'write' ? ' busy' : ''}`,
    `[${t(state.kind === 'photos' ? 'bulk.backToOptions' : 'bulk.backToColumns')}]`,
    `[${t('bulk.another')}]`,
  ],
  result: (state, world) => [
    `# ${t(`bulk.step.${state.step}`)}`,
    outcome(state),
    ...(state.step === 'failed' && state.added === 0 ? [] : figures(state, true)),
    `[${t('bulk.another')}]`,
    ...(state.bad > 0 && state.step === 'done' ? wrong(state, world) : []),
  ],
  foreign: (state) => [
    `# ${t('bulk.foreignTitle', { who: 'Grace (12)' })}`,
    ...(isMoving(state)
      ? [
          `… ${t(`bulk.step.${state.step}`)}${t('bulk.rowsOf', { at: formatNumber(state.at), of: formatNumber(state.rows) })}`,
        ]
      : []),
    ...(isMoving(state) ? [] : [`[${t('bulk.choose')}]`]),
    ...(state.cancellable ? [`[${t('bulk.end')}]`] : []),
  ],
};

function figures({ added, changed, bad }: BulkStateReply, isWritten: boolean): string[] {
  return [
    `figure ${added}${t(isWritten ? 'bulk.added' : 'bulk.toAdd')}`,
    `figure ${changed}${t(isWritten ? 'bulk.changed' : 'bulk.toChange')}`,
    `figure 0${t('bulk.figure.same')}`,
    `figure 0${t('bulk.figure.skipped')}`,
    `figure ${bad}${t('bulk.bad')}`,
  ];
}

function wrong({ kind, step }: BulkStateReply, world: World): string[] {
  const { from, isUnread } = world.said;
  if (isUnread) return [`# ${t('bulk.wrong')}`, `empty ${t('ui.loadFailed')}`, `[${t('ui.retry')}]`];
  const rows = wrongRows(world).slice(from, from + 10);
  const canMend = kind === 'users' && step === 'checked';
  return [
    `# ${t('bulk.wrong')}`,
    ...(kind === 'users' ? [`[${t('bulk.downloadWrong')}]`] : []),
    ...rows.flatMap(({ name, line }) => [
      `who ${name}`,
      ...(canMend ? [`( ) ${t('bulk.leaveOutRow', { line: String(line) })}`] : []),
    ]),
    ...(canMend ? [`[${t('bulk.mendCheck', { count: 0 })}] off`] : []),
    `${t('ui.rowsPerPage')}: 10`,
    ...(['first', 'previous', 'next', 'last'] as const).map((one) => `[${t(`ui.${one}`)}]`),
  ];
}

function outcome(state: BulkStateReply): string {
  const count = state.added + state.changed;
  if (state.step === 'failed') return `! ${t('bulk.failedTitle')} ${oneLine(errorLines(ErrorCode.storageFull))}`;
  if (state.step === 'cancelled') return `! ${t('bulk.cancelledText')}`;
  return `! ${t(state.kind === 'photos' ? 'bulk.donePhotos' : 'bulk.doneUsers', { count })}`;
}

function expected(world: World): string[] {
  const { known, isAsked, written } = world;
  const view = viewOf(world);
  const step = view && known ? STEP[view](known) : undefined;
  return [
    `# ${t('page.import')}`,
    ...(known && view
      ? [...(step ? [`step ${t(`bulk.stage.${step as 'file'}`)}`] : []), ...linesOf[view](known, world)]
      : []),
    ...(known ? [] : [`empty ${t('ui.loadFailed')}`, `[${t('ui.retry')}]`]),
    ...(isAsked
      ? [
          `# ${t('bulk.endTitle', { who: 'Grace (12)' })}`,
          `[${t('ui.close')}]`,
          `[${t('ui.cancel')}]`,
          `[${t('bulk.end')}]`,
        ]
      : []),
    `the list reads again ${written}`,
  ];
}

const OWN_LINES = {
  '.bulk-step[aria-current] .bulk-step-word': 'step',
  '.bulk-figure': 'figure',
  '.bulk-page .table:not(.bulk-map) td bdi:not(.bulk-cell)': 'who',
};

walkTest('shows the state of the job after any sequence of acts', {
  seed: 1100,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  seen: ({ toldWritten }) => [...screenLines(OWN_LINES), `the list reads again ${toldWritten}`],
  end: ({ replies }) => {
    replies.fail(new ApiError('aborted', 'bulkUpload'));
    void stopUpload();
  },
});
