// Nothing promises what it does not do: what no server is there for cannot be switched on, a full log says so at the door, and
// what the terminal has no device for is refused.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Device } from '../../build/gen/ts/machine.ts';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import type { AccessEvent } from '../harness/bench.ts';
import { type CallName, type CallRequest, errorNamed } from '../harness/contract.ts';
import { changeDatabase, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const noLinks = errorNamed('no_server_links').code;
const notFitted = errorNamed('not_fitted').code;

async function card(terminal: Terminal, number: string): Promise<AccessEvent> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act({ do: 'card', number });
  return until('an access event', () => terminal.bench.accesses[seen]);
}

describe('what needs a server', () => {
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.start();
  });
  afterAll(() => terminal.stop());

  const switches = [
    ['GetWorkModeSwitch', 'online', true],
    ['GetRestParam', 'webhookOn', true],
    ['GetCloudParam', 'on', true],
    ['GetCommMode', 'direction', 'call'],
  ] as const;

  test.each(switches)('cannot be switched on: %s', async (call, field, value) => {
    const reply = await terminal.admin.attempt(call, { [field]: value } as CallRequest<typeof call>);
    expect(reply.envelope).toMatchObject({ retvalue: noLinks, field });
    await terminal.admin.call(call, { [field]: value === 'call' ? 'listen' : false } as CallRequest<typeof call>);
  });

  test('is refused of a settings file too, and tells which setting', async () => {
    const file = JSON.stringify({ postern: 'settings', version: 1, settings: { WorkModeSwitch: { online: true } } });
    const sent = { body: Buffer.from(file), headers: { 'content-type': 'application/octet-stream' } };
    const look = await terminal.admin.attempt('settingsLook', {}, sent);
    expect(look.envelope.data).toMatchObject({ differences: [{ setting: 'online', code: noLinks }] });
    const taken = await terminal.admin.attempt('settingsApply', { pages: 'WorkModeSwitch' }, sent);
    expect(taken.envelope.data).toMatchObject({ saved: [], failed: [{ setting: 'online', code: noLinks }] });
  });

  test('is off where an earlier version stored it as on, and nobody is locked out by it', async () => {
    await terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
    await terminal.daemon.stop();
    changeDatabase(
      terminal.daemon,
      "INSERT INTO setting (key, value) VALUES ('WorkModeSwitch.online', 'true'), ('WorkModeSwitch.fallback', 'refuse')," +
        " ('CloudParam.on', 'true'), ('CommMode.direction', 'call')",
    );
    await terminal.daemon.begin();
    await terminal.resume();
    expect(await terminal.admin.call('SetWorkModeSwitch', {})).toMatchObject({ online: false, fallback: 'refuse' });
    expect(await terminal.admin.call('SetCloudParam', {})).toMatchObject({ on: false, state: { link: 'off' } });
    expect(await terminal.admin.call('SetCommMode', {})).toMatchObject({ direction: 'listen' });
    expect(await card(terminal, '7007')).toMatchObject({ granted: true });
  });
});

describe('a log that is full and keeps what is there', () => {
  const capacity = 1_000_000;
  const day = Date.UTC(2026, 5, 1);
  const line: SeedRecord = { time: day, kind: 'opened', result: 'none', reason: 'none', factors: [] };
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.start();
    await terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
    await terminal.admin.call('GetKaoqinParam', { fullLog: 'refuse', duplicatePunch: 0 });
  });
  afterAll(() => terminal.stop());

  const open = async () => (await terminal.admin.call('alarms', {})).alarms;

  /** The log counts from the number of its first line to that of its last; some lines at its start are there to be displaced. */
  async function filledTo(count: number): Promise<void> {
    await terminal.daemon.stop();
    if (count < capacity)
      writeRecords(
        terminal.daemon.state,
        Array.from({ length: 30 }, () => line),
      );
    const first = Number(queryDatabase(terminal.daemon, 'SELECT min(seq) AS seq FROM record')[0]?.['seq']);
    changeDatabase(terminal.daemon, `UPDATE sqlite_sequence SET seq = ${first + count - 1} WHERE name = 'record'`);
    await terminal.daemon.begin();
    await terminal.resume();
  }

  test('is an open alarm at its threshold, also where it was there at the start', async () => {
    await filledTo(capacity - 400);
    await card(terminal, '7007');
    await until('the alarm', async () => (await open()).some(({ kind }) => kind === 'logAlarm'));
    expect(await open()).toMatchObject([{ kind: 'logAlarm', detail: '', count: 1 }]);
    await terminal.restart();
    await card(terminal, '7007');
    expect(await open()).toMatchObject([{ kind: 'logAlarm', count: 1 }]);
  });

  test('tells the person that nothing is recorded, and is an open alarm that says so', async () => {
    await filledTo(capacity);
    await terminal.admin.call('GetWorkModeSwitch', { mode: 'attendance' });
    await terminal.bench.hold();
    expect(await card(terminal, '7007')).toMatchObject({ granted: true, word: 'notRecorded' });
    await until('the sound', () => terminal.bench.states.get('sound')?.['playing'] === 'denied');
    await terminal.bench.release();
    await until('the alarm', async () => (await open())[0]?.detail === 'full');
    expect(await open()).toMatchObject([{ kind: 'logAlarm', detail: 'full' }]);
    const once = (await open())[0]?.count;
    await card(terminal, '7007');
    expect((await open())[0]?.count).toBe(once);
    const { records } = await terminal.admin.call('searchrecord', { all: true, limit: 3 });
    expect(records[0]).toMatchObject({ kind: 'logAlarm', detail: 'full' });
    expect(terminal.daemon.logText).toMatch(/credential presented.*granted=yes.*recorded="no, the log is full"/);
  });

  test('plays what is so where the door opens all the same', async () => {
    await terminal.admin.call('GetWorkModeSwitch', { mode: 'both' });
    await terminal.bench.hold();
    expect(await card(terminal, '7007')).toMatchObject({ granted: true, word: 'notRecorded' });
    await until('the sound', () => terminal.bench.states.get('sound')?.['playing'] === 'granted');
    await terminal.bench.release();
  });

  test('records again once the oldest give way', async () => {
    await terminal.admin.call('GetKaoqinParam', { fullLog: 'oldest' });
    expect(await card(terminal, '7007')).toMatchObject({ granted: true, word: 'welcome' });
  });
});

