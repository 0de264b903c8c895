/** "Settings alone", walked at random: files that are none, pages that are taken or not, another file behind it. */
import type { SettingsApplyReply, SettingsLookReply } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { routes } from '../../../../web/app/routes.tsx';
import { SettingsFileCard } from '../../../../web/features/backup/SettingsFileCard.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, errorText, t } from '../../../../web/lib/i18n.ts';
import { setSiteMap } from '../../../../web/lib/siteMap.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { oneLine, pass, pick, press, Replies, Stage, screenLines, tick, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(async () => {
  await activateLanguage('en');
  setSiteMap(routes);
});

/** Pages of the file in the order of the page, with their titles. */
const PAGES = ['Ethernet', 'MachineParam', 'PrintParam'] as const;
type Page = (typeof PAGES)[number];
const titleOf = (page: Page) =>
  ({ Ethernet: t('page.ethernet'), MachineParam: t('page.device'), PrintParam: t('page.print') })[page];
const SETTINGS: Readonly<Record<Page, string>> = { Ethernet: 'mode', MachineParam: 'volume', PrintParam: 'baud' };

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  /** Pages that the file differs in, and that of them which may not be taken; undefined: no file is looked at. */
  looked: { readonly pages: readonly Page[]; readonly refused: readonly Page[] } | undefined;
  ticked: Page[];
  taken: SettingsApplyReply | undefined;
  error: string | undefined;
  busy: 'look' | 'apply' | undefined;
  isAsked: boolean;
  /** How often this page was told that settings were taken. */
  told: number;
  toTell: number;
  next: SettingsLookReply;
  nextTaken: SettingsApplyReply;
  applied: string[];
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    looked: undefined,
    ticked: [],
    taken: undefined,
    error: undefined,
    busy: undefined,
    isAsked: false,
    told: 0,
    toTell: 0,
    next: lookOf([], []),
    nextTaken: { saved: [], failed: [] },
    applied: [],
  };
  fakeTerminal({
    settingsLook: world.replies.of(() => world.next),
    settingsApply: world.replies.of(({ pages }: { pages: string }) => {
      world.applied.push(pages);
      return world.nextTaken;
    }),
  });
  world.stage.open(<SettingsFileCard mayWrite onTaken={() => world.told++} />);
  return world;
}

function lookOf(pages: readonly Page[], refused: readonly Page[]): SettingsLookReply {
  return {
    serial: 'PT-AAAABBBBCC',
    version: '0.5.0',
    made: 1_790_000_000,
    differences: pages.map((page) => ({
      page,
      setting: SETTINGS[page],
      before: '1',
      after: '2',
      code: refused.includes(page) ? ErrorCode.outOfRange : 0,
    })),
    secrets: [],
  };
}

/** A file was looked at. */
function see(world: World, isTaken: boolean): void {
  world.busy = undefined;
  if (!isTaken) {
    world.error = oneLine(errorLines(ErrorCode.settingsFile));
    return;
  }
  const pages = PAGES.filter((page) => world.next.differences.some((one) => one.page === page));
  const refused = pages.filter((page) => world.next.differences.some((one) => one.page === page && one.code !== 0));
  world.looked = { pages, refused };
  /* Of the network only what somebody ticks. */
  world.ticked = pages.filter((page) => page !== 'Ethernet' && !refused.includes(page));
  world.taken = undefined;
}

function apply(world: World, isTaken: boolean): void {
  world.busy = undefined;
  if (!isTaken) return;
  world.taken = world.nextTaken;
  world.toTell++;
}

const how = (random: Random) => random.pick(['taken', 'taken', 'refused', 'held', 'network'] as const);

function prepare({ replies }: World, which: ReturnType<typeof how>): void {
  if (which === 'refused') replies.refuse = refusal('', ErrorCode.settingsFile);
  if (which === 'network') replies.refuse = new ApiError('network', '');
  replies.hold = which === 'held';
}

/** What the next steps say at the edge of the window. */
let said: string[] = [];

