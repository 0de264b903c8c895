/** Bluetooth, walked at random: searches, connections that come about, fail or are given up, groups, devices that are forgotten. */
import type { BluetoothDevice, BluetoothState } from '@gen/devices.ts';
import { ErrorCode } from '@gen/errors.ts';
import { fireEvent } from '@testing-library/preact';
import { beforeAll } from 'vitest';
import { BluetoothPage } from '../../../../web/features/devices/pairing/BluetoothPage.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { activateLanguage, errorLines, t } from '../../../../web/lib/i18n.ts';
import { settingLabel } from '../../../../web/lib/settings/words.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { button, oneLine, pass, press, Stage, screenLines, select, type WalkAct, walkTest } from '../../walk.tsx';

beforeAll(() => activateLanguage('en'));

/** The page reads the state in this time. */
const READ_MS = 1100;
const MACS = [1, 2, 3].map((at) => `A4:C1:38:5E:10:0${at}`);
const NAMES: Readonly<Record<string, string>> = { 'A4:C1:38:5E:10:01': '', 'A4:C1:38:5E:10:02': 'Lock' };
const nameOf = (mac: string): string => NAMES[mac] || (mac.endsWith('1') ? t('bluetooth.noName') : 'Reader');
const groupText = (group: number): string => (group === 0 ? t('bluetooth.nobody') : t('users.groupNumber', { group }));

interface Pair {
  readonly mac: string;
  readonly group: number;
}

/** What the terminal knows. */
interface Radio {
  state: BluetoothState;
  heard: readonly string[];
  searching: boolean;
  pairs: readonly Pair[];
  connected: string;
}

/** The page keeps three answers, each as it was read last. */
interface World {
  readonly stage: Stage;
  now: Radio;
  state: BluetoothState;
  found: Pick<Radio, 'heard' | 'searching' | 'pairs' | 'connected'> & { failed: boolean };
  paired: Pick<Radio, 'pairs' | 'connected'>;
  silent: boolean;
  /** What the next act is refused with. */
  refuse: Error | undefined;
  group: { readonly device: Pair; chosen: number; problem: number } | undefined;
  forgets: string | undefined;
  said: string[];
}

const IDLE: BluetoothState = { address: '3C:71:BF:0A:52:9D', phase: 'idle', peer: '', failure: 'none' };
const START: Radio = {
  state: IDLE,
  heard: MACS.slice(0, 2),
  searching: false,
  pairs: [{ mac: MACS[2] ?? '', group: 2 }],
  connected: '',
};

function deviceOf({ pairs, connected }: Pick<Radio, 'pairs' | 'connected'>, mac: string): BluetoothDevice {
  const pair = pairs.find((one) => one.mac === mac);
  const name = mac.endsWith('1') ? '' : nameOf(mac);
  return { mac, name, signal: -60, paired: pair !== undefined, connected: connected === mac, group: pair?.group ?? 0 };
}

function act(world: World): void {
  if (world.silent) throw new ApiError('network', 'act');
  const { refuse } = world;
  world.refuse = undefined;
  if (refuse) throw refuse;
}

function search(world: World, start: boolean): unknown {
  if (world.silent) throw new ApiError('network', 'GetSearchBleDev');
  if (start) act(world);
  if (start)
    world.now = { ...world.now, searching: true, heard: [], state: { ...world.now.state, phase: 'searching' } };
  const data = { devices: world.now.heard.map((mac) => deviceOf(world.now, mac)), secondsLeft: 3 };
  if (world.now.searching) throw new ApiError('wait', 'GetSearchBleDev', { code: 0, status: 200, data });
  return data;
}

/** Connects, gives a connection up, or forgets a device. */
function connect(world: World, mac: string, on: boolean): void {
  act(world);
  const { now } = world;
  if (on) world.now = { ...now, state: { ...now.state, phase: 'connecting', peer: mac } };
  else
    world.now = {
      ...now,
      state: IDLE,
      pairs: now.pairs.filter((one) => one.mac !== mac),
      connected: now.connected === mac ? '' : now.connected,
    };
}

