/** The form of every page of settings, walked at random: changes, saves that fail, somebody else's saves, leaving. */
import { ErrorCode } from '@gen/errors.ts';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeAll } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, t } from '../../../web/lib/i18n.ts';
import { SchemaForm } from '../../../web/ui/SchemaForm.tsx';
import { SettingsPage } from '../../../web/ui/SettingsPage.tsx';
import type { Random } from '../../harness/random.ts';
import { fakeTerminal, refusal } from '../fakeTerminal.ts';
import { type DemoValues, demo, reply } from '../lib-settings/page.ts';
import {
  asksToClose,
  follow,
  oneLine,
  pass,
  press,
  Replies,
  Stage,
  screenLines,
  tick,
  type,
  type WalkAct,
  walkTest,
} from '../walk.tsx';

beforeAll(() => activateLanguage('en'));

/** Settings that the page shows; the address only while the name is that of a network. */
type Values = Pick<DemoValues, 'name' | 'wait' | 'on' | 'address'>;
type Typed = Partial<Values>;
const NAMES = ['name', 'wait', 'on', 'address'] as const;
const NETWORK = 'Net';
const START: Values = { name: reply.name, wait: reply.wait, on: reply.on, address: reply.address };
const REFRESH = 'Refresh';
const AWAY = 'Elsewhere';
const BACK = 'Back';

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  now: Values & { revision: number };
  /** As the page read it last, and what it stands on. */
  stored: Values & { revision: number };
  base: Values & { revision: number };
  typed: Typed;
  /** The field of the address has been there. */
  hadAddress: boolean;
  /** What the terminal said of the name. */
  refused: boolean;
  /** What was sent and is not answered. */
  sent: { readonly typed: Typed; readonly edits: Typed } | undefined;
  conflict: boolean;
  isAsked: boolean;
  isAway: boolean;
  said: string[];
}

function start(): World {
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now: { ...START, revision: 5 },
    stored: { ...START, revision: 5 },
    base: { ...START, revision: 5 },
    typed: {},
    hadAddress: false,
    refused: false,
    sent: undefined,
    conflict: false,
    isAsked: false,
    isAway: false,
    said: [],
  };
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetInfoParam: () => ({ buildId: 'b', deviceName: '', hour24: true, funOption: {} }),
    settinghistory: () => ({ changes: [] }),
    SetDemo: () => ({ ...reply, ...world.now }),
    GetDemo: world.replies.of(({ revision, ...change }: Typed & { revision: number }) => {
      if (revision !== world.now.revision) throw refusal('GetDemo', ErrorCode.changedMeanwhile);
      world.now = { ...world.now, ...change, revision: world.now.revision + 1 };
      return { revision: world.now.revision, changed: Object.keys(change) };
    }),
  });
  world.stage.open(
    <Routes>
      <Route path="/" element={<Page />} />
      <Route path="/elsewhere" element={<Link to="/">{BACK}</Link>} />
    </Routes>,
  );
  return world;
}

function Page() {
  return (
    <>
      <Link to="/elsewhere">{AWAY}</Link>
      <SettingsPage
        page={demo}
        title="Demo"
        intro=""
        actions={(form) => (
          <button type="button" onClick={() => void form.refresh()}>
            {REFRESH}
          </button>
        )}
      >
        {(form) => (
          <SchemaForm form={form} names={NAMES.filter((name) => name !== 'address' || form.values.name === NETWORK)} />
        )}
      </SettingsPage>
    </>
  );
}

const valuesOf = ({ base, typed }: World): Values => ({ ...base, ...typed });
const showsAddress = (world: World) => valuesOf(world).name === NETWORK;

/** What differs from what is stored; what has lost its field is not sent. */
function differing({ base, typed }: Pick<World, 'base' | 'typed'>): Typed {
  return Object.fromEntries(
    NAMES.filter((name) => name in typed && typed[name] !== base[name]).map((name) => [name, typed[name]]),
  );
}

function editsOf(world: World): Typed {
  const { address, ...others } = differing(world);
  const hides = address === undefined || (world.hadAddress && !showsAddress(world));
  return hides ? others : { ...others, address };
}

/** Under edits the page keeps what it stands on; without any it stands on what it read last. */
function takeOver(world: World): void {
  const { stored, base } = world;
  if (stored.revision <= base.revision || Object.keys(differing(world)).length > 0) return;
  Object.assign(world, { base: stored, typed: {} });
}

function stand(world: World, base: World['base'], typed: Typed): void {
  Object.assign(world, { base, typed, conflict: false, refused: false });
}

