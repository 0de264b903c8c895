// What is connected to the terminal: Bluetooth, Wiegand pairing, the authorization lists, the slip printer.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallRequest } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { wire } from '../harness/wire.ts';

const lock = 'A4:C1:38:5E:10:0B';
const reader = 'D8:A0:1D:4C:77:21';
const nobody = '00:00:00:00:00:01';
const phone = '10:20:30:40:50:60';
const other = '10:20:30:40:50:61';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());
afterEach(async () => {
  for (const kind of ['offline', 'outOfRange', 'refusing', 'silent'])
    await terminal.bench.fault('bluetooth', kind, false);
  for (const kind of ['offline', 'silent', 'refusing']) await terminal.bench.fault('wiegand', kind, false);
  for (const kind of ['offline', 'paperOut']) await terminal.bench.fault('printer', kind, false);
});

const bluetooth = () => terminal.admin.call('SetBluetoothParam', {});

describe('Bluetooth', () => {
  beforeEach(() => terminal.admin.call('GetBluetoothParam', { serverOn: true, clientOn: true }));

  /** Searches to the end. */
  async function search(): Promise<void> {
    await terminal.admin.step('GetSearchBleDev', { start: true });
    await terminal.bench.advance(10_000);
  }

  /** Forgets a device if it is known, and whatever the radio is about. */
  const forget = (mac: string) => terminal.admin.attempt('GetBleConnect', { mac, connect: false });

  test('is off at first, and its switches reach the radio', async () => {
    await terminal.admin.call('GetBluetoothParam', { serverOn: false, clientOn: false });
    await terminal.bench.state('bluetooth', ({ server, client }) => server === false && client === false);
    for (const call of ['GetSearchBleDev', 'GetBleConnect'] as const) {
      await terminal.admin.refuse(call, call === 'GetBleConnect' ? { mac: lock } : { start: true }, 'switched_off');
    }
    await terminal.admin.call('GetBluetoothParam', { clientOn: true });
    await terminal.bench.state('bluetooth', ({ client }) => client === true);
    expect((await bluetooth()).state).toMatchObject({ address: '3C:71:BF:0A:52:9D', phase: 'idle', failure: 'none' });
  });

  test('a radio that does not answer keeps the old settings', async () => {
    await terminal.bench.fault('bluetooth', 'offline', true);
    await terminal.admin.refuse('GetBluetoothParam', { clientOn: false }, 'device_offline');
    await terminal.admin.refuse('GetSearchBleDev', { start: true }, 'device_offline');
    expect(await bluetooth()).toMatchObject({ clientOn: true, state: { address: '' } });
  });

  test('a search takes ten seconds and tells what it has heard so far', async () => {
    const begun = await terminal.admin.step('GetSearchBleDev', { start: true });
    expect(begun).toMatchObject({ waits: true, data: { devices: [], secondsLeft: 10 } });
    await terminal.bench.advance(2000);
    expect((await terminal.admin.step('GetSearchBleDev', {})).data.devices.map(({ mac }) => mac)).toEqual([lock]);
    await terminal.bench.advance(8000);
    const ended = await terminal.admin.step('GetSearchBleDev', {});
    expect(ended.waits).toBe(false);
    expect(ended.data.secondsLeft).toBe(0);
    expect(ended.data.devices.map(({ signal }) => signal)).toEqual([-52, -67, -84]);
  });

  test('connecting pairs, and the pairing survives a restart', async () => {
    await search();
    await terminal.admin.call('GetBleConnect', { mac: lock });
    expect((await bluetooth()).state).toMatchObject({ phase: 'connecting', peer: lock });
    await terminal.admin.refuse('GetBleConnect', { mac: reader }, 'busy');
    await terminal.admin.refuse('GetSearchBleDev', { start: true }, 'busy');
    await terminal.bench.advance(1500);
    expect((await bluetooth()).state.phase).toBe('pairing');
    await terminal.bench.advance(2500);
    expect((await bluetooth()).state.phase).toBe('connected');
    const paired = () => terminal.admin.call('SetBleDevGroup', {});
    await until('the pairing to be kept', async () => (await paired()).devices.length === 1);
    expect((await paired()).devices[0]).toMatchObject({
      mac: lock,
      name: 'Lock North Gate',
      connected: true,
      group: 1,
    });
    await terminal.admin.call('GetBleDevGroup', { mac: lock, group: 16 });
    await terminal.bench.fault('bluetooth', 'offline', true);
    await terminal.admin.refuse('GetBleConnect', { mac: lock }, 'device_offline');
    await terminal.admin.refuse('GetBleConnect', { mac: lock, connect: false }, 'device_offline');
    await terminal.bench.fault('bluetooth', 'offline', false);
    await terminal.admin.refuse('GetBleDevGroup', { mac: reader, group: 1 }, 'gone', 'mac');
    await terminal.restart();
    expect((await paired()).devices[0]).toMatchObject({ mac: lock, group: 16, signal: 0 });
    await search();
    const found = await terminal.admin.step('GetSearchBleDev', {});
    expect(found.data.devices.find(({ mac }) => mac === lock)).toMatchObject({ paired: true, connected: true });
    await terminal.admin.call('GetBleConnect', { mac: lock, connect: false });
    expect((await paired()).devices).toEqual([]);
    await terminal.admin.refuse('GetBleConnect', { mac: lock, connect: false }, 'gone', 'mac');
    const calls = auditRows(terminal.daemon).map(({ call }) => call);
    expect(calls.filter((call) => call.startsWith('GetBle'))).toEqual([
      'GetBleConnect',
      'GetBleDevGroup',
      'GetBleConnect',
    ]);
  });

  test.each([
    ['outOfRange', 'outOfRange', 5000],
    ['refusing', 'refused', 4000],
    ['silent', 'timeout', 20_000],
    ['offline', 'radio', 0],
  ])('a connection fails: %s', async (fault, failure, afterMs) => {
    await search();
    if (fault !== 'offline') await terminal.bench.fault('bluetooth', fault, true);
    await terminal.admin.call('GetBleConnect', { mac: reader }).catch(async (error: unknown) => {
      // What is out of range is no longer heard either: it is not there any more.
      if (fault !== 'outOfRange') throw error;
      await terminal.bench.fault('bluetooth', fault, false);
      await terminal.admin.call('GetBleConnect', { mac: reader });
      await terminal.bench.fault('bluetooth', fault, true);
    });
    if (fault === 'offline') await terminal.bench.fault('bluetooth', fault, true);
    await terminal.bench.advance(afterMs);
    expect((await bluetooth()).state).toMatchObject({ phase: 'failed', failure, peer: reader });
    expect((await terminal.admin.call('SetBleDevGroup', {})).devices).toEqual([]);
    await terminal.bench.fault('bluetooth', fault, false);
    await forget(reader);
  });

  test('an attempt can be given up', async () => {
    await search();
    await terminal.admin.call('GetBleConnect', { mac: reader });
    await terminal.admin.call('GetBleConnect', { mac: reader, connect: false });
    await terminal.bench.advance(60_000);
    expect((await bluetooth()).state).toMatchObject({ phase: 'idle', failure: 'none' });
  });

  test('who is not heard cannot be connected', async () => {
    await search();
    await terminal.admin.refuse('GetBleConnect', { mac: nobody }, 'gone', 'mac');
    await terminal.admin.refuse('GetBleConnect', { mac: 'A4:C1:38:5E:10-0B' }, 'bad_format', 'mac');
  });

  test('a phone that asks is listed, and an administrator decides', async () => {
    const listed = async () => (await terminal.admin.call('SetBluetoothAuthorize', {})).devices;
    const ask = { mac: phone, model: 'Phone 9', machine: 4_294_967_295, route1: 255, route2: 3 };
    await terminal.bench.act({ do: 'bluetooth', ask });
    await until('the phone in the list', async () => (await listed()).length === 1);
    expect(await listed()).toEqual([{ ...ask, authorized: false }]);
    expect((await terminal.admin.call('SetBluetoothAuthorize', { authorized: true })).devices).toEqual([]);
    await terminal.bench.act({ do: 'bluetooth', ask: { ...ask, model: 'Phone 10' } });
    await until('the newer model', async () => (await listed())[0]?.model === 'Phone 10');
    await terminal.admin.call('GetBluetoothAuthorize', { macs: [phone], authorized: true });
    // What was authorized stays what it was, whoever asks under its address.
    await terminal.bench.act({ do: 'bluetooth', ask: { ...ask, model: 'Phone 11', route1: 7 } });
    await terminal.bench.act({ do: 'bluetooth', ask: { ...ask, mac: other } });
    await until('the one that asks behind it', async () => (await listed()).length === 2);
    expect((await listed()).find(({ mac }) => mac === phone)).toEqual({ ...ask, model: 'Phone 10', authorized: true });
    await terminal.admin.call('DeleteSomeBluetooth', { macs: [other] });
    await terminal.admin.refuse('GetBluetoothAuthorize', { macs: [phone, nobody], authorized: false }, 'gone', 'macs');
    expect((await listed())[0]?.authorized).toBe(true);
    expect(await terminal.admin.call('DeleteSomeBluetooth', { macs: [phone, nobody] })).toEqual({ deleted: 1 });
    expect(await listed()).toEqual([]);
    await terminal.admin.call('GetBluetoothParam', { serverOn: false });
    expect((await terminal.bench.ask({ do: 'bluetooth', ask })).ok).toBe(false);
  });
});

