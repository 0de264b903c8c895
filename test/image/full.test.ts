// The data partition is full when an upgrade begins, or gets full to its last byte while it is written. The version that runs stays, and
// nobody is lost. Somebody fills it on the serial console, whose jumper is set.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { errorNamed } from '../harness/contract.ts';
import { offer, sendRest } from '../harness/upgrade.ts';
import { builtBundle, version } from './bundles.ts';
import { Site } from './site.ts';

let site: Site;
const next = builtBundle('next');

const fill = 'dd if=/dev/zero of=/data/fill bs=65536; dd if=/dev/zero of=/data/rest bs=512; sync';

beforeAll(async () => {
  site = await Site.begin('full', { cold: true, jumper: true });
  await site.settled();
  await site.terminal.confirmed('A');
});
beforeEach(async () => {
  await site.shell('rm -f /data/fill /data/rest; sync');
  await site.stateWhere('nothing to go on', ({ step }) => step === 'idle' || step === 'failed');
});
afterAll(() => site.remove());

it('before it begins: it is refused', async () => {
  await site.shell(fill);
  expect((await offer(site.admin, next)).envelope.code).toBe('success');
  await site.admin.refuse('upgradeStart', {}, 'storage_full');
  await site.admin.call('upgradeCancel', {});
  expect(await site.admin.call('upgradeState', {})).toMatchObject({ slot: 'A', version });
  expect(site.terminal.environment()).toMatchObject({ BOOT_ORDER: 'A B', BOOT_A_LEFT: '3' });
  expect(await site.hasAda()).toBe(true);
});

it('while it is written: the version that runs stays', async () => {
  await offer(site.admin, next);
  await site.admin.call('upgradeStart', {});
  await site.shell(fill);
  expect(await sendRest(site.admin, next)).toBeUndefined();
  const over = await site.stateWhere('the end', ({ step }) => step === 'failed');
  expect(over).toMatchObject({ slot: 'A', version, code: errorNamed('upgrade_failed').code });
  expect(site.terminal.environment()).toMatchObject({ BOOT_ORDER: 'A B', BOOT_A_LEFT: '3', BOOT_B_LEFT: '0' });
  expect(await site.hasAda()).toBe(true);
});
