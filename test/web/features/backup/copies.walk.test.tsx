/** Copies by plan, walked at random: copies that are refused, come about or fail, those of the plan, changes that are not saved. */
import { type BackupCopies, backupParam } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { CopiesCard } from '../../../../web/features/backup/CopiesCard.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, formatMoment, formatNumber, t } from '../../../../web/lib/i18n.ts';
import { enumWord, settingLabel } from '../../../../web/lib/settings/words.ts';
import { sizeText } from '../../../../web/lib/sizeText.ts';
import { SettingsPage } from '../../../../web/ui/SettingsPage.tsx';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { oneLine, pass, press, Replies, Stage, screenLines, tick, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

/** While a copy is made the page reads in this time. */
const READ_MS = 1100;
const FOLDER = '/srv/copies';
const PASSPHRASE = () => settingLabel('BackupParam', 'passphrase');

interface Stored {
  state: BackupCopies;
  photos: boolean;
  revision: number;
}

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: Stored;
  done: number;
  /** As the page read it last. */
  known: Stored;
  /** The change that is not saved. */
  photos: boolean | undefined;
  /** "Make one now" is not answered yet. */
  busy: boolean;
  silent: boolean;
  said: string[];
}

const START: BackupCopies = {
  folder: FOLDER,
  writable: true,
  count: 2,
  last: 1_790_000_000,
  lastOctets: 4000,
  code: 0,
  next: 0,
  making: false,
};

function start(random: Random): World {
  const now: Stored = { state: { ...START, making: random.chance(0.3) }, photos: false, revision: 3 };
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now,
    done: 0,
    known: now,
    photos: undefined,
    busy: false,
    silent: false,
    said: [],
  };
  const answered =
    <Request, Reply>(answer: (request: Request) => Reply) =>
    (request: Request): Reply => {
      if (world.silent) throw new ApiError('network', 'any');
      return answer(request);
    };
  const rest = { plan: 'off', hour: 2, keep: 7, hasPassphrase: true };
  const idle = { users: 1, records: 1, databaseOctets: 1, photos: 0, photoOctets: 0 };
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    settinghistory: () => ({ changes: [] }),
    SetInfoParam: () => ({ buildId: 'b', deviceName: '', hour24: true, funOption: {} }),
    SetBackupParam: answered(() => ({ ...rest, ...world.now })),
    backupState: answered(() => ({ ...idle, making: world.now.state.making, done: world.done })),
    backupNow: answered(
      world.replies.of(() => {
        if (world.now.state.making) throw refusal('backupNow', ErrorCode.backupRunning);
        change(world, { making: true });
        world.done = 0;
        return {};
      }),
    ),
    GetBackupParam: answered(
      world.replies.of(({ photos }: { photos: boolean }) => {
        world.now = { ...world.now, photos, revision: world.now.revision + 1 };
        return { revision: world.now.revision, changed: ['photos'] };
      }),
    ),
  });
  world.stage.open(
    <SettingsPage page={backupParam} title="Copies" intro="">
      {(form) => <CopiesCard form={form} />}
    </SettingsPage>,
  );
  return world;
}

function change(world: World, state: Partial<BackupCopies>): void {
  world.now = { ...world.now, state: { ...world.now.state, ...state } };
}

function finish(world: World): void {
  const { count, last, lastOctets } = world.now.state;
  change(world, { making: false, code: 0, count: count + 1, last: last + 3600, lastOctets: lastOctets + 1000 });
}

/** What was seen to be made and is made no more is said. */
function read(world: World): void {
  if (world.silent) return;
  const { known, now } = world;
  world.known = now;
  if (!known.state.making || now.state.making || now.state.code !== 0) return;
  world.said.push(`toast ok ${t('copies.made', { size: sizeText(now.state.lastOctets) })}`);
}

async function wait(world: World): Promise<void> {
  const isFollowing = world.known.state.making;
  await pass(READ_MS);
  if (isFollowing) read(world);
}

/** The copy that was begun is there, or was begun by the plan meanwhile. */
async function begun(world: World, refused: boolean): Promise<string> {
  await pass();
  if (!refused) read(world);
  await wait(world);
  return refused ? 'refused' : 'begun';
}

const mayMake = ({ known, photos, busy }: World): boolean => !known.state.making && photos === undefined && !busy;