const heardOnce = <Reply,>(world: World, reply: () => Reply): Reply => {
  if (world.silent) throw new ApiError('network', 'read');
  return reply();
};

function start(): World {
  const world: World = {
    stage: new Stage(),
    now: START,
    state: IDLE,
    found: { ...START, failed: false },
    paired: START,
    silent: false,
    refuse: undefined,
    group: undefined,
    forgets: undefined,
    said: [],
  };
  fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    settinghistory: () => ({ changes: [] }),
    SetInfoParam: () => ({
      buildId: 'b',
      deviceName: '',
      hour24: true,
      funOption: {},
      drivers: [{ name: 'bluetooth', ok: true }],
    }),
    SetBluetoothParam: () =>
      heardOnce(world, () => ({ serverOn: false, clientOn: true, revision: 1, state: world.now.state })),
    SetBleDevGroup: () =>
      heardOnce(world, () => ({ devices: world.now.pairs.map(({ mac }) => deviceOf(world.now, mac)) })),
    GetSearchBleDev: ({ start: begin }: { start?: boolean }) => search(world, begin === true),
    GetBleConnect: ({ mac, connect: on = true }: { mac: string; connect?: boolean }) => {
      connect(world, mac, on);
      return {};
    },
    GetBleDevGroup: ({ mac, group }: Pair) => {
      act(world);
      world.now = { ...world.now, pairs: world.now.pairs.map((one) => (one.mac === mac ? { mac, group } : one)) };
      return {};
    },
  });
  world.stage.open(<BluetoothPage />);
  return world;
}

function readPaired(world: World): void {
  if (!world.silent) world.paired = world.now;
}

/** Of a silent terminal the page says that there is no list. */
function readFound(world: World): void {
  world.found = world.silent ? { ...START, heard: [], failed: true } : { ...world.now, failed: false };
}

/** What the page reads by itself: the state, what a search has found so far, and the lists when the state is another. */
function read(world: World): void {
  const { state, now } = world;
  if (world.found.searching) readFound(world);
  if (world.silent) return;
  world.state = now.state;
  if (state.phase === now.state.phase && state.peer === now.state.peer) return;
  readPaired(world);
  readFound(world);
}

async function wait(world: World): Promise<void> {
  await pass(READ_MS);
  read(world);
}

/** After an act of the page all three are read. */
function readAll(world: World): void {
  readPaired(world);
  readFound(world);
  read(world);
}

const isFree = ({ group, forgets }: World): boolean => group === undefined && forgets === undefined;
const isConnecting = ({ state: { phase } }: World): boolean => phase === 'connecting' || phase === 'pairing';

type Random = Parameters<WalkAct<World>['run']>[1];

/** Whether the terminal does what the page asks for. */
function mayRefuse(world: World, random: Random): boolean {
  const isRefused = random.chance(0.3);
  if (isRefused && !world.silent) world.refuse = refusal('', ErrorCode.deviceOffline);
  return isRefused || world.silent;
}

/** A button in the row of a device in reach. */
function pressInRow(mac: string, name: string): void {
  const rows = document.querySelectorAll(`section[aria-label="${t('bluetooth.inReach')}"] .device-row`);
  const row = [...rows].find(({ textContent }) => textContent?.includes(mac));
  const found = [...(row?.querySelectorAll('button') ?? [])].find((one) => oneLine(one.textContent) === name);
  if (!found) throw new Error(`no button «${name}» in the row of ${mac}`);
  fireEvent.click(found);
}

/** An item of the menu of a paired device. */
async function choose(mac: string, item: string): Promise<void> {
  const name = t('users.actionsOf', { name: nameOf(mac) });
  fireEvent.click(button(name));
  await pass();
  const all = [...document.querySelectorAll<HTMLButtonElement>('.menu-item')];
  const found = all.find(({ textContent }) => oneLine(textContent) === item);
  if (!found) throw new Error(`no item «${item}»`);
  fireEvent.click(found);
  await pass();
}

