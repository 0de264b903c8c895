/** Signed-in devices, walked at random: sessions that are ended or not, browsers that are forgotten, others who come and go. */
import type { KnownBrowser, OpenSession } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { SessionsPage } from '../../../../web/features/accounts/SessionsPage.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, t } from '../../../../web/lib/i18n.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { pass, press, Replies, Stage, screenLines, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

const KINDS = ['sessions', 'browsers'] as const;
type Kind = (typeof KINDS)[number];
type Place = OpenSession & KnownBrowser;
type Lists = Readonly<Record<Kind, readonly Place[]>>;

const WORDS = {
  sessions: {
    of: 'sessions.endOf',
    title: 'sessions.endTitle',
    action: 'sessions.end',
    done: 'sessions.ended',
    card: 'sessions.title',
  },
  browsers: {
    of: 'browsers.forgetOf',
    title: 'browsers.forgetTitle',
    action: 'browsers.forget',
    done: 'browsers.forgotten',
    card: 'browsers.title',
  },
} as const;

/** In the order of the page: this tab, the own account, the others; the last used first. */
const placeOf = (at: number): Place => ({
  id: at,
  account: at < 3 ? 'admin' : String(at),
  name: '',
  browser: at === 4 ? '' : `Browser ${at}`,
  peer: '10.0.4.7',
  opened: 1_790_000_000,
  made: 1_790_000_000,
  used: 1_790_001_000 - at,
  current: at === 0,
});
const nameOf = ({ account, browser }: Place): string => `${account}, ${browser || t('browsers.unknown')}`;

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: Lists;
  /** As the page read them last; undefined: it never could. */
  known: Lists | undefined;
  /** What is asked about. */
  asked: { readonly kind: Kind; readonly place: Place } | undefined;
  busy: boolean;
  silent: boolean;
  said: string[];
}

function start(random: Random): World {
  const silent = random.chance(0.5);
  const some = (): Place[] => [0, 1, 2, 3, 4].filter((at) => at === 0 || random.chance(0.7)).map(placeOf);
  const now = { sessions: some(), browsers: some() };
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now,
    known: silent ? undefined : now,
    asked: undefined,
    busy: false,
    silent,
    said: [],
  };
  const lose = (kind: Kind) =>
    world.replies.of(({ id }: { id: number }) => {
      world.now = { ...world.now, [kind]: world.now[kind].filter((one) => one.id !== id) };
      return {};
    });
  fakeTerminal({
    sessions: () => {
      if (world.silent) throw new ApiError('network', 'sessions');
      return world.now;
    },
    endSession: lose('sessions'),
    forgetBrowser: lose('browsers'),
  });
  world.stage.open(<SessionsPage />);
  return world;
}

function read(world: World): void {
  if (!world.silent) world.known = world.now;
}

const canEnd = (kind: Kind, { current }: Place): boolean => kind === 'browsers' || !current;

function endable({ known }: World): { kind: Kind; place: Place }[] {
  return KINDS.flatMap((kind) =>
    (known?.[kind] ?? []).filter((place) => canEnd(kind, place)).map((place) => ({ kind, place })),
  );
}

/** The terminal has answered: the page reads again, whatever it said. */
function answered(world: World, refused: boolean): string {
  const { asked } = world;
  if (asked && !refused) world.said.push(`toast ok ${t(WORDS[asked.kind].done)}`);
  Object.assign(world, { asked: undefined, busy: false });
  read(world);
  return refused ? 'refused' : 'done';
}

const isFree = ({ asked }: World): boolean => asked === undefined;

