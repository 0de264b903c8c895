// A data partition that is encrypted with a key of the board's TPM, on a board whose TPM is swtpm: what a thief of the disk finds, and what
// becomes of the terminal without that TPM.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '../../tools/image/disk.ts';
import { Tpm } from '../../tools/image/vm/tpm.ts';
import { Client } from '../harness/client.ts';
import { patienceMs } from '../harness/patience.ts';
import { Random, runSeed } from '../harness/random.ts';
import { adminPassword } from '../harness/terminal.ts';
import { engineerPassword } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { bundle, slotImage } from './bundles.ts';
import type { Terminal } from './machine.ts';
import { Site } from './site.ts';

const board = 'qemu-arm64-tpm';
const name = 'Zephyrine Quartermain';
/** Of the partition's head (tools/image/datakey/head.h). */
const head = { length: 1 << 20, second: 1 << 19, block: 4096 };

/** Whether bytes stand anywhere on the disk. */
const isOnDisk = ({ terminal }: Site, text: string): boolean => readFileSync(terminal.disk).includes(text);

function dataOf({ terminal }: Site): Buffer {
  return terminal.read('data', 0, partitionOf(terminal.disk, 'data').size);
}

const digestOf = (site: Site): string => createHash('sha256').update(dataOf(site)).digest('hex');

/** The reason of the recovery that a start ends in; null: the terminal itself answers. */
async function reason(site: Site): Promise<string | null> {
  const response = await until(
    'the page of the engineer',
    () =>
      fetch(`http://127.0.0.1:${site.terminal.machine.port}/up`, { signal: AbortSignal.timeout(patienceMs) }).catch(
        () => undefined,
      ),
    { everyMs: 200 },
  );
  return response.headers.get('postern-recovery');
}

/** Starts it and says why it is in recovery; then its power is cut. */
async function reasonAtStart(site: Site): Promise<string | null> {
  await site.powerOn();
  const said = await reason(site);
  await site.powerOff();
  return said;
}

/** With the password that the factory gave. */
async function signInEngineer(terminal: Terminal): Promise<Client> {
  const engineer = new Client(() => terminal.machine.port);
  engineer.token = (await engineer.call('engineerLogin', { password: engineerPassword })).token;
  engineer.close();
  return engineer;
}

async function startWell(site: Site): Promise<void> {
  await site.powerOn();
  await site.settled();
  expect(await site.hasAda()).toBe(true);
}

it('without encryption whoever has the disk reads a name', async () => {
  const site = await Site.begin('datakey-plain', { cold: true });
  await site.admin.call('adduser', { userid: 4712, username: name });
  await site.powerOff();
  expect(isOnDisk(site, name)).toBe(true);
  await site.remove();
});

