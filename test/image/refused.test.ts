// What the machine refuses, and what it says then: bundles that are bad in each way, one that is replaced while it is sent, one that is
// damaged on its way. The slot that runs goes on, the other one is never started, nobody is lost.

import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../tools/image/environment.ts';
import { noise, writeVectors } from '../../tools/release/vectors.ts';
import { errorNamed } from '../harness/contract.ts';
import { pieceOctets } from '../harness/pieces.ts';
import { offer, sendPiece, sendRest } from '../harness/upgrade.ts';
import { bundle, flipped, keys, slotImage, slots, version } from './bundles.ts';
import { Site } from './site.ts';

const folder = 'build/test/image/vectors';
let site: Site;

const vector = (name: string): Buffer => readFileSync(`${folder}/${name}.swu`);

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  cpSync(keys, `${folder}/keys`, { recursive: true });
  writeVectors(folder, { board: 'qemu-arm64', slots, payload: noise(100_000) });
  site = await Site.begin('refused', { cold: true });
});
afterAll(() => site.remove());

/** The version that was there runs, the other slot has no try, and nothing goes on. */
async function goesOn(): Promise<void> {
  expect(await site.admin.call('upgradeState', {})).toMatchObject({ slot: 'A', version });
  expect(site.terminal.environment()).toEqual({ ...fresh, BOOT_B_LEFT: '0', FLOOR: '1' });
  expect(await site.hasAda()).toBe(true);
}

describe('before an octet is written', () => {
  it.each([
    ['unsigned', 'upload_format'],
    ['empty-signature', 'upload_format'],
    ['flipped-signature', 'bundle_signature'],
    ['flipped-description', 'bundle_signature'],
    ['embedded', 'upload_format'],
    ['sha1', 'upload_format'],
    ['expired', 'bundle_signer_expired'],
    ['future', 'bundle_signer_expired'],
    ['stranger', 'bundle_signer_unknown'],
    ['below-signer', 'bundle_signer_unknown'],
    ['between-missing', 'bundle_signer_unknown'],
    ['not-code', 'bundle_signer_purpose'],
    ['wrong-board', 'bundle_board'],
    ['two-payloads', 'upload_format'],
    ['signature-first', 'upload_format'],
    ['cut-payload', 'upload_format'],
    ['not-cpio', 'upload_format'],
  ])('%s: %s', async (name, error) => {
    const reply = await offer(site.admin, vector(name));
    expect([reply.envelope.retvalue, reply.text]).toEqual([errorNamed(error).code, reply.text]);
    await site.admin.refuse('upgradeStart', {}, 'upgrade_not_ready');
    expect(await site.admin.call('upgradeState', {})).toMatchObject({ step: 'idle', slot: 'A', version });
  });

  it('an older counter, unless the engineer says so', async () => {
    await site.settled();
    await site.powerOff();
    site.terminal.setEnvironment({ ...fresh, FLOOR: '4' });
    await site.powerOn();
    expect(await site.settled()).toMatchObject({ floor: 4 });
    const older = bundle(slotImage(), { counter: 3 });
    expect((await offer(site.admin, older)).envelope.data['bundle']).toMatchObject({ older: true, earlier: false });
    await site.admin.refuse('upgradeStart', {}, 'bundle_older');
    await site.admin.refuse('upgradeStart', { force: true, serial: '0000' }, 'super_needed');
    await site.admin.call('upgradeCancel', {});
    await site.powerOff();
    site.terminal.setEnvironment({ ...fresh, FLOOR: '1' });
    await site.powerOn();
    await site.settled();
  });
});

describe('while it is written', () => {
  /* Of RSA: signatures of ECDSA differ in their length. */
  const good = bundle(slotImage(), {}, 'signer-rsa');
  /* As long as the good one, and signed as well: what is looked at is not what would be written. */
  const another = bundle(flipped(slotImage(), slotImage().length >> 1), {}, 'signer-rsa');

  async function refusedWhile(sent: Buffer): Promise<void> {
    await site.terminal.confirmed('A');
    await offer(site.admin, good);
    await site.admin.call('upgradeStart', {});
    const refused = await sendRest(site.admin, sent);
    expect(refused?.envelope.retvalue).toBe(errorNamed('bundle_damaged').code);
    const code = errorNamed('bundle_damaged').code;
    expect(await site.admin.call('upgradeState', {})).toMatchObject({ step: 'failed', code });
    await goesOn();
  }

  it('a file that was replaced after it was judged', async () => {
    expect(another.length).toBe(good.length);
    await refusedWhile(another);
  });

  it('a payload that is damaged on its way', () => refusedWhile(flipped(good, good.length - 5_000_000)));

  it('one that never ends: what there is of it is not started when the power goes', async () => {
    await offer(site.admin, good);
    await site.admin.call('upgradeStart', {});
    for (let offset = pieceOctets; offset < good.length >> 1; )
      offset = Number((await sendPiece(site.admin, good, offset)).envelope.data['received']);
    await site.powerOff();
    await site.powerOn();
    await site.settled();
    expect(site.tried).toBe('A');
    await site.terminal.confirmed('A');
    await goesOn();
  });

  it('and the same file, sent anew, is taken', async () => {
    expect(await site.upgrade(good, '99.1.0')).toMatchObject({ slot: 'B' });
    expect(await site.hasAda()).toBe(true);
  });
});
