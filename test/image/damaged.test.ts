// What was written is damaged before it starts for the first time: between the switch and the start each part of the new slot, and the
// sector that says which slot that is. The version before starts again, says so, and has lost nobody.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { install } from '../harness/upgrade.ts';
import { builtBundle, nextVersion, placeInSlot, version } from './bundles.ts';
import { Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await Site.begin('damaged', { cold: true });
});
afterAll(() => site.remove());

it.each([
  ['kernel of the FIT', 'slot-b', placeInSlot.kernel, 'Bad Data Hash', 'BBBA'],
  ['root of the verity tree', 'slot-b', placeInSlot.rootOfTree, 'Restarting', 'BBBA'],
  ['boot environment', 'env', 100, 'slot A', 'A'],
])('the %s', async (_, partition, at, says, tried) => {
  await site.settled();
  await site.terminal.confirmed('A');
  const [from, triedBefore] = [site.terminal.machine.serial.length, site.tried.length];
  const since = performance.now();
  site.terminal.atRestart(() => site.terminal.flip(partition, at));
  await install(site.admin, builtBundle('next'));
  await site.terminal.restarted();
  const back = await site.wentBack(nextVersion);
  console.log(
    `image: damaged ${partition} to the version before: ${((performance.now() - since) / 1000).toFixed(1)} s`,
  );
  expect(back).toMatchObject({ slot: 'A', version, last: { reason: 'noStart', from: version, to: nextVersion } });
  expect(site.tried.slice(triedBefore)).toBe(tried);
  expect(site.terminal.machine.serial.slice(from)).toContain(says);
  expect(await site.hasAda()).toBe(true);
});

it('and the same version, whole, is taken', async () => {
  await site.settled();
  expect(await site.upgrade(builtBundle('next'), nextVersion)).toMatchObject({ slot: 'B', version: nextVersion });
  expect(await site.hasAda()).toBe(true);
});