const acts: WalkAct<World>[] = [
  {
    name: 'chooses a file that is too large',
    can: ({ looked, busy }) => !looked && !busy,
    run: (world) => {
      pick(new File([new Uint8Array(131_073)], 'settings.json'));
      world.error = errorText(ErrorCode.uploadTooLarge);
    },
  },
  {
    name: 'chooses a file',
    weight: 5,
    can: ({ looked, busy }) => !looked && !busy,
    run: async (world, random) => {
      const pages = PAGES.filter(() => random.chance(0.7));
      world.next = lookOf(
        pages,
        pages.filter(() => random.chance(0.3)),
      );
      const which = how(random);
      prepare(world, which);
      pick(new File(['{}'], 'settings.json'));
      world.error = undefined;
      await pass();
      if (which === 'held') world.busy = 'look';
      else if (which !== 'network') see(world, which === 'taken');
      return which;
    },
  },
  {
    name: 'ticks a page, or not',
    weight: 3,
    can: ({ looked, taken, busy, isAsked }) =>
      !taken && !busy && !isAsked && (looked?.pages.length ?? 0) > (looked?.refused.length ?? 0),
    run: (world, random) => {
      const free = world.looked?.pages.filter((page) => !world.looked?.refused.includes(page)) ?? [];
      const page = random.pick(free);
      tick(titleOf(page));
      world.ticked = world.ticked.includes(page) ? world.ticked.filter((one) => one !== page) : [...world.ticked, page];
      return page;
    },
  },
  {
    name: 'wants to take them',
    weight: 4,
    can: ({ looked, taken, ticked, busy, isAsked }) =>
      looked !== undefined && !taken && !busy && !isAsked && ticked.length > 0,
    run: (world) => {
      press(t('settingsFile.apply', { count: world.ticked.length }));
      world.isAsked = true;
    },
  },
  {
    name: 'answers the question',
    weight: 6,
    can: ({ isAsked }) => isAsked,
    run: async (world, random) => {
      world.isAsked = false;
      if (random.chance(0.25)) {
        press(t('ui.cancel'));
        return 'no';
      }
      const failed = world.ticked.filter(() => random.chance(0.3));
      world.nextTaken = {
        saved: world.ticked.filter((page) => !failed.includes(page)),
        failed: failed.map((page) => ({
          page,
          setting: '',
          before: '',
          after: '',
          code: ErrorCode.provisionalPending,
        })),
      };
      const which = how(random);
      prepare(world, which);
      press(t('settingsFile.apply', { count: world.ticked.length }));
      await pass();
      if (which === 'held') world.busy = 'apply';
      else apply(world, which === 'taken');
      if (which === 'refused') said.push(`toast no ${oneLine(errorLines(ErrorCode.settingsFile))}`);
      return which;
    },
  },
  {
    name: 'the terminal answers at last',
    weight: 4,
    can: ({ busy }) => busy !== undefined,
    run: async (world, random) => {
      const isTaken = random.chance(0.6);
      if (isTaken) world.replies.answer();
      else world.replies.fail(refusal('', ErrorCode.settingsFile));
      await pass();
      if (world.busy === 'look') see(world, isTaken);
      else {
        apply(world, isTaken);
        if (!isTaken) said.push(`toast no ${oneLine(errorLines(ErrorCode.settingsFile))}`);
      }
      return String(isTaken);
    },
  },
  {
    name: 'wants another file',
    weight: 2,
    can: ({ looked, busy, isAsked }) => looked !== undefined && !busy && !isAsked,
    run: (world) => {
      press(t('settingsFile.another'));
      world.looked = undefined;
      world.taken = undefined;
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 0.5,
    can: ({ busy, isAsked }) => !busy && !isAsked,
    run: async (world) => {
      await world.stage.leave();
      Object.assign(world, { looked: undefined, taken: undefined, error: undefined });
      world.stage.comeBack();
    },
  },
];

function expected(world: World): string[] {
  const { looked, error, busy, isAsked, ticked, taken } = world;
  const toasts = said;
  said = [];
  return [
    `# ${t('settingsFile.title')}`,
    `[${t('settingsFile.download')}]`,
    ...(looked
      ? lookedLines(world)
      : [`[${t('restore.choose')}]${busy === 'look' ? ' off' : ''}`, ...(error ? [`error ${error}`] : [])]),
    ...(looked ? [`[${t('settingsFile.another')}]`] : []),
    ...(looked && !taken && looked.pages.length > 0
      ? [`[${t('settingsFile.apply', { count: ticked.length })}]${busy ? ' busy' : ticked.length === 0 ? ' off' : ''}`]
      : []),
    ...(isAsked
      ? [
          `# ${t('settingsFile.askTitle', { count: ticked.length })}`,
          `[${t('ui.close')}]`,
          `[${t('ui.cancel')}]`,
          `[${t('settingsFile.apply', { count: ticked.length })}]`,
        ]
      : []),
    `told ${world.toTell}`,
    ...toasts,
  ];
}

function lookedLines({ looked, ticked, taken }: World): string[] {
  if (!looked) return [];
  if (taken) return takenLines(taken);
  if (looked.pages.length === 0) return [`! ${t('settingsFile.none')}`];
  return looked.pages.flatMap((page) => {
    const isRefused = looked.refused.includes(page);
    return [
      `${ticked.includes(page) ? '(x)' : '( )'} ${titleOf(page)}${isRefused ? ' off' : ''}`,
      ...(isRefused ? [`error ${t('settingsFile.notTaken', { why: errorText(ErrorCode.outOfRange) })}`] : []),
    ];
  });
}

function takenLines({ saved, failed }: SettingsApplyReply): string[] {
  const pages = new Intl.ListFormat('en').format(saved.map((page) => titleOf(page as Page)));
  const why = failed.map(({ page }) =>
    t('settingsFile.failedPage', { page: titleOf(page as Page), why: errorText(ErrorCode.provisionalPending) }),
  );
  return [
    ...(saved.length > 0 ? [`! ${t('settingsFile.saved', { count: saved.length, pages })}`] : []),
    ...(failed.length > 0 ? [`! ${t('settingsFile.notSaved')} ${why.join('')}`] : []),
  ];
}

walkTest('shows what the file has, and nothing of the file before', {
  seed: 2300,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  seen: ({ told }) => [...screenLines(), `told ${told}`],
  end: ({ replies }) => replies.fail(new ApiError('aborted', '')),
});