const acts: WalkAct<World>[] = [
  {
    name: 'wants to end one',
    weight: 5,
    can: (world) => isFree(world) && endable(world).length > 0,
    run: (world, random) => {
      const asked = random.pick(endable(world));
      world.asked = asked;
      /* A session and a browser may have one name, but not one verb. */
      press(t(WORDS[asked.kind].of, { name: nameOf(asked.place) }));
      return asked.kind;
    },
  },
  {
    name: 'ends it',
    weight: 6,
    can: (world) => !isFree(world) && !world.busy,
    run: async (world, random) => {
      const { asked } = world;
      if (!asked) return '';
      const how = random.pick(['done', 'done', 'refused', 'held'] as const);
      if (how === 'refused') world.replies.refuse = refusal('', ErrorCode.gone);
      world.replies.hold = how === 'held';
      press(t(WORDS[asked.kind].action));
      await pass();
      world.busy = how === 'held';
      return how === 'held' ? how : answered(world, how === 'refused');
    },
  },
  {
    name: 'the answer comes',
    weight: 8,
    can: ({ busy }) => busy,
    run: async (world, random) => {
      const refused = random.chance(0.4);
      if (refused) world.replies.fail(refusal('', ErrorCode.gone));
      else world.replies.answer();
      await pass();
      return answered(world, refused);
    },
  },
  {
    name: 'would rather not',
    weight: 2,
    can: (world) => !isFree(world) && !world.busy,
    run: (world) => {
      press(t('ui.cancel'));
      world.asked = undefined;
    },
  },
  {
    name: 'somebody else signs in or out',
    weight: 2,
    can: ({ busy }) => !busy,
    run: async (world, random) => {
      const kind = random.pick(KINDS);
      const at = random.between(1, 4);
      const others = world.now[kind].filter(({ id }) => id !== at);
      const isThere = others.length < world.now[kind].length;
      const list = isThere ? others : [...others, placeOf(at)].toSorted((a, b) => a.id - b.id);
      world.now = { ...world.now, [kind]: list };
      await world.stage.focus();
      read(world);
    },
  },
  {
    name: 'tries again',
    weight: 6,
    can: ({ known }) => known === undefined,
    run: async (world) => {
      press(t('ui.retry'));
      await pass();
      read(world);
    },
  },
  {
    name: 'the terminal falls silent, or answers again',
    weight: 2,
    can: isFree,
    run: (world) => {
      world.silent = !world.silent;
      return world.silent ? 'silent' : 'answers';
    },
  },
  {
    name: 'leaves the page and comes back',
    can: isFree,
    run: async (world) => {
      await world.stage.leave();
      world.stage.comeBack();
      await pass();
      read(world);
    },
  },
];

function expected(world: World): string[] {
  const { known, asked, busy, said } = world;
  world.said = [];
  return [
    `# ${t('page.sessions')}`,
    ...(known
      ? KINDS.flatMap((kind) => cardLines(kind, known[kind]))
      : [`empty ${t('ui.loadFailed')}`, `[${t('ui.retry')}]`]),
    ...(asked
      ? [
          `# ${t(WORDS[asked.kind].title, { name: nameOf(asked.place) })}`,
          ...(busy ? [] : [`[${t('ui.close')}]`]),
          `[${t('ui.cancel')}]${busy ? ' off' : ''}`,
          `[${t(WORDS[asked.kind].action)}]${busy ? ' busy' : ''}`,
        ]
      : []),
    ...said,
  ];
}

function cardLines(kind: Kind, places: readonly Place[]): string[] {
  return [
    `# ${t(WORDS[kind].card)}`,
    ...places.flatMap((place) => {
      const { account, browser, current } = place;
      const more = current ? ` ${t('sessions.this')}` : '';
      const end = canEnd(kind, place) ? [`[${t(WORDS[kind].of, { name: nameOf(place) })}]`] : [];
      return [`entry ${account} · ${browser || t('browsers.unknown')}${more}`, ...end];
    }),
  ];
}

walkTest('shows who is signed in, and says what was ended', {
  seed: 9100,
  walks: 4,
  steps: 25,
  start,
  acts,
  expected,
  seen: () => screenLines({ '.entry-name': 'entry' }),
});