const isOn = ({ state, found }: World, mac: string): boolean =>
  found.connected === mac || (state.phase === 'connected' && state.peer === mac);
const toConnect = (world: World): string[] =>
  world.found.failed ? [] : world.found.heard.filter((mac) => !isOn(world, mac));
const isPaired = ({ found }: World, mac: string): boolean => found.pairs.some((one) => one.mac === mac);

const acts: WalkAct<World>[] = [
  {
    name: 'searches',
    weight: 4,
    can: (world) => isFree(world) && !world.found.searching && !isConnecting(world),
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(world.found.failed ? t('ui.retry') : t('bluetooth.search'));
      await pass();
      if (isRefused) world.found = { ...START, heard: [], failed: true };
      else readFound(world);
      await wait(world);
      return isRefused ? 'refused' : 'begun';
    },
  },
  {
    name: 'a device is heard',
    weight: 5,
    can: ({ now }) => now.searching && now.heard.length < MACS.length,
    run: (world, random) => {
      const mac = random.pick(MACS.filter((one) => !world.now.heard.includes(one)));
      world.now = { ...world.now, heard: [...world.now.heard, mac] };
      return wait(world);
    },
  },
  {
    name: 'the search ends',
    weight: 3,
    can: ({ now }) => now.searching,
    run: (world) => {
      const { now } = world;
      const isAll = now.state.phase === 'searching';
      world.now = { ...now, searching: false, state: isAll ? { ...now.state, phase: 'idle' } : now.state };
      return wait(world);
    },
  },
  {
    name: 'connects to one',
    weight: 5,
    can: (world) => isFree(world) && !isConnecting(world) && toConnect(world).length > 0,
    run: async (world, random) => {
      const mac = random.pick(toConnect(world));
      const isRefused = mayRefuse(world, random);
      pressInRow(mac, isPaired(world, mac) ? t('bluetooth.connect') : t('bluetooth.pair'));
      await pass();
      read(world);
      await wait(world);
      return `${mac} ${isRefused ? 'refused' : 'begun'}`;
    },
  },
  {
    name: 'gives it up',
    weight: 2,
    can: (world) =>
      isFree(world) && isConnecting(world) && !world.found.failed && world.found.heard.includes(world.state.peer),
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      pressInRow(world.state.peer, t('ui.cancel'));
      await pass();
      if (!isRefused) world.said.push(`toast ok ${t('ui.success')}`);
      read(world);
      await wait(world);
      return isRefused ? 'refused' : 'done';
    },
  },
  {
    name: 'the connection comes about, or fails',
    weight: 6,
    can: ({ now: { state } }) => state.phase === 'connecting' || state.phase === 'pairing',
    run: async (world, random) => {
      const { now } = world;
      const { peer } = now.state;
      const phase = random.pick(['pairing', 'connected', 'failed'] as const);
      const pairs = now.pairs.some(({ mac }) => mac === peer) ? now.pairs : [...now.pairs, { mac: peer, group: 0 }];
      if (phase === 'connected') world.now = { ...now, pairs, connected: peer, state: { ...IDLE, phase, peer } };
      if (phase === 'failed') {
        const failure = random.pick(['outOfRange', 'refused', 'timeout'] as const);
        world.now = { ...now, state: { ...IDLE, phase, peer, failure } };
      }
      if (phase === 'pairing') world.now = { ...now, state: { ...now.state, phase, peer } };
      await wait(world);
      return phase;
    },
  },
  {
    name: 'a device goes away',
    weight: 1.5,
    can: ({ now }) => now.connected !== '',
    run: (world) => {
      const { now } = world;
      const isPeer = now.state.peer === now.connected;
      world.now = { ...now, connected: '', state: isPeer ? { ...now.state, phase: 'idle' } : now.state };
      return wait(world);
    },
  },
  {
    name: 'wants another group for one',
    weight: 3,
    can: (world) => isFree(world) && world.paired.pairs.length > 0,
    run: async (world, random) => {
      const device = random.pick(world.paired.pairs);
      await choose(device.mac, t('bluetooth.setGroup'));
      world.group = { device, chosen: device.group, problem: 0 };
      await wait(world);
    },
  },
  {
    name: 'chooses a group',
    weight: 4,
    can: ({ group }) => group !== undefined,
    run: async (world, random) => {
      const { group } = world;
      if (!group) return;
      const chosen = random.between(0, 3);
      Object.assign(group, { chosen, problem: 0 });
      select(t('field.User.group'), String(chosen));
      await wait(world);
    },
  },
  {
    name: 'saves the group',
    weight: 6,
    can: ({ group }) => group !== undefined && group.chosen !== group.device.group,
    run: async (world, random) => {
      const { group } = world;
      if (!group) return '';
      const isRefused = mayRefuse(world, random);
      /* What was said of the group is said until there is another. */
      if (isRefused && !world.silent) group.problem = ErrorCode.deviceOffline;
      press(t('ui.save'));
      await pass();
      if (!isRefused) {
        world.group = undefined;
        world.said.push(`toast ok ${t('settings.saved')}`);
        readAll(world);
      }
      await wait(world);
      return isRefused ? 'refused' : 'saved';
    },
  },
  {
    name: 'leaves the group as it is',
    can: ({ group }) => group !== undefined,
    run: async (world) => {
      press(t('ui.cancel'));
      world.group = undefined;
      await wait(world);
    },
  },
  {
    name: 'wants to forget one',
    weight: 1.5,
    can: (world) => isFree(world) && world.paired.pairs.length > 0,
    run: async (world, random) => {
      const { mac } = random.pick(world.paired.pairs);
      await choose(mac, t('bluetooth.forget'));
      world.forgets = mac;
      await wait(world);
    },
  },
  {
    name: 'forgets it',
    weight: 5,
    can: ({ forgets }) => forgets !== undefined,
    run: async (world, random) => {
      const isRefused = mayRefuse(world, random);
      press(t('bluetooth.forget'));
      await pass();
      if (!isRefused) world.said.push(`toast ok ${t('bluetooth.forgotten', { name: nameOf(world.forgets ?? '') })}`);
      world.forgets = undefined;
      readAll(world);
      await wait(world);
      return isRefused ? 'refused' : 'done';
    },
  },
  {
    name: 'would rather not',
    can: ({ forgets }) => forgets !== undefined,
    run: async (world) => {
      press(t('ui.cancel'));
      world.forgets = undefined;
      await wait(world);
    },
  },
  {
    name: 'connects to a paired one',
    weight: 2,
    can: (world) => isFree(world) && world.paired.pairs.some(({ mac }) => mac !== world.paired.connected),
    run: async (world, random) => {
      const { mac } = random.pick(world.paired.pairs.filter((one) => one.mac !== world.paired.connected));
      const isRefused = mayRefuse(world, random);
      await choose(mac, t('bluetooth.connect'));
      if (!isRefused) readAll(world);
      await wait(world);
      return isRefused ? 'refused' : 'begun';
    },
  },
  {
    name: 'somebody else chooses a group',
    can: ({ now }) => now.pairs.length > 0,
    run: async (world, random) => {
      const { mac } = random.pick(world.now.pairs);
      const group = random.between(1, 9);
      world.now = { ...world.now, pairs: world.now.pairs.map((one) => (one.mac === mac ? { mac, group } : one)) };
      await world.stage.focus();
      readPaired(world);
      await wait(world);
    },
  },
  {
    name: 'the terminal falls silent, or answers again',
    run: async (world) => {
      world.silent = !world.silent;
      await wait(world);
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
      readAll(world);
      await wait(world);
    },
  },
];

