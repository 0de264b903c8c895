// The least that shows that the image works, for every run of the tests: it boots as it left the factory, is upgraded over the network
// into the other slot and keeps it, is given a version that does not start, and goes back. A user is there all the time.
//
// Restarts are cold ones: QEMU ends and starts again, all that was written is on the disk, memory is empty. What a warm restart does
// besides is in upgrade.test.ts, and everything that is damaged or cut off in the files beside it (make test-image).

import { afterAll, beforeAll, expect, it } from 'vitest';
import { install } from '../harness/upgrade.ts';
import { brokenSlot, builtBundle, bundle, nextVersion, version } from './bundles.ts';
import { Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await Site.begin('once', { cold: true });
});
afterAll(() => site?.remove());

it('boots, and confirms itself', async () => {
  expect(await site.settled()).toMatchObject({ fitted: true, board: 'qemu-arm64', slot: 'A', floor: 1, version });
});

it('writes the other slot, starts it, and keeps it', async () => {
  const over = await site.upgrade(builtBundle('next'), nextVersion);
  expect(over).toMatchObject({ slot: 'B', version: nextVersion, floor: 2, last: { reason: 'none', from: version } });
  expect(await site.hasAda()).toBe(true);
});

it('goes back when the new version does not start', async () => {
  await install(site.admin, bundle(brokenSlot(), { version: '99.1.0' }));
  const back = await site.wentBack('99.1.0');
  expect(back).toMatchObject({ slot: 'B', version: nextVersion, last: { reason: 'noStart', from: nextVersion } });
  expect(await site.hasAda()).toBe(true);
  expect(site.tried).toBe('ABAAAB');
  await site.terminal.confirmed('B');
  expect(site.terminal.environment()).toEqual({ BOOT_ORDER: 'B A', BOOT_A_LEFT: '0', BOOT_B_LEFT: '3', FLOOR: '2' });
});

it('has all that its programs ask for', () => {
  expect(site.terminal.machine.serial).not.toMatch(/not found|No such file|must be installed/);
});
