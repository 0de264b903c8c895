// What was answered is on the disk: the syncs of the running daemon are counted, and stand before the answer.

import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { daemonPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const folder = temporaryFolder();
const log = join(folder, 'syncs');
let terminal: Terminal;

beforeAll(async () => {
  const env = { LD_PRELOAD: join(dirname(daemonPath()), 'sync_watch.so'), SYNC_WATCH: log };
  terminal = await Terminal.start({ env });
});
afterAll(async () => {
  await terminal.stop();
  rmSync(folder, { recursive: true });
});

/** What was synced and answered, in its order, from before `action` until its answer was here. */
async function seen(action: () => Promise<unknown>): Promise<readonly string[]> {
  const before = readFileSync(log, 'utf8').length;
  await action();
  return readFileSync(log, 'utf8').slice(before).trimEnd().split('\n');
}

const saved = ['sync postern.db-wal', 'reply'];

describe('one sync of the log, and then the answer', () => {
  test('for a page of settings, once for all its values', async () => {
    const page = { deviceNumber: 7, deviceName: 'North gate', volume: 2 };
    expect(await seen(() => terminal.admin.call('GetMachineParam', page))).toEqual(saved);
  });

  test('for a person who is added, changed and deleted', async () => {
    const userid = 31;
    expect(await seen(() => terminal.add({ userid, password: goodPassword(3) }))).toEqual(saved);
    const change = { userid, username: 'Somebody' };
    expect(await seen(() => terminal.admin.call('edituser', change))).toEqual(saved);
    expect(await seen(() => terminal.admin.call('deleteuser', { userid }))).toEqual(saved);
  });
});

describe('a punch', () => {
  test('is one sync of the log, with where the person is, whatever looks through it afterwards', async () => {
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await terminal.add({ userid: 40, cardno: '4040' });
    await terminal.bench.fault('camera', 'offline', true); // a photo has syncs of its own, whenever its worker comes to it
    const punches = 20;
    const syncs = await seen(async () => {
      for (let n = 0; n < punches; n++) {
        const before = terminal.bench.accesses.length;
        await terminal.bench.act({ do: 'key', key: 'status', status: n % 2 === 0 ? 'in' : 'out' });
        await terminal.bench.act({ do: 'card', number: '4040' });
        await until('the answer', () => terminal.bench.accesses[before]?.granted);
      }
      await terminal.admin.call('searchrecord', {});
    });
    expect(syncs.filter((one) => one === 'sync postern.db-wal')).toHaveLength(punches);
  });
});

describe('no sync', () => {
  test('for what only reads', async () => {
    expect(await seen(() => terminal.admin.call('SetMachineParam', {}))).toEqual(['reply']);
    expect(await seen(() => terminal.admin.call('userlist', {}))).toEqual(['reply']);
  });

  test('for a save that changes nothing', async () => {
    expect(await seen(() => terminal.admin.call('GetMachineParam', { volume: 2 }))).toEqual(['reply']);
  });

  test('for a save that is refused', async () => {
    const refused = (): Promise<unknown> => terminal.admin.attempt('GetMachineParam', { volume: 99 });
    expect(await seen(refused)).toEqual(['reply']);
  });
});