function expected(world: World): string[] {
  const { group, forgets, said } = world;
  world.said = [];
  return [
    `# ${t('page.bluetooth')}`,
    `[${t('history.open')}]`,
    `# ${t('bluetooth.use')}`,
    `( ) ${settingLabel('BluetoothParam', 'serverOn')}`,
    `(x) ${settingLabel('BluetoothParam', 'clientOn')}`,
    ...reachLines(world),
    ...pairedLines(world),
    ...(group ? groupLines(group) : []),
    ...stateLines(world),
    ...(forgets
      ? [
          `# ${t('bluetooth.forgetTitle', { name: nameOf(forgets) })}`,
          `[${t('ui.close')}]`,
          `[${t('ui.cancel')}]`,
          `[${t('bluetooth.forget')}]`,
        ]
      : []),
    ...said,
  ];
}

function reachLines(world: World): string[] {
  const { heard, searching, failed } = world.found;
  const name = searching
    ? `[${t('bluetooth.searching')}] busy`
    : `[${t('bluetooth.search')}]${isConnecting(world) ? ' off' : ''}`;
  const empty = searching ? t('bluetooth.searchingText') : t('bluetooth.noneInReach');
  return [
    `# ${t('bluetooth.inReach')}`,
    name,
    ...(failed ? [`empty ${t('ui.loadFailed')}`, `[${t('ui.retry')}]`] : heard.length === 0 ? [`empty ${empty}`] : []),
    ...heard.flatMap((mac) => [`device ${nameOf(mac)}${mac}`, ...rowLines(world, mac)]),
  ];
}