const acts: WalkAct<World>[] = [
  {
    name: 'makes one now',
    weight: 3,
    can: mayMake,
    run: (world, random) => {
      const refused = world.silent || world.now.state.making || random.chance(0.3);
      if (refused && !world.silent && !world.now.state.making)
        world.replies.refuse = refusal('backupNow', ErrorCode.noBackupPassphrase);
      press(t('copies.now'));
      return begun(world, refused);
    },
  },
  {
    name: 'makes one now, and the answer is long in coming',
    weight: 2,
    can: (world) => mayMake(world) && !world.silent,
    run: (world) => {
      world.replies.hold = true;
      press(t('copies.now'));
      world.busy = true;
    },
  },
  {
    name: 'the answer comes',
    weight: 8,
    can: ({ busy }) => busy,
    run: (world, random) => {
      const refused = world.now.state.making || random.chance(0.4);
      if (refused) world.replies.fail(refusal('backupNow', ErrorCode.backupRunning));
      else world.replies.answer();
      world.busy = false;
      return begun(world, refused);
    },
  },
  {
    name: 'more of it is made',
    weight: 2,
    can: ({ now }) => now.state.making,
    run: (world) => {
      world.done = Math.min(90, world.done + 30);
      return wait(world);
    },
  },
  {
    name: 'it is made',
    weight: 3,
    can: ({ now }) => now.state.making,
    run: (world) => {
      finish(world);
      return wait(world);
    },
  },
  {
    name: 'it fails',
    weight: 2,
    can: ({ now }) => now.state.making,
    run: (world) => {
      change(world, { making: false, code: ErrorCode.storageFull });
      return wait(world);
    },
  },
  {
    name: 'the plan makes one, or the folder comes and goes',
    weight: 3,
    run: (world, random) => {
      const { writable, making } = world.now.state;
      change(world, making || random.chance(0.3) ? { writable: !writable } : { making: true });
      if (world.now.state.making && !world.known.state.making && random.chance(0.5)) finish(world);
      return wait(world);
    },
  },
  {
    name: 'wants the photos in it, or not',
    weight: 2,
    can: ({ busy }) => !busy,
    run: (world) => {
      tick(settingLabel('BackupParam', 'photos'));
      world.photos = world.photos === undefined ? !world.known.photos : undefined;
    },
  },
  {
    name: 'discards that',
    weight: 2,
    can: ({ photos }) => photos !== undefined,
    run: (world) => {
      press(t('ui.discard'));
      world.photos = undefined;
    },
  },
  {
    name: 'saves that',
    weight: 7,
    can: ({ photos, silent }) => photos !== undefined && !silent,
    run: async (world, random) => {
      const { photos } = world;
      const refused = random.chance(0.3);
      if (refused) world.replies.refuse = refusal('GetBackupParam', ErrorCode.storageFull);
      press(t('ui.save'));
      await pass();
      if (!refused && photos !== undefined) {
        world.photos = undefined;
        world.said.push(`toast ok ${t('settings.saved')}`);
        read(world);
      }
      await wait(world);
      return refused ? 'refused' : 'saved';
    },
  },
  {
    name: 'the terminal falls silent, or answers again',
    can: ({ busy }) => !busy,
    run: async (world) => {
      world.silent = !world.silent;
      await wait(world);
      return world.silent ? 'silent' : 'answers';
    },
  },
  {
    name: 'leaves the page and comes back',
    can: ({ busy, silent }) => !busy && !silent,
    run: async (world) => {
      await world.stage.leave();
      world.photos = undefined;
      world.known = world.now;
      world.stage.comeBack();
      await pass();
      await wait(world);
    },
  },
];

function expected(world: World): string[] {
  const { known, photos, busy, said } = world;
  const { making, code, writable, count, last, lastOctets } = known.state;
  world.said = [];
  const hasChange = photos !== undefined;
  return [
    '# Copies',
    `[${t('history.open')}]`,
    `# ${t('copies.title')}`,
    ...(writable ? [] : [`! ${t('copies.folderGone', { folder: FOLDER })}`]),
    ...(code === 0 ? [] : [`! ${t('copies.failed')} ${oneLine(errorLines(code))}`]),
    ...(making ? [`… ${t('copies.making')}`] : []),
    `fact ${FOLDER}`,
    `fact ${formatNumber(count)}`,
    `fact ${t('copies.lastOf', { time: formatMoment(last), size: sizeText(lastOctets) })}`,
    `fact ${t('copies.never')}`,
    ...['off', 'daily', 'weekly'].map((plan) => `${plan === 'off' ? '(x)' : '( )'} ${enumWord('BackupPlan', plan)}`),
    `${settingLabel('BackupParam', 'keep')}: 7`,
    ...(hasChange ? ['changed'] : []),
    `${(photos ?? known.photos) ? '(x)' : '( )'} ${settingLabel('BackupParam', 'photos')}`,
    `${PASSPHRASE()}: `,
    `[${t('ui.showPassword')}]`,
    `[${t('secret.removeOf', { label: PASSPHRASE() })}]`,
    `[${t('copies.now')}]${busy ? ' busy' : making || hasChange ? ' off' : ''}`,
    ...(hasChange ? [`note ${t('copies.saveFirst')}`] : []),
    ...(hasChange ? [`= ${t('ui.changes', { count: 1 })}`, `[${t('ui.discard')}]`, `[${t('ui.save')}]`] : []),
    ...said,
  ];
}

walkTest('says how the last copy went, and counts what is not saved', {
  seed: 8100,
  walks: 4,
  steps: 25,
  start,
  acts,
  expected,
  seen: () =>
    screenLines({ dd: 'fact', '.field-changed': 'changed', 'span.muted': 'note' }).map((line) =>
      line.startsWith('changed') ? 'changed' : line,
    ),
});