describe('pairing of Wiegand devices', () => {
  const match = (request: { start?: boolean; cancel?: boolean } = {}) =>
    terminal.admin.step('AnvizWiegandMatch', request);
  const listed = async () => (await terminal.admin.call('SetAnvizWiegandAuthorize', {})).devices;
  const devices = [
    { mac: '00:1B:5A:20:41:7E', model: 'WR-34B', machine: 12, route1: 1, route2: 0 },
    { mac: '00:1B:5A:20:41:7F', model: 'WR-66', machine: 13, route1: 2, route2: 1 },
  ];

  beforeEach(async () => {
    await terminal.bench.act({ do: 'wiegand', devices });
    const macs = (await listed()).map(({ mac }) => mac);
    if (macs.length > 0) await terminal.admin.call('DeleteSomeWiegand', { macs });
  });

  test('waits, lists those that answer, and ends by itself', async () => {
    expect(await match({ start: true })).toMatchObject({ waits: true, data: { result: 'running', secondsLeft: 60 } });
    await terminal.bench.advance(4000);
    const found = await until('an answer', async () => {
      const now = await match();
      return now.data.found.length > 0 && now;
    });
    expect(found.waits).toBe(true);
    await terminal.bench.advance(1500);
    await until('both in the list', async () => (await listed()).length === 2);
    await terminal.bench.advance(5000);
    const ended = await match();
    expect(ended).toMatchObject({ waits: false, data: { result: 'found', secondsLeft: 0 } });
    expect(ended.data.found).toEqual(devices.map((device) => ({ ...device, authorized: false })));
    expect(await listed()).toEqual(ended.data.found);
  });

  test('the list is filtered by the query; the body takes nothing', async () => {
    await match({ start: true });
    await terminal.bench.advance(5500);
    await until('both in the list', async () => (await listed()).length === 2);
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs: ['00:1B:5A:20:41:7F'], authorized: true });
    const models = async (filter: CallRequest<'SetAnvizWiegandAuthorize'>) =>
      (await terminal.admin.call('SetAnvizWiegandAuthorize', filter)).devices.map(({ model }) => model);
    expect(await models({ authorized: true })).toEqual(['WR-66']);
    expect(await models({ authorized: false })).toEqual(['WR-34B']);
    expect(await models({ machine: 12, model: 'WR-34B' })).toEqual(['WR-34B']);
    expect(await models({ mac: '00:1B:5A:20:41:7E', authorized: true })).toEqual([]);
    const { token = '' } = terminal.admin;
    const reply = await wire(terminal.port, {
      method: 'POST',
      path: '/goform/SetAnvizWiegandAuthorize?_t=1&machine=12',
      headers: { token, 'content-type': 'application/json' },
      body: '{"authorized":true}',
    });
    expect(reply.envelope).toMatchObject({ retvalue: 12005, field: 'authorized' });
    await match({ cancel: true });
  });

  test('goes on when nobody asks', async () => {
    await match({ start: true });
    await terminal.bench.advance(4000);
    await until('the first in the list', async () => (await listed()).length > 0);
    await match({ cancel: true });
  });

  test('says when nobody answers, or nobody wants to', async () => {
    await terminal.bench.fault('wiegand', 'silent', true);
    await match({ start: true });
    await terminal.bench.advance(60_000);
    expect(await match()).toMatchObject({ waits: false, data: { result: 'nothing', found: [] } });
    await terminal.bench.fault('wiegand', 'silent', false);
    await terminal.bench.fault('wiegand', 'refusing', true);
    await match({ start: true });
    await terminal.bench.advance(60_000);
    expect(await match()).toMatchObject({ waits: false, data: { result: 'refused', found: [] } });
    expect(await listed()).toEqual([]);
  });

  test('can be cancelled, and is audited', async () => {
    await match({ start: true });
    expect(await match({ cancel: true })).toMatchObject({ waits: false, data: { result: 'nothing' } });
    await terminal.bench.advance(60_000);
    expect(await listed()).toEqual([]);
    const rows = auditRows(terminal.daemon).filter(({ call }) => call === 'AnvizWiegandMatch');
    expect(rows.slice(-2).map(({ after }) => JSON.stringify(after))).toEqual([
      expect.stringContaining('true'),
      expect.stringContaining('false'),
    ]);
  });

  test('a bus that does not answer says so', async () => {
    await terminal.bench.fault('wiegand', 'offline', true);
    await terminal.admin.refuse('AnvizWiegandMatch', { start: true }, 'device_offline');
  });

  test('devices are authorized, cancelled and deleted', async () => {
    await match({ start: true });
    await terminal.bench.advance(20_000);
    await until('both in the list', async () => (await match()).data.found.length === 2);
    const macs = devices.map(({ mac }) => mac);
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs, authorized: true });
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs: macs.slice(0, 1), authorized: false });
    expect((await listed()).map(({ authorized }) => authorized)).toEqual([false, true]);
    await terminal.restart();
    expect((await listed()).map(({ authorized }) => authorized)).toEqual([false, true]);
    expect(await terminal.admin.call('DeleteSomeWiegand', { macs })).toEqual({ deleted: 2 });
    const reply = await terminal.admin.refuse('GetAnvizWiegandAuthorize', { macs, authorized: true }, 'gone');
    expect(reply.envelope.field).toBe('macs');
  });

  test('the list takes 64', async () => {
    for (let slice = 0; slice < 9; slice++) {
      const eight = Array.from({ length: 8 }, (_, index) => ({
        mac: `02:00:00:00:${slice}0:0${index}`,
      }));
      await terminal.bench.act({ do: 'wiegand', devices: eight });
      await match({ start: true });
      await terminal.bench.advance(16_000);
      if (slice === 8) {
        await until('the refusal', async () => (await listed()).length === 64);
      } else {
        await until('eight more', async () => (await listed()).length === (slice + 1) * 8);
        await match({ cancel: true });
      }
    }
    expect(await listed()).toHaveLength(64);
    await match({ cancel: true });
  });
});

