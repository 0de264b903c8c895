// Devices that ask at the door: on the Wiegand bus and over Bluetooth, through the lists and groups of the console.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const bus = '00:1B:5A:20:41:7E';
const phone = '10:20:30:40:50:60';
const reader = 'D8:A0:1D:4C:77:21';
const card = '4711471';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('adduser', { userid: 7, username: 'Ada', cardno: card, group: 1 });
  await terminal.admin.call('GetBluetoothParam', { serverOn: true, clientOn: true });
  await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
});
afterAll(() => terminal.stop());

const newest = async () => (await terminal.admin.call('searchrecord', {})).records[0];

/** Shows the card, and the line that came of it. */
async function show(link: 'wiegand' | 'bluetooth', mac: string) {
  const before = (await newest())?.seq ?? 0;
  await terminal.bench.act({ do: link, show: { mac, number: card, model: 'M1', machine: 5 } });
  return until('the line', async () => {
    const line = await newest();
    return line !== undefined && line.seq > before ? line : undefined;
  });
}

const why = async (seq: number) => (await terminal.admin.call('explain', { seq })).reason;

describe('a device on the bus', () => {
  test('asks for nobody until it is paired and authorized', async () => {
    const stranger = await show('wiegand', bus);
    expect(stranger).toMatchObject({ result: 'refused', reason: 'notAuthorized', userid: 0, detail: `wiegand ${bus}` });
    expect((await terminal.admin.call('SetAnvizWiegandAuthorize', {})).devices).toEqual([]);
    await terminal.admin.step('AnvizWiegandMatch', { start: true });
    await terminal.bench.advance(10_000);
    await until('pairing', async () => !(await terminal.admin.step('AnvizWiegandMatch', {})).waits);
    expect(await show('wiegand', bus)).toMatchObject({ reason: 'notAuthorized' });
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs: [bus], authorized: true });
    expect(await show('wiegand', bus)).toMatchObject({
      result: 'granted',
      reason: 'anyTime',
      userid: 7,
      factors: ['card'],
      detail: `wiegand ${bus}`,
    });
    await terminal.bench.state('door', ({ relay }) => relay === true);
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs: [bus], authorized: false });
    const cancelled = await show('wiegand', bus);
    expect(cancelled).toMatchObject({ result: 'refused', reason: 'notAuthorized' });
    expect(await why(cancelled.seq)).toBe('notAuthorized');
    await terminal.admin.call('GetAnvizWiegandAuthorize', { macs: [bus], authorized: true });
    expect(await why(cancelled.seq)).toBe('unknown'); /* whose it was is not known: it was not looked at */
  });

  test('is heard as it is', async () => {
    await terminal.bench.fault('wiegand', 'offline', true);
    const request = { do: 'wiegand', show: { mac: bus, number: card } } as const;
    expect((await terminal.bench.ask(request)).ok).toBe(false);
    await terminal.bench.fault('wiegand', 'offline', false);
    await terminal.bench.fault('wiegand', 'garbage', true);
    const before = (await newest())?.seq;
    await terminal.bench.act(request);
    await terminal.bench.act({ do: 'card', number: '99' });
    await until('the card after it', async () => ((await newest())?.seq ?? 0) > (before ?? 0));
    expect(await newest()).toMatchObject({ seq: (before ?? 0) + 1, reason: 'unknown', detail: 'card:99' });
    await terminal.bench.fault('wiegand', 'garbage', false);
  });
});

describe('a Bluetooth device', () => {
  const authorize = (mac: string, authorized: boolean) =>
    terminal.admin.call('GetBluetoothAuthorize', { macs: [mac], authorized });
  const listed = async (mac: string) =>
    (await terminal.admin.call('SetBluetoothAuthorize', { mac })).devices.map(({ model, machine }) => ({
      model,
      machine,
    }));

  beforeEach(() => terminal.bench.advance(60_000));

  test('is on the list once it has asked', async () => {
    expect(await show('bluetooth', phone)).toMatchObject({
      reason: 'notAuthorized',
      detail: `bluetooth ${phone}`,
      photo: false,
    });
    await until('the list', async () => (await listed(phone)).length === 1);
    expect(await listed(phone)).toEqual([{ model: 'M1', machine: 5 }]);
    await authorize(phone, true);
    expect(await show('bluetooth', phone)).toMatchObject({ result: 'granted', userid: 7 });
  });

  test('that is paired lets in the people of its group', async () => {
    await terminal.admin.step('GetSearchBleDev', { start: true });
    await terminal.bench.advance(10_000);
    await terminal.admin.call('GetBleConnect', { mac: reader });
    await terminal.bench.advance(4000);
    await until('the pairing', async () => (await terminal.admin.call('SetBleDevGroup', {})).devices.length === 1);
    expect(await show('bluetooth', reader)).toMatchObject({ reason: 'notAuthorized' });
    await until('the list', async () => (await listed(reader)).length === 1);
    await authorize(reader, true);
    const let_in = await show('bluetooth', reader);
    expect(let_in).toMatchObject({ result: 'granted', userid: 7 });
    for (const group of [2, 0]) {
      await terminal.admin.call('GetBleDevGroup', { mac: reader, group });
      expect(await show('bluetooth', reader)).toMatchObject({ result: 'refused', reason: 'deviceGroup', userid: 7 });
      expect(await why(let_in.seq)).toBe('deviceGroup');
    }
    const asked = { userid: 7, factors: ['card'] as const, from: 'bluetooth', mac: reader } as const;
    expect(await terminal.admin.call('explain', { ...asked, factors: ['card'] })).toMatchObject({
      reason: 'deviceGroup',
      from: 'bluetooth',
      mac: reader,
    });
    await terminal.admin.call('GetBleDevGroup', { mac: reader, group: 1 });
    expect((await terminal.admin.call('explain', { ...asked, factors: ['card'] })).verdict).toBe('granted');
  });

  test('opens no menu and enrols nobody', async () => {
    await terminal.admin.call('adduser', { userid: 8, username: 'Grace' });
    await terminal.admin.call('regfp', { userid: 8, factor: 'card' });
    expect(await show('bluetooth', phone)).toMatchObject({ result: 'granted', userid: 7 });
    await terminal.bench.act({ do: 'key', key: 'menu' });
    await until('the menu', () => terminal.bench.menus.at(-1)?.page === 'id');
    expect(await show('bluetooth', phone)).toMatchObject({ result: 'granted', userid: 7 });
    await until('the menu', () => terminal.bench.menus.at(-1)?.page === 'id');
    await terminal.bench.act({ do: 'key', key: 'menu' });
    expect((await terminal.admin.step('getOnlineEnrollStatus', {})).data).toMatchObject({ userid: 8, step: 'present' });
    await terminal.admin.call('enrolCancel', {});
  });
});

test('«Why?» wants a device whole', async () => {
  await terminal.admin.refuse('explain', { userid: 7, from: 'wiegand' }, 'missing_parameter', 'mac');
  await terminal.admin.refuse('explain', { userid: 7, mac: bus }, 'out_of_range', 'mac');
  await terminal.admin.refuse('explain', { seq: 1, from: 'wiegand', mac: bus }, 'out_of_range', 'seq');
});