/** A save was answered. */
function saved(world: World, code: number): void {
  const { sent } = world;
  if (!sent) return;
  world.sent = undefined;
  if (code === 0 || code === ErrorCode.changedMeanwhile) world.stored = world.now;
  if (code === ErrorCode.changedMeanwhile) {
    world.conflict = true;
    return;
  }
  if (code === ErrorCode.badText) world.refused = true;
  if (code !== 0) return;
  const typedSince = Object.entries(world.typed).filter(([name, value]) => sent.typed[name as keyof Values] !== value);
  stand(world, { ...world.base, ...sent.edits, revision: world.now.revision }, Object.fromEntries(typedSince));
  world.said.push(`toast ok ${t('settings.saved')}`);
}

const CODES = [ErrorCode.badText, ErrorCode.storageFull, ErrorCode.changedMeanwhile] as const;
const failure = (code: number) =>
  code === ErrorCode.badText ? refusal('GetDemo', code, { field: 'name' }) : refusal('GetDemo', code);

/** Sends what differs by a press on this button. */
async function save(world: World, random: Random, button: string): Promise<string> {
  world.sent = { typed: world.typed, edits: editsOf(world) };
  const isLate = world.base.revision !== world.now.revision;
  const how = isLate ? 'late' : random.pick(['taken', 'taken', 'refused', 'held'] as const);
  const code = isLate ? ErrorCode.changedMeanwhile : how === 'refused' ? random.pick(CODES.slice(0, 2)) : 0;
  if (how === 'refused') world.replies.refuse = failure(code);
  world.replies.hold = how === 'held';
  press(button);
  await pass();
  if (how !== 'held') saved(world, code);
  return `${how} ${code}`;
}

const isFree = ({ isAsked, isAway, conflict }: World) => !isAsked && !isAway && !conflict;
const tooLong = ({ name }: Pick<Values, 'name'>) => name.length > 8;

const each: WalkAct<World>[] = [
  {
    name: 'types a name',
    weight: 5,
    can: isFree,
    run: (world, random) => {
      const name = random.pick([START.name, 'Door', NETWORK, NETWORK, 'much too long']);
      if (name === valuesOf(world).name) return '';
      type('name', name);
      world.typed = { ...world.typed, name };
      world.refused = false;
      if (showsAddress(world)) world.hadAddress = true;
      return name;
    },
  },
  {
    name: 'types a wait',
    weight: 2,
    can: isFree,
    run: (world, random) => {
      const wait = random.pick([10, 60, 100]);
      if (wait === valuesOf(world).wait) return '';
      type('wait', String(wait));
      world.typed = { ...world.typed, wait };
      return String(wait);
    },
  },
  {
    name: 'switches it',
    weight: 2,
    can: isFree,
    run: (world) => {
      const on = !valuesOf(world).on;
      tick('on');
      world.typed = { ...world.typed, on };
    },
  },
  {
    name: 'types an address',
    weight: 3,
    can: (world) => isFree(world) && showsAddress(world),
    run: (world, random) => {
      const address = random.pick(['', '10.0.0.1', '10.0.0.2']);
      if (address === valuesOf(world).address) return '';
      type('address', address);
      world.typed = { ...world.typed, address };
      return address;
    },
  },
  {
    name: 'saves',
    weight: 8,
    can: (world) => isFree(world) && !world.sent && Object.keys(editsOf(world)).length > 0,
    run: (world, random) => {
      if (!tooLong(valuesOf(world))) return save(world, random, t('ui.save'));
      press(t('ui.save'));
      return 'wrong';
    },
  },
  {
    name: 'discards',
    weight: 2,
    can: (world) => isFree(world) && !world.sent && Object.keys(editsOf(world)).length > 0,
    run: (world) => {
      press(t('ui.discard'));
      stand(world, world.base, {});
    },
  },
  {
    name: 'the terminal answers at last',
    weight: 8,
    can: ({ sent, isAway, isAsked }) => sent !== undefined && !isAway && !isAsked,
    run: async (world, random) => {
      const isLate = world.base.revision !== world.now.revision;
      const code = isLate ? ErrorCode.changedMeanwhile : random.pick([0, 0, ...CODES.slice(0, 2)]);
      if (code === 0) world.replies.answer();
      else world.replies.fail(failure(code));
      await pass();
      saved(world, code);
      return String(code);
    },
  },
  {
    name: 'somebody else saves',
    weight: 1.5,
    can: ({ sent, conflict }) => !sent && !conflict,
    run: (world, random) => {
      const { now } = world;
      const change = random.pick<Typed>([{ wait: now.wait + 10 }, { on: !now.on }]);
      world.now = { ...now, ...change, revision: now.revision + 1 };
    },
  },
  {
    name: 'reads the page again',
    weight: 2,
    can: (world) => isFree(world) && !world.sent,
    run: async (world) => {
      press(REFRESH);
      await pass();
      world.stored = world.now;
    },
  },
  {
    name: 'keeps the own',
    weight: 3,
    can: ({ conflict }) => conflict,
    run: (world, random) => {
      const typed = differing({ base: world.now, typed: editsOf(world) });
      stand(world, world.now, typed);
      return save(world, random, t('settings.keepMine'));
    },
  },
  {
    name: 'takes theirs',
    weight: 2,
    can: ({ conflict }) => conflict,
    run: (world) => {
      press(t('settings.takeTheirs'));
      stand(world, world.now, {});
    },
  },
  {
    name: 'looks at them together',
    weight: 2,
    can: ({ conflict }) => conflict,
    run: (world) => {
      press(t('ui.close'));
      stand(world, world.now, editsOf(world));
    },
  },
  {
    name: 'wants to leave',
    can: (world) => isFree(world) && !world.sent,
    run: (world) => {
      follow(AWAY);
      if (Object.keys(editsOf(world)).length > 0) world.isAsked = true;
      else world.isAway = true;
    },
  },
  {
    name: 'stays',
    weight: 4,
    can: ({ isAsked }) => isAsked,
    run: (world) => {
      press(t('ui.cancel'));
      world.isAsked = false;
    },
  },
  {
    name: 'leaves',
    weight: 4,
    can: ({ isAsked }) => isAsked,
    run: (world) => {
      press(t('ui.leave'));
      world.isAsked = false;
      world.isAway = true;
    },
  },
  {
    name: 'comes back',
    weight: 6,
    can: ({ isAway }) => isAway,
    run: async (world) => {
      follow(BACK);
      await pass();
      stand(world, world.now, {});
      world.stored = world.now;
      Object.assign(world, { isAway: false, hadAddress: showsAddress(world) });
    },
  },
];