function rowLines(world: World, mac: string): string[] {
  const { phase, peer } = world.state;
  if (isConnecting(world) && peer === mac) return [`tag ${t(`bluetooth.phase.${phase}`)}`, `[${t('ui.cancel')}]`];
  if (isOn(world, mac)) return [`tag ${t('bluetooth.connected')}`];
  const off = isConnecting(world) ? ' off' : '';
  if (isPaired(world, mac)) return [`tag ${t('bluetooth.paired')}`, `[${t('bluetooth.connect')}]${off}`];
  return [`[${t('bluetooth.pair')}]${off}`];
}

function pairedLines({ paired: { pairs, connected } }: World): string[] {
  return [
    `# ${t('bluetooth.pairedDevices')}`,
    ...(pairs.length === 0 ? [`empty ${t('bluetooth.nonePaired')}`] : []),
    ...pairs.flatMap(({ mac, group }) => [
      `device ${nameOf(mac)}${mac} · ${groupText(group)}`,
      ...(connected === mac ? [`tag ${t('bluetooth.connected')}`] : []),
      `[${t('users.actionsOf', { name: nameOf(mac) })}]`,
    ]),
  ];
}

function stateLines({ state: { address, phase, peer, failure }, paired }: World): string[] {
  const device = paired.pairs.some(({ mac }) => mac === peer) ? nameOf(peer) : peer;
  return [
    `state ${address}`,
    `state ${t(`bluetooth.phase.${phase}`)}`,
    ...(peer === '' || phase === 'idle' || phase === 'searching' ? [] : [`state ${device}`]),
    ...(phase === 'failed' && failure !== 'none'
      ? [`! ${t('bluetooth.failed')} ${device}: ${t(`bluetooth.failure.${failure}`)}`]
      : []),
  ];
}

function groupLines({ device, chosen, problem }: NonNullable<World['group']>): string[] {
  return [
    `# ${t('bluetooth.groupOf', { name: nameOf(device.mac) })}`,
    `[${t('ui.close')}]`,
    `${t('field.User.group')}: ${chosen}`,
    ...(problem ? [`error ${oneLine(errorLines(problem))}`] : []),
    `[${t('ui.cancel')}]`,
    `[${t('ui.save')}]${chosen === device.group ? ' off' : ''}`,
  ];
}

walkTest('shows who is in reach, who is paired and what the radio does', {
  seed: 6100,
  walks: 3,
  steps: 30,
  start,
  acts,
  expected,
  seen: () => screenLines({ '.device-text': 'device', '.tag': 'tag', dd: 'state' }),
});