describe('slips', () => {
  const everything = ['deviceName', 'date', 'time', 'userid', 'username', 'status', 'method'] as const;
  const printer = async () => (await terminal.admin.call('SetPrintParam', {})).state;
  const printed = (count: number) => terminal.bench.state('printer', (state) => state['printed'] === count);
  const count = async () => Number((await terminal.bench.state('printer'))['printed']);

  beforeEach(async () => {
    await terminal.admin.call('GetPrintParam', {
      on: true,
      baud: 'b1200',
      fields: ['userid', 'username', 'method'],
      header: 'Welcome',
      footer: 'Gracias, Muñoz',
    });
  });

  test('are printed for accepted punches, as fast as the line is', async () => {
    await terminal.add({ userid: 41, username: 'Łucja Kowalska', cardno: '71041' });
    const before = await count();
    await terminal.bench.act({ do: 'card', number: '71041' });
    await terminal.bench.state('printer', ({ condition }) => condition === 'printing');
    expect(await printer()).toMatchObject({ printer: 'printing', waiting: 1, codePage: 'CP858' });
    await terminal.bench.advance(5000);
    const { slips } = await printed(before + 1);
    expect((slips as string[][])[0]).toEqual([
      '            Welcome',
      '--------------------------------',
      'ID 41',
      'Lucja Kowalska',
      'Card',
      '--------------------------------',
      '         Gracias, Muñoz',
    ]);
    expect(await printer()).toMatchObject({ printer: 'ready', waiting: 0 });
  });

  test('are not printed for unknown cards, nor while it is off', async () => {
    await terminal.add({ userid: 42, cardno: '71042' });
    const before = await count();
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '99999' });
    await terminal.admin.call('GetPrintParam', { on: false });
    await terminal.bench.act({ do: 'card', number: '71042' });
    await until('both punches', () => terminal.bench.accesses.length >= seen + 2);
    await terminal.bench.advance(60_000);
    expect(await count()).toBe(before);
    expect((await printer()).printer).toBe('off');
    await terminal.admin.refuse('testPrint', {}, 'switched_off');
  });

  test('wait for paper', async () => {
    await terminal.bench.fault('printer', 'paperOut', true);
    await terminal.admin.refuse('testPrint', {}, 'paper_out');
    await terminal.add({ userid: 43, cardno: '71043' });
    const before = await count();
    await terminal.bench.act({ do: 'card', number: '71043' });
    await until('a slip that waits', async () => (await printer()).waiting === 1);
    await terminal.bench.advance(60_000);
    expect(await printer()).toMatchObject({ printer: 'paperOut', waiting: 1 });
    await terminal.bench.fault('printer', 'paperOut', false);
    await terminal.bench.advance(10_000);
    await printed(before + 1);
  });

  test('a printer that does not answer keeps the old settings, and no punch waits for it', async () => {
    await terminal.bench.fault('printer', 'offline', true);
    await terminal.admin.refuse('GetPrintParam', { baud: 'b115200' }, 'device_offline');
    await terminal.admin.refuse('testPrint', {}, 'device_offline');
    expect((await terminal.admin.call('SetPrintParam', {})).baud).toBe('b1200');
    await terminal.add({ userid: 44, username: 'Nobody waits', cardno: '71044' });
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '71044' });
    await until('the punch', () => terminal.bench.accesses.length > seen);
  });

  test('the preview is what is printed', async () => {
    const fields = everything.filter((field) => field !== 'date' && field !== 'time');
    await terminal.admin.call('GetPrintParam', { baud: 'b115200', fields, header: '“Über” 漢', footer: '' });
    const preview = await terminal.admin.call('slipPreview', { fields, header: '“Über” 漢', footer: '' });
    expect(preview).toMatchObject({ columns: 32, codePage: 'CP858' });
    expect(preview.lines[0]?.trim()).toBe('"Über" ?');
    const before = await count();
    await terminal.admin.call('testPrint', {});
    await terminal.bench.advance(1000);
    const { slips } = await printed(before + 1);
    expect((slips as string[][])[0]).toEqual(preview.lines);
  });

  test('follow the language: its code page, joined letters, from the right', async () => {
    await terminal.admin.call('GetLanguageSettingItem', { language: 'ar' });
    await terminal.admin.call('GetPrintParam', { baud: 'b115200', fields: ['method'], header: 'سلام', footer: '' });
    const preview = await terminal.admin.call('slipPreview', { fields: ['method'], header: 'سلام', footer: '' });
    expect(preview.codePage).toBe('CP864');
    expect(preview.lines[0]?.trim()).toBe('سلام');
    const before = await count();
    await terminal.admin.call('testPrint', {});
    await terminal.bench.advance(1000);
    const { slips } = await printed(before + 1);
    const paper = (slips as string[][])[0] ?? [];
    expect(paper[0]?.trim()).toBe('\ufee1\ufefc\ufeb3');
    expect(paper.at(-1)).toBe(`${' '.repeat(27)}\ufe93\ufed7\ufe8e\ufec1\ufe91`);
    await terminal.admin.call('GetLanguageSettingItem', { language: 'en' });
    await terminal.admin.call('GetTimeParam', { languageMenu: false });
    expect((await terminal.admin.call('SetLanguageSettingItem', {})).offered).toBe(false);
    await terminal.admin.refuse('GetLanguageSettingItem', { language: 'es' }, 'switched_off');
    await terminal.admin.call('GetTimeParam', { languageMenu: true });
  });
});