describe('a terminal without devices', () => {
  const missing: readonly Device[] = [
    'sound',
    'camera',
    'reader',
    'keypad',
    'finger',
    'thermometer',
    'printer',
    'bluetooth',
    'wiegand',
    'door',
    'wifi',
  ];
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.start({ args: ['--without', missing.join(',')] });
    await terminal.add({ userid: 7, username: 'Ada' });
  });
  afterAll(() => terminal.stop());

  test('lists those it has, and the file system of its data', async () => {
    const { drivers, fileSystemVersion, databaseVersion } = await terminal.admin.call('SetInfoParam', {});
    const names = drivers.map(({ name }) => name);
    expect(names.filter((name) => missing.some((device) => device === name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['ethernet', 'face', 'iris']));
    expect(fileSystemVersion).toMatch(/^[a-z]/);
    expect(Number(databaseVersion)).toBeGreaterThan(20);
  });

  const settings: readonly (readonly [CallName, Record<string, unknown>])[] = [
    ['GetMachineParam', { volume: 5 }],
    ['GetMachineParam', { keypadPassword: '483920' }],
    ['GetTimeParam', { keyboardLock: true }],
    ['GetIdentifyParam', { cameraLight: 'on' }],
    ['GetFPCompareParam', { level: 5 }],
    ['GetAccessControl', { relay: 'door' }],
    ['GetAccessControl', { delay: 9 }],
    ['GetAccessControl', { wiegandOut: 'card34' }],
    ['GetPrintParam', { on: true }],
    ['GetBluetoothParam', { serverOn: true }],
    ['GetThermometryParam', { limit: 380 }],
    ['GetWirless', { mode: 'client', ssid: 'office', security: 'open' }],
  ];
  test.each(settings)('refuses settings of those it has not: %s %o', async (call, request) => {
    const reply = await terminal.admin.attempt(call, request as CallRequest<typeof call>);
    expect(reply.envelope.retvalue).toBe(notFitted);
    expect(Object.keys(request)).toContain(reply.envelope.field);
  });

  const calls: readonly (readonly [CallName, Record<string, unknown>])[] = [
    ['SetAllWirless', {}],
    ['GetChooseWirless', { ssid: 'office', security: 'open' }],
    ['InitAdminCard', {}],
    ['doorCommand', { command: 'lockDown' }],
    ['testPrint', {}],
    ['GetSearchBleDev', { start: true }],
    ['AnvizWiegandMatch', { start: true }],
    ['test_takephoto', {}],
    ['regfp', { userid: 7, factor: 'card' }],
    ['regfp', { userid: 7, factor: 'finger', finger: 1 }],
  ];
  test.each(calls)('refuses calls about them: %s %o', async (call, request) => {
    const reply = await terminal.admin.attempt(call, request as CallRequest<typeof call>);
    expect(reply.envelope.retvalue).toBe(notFitted);
  });

  test('takes the other settings of the same pages', async () => {
    await terminal.admin.call('GetMachineParam', { deviceName: 'Shed' });
    await terminal.admin.call('GetAccessControl', { cardByteOrder: 'little', relay: 'none' });
    await terminal.admin.call('GetTimeParam', { hour24: false });
  });
});

describe('the last backup', () => {
  test('is the one that was downloaded whole', async () => {
    const terminal = await Terminal.start();
    try {
      expect((await terminal.admin.call('backupState', {})).last).toBe(0);
      const before = (await terminal.admin.call('SetInfoParam', {})).time;
      const reply = await terminal.admin.attempt('DownloadBackup', {
        passphrase: 'correct horse battery',
        photos: false,
      });
      expect(reply.file?.length).toBeGreaterThan(1000);
      await until('its time', async () => (await terminal.admin.call('backupState', {})).last >= before);
    } finally {
      await terminal.stop();
    }
  });
});
