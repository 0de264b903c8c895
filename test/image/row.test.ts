// Ten upgrades, one after the other, into the two slots in turn: each keeps what was there, and none leaves anything behind.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtBundle, bundle, payloadOf, slotImage } from './bundles.ts';
import { Site } from './site.ts';

const upgrades = 10;
/** Once each slot was upgraded, there is everything that upgrades make. */
const settledAfter = 2;
/** Of the data partition: the daemon's own records and log go on. */
const growthMost = 512;

const payloads = [payloadOf(builtBundle('next')), slotImage()] as const;

let site: Site;

beforeAll(async () => {
  site = await Site.begin('row', { cold: true, jumper: true });
});
afterAll(() => site.remove());

/** KiB in use on the data partition, and the names that stand there. */
async function kept(): Promise<{ readonly used: number; readonly names: string }> {
  await site.terminal.says('the console is open');
  const used = Number((await site.shell('busybox df -k /data | busybox tail -n 1')).split(/\s+/)[2]);
  return { used, names: await site.shell('cd /data && busybox find . | busybox sort') };
}

it('ten upgrades in a row', async () => {
  const added: number[] = [4711];
  let before: Awaited<ReturnType<typeof kept>> | undefined;
  for (let nth = 1; nth <= upgrades; nth += 1) {
    const from = await site.settled();
    const to = `99.1.${nth}`;
    const userid = 5000 + nth;
    await site.admin.call('adduser', { userid, username: `of ${nth}` });
    added.push(userid);
    const since = performance.now();
    const state = await site.upgrade(bundle(payloads[nth % 2 === 1 ? 0 : 1], { version: to }), to);
    console.log(`row ${nth}: slot ${state.slot}, ${((performance.now() - since) / 1000).toFixed(1)} s`);
    const into = from.slot === 'A' ? 'B' : 'A';
    expect(state).toMatchObject({
      slot: into,
      floor: 2,
      last: { end: 'confirmed', reason: 'none', from: from.version },
    });
    await site.terminal.confirmed(into);
    expect(site.terminal.environment()).toEqual({
      BOOT_ORDER: `${into} ${from.slot}`,
      ...{ [`BOOT_${into}_LEFT`]: '3', [`BOOT_${from.slot}_LEFT`]: '3' },
      FLOOR: '2',
    });
    const { users } = await site.admin.call('userlist', { limit: 100 });
    expect(users.map((user) => user.userid)).toEqual(added);
    if (nth === settledAfter) before = await kept();
  }
  const after = await kept();
  expect(after.names).toContain('./postern/postern.db');
  expect(after.names).toBe(before?.names);
  expect(after.used - (before?.used ?? 0)).toBeLessThan(growthMost);
});
