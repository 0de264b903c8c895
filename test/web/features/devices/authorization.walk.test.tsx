/** The authorization lists, walked at random: who is selected, what was decided or refused, devices that come and go. */
import type { AuthorizedDevice } from '@gen/devices.ts';
import { ErrorCode } from '@gen/errors.ts';
import { beforeAll } from 'vitest';
import { AuthorizationModePage } from '../../../../web/features/devices/authorization/AuthorizationModePage.tsx';
import { type Link, links } from '../../../../web/features/devices/authorization/useAuthorized.ts';
import { activateLanguage, t } from '../../../../web/lib/i18n.ts';
import type { Random } from '../../../harness/random.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { pass, press, Replies, Stage, screenLines, tick, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

const READ_MS = 5100;
const MACS = [1, 2, 3].map((at) => `00:1B:5A:20:41:0${at}`);
type List = readonly AuthorizedDevice[];

const deviceOf = (mac: string, authorized: boolean): AuthorizedDevice => ({
  mac,
  model: 'WR-34B',
  machine: 12,
  route1: 1,
  route2: 0,
  authorized,
});
const nameOf = ({ mac, model }: AuthorizedDevice) => `${model}, ${mac}`;

interface World {
  readonly stage: Stage;
  readonly replies: Replies;
  readonly now: Record<Link, List>;
  /** As the page read them last. */
  readonly known: Record<Link, List>;
  link: Link;
  chosen: readonly string[];
  /** Devices that are asked about before they are deleted. */
  asked: List | undefined;
  said: string[];
}

function start(random: Random): World {
  const some = (): List => MACS.filter(() => random.chance(0.7)).map((mac) => deviceOf(mac, random.chance(0.5)));
  const now: Record<Link, List> = { wiegand: some(), bluetooth: some() };
  const world: World = {
    stage: new Stage(),
    replies: new Replies(),
    now,
    known: { ...now },
    link: 'wiegand',
    chosen: [],
    asked: undefined,
    said: [],
  };
  const authorize = (link: Link) =>
    world.replies.of(({ macs, authorized }: { macs: readonly string[]; authorized: boolean }) => {
      world.now[link] = world.now[link].map((one) => (macs.includes(one.mac) ? { ...one, authorized } : one));
      return {};
    });
  const remove = (link: Link) =>
    world.replies.of(({ macs }: { macs: readonly string[] }) => {
      world.now[link] = world.now[link].filter(({ mac }) => !macs.includes(mac));
      return { deleted: macs.length };
    });
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetAnvizWiegandAuthorize: () => ({ devices: world.now.wiegand }),
    SetBluetoothAuthorize: () => ({ devices: world.now.bluetooth }),
    GetAnvizWiegandAuthorize: authorize('wiegand'),
    GetBluetoothAuthorize: authorize('bluetooth'),
    DeleteSomeWiegand: remove('wiegand'),
    DeleteSomeBluetooth: remove('bluetooth'),
  });
  world.stage.open(<AuthorizationModePage />);
  return world;
}

const rowsOf = ({ known, link }: World): List => known[link];
const chosenOf = (world: World): List => rowsOf(world).filter(({ mac }) => world.chosen.includes(mac));

/** The page reads its list: who is not in it is selected no more. */
function read(world: World): void {
  world.known[world.link] = world.now[world.link];
  world.chosen = chosenOf(world).map(({ mac }) => mac);
}

/** Decides about devices; refused, they stay selected. */
async function decide(world: World, random: Random, act: () => unknown, done: string): Promise<string> {
  const isRefused = random.chance(0.35);
  if (isRefused) world.replies.refuse = refusal('', ErrorCode.storageFull);
  act();
  await pass();
  if (!isRefused) {
    world.said.push(`toast ok ${done}`);
    world.chosen = [];
  }
  read(world);
  return isRefused ? 'refused' : 'taken';
}

const isFree = ({ asked }: World) => asked === undefined;
const which = (authorized: boolean) => (world: World) => chosenOf(world).filter((one) => one.authorized === authorized);
const waiting = which(false);
const open = which(true);

