// What a Linux terminal has, and what it says of what its board has not.

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaseOf } from '../conformance/network.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { until } from '../harness/wait.ts';
import { fifo, LinuxWorld, worldFor } from './world.ts';

/** A name server that knows one name; the others do not exist. */
async function nameServer(address: string, name: string, found: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const wanted = Buffer.concat([
      ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
      Buffer.from([0, 0, 1, 0, 1]),
    ]);
    const isKnown = question.subarray(12).equals(wanted);
    const answer = Buffer.from(question);
    answer.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
    answer.writeUInt16BE(isKnown ? 1 : 0, 6);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found.split('.').map(Number)]);
    socket.send(isKnown ? Buffer.concat([answer, record]) : answer, from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  return socket;
}

const folder = temporaryFolder();
const init = fifo(join(folder, 'init'));
const watchdog = fifo(join(folder, 'watchdog'));
const world = worldFor(async () => {
  writeFileSync(join(folder, 'life_time'), '0x01 0x03\n');
  const board = [
    `wear = ${join(folder, 'life_time')}`,
    `restart = ${join(folder, 'init')}`,
    `watchdog = ${join(folder, 'watchdog')}`,
  ];
  const made = await LinuxWorld.start({ number: 3, board });
  await made.dhcp('well');
  await leaseOf(made, 'bound');
  return made;
});

test('names are asked for at the server of the lease, and at one of the settings', async () => {
  const { admin, subnet, resolvConf } = world();
  await until('the server of the lease', () => readFileSync(resolvConf, 'utf8') === `nameserver ${subnet.dns}\n`);
  const server = await nameServer(subnet.gateway, 'time.example.com', subnet.gateway);
  try {
    await admin.call('GetDateTimeParam', { ntpServer1: 'time.example.com', ntpServer2: '' });
    const names = (wanted: string) =>
      until(`names ${wanted}`, async () => (await admin.call('SetInternet', {})).state.names === wanted, {
        everyMs: 50,
      });
    await admin.call('GetInternet', { dns1: subnet.gateway, dns2: '' });
    await names('good');
    await until('the gateway', async () => (await admin.call('SetInternet', {})).state.gateway === 'good');
    await admin.call('GetInternet', { dns1: subnet.spare, dns2: '' });
    await names('failed');
    expect(readFileSync(resolvConf, 'utf8')).toBe(`nameserver ${subnet.spare}\n`);
  } finally {
    server.close();
    await admin.call('GetInternet', { dns1: '', dns2: '' });
  }
  await until('the server of the lease', () => readFileSync(resolvConf, 'utf8') === `nameserver ${subnet.dns}\n`);
});

test('a DHCP client that ends is started anew, and ends with the daemon', async () => {
  const first = await until('a DHCP client', () => world().client());
  process.kill(first, 'SIGKILL');
  expect(await leaseOf(world(), 'noServer')).toMatchObject({ address: '' });
  await leaseOf(world(), 'bound');
  const second = await until('another DHCP client', () => world().client());
  expect(second).not.toBe(first);
  await world().die();
  await until('the end of the DHCP client', () => {
    try {
      process.kill(second, 0);
      return false;
    } catch {
      return true;
    }
  });
  await leaseOf(world(), 'bound');
});

test('lists what is fitted, and nothing as broken', async () => {
  const info = await world().admin.call('SetInfoParam', {});
  expect(info.drivers.map(({ name }) => name).sort()).toEqual(['entropy', 'ethernet', 'watchdog']);
  expect(info.drivers.filter(({ ok }) => !ok)).toEqual([]);
  expect(info).toMatchObject({ hasWear: true, wear: 30 });
  expect(info.funOption).toEqual({ FACE: 0, FP: 0, IRIS: 0 });
});

test('has nobody in the log that does not answer', () => {
  expect(
    world()
      .log.split('\n')
      .filter((line) => /does not answer|E_OFFLINE|E_NOT_FITTED/.test(line)),
  ).toEqual([]);
});

test('refuses what it has no device for', async () => {
  const { admin } = world();
  await admin.refuse('GetMachineParam', { volume: 1 }, 'not_fitted');
  await admin.refuse('GetBluetoothParam', { serverOn: true }, 'not_fitted');
  await admin.refuse('GetPrintParam', { on: true }, 'not_fitted');
  await admin.refuse('GetAccessControl', { relay: 'door' }, 'not_fitted', 'relay');
  expect(await admin.call('SetAccessControl', {})).toMatchObject({ relay: 'none', sensor: 'none' });
});

test('refuses to set a clock that it may not set', async () => {
  await world().admin.refuse('GetDateTimeParam', { time: 1_900_000_000 }, 'not_permitted');
});

test('feeds the watchdog, and lets it off at an end in order', async () => {
  await until('food', () => watchdog().includes('\n'));
  const before = watchdog().length;
  await until('more food', () => watchdog().length > before);
  expect(watchdog()).not.toContain('V');
});

test('asks init for a restart', async () => {
  await world().admin.call('RestartMachine', {});
  await until('the word for init', () => init() === 'restart\n');
  await world().finish();
  expect(watchdog()).toMatch(/V$/);
});
