// Upgrading on a machine with slots, with the real installer: from one version to the next, to one that fails, and back.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serialEnd } from '../harness/backup.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { daemonPath } from '../harness/paths.ts';
import type { Terminal } from '../harness/terminal.ts';
import {
  engineerPassword,
  install,
  Machine,
  offer,
  schemaNow,
  sendPiece,
  sendRest,
  sibling,
  stateWhere,
} from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';

let machine: Machine;
let terminal: Terminal;
let admin: Client;

beforeAll(async () => {
  machine = new Machine();
  terminal = await machine.start();
  admin = terminal.admin;
});
afterAll(() => machine.stop());

const bootEnvironment = (): string => readFileSync(machine.folder.bootEnvironment, 'latin1');

const confirmed = (): Promise<unknown> =>
  stateWhere(admin, 'the slot to be confirmed', (state) => state.floor > 0 && state.step === 'idle');

/** After a restart of the machine: the bench and the session again. */
async function again(): Promise<void> {
  await terminal.resume();
}

/** Installs a bundle and waits until the machine runs again. */
async function upgrade(file: Buffer): Promise<void> {
  await terminal.daemon.restartsBy(() => install(admin, file));
  await again();
}

/** What a description may not have, though it is signed: what, a word of it and what is in its place, and the cause in the log. */
const harmful = [
  [
    'a script',
    '"stable": {',
    '"scripts": [{ "filename": "slot.img", "type": "shellscript" }], "stable": {',
    'not allowed',
  ],
  ['another device', /"device": "[^"]*"/, '"device": "/dev/sda"', 'a device that is not the slot'],
  ['a path', /"filename": "slot.img"/g, '"filename": "../slot.img"', 'version, text or image of the description'],
] as const;