const acts: WalkAct<World>[] = [
  {
    name: 'selects a device, or not',
    weight: 5,
    can: (world) => isFree(world) && rowsOf(world).length > 0,
    run: (world, random) => {
      const device = random.pick(rowsOf(world));
      tick(t('ui.selectRow', { name: nameOf(device) }));
      const { mac } = device;
      world.chosen = world.chosen.includes(mac) ? world.chosen.filter((one) => one !== mac) : [...world.chosen, mac];
    },
  },
  {
    name: 'selects all, or none',
    can: (world) => isFree(world) && rowsOf(world).length > 0,
    run: (world) => {
      const isAll = chosenOf(world).length === rowsOf(world).length;
      tick(t('ui.selectPage'));
      world.chosen = isAll ? [] : rowsOf(world).map(({ mac }) => mac);
    },
  },
  {
    name: 'selects nothing any more',
    can: (world) => isFree(world) && chosenOf(world).length > 0,
    run: (world) => {
      press(t('ui.clearSelection'));
      world.chosen = [];
    },
  },
  {
    name: 'authorizes them',
    weight: 3,
    can: (world) => isFree(world) && waiting(world).length > 0,
    run: (world, random) => {
      const done = t('authorization.authorizedDone', { count: waiting(world).length });
      return decide(world, random, () => press(t('authorization.authorize')), done);
    },
  },
  {
    name: 'cancels it',
    weight: 3,
    can: (world) => isFree(world) && open(world).length > 0,
    run: (world, random) => {
      const done = t('authorization.cancelledDone', { count: open(world).length });
      return decide(world, random, () => press(t('authorization.cancel')), done);
    },
  },
  {
    name: 'wants to delete them',
    weight: 2,
    can: (world) => isFree(world) && chosenOf(world).length > 0,
    run: (world) => {
      press(t('authorization.delete'));
      world.asked = chosenOf(world);
    },
  },
  {
    name: 'deletes them',
    weight: 6,
    can: (world) => !isFree(world),
    run: (world, random) => {
      const done = t('authorization.deletedDone', { count: world.asked?.length ?? 0 });
      world.asked = undefined;
      return decide(world, random, () => press(t('authorization.delete')), done);
    },
  },
  {
    name: 'would rather not delete them',
    weight: 2,
    can: (world) => !isFree(world),
    run: (world) => {
      press(t('ui.cancel'));
      world.asked = undefined;
    },
  },
  {
    name: 'a device asks, or somebody else decides',
    weight: 4,
    run: async (world, random) => {
      const mac = random.pick(MACS);
      const list = world.now[world.link];
      const there = list.find((one) => one.mac === mac);
      const others = list.filter((one) => one !== there);
      const isGone = there !== undefined && random.chance(0.6);
      world.now[world.link] = isGone ? others : [...others, deviceOf(mac, there ? !there.authorized : false)];
      await pass(READ_MS);
      read(world);
      return `${mac} ${isGone ? 'goes' : there ? 'is decided about' : 'comes'}`;
    },
  },
  {
    /* Its bar takes the place of the choice while somebody is selected. */
    name: 'looks at the other list',
    weight: 2,
    can: (world) => isFree(world) && chosenOf(world).length === 0,
    run: async (world) => {
      world.link = world.link === 'wiegand' ? 'bluetooth' : 'wiegand';
      tick(t(`authorization.${world.link}`));
      world.chosen = [];
      await pass(READ_MS);
      read(world);
    },
  },
  {
    name: 'leaves the page and comes back',
    weight: 0.5,
    can: isFree,
    run: async (world) => {
      await world.stage.leave();
      world.stage.comeBack();
      await pass();
      Object.assign(world, { chosen: [] });
      read(world);
    },
  },
];

function expected(world: World): string[] {
  const { link, asked, said } = world;
  world.said = [];
  const rows = rowsOf(world);
  return [
    `# ${t('page.authorizationMode')}${rows.length}`,
    ...(chosenOf(world).length > 0
      ? barLines(world)
      : links.map((one) => `${one === link ? '(x)' : '( )'} ${t(`authorization.${one}`)}`)),
    ...(rows.length > 0
      ? tableLines(world)
      : [`empty ${t(link === 'wiegand' ? 'authorization.noWiegand' : 'authorization.noBluetooth')}`]),
    ...(asked
      ? [
          `# ${t('authorization.deleteTitle', { count: asked.length })}`,
          `[${t('ui.close')}]`,
          `[${t('ui.cancel')}]`,
          `[${t('authorization.delete')}]`,
        ]
      : []),
    ...said,
  ];
}

function barLines(world: World): string[] {
  return [
    `[${t('ui.clearSelection')}]`,
    `count ${t('ui.selected', { count: chosenOf(world).length })}`,
    `[${t('authorization.authorize')}]${waiting(world).length > 0 ? '' : ' off'}`,
    `[${t('authorization.cancel')}]${open(world).length > 0 ? '' : ' off'}`,
    `[${t('authorization.delete')}]`,
  ];
}

function tableLines(world: World): string[] {
  const rows = rowsOf(world);
  return [
    `${chosenOf(world).length === rows.length ? '(x)' : '( )'} ${t('ui.selectPage')}`,
    ...rows.flatMap((device) => [
      `${world.chosen.includes(device.mac) ? '(x)' : '( )'} ${t('ui.selectRow', { name: nameOf(device) })}`,
      `status ${t(device.authorized ? 'authorization.authorized' : 'authorization.unauthorized')}`,
      `[${t('users.actionsOf', { name: nameOf(device) })}]`,
    ]),
  ];
}

walkTest('shows who is in the list and who is selected', {
  seed: 4100,
  walks: 4,
  steps: 40,
  start,
  acts,
  expected,
  seen: () => screenLines({ '.toolbar-count': 'count', '.tag': 'status' }),
});
