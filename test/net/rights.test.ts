// A Linux terminal that was not given the right to change the network.

import { expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { LinuxWorld, worldFor } from './world.ts';

const world = worldFor(() =>
  LinuxWorld.start({ number: 4, prefix: ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] }),
);

test('the terminal starts, and says what is missing', async () => {
  const { admin, subnet } = world();
  await until('the line of the log', () => /effect=ethernet error=E_NOT_ALLOWED/.test(world().log));
  const { spare, mask, gateway } = subnet;
  await admin.refuse('GetEthernet', { mode: 'fixed', address: spare, mask, gateway }, 'not_permitted');
  expect((await admin.call('SetEthernet', {})).mode).toBe('dhcp');
});
