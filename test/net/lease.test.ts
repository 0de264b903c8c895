// A lease that is renewed, and one that ends.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ethernetOf, leaseOf } from '../conformance/network.ts';
import { until } from '../harness/wait.ts';
import { LinuxWorld, worldFor } from './world.ts';

const world = worldFor(() => LinuxWorld.start({ number: 2, lease: 20 }));

test('is renewed, and ends when nobody renews it', async () => {
  const { address, leaseUntil } = await world()
    .dhcp('well')
    .then(() => leaseOf(world(), 'bound'));
  /* By itself the client renews after half of it, and no lease in less than half a minute. */
  const client = await until('a DHCP client', () => world().client());
  await until('a second of the lease', async () => Date.now() / 1000 > leaseUntil - 18);
  process.kill(client, 'SIGUSR1');
  const renewed = await until('a renewal', async () => {
    const state = await ethernetOf(world());
    return state.leaseUntil > leaseUntil && state;
  });
  expect(renewed).toMatchObject({ lease: 'bound', address });
  expect(world().tell('ip', '-4', 'addr', 'show', 'eth0')).toContain(`${address}/24`);
  expect(world().tell('ip', 'route')).toContain(`default via ${world().subnet.gateway} dev eth0`);

  await world().dhcp('never');
  const gone = await until('the end of the lease', async () => {
    const state = await ethernetOf(world());
    return state.address === '' && state;
  });
  expect(['asking', 'noServer']).toContain(gone.lease);
  await until('no address', () => !world().tell('ip', '-4', 'addr', 'show', 'eth0').includes('inet '));
  await until('no name server', () => readFileSync(world().resolvConf, 'utf8') === '');
});