/** Ends SWUpdate, as a defect of it would. */
function killInstaller(system: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(pid);
    if (command.includes('swupdate') && command.includes(join(system, 'roots.pem')))
      process.kill(Number(pid), 'SIGKILL');
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

describe('a bundle', () => {
  test('is judged by its head, and nothing is written before it is begun', async () => {
    await confirmed();
    const reply = await offer(admin, machine.bundle(sibling('posternd_next')));
    expect(reply.envelope.code, reply.text).toBe('success');
    expect(reply.envelope.data['step']).toBe('offered');
    expect(reply.envelope.data['bundle']).toMatchObject({
      version: '99.0.0',
      brand: 'postern',
      counter: 2,
      signer: expect.stringContaining('Postern test signer (ECDSA)'),
      notes: ['What is new:', 'nothing but the number.'],
      older: false,
      earlier: false,
      same: false,
      otherBrand: false,
      octets: statSync(sibling('posternd_next')).size,
    });
    expect(statSync(machine.folder.slot('B')).size).toBe(0);
    const state = await admin.call('upgradeState', {});
    expect(state).toMatchObject({ fitted: true, board: 'laptop', slot: 'A', own: true, step: 'offered', floor: 1 });
    await admin.call('upgradeCancel', {});
    await admin.refuse('upgradeCancel', {}, 'upgrade_not_ready');
    await admin.refuse('upgradeStart', {}, 'upgrade_not_ready');
  });

  test.each([
    ['stranger', {}, 'bundle_signer_unknown'],
    ['expired', {}, 'bundle_signer_expired'],
    ['not-code', {}, 'bundle_signer_purpose'],
    ['signer-ec', { board: 'another' }, 'bundle_board'],
  ] as const)('of %s, %o, is refused with %s', async (signer, facts, error) => {
    const reply = await offer(admin, machine.bundle(Buffer.from('no program'), facts, signer));
    expect(reply.envelope.retvalue).toBe(errorNamed(error).code);
    expect((await admin.call('upgradeState', {})).step).toBe('idle');
  });

  test('is taken from the second root, for the day the first one is replaced', async () => {
    const reply = await offer(admin, machine.bundle(Buffer.from('a'.repeat(1000)), {}, 'signer-2'));
    expect(reply.envelope.code).toBe('success');
    await admin.call('upgradeCancel', {});
  });

  test('whose description was changed, and one that is none, say so', async () => {
    const forged = machine.forged(Buffer.from('no program'));
    expect((await offer(admin, forged)).envelope.retvalue).toBe(errorNamed('bundle_signature').code);
    const newer = machine.bundle(Buffer.from('no program'), {}, 'signer-ec', (description) =>
      description.replace('"format": 1', '"format": 2'),
    );
    expect((await offer(admin, newer)).envelope.retvalue).toBe(errorNamed('bundle_newer').code);
    for (const [what, word, other, cause] of harmful) {
      const file = machine.bundle(Buffer.from('a'), {}, 'signer-ec', (text) => text.replace(word, other));
      expect((await offer(admin, file)).envelope.retvalue, what).toBe(errorNamed('upload_format').code);
      await until(`${what} in the log`, () => terminal.daemon.logText.includes(cause));
    }
    const none = await offer(admin, Buffer.from('x'.repeat(100_000)));
    expect(none.envelope.retvalue).toBe(errorNamed('upload_format').code);
  });

  test('whose image is damaged is given up, and the slot is never started', async () => {
    const file = machine.bundle(sibling('posternd_next'));
    file[file.length - 400_000] = (file[file.length - 400_000] ?? 0) ^ 1;
    await offer(admin, file);
    await admin.call('upgradeStart', {});
    const refused = await sendRest(admin, file);
    expect(refused?.envelope.retvalue).toBe(errorNamed('bundle_damaged').code);
    const state = await admin.call('upgradeState', {});
    expect(state).toMatchObject({ step: 'failed', code: errorNamed('bundle_damaged').code, slot: 'A' });
    expect(bootEnvironment()).toContain('BOOT_B_LEFT=0');
  });

  test('goes on where it ended, is not taken from two at once, and can be called off', async () => {
    const file = machine.bundle(sibling('posternd_next'));
    const other = await terminal.administrator(815, 16, '815047');
    await offer(admin, file);
    await other.refuse('upgradeStart', {}, 'upgrade_busy');
    await admin.call('upgradeStart', {});
    expect((await offer(other, file)).envelope.retvalue).toBe(errorNamed('upgrade_busy').code);
    expect((await sendPiece(admin, file, 300_000)).envelope.retvalue).toBe(errorNamed('upload_gap').code);
    expect((await sendPiece(admin, file, 262_144)).envelope.data['received']).toBe(524_288);
    expect(await other.call('upgradeState', {})).toMatchObject({ step: 'receiving', own: false, holder: 'admin' });
    await other.call('upgradeCancel', {});
    expect((await sendPiece(admin, file, 524_288)).envelope.retvalue).toBe(errorNamed('upgrade_not_ready').code);
    expect((await admin.call('upgradeState', {})).step).toBe('idle');
  });
});

describe('what is in the way', () => {
  test('a change of the network that waits is waited for', async () => {
    await offer(admin, machine.bundle(sibling('posternd_next')));
    const address = { mode: 'fixed', address: '10.20.30.40', mask: '255.255.255.0', gateway: '' } as const;
    await admin.call('GetEthernet', address);
    await admin.refuse('upgradeStart', {}, 'provisional_pending');
    await admin.call('revertNetwork', {});
    await admin.call('upgradeCancel', {});
  });

  test('an installer that dies is told of, and the next try works', async () => {
    const file = machine.bundle(sibling('posternd_next'));
    await offer(admin, file);
    await admin.call('upgradeStart', {});
    killInstaller(machine.folder.system);
    const refused = await until('the refusal', async () => {
      const { received } = await admin.call('upgradeState', {});
      const reply = await sendPiece(admin, file, received, 65_536);
      return reply.envelope.code === 'error' && reply;
    });
    expect(refused.envelope.retvalue).toBe(errorNamed('upgrade_failed').code);
    expect(bootEnvironment()).toContain('BOOT_B_LEFT=0');
    await until('the installer to be there again', async () => {
      await offer(admin, file);
      return (await admin.attempt('upgradeStart', {})).envelope.code === 'success';
    });
    await admin.call('upgradeCancel', {});
  });
});

describe('the way', () => {
  test('A, then B: the new firmware proves itself and is confirmed', async () => {
    await terminal.add({ userid: 4711, username: 'Ada', cardno: '900001' });
    await upgrade(machine.bundle(sibling('posternd_next')));
    const state = await stateWhere(admin, 'the trial', () => true);
    expect(state).toMatchObject({ version: '99.0.0', slot: 'B' });
    const over = await stateWhere(
      admin,
      'the confirmation',
      ({ step, last }) => step === 'idle' && last.end === 'confirmed',
    );
    expect(over).toMatchObject({ step: 'idle', floor: 2, last: { to: '99.0.0', reason: 'none' } });
    expect((await admin.call('GetUserInfo', { userid: 4711 })).user.username).toBe('Ada');
  });

  test('an older one asks for the engineer and for the end of the serial number', async () => {
    const file = machine.bundle(daemonPath(), { version: '0.1.0', counter: 1 });
    const reply = await offer(admin, file);
    expect(reply.envelope.data['bundle']).toMatchObject({ older: true, earlier: true });
    await admin.refuse('upgradeStart', {}, 'bundle_older');
    await admin.refuse('upgradeStart', { force: true, serial: await serialEnd(admin) }, 'super_needed');
    await admin.call('superLogin', { password: engineerPassword });
    await admin.refuse('upgradeStart', { force: true }, 'serial_wrong', 'serial');
    await admin.refuse('upgradeStart', { force: true, serial: '0000' }, 'serial_wrong', 'serial');
    await admin.call('upgradeStart', { force: true, serial: await serialEnd(admin) });
    await admin.call('upgradeCancel', {});
    const unreadable = machine.bundle(daemonPath(), { version: '99.5.0', schema: schemaNow() - 1 });
    await offer(admin, unreadable);
    await admin.refuse('upgradeStart', {}, 'bundle_schema');
    await admin.call('upgradeCancel', {});
  });

  test('B, then C that does not start: the boot loader goes back, and the page says so', async () => {
    const file = machine.bundle(Buffer.from('#!/bin/sh\nexit 1\n'), { version: '99.0.1' });
    await terminal.daemon.restartsBy(() => install(admin, file));
    await again();
    const back = await admin.call('upgradeState', {});
    expect(back).toMatchObject({ version: '99.0.0', slot: 'B', step: 'idle' });
    expect(back.last).toMatchObject({ end: 'wentBack', reason: 'noStart', from: '99.0.0', to: '99.0.1' });
    await stateWhere(admin, 'the slot to be confirmed again', () => bootEnvironment().includes('BOOT_B_LEFT=3'));
  });

  test('B, then D that lacks a device: it goes back by itself, with its data and what was recorded meanwhile', async () => {
    const script = `#!/bin/sh\nexec ${sibling('posternd_newer')} "$@" --without finger\n`;
    const file = machine.bundle(Buffer.from(script), { version: '99.1.0', schema: schemaNow() + 1 });
    const before = (await admin.call('searchrecord', {})).records.length;
    await terminal.daemon.restartsBy(() => install(admin, file));
    await again();
    expect(await admin.call('upgradeState', {})).toMatchObject({ version: '99.1.0', step: 'trial', slot: 'A' });
    // What is changed now would be lost: it is refused. Who comes is let in and recorded.
    await admin.refuse('adduser', { userid: 4712, username: 'Eve' }, 'upgrade_trial');
    await terminal.bench.act({ do: 'card', number: '900001' });
    await until('the line', async () => (await admin.call('searchrecord', {})).records.length > before);
    await terminal.daemon.restartsBy(() => terminal.bench.advance(91_000));
    await again();
    const back = await admin.call('upgradeState', {});
    expect(back).toMatchObject({ version: '99.0.0', slot: 'B' });
    expect(back.last).toMatchObject({
      end: 'wentBack',
      reason: 'selfTest',
      from: '99.0.0',
      to: '99.1.0',
      recordsLost: 0,
      device: 'finger',
    });
    expect(back.last.records).toBeGreaterThan(0);
    expect((await admin.call('GetUserInfo', { userid: 4711 })).user.username).toBe('Ada');
    expect((await admin.call('searchrecord', {})).records.length).toBeGreaterThan(before);
    expect(existsSync(join(machine.path, 'state', 'postern.db.newer'))).toBe(true);
    expect(existsSync(join(machine.path, 'state', 'postern.db.before'))).toBe(false);
  });
});