const acts = each.map(
  (act): WalkAct<World> => ({
    ...act,
    run: async (world, random) => {
      const note = await act.run(world, random);
      takeOver(world);
      return note;
    },
  }),
);

function expected(world: World): string[] {
  const { said, isAsked, isAway, sent } = world;
  world.said = [];
  if (isAway) return ['the browser asks: false', ...said];
  const edits = editsOf(world);
  const count = Object.keys(edits).length;
  return [
    '# Demo',
    `[${REFRESH}]`,
    `[${t('history.open')}]`,
    ...NAMES.flatMap((name) => fieldLines(world, name, edits)),
    ...(count > 0
      ? [
          `= ${t('ui.changes', { count })}`,
          ...('on' in edits ? [`= ${t('settings.displayRestarts')}`] : []),
          `[${t('ui.discard')}]${sent ? ' off' : ''}`,
          `[${t('ui.save')}]${sent ? ' busy' : ''}`,
        ]
      : []),
    ...(world.conflict ? conflictLines(world) : []),
    ...(isAsked ? [`# ${t('ui.leaveTitle')}`, `[${t('ui.close')}]`, `[${t('ui.cancel')}]`, `[${t('ui.leave')}]`] : []),
    `the browser asks: ${count > 0}`,
    ...said,
  ];
}

function fieldLines(world: World, name: keyof Values, edits: Typed): string[] {
  if (name === 'address' && !showsAddress(world)) return [];
  const value = valuesOf(world)[name];
  const changed = name in edits ? ['changed'] : [];
  if (name === 'on') return [...changed, `${value ? '(x)' : '( )'} on`];
  const error = name === 'name' ? nameError(world) : undefined;
  return [...changed, `${name}: ${value}`, ...(error ? [`error ${error}`] : [])];
}

function nameError(world: World): string | undefined {
  const values = valuesOf(world);
  if (world.refused) return oneLine(errorLines(ErrorCode.badText));
  return tooLong(values) ? t('settings.tooLong', { max: 8, length: values.name.length }) : undefined;
}

/** What the other changed, by setting. */
function conflictLines({ base, now }: World): string[] {
  return [
    `# ${t('settings.conflictTitle')}`,
    `[${t('ui.close')}]`,
    ...NAMES.filter((name) => base[name] !== now[name]).map((name) => `# ${name}`),
    `[${t('settings.takeTheirs')}]`,
    `[${t('settings.keepMine')}]`,
  ];
}

walkTest('counts what differs, and forgets what was said of a save before', {
  seed: 3100,
  walks: 5,
  steps: 40,
  start,
  acts,
  expected,
  seen: () => [
    ...screenLines({ '.field-changed': 'changed' }).map((line) => (line.startsWith('changed') ? 'changed' : line)),
    `the browser asks: ${asksToClose()}`,
  ],
  end: ({ replies }) => replies.fail(new ApiError('aborted', 'GetDemo')),
});