describe('a board with a TPM', () => {
  let site: Site;
  let own: Tpm;
  const damage = (at: number): void => site.terminal.flip('data', at + 100);

  beforeAll(async () => {
    site = await Site.begin('datakey', { cold: true, board, jumper: true });
    own = site.terminal.tpm as Tpm;
    await site.admin.call('adduser', { userid: 4712, username: name });
    await site.settled();
  });
  afterAll(async () => {
    await site.remove();
    await own.remove();
  });

  it('leaves nothing to read on the disk', async () => {
    await site.shell('sync');
    await site.powerOff();
    expect(isOnDisk(site, name)).toBe(false);
    expect(dataOf(site).includes('SQLite format 3')).toBe(false);
  });

  it('reads its data at the next start, which is mounted as it is', async () => {
    await startWell(site);
    expect(site.terminal.machine.serial).not.toContain('checking the data partition');
    expect(await site.shell('mount')).toMatch(/\/dev\/dm-\d on \/data type ext4/);
  });

  it('keeps its data over an upgrade', async () => {
    const slot = slotImage(site.terminal.out);
    const state = await site.upgrade(bundle(slot, { version: '99.1.0', board }), '99.1.0');
    expect(state).toMatchObject({ slot: 'B', last: { end: 'confirmed' } });
    expect(await site.hasAda()).toBe(true);
  });

  it('takes the second copy of the sealed key when the first is damaged, and mends the first', async () => {
    await site.powerOff();
    const whole = site.terminal.read('data', 0, head.block);
    damage(0);
    await startWell(site);
    await site.powerOff();
    expect(site.terminal.read('data', 0, head.block)).toEqual(whole);
    damage(head.second);
    await startWell(site);
    expect(site.terminal.read('data', head.second, head.block)).toEqual(whole);
  });

  it('is in recovery without its TPM, with another or with a damaged key, says why, and leaves the data alone', async () => {
    await site.powerOff();
    const before = digestOf(site);
    site.terminal.tpm = undefined;
    expect(await reasonAtStart(site)).toBe('tpm');
    site.terminal.tpm = new Tpm('build/test/image/datakey-other.tpm');
    expect(await reasonAtStart(site)).toBe('tpm-other');
    site.terminal.tpm = own;
    expect(digestOf(site)).toBe(before);
    for (const at of [0, head.second]) damage(at);
    expect(await reasonAtStart(site)).toBe('key');
    for (const at of [0, head.second]) damage(at);
    expect(digestOf(site)).toBe(before);
    await startWell(site);
  });

  it('begins with nothing on another TPM when the engineer says so, and keeps what the factory gave', async () => {
    await site.powerOff();
    const other = new Tpm('build/test/image/datakey-other.tpm');
    await other.remove();
    site.terminal.tpm = other;
    const locked = site.terminal.read('data', 0, head.block);
    await site.powerOn();
    expect(await reason(site)).toBe('tpm-other');
    const engineer = await signInEngineer(site.terminal);
    expect(await engineer.call('recoveryState', {})).toMatchObject({ copied: 0, replaced: 0 });
    const { Serial: serial } = await engineer.call('SetInfoParam', {});
    await engineer.call('recoverData', { data: 'erase', serial: serial.slice(-4) });
    await site.terminal.says('first start: making the data partition');
    await site.terminal.answer();
    expect(await reason(site)).toBeNull();
    expect(site.terminal.read('data', 0, head.block)).not.toEqual(locked);
    const initial = [...site.terminal.machine.serial.matchAll(/^Initial password of admin: (\S+)/gm)].at(-1)?.[1];
    engineer.close();
    await signInEngineer(site.terminal); // at the terminal itself
    await site.admin.signIn('admin', initial ?? '');
    const passwords = { oldpassword: initial ?? '', password: adminPassword, confirm: adminPassword };
    await site.admin.call('EditPwd', { userid: 'admin', ...passwords });
    const { entries } = await site.admin.call('auditlist', {});
    expect(entries).toContainEqual(expect.objectContaining({ account: 'engineer', call: 'recoverData' }));
    await site.powerOff();
    site.terminal.tpm = own;
    expect(await reasonAtStart(site)).toBe('tpm-other'); // the key before is gone for good
    site.terminal.tpm = other;
  });
});

it('whose TPM is missing in the first start keeps what the factory gave for the start that has it', async () => {
  const site = await Site.begin('datakey-first', {
    cold: true,
    board,
    beforeFirst: async (terminal) => {
      const { tpm } = terminal;
      terminal.tpm = undefined;
      await terminal.powerOn();
      await terminal.says('the data partition cannot be decrypted: tpm');
      await terminal.answer('/up');
      await signInEngineer(terminal);
      await new Promise((resolve) => setTimeout(resolve, 3_000)); // in which it would be wiped
      await terminal.powerOff();
      terminal.tpm = tpm;
    },
  });
  await signInEngineer(site.terminal);
  await site.remove();
});

it('is made again when the power is cut in the first start, at whatever point', async () => {
  const random = new Random(runSeed(50));
  console.log(`datakey: SEED=${random.seed}`);
  const site = await Site.begin('datakey-cut', {
    cold: true,
    board,
    forgets: random,
    beforeFirst: async (terminal) => {
      for (const text of [
        'Starting kernel',
        'making the data partition',
        'making the data partition',
        'slot A, up after',
      ]) {
        await terminal.powerOn();
        await terminal.says(text);
        await new Promise((resolve) => setTimeout(resolve, random.between(0, 1500)));
        await terminal.powerOff();
      }
    },
  });
  await site.settled();
  await site.powerOff();
  await startWell(site);
  await site.remove();
});
