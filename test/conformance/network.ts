// What hal/net.h promises, as an administrator sees it: tried on the simulated terminal and on a Linux one.

import { expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import { until } from '../harness/wait.ts';

export type Ethernet = CallReply<'SetEthernet'>['state'];

/** A terminal with the network around it. */
export interface NetworkWorld {
  /** Signed in, over an interface that none of this touches. */
  readonly admin: Client;
  /** What the DHCP server offers, and a fixed address beside it. */
  readonly subnet: { readonly mask: string; readonly gateway: string; readonly dns: string; readonly spare: string };
  /** How the DHCP server answers from now on. */
  dhcp(how: 'well' | 'never' | 'nonsense'): Promise<void>;
  /** Whether another device has the spare address. */
  occupy(isTaken: boolean): Promise<void>;
  cable(isIn: boolean): Promise<void>;
  /** Lets time pass where it is simulated. */
  pass(ms: number): Promise<void>;
  /** Ends the daemon by SIGKILL, starts it again and signs in. */
  die(): Promise<void>;
}

export async function ethernetOf(world: NetworkWorld): Promise<Ethernet> {
  return (await world.admin.call('SetEthernet', {})).state;
}

/** Waits for a state of the lease; longer than a server is waited for. */
export function leaseOf(world: NetworkWorld, wanted: Ethernet['lease']): Promise<Ethernet> {
  return until(
    `lease ${wanted}`,
    async () => {
      await world.pass(500);
      const state = await ethernetOf(world);
      return state.lease === wanted && state;
    },
    { everyMs: 50 },
  );
}

/** From a pulled cable into a network of this kind. */
async function plugInto(world: NetworkWorld, how: 'well' | 'never' | 'nonsense'): Promise<void> {
  await world.cable(false);
  await leaseOf(world, 'none');
  await world.dhcp(how);
  await world.cable(true);
}

async function saveFixed(world: NetworkWorld): Promise<string> {
  const { spare, mask, gateway } = world.subnet;
  const saved = await world.admin.call('GetEthernet', { mode: 'fixed', address: spare, mask, gateway });
  return saved.confirmCode;
}

/** Registers the tests. */
export function networkPromises(worldOf: () => NetworkWorld): void {
  test('a server gives an address, a gateway and a name server', async () => {
    const world = worldOf();
    await plugInto(world, 'well');
    const { mask, gateway, dns } = world.subnet;
    const state = await leaseOf(world, 'bound');
    expect(state).toMatchObject({ linkUp: true, mask, gateway, dns1: dns });
    expect(state.leaseUntil).toBeGreaterThan(0);
  });

  test('the gateway answers, and the name server of the lease is in use', async () => {
    const world = worldOf();
    const { state } = await until('the gateway', async () => {
      await world.pass(500);
      const internet = await world.admin.call('SetInternet', {});
      return internet.state.gateway === 'good' && internet;
    });
    expect(state).toMatchObject({ wan: 'ethernet', dnsInUse: world.subnet.dns });
  });

  test('a pulled cable takes the address', async () => {
    const world = worldOf();
    await world.cable(false);
    expect(await leaseOf(world, 'none')).toMatchObject({ linkUp: false, address: '', gateway: '', leaseUntil: 0 });
    await world.cable(true);
    await leaseOf(world, 'bound');
  });

  test('a silent server is told of, and asked again', async () => {
    const world = worldOf();
    await plugInto(world, 'never');
    expect(await leaseOf(world, 'noServer')).toMatchObject({ linkUp: true, address: '' });
    await world.dhcp('well');
    await leaseOf(world, 'bound');
  });

  test('an offer that cannot be used is not used', async () => {
    const world = worldOf();
    await plugInto(world, 'nonsense');
    expect(await leaseOf(world, 'badOffer')).toMatchObject({ linkUp: true, address: '' });
    await plugInto(world, 'well');
    await leaseOf(world, 'bound');
  });

  test('a fixed address that somebody has is not taken, and is undone', async () => {
    const world = worldOf();
    await world.occupy(true);
    await saveFixed(world);
    expect(await leaseOf(world, 'conflict')).toMatchObject({ linkUp: true, address: '' });
    await world.occupy(false);
    await world.admin.call('revertNetwork', {});
    await leaseOf(world, 'bound');
  });

  test('a fixed address is taken; without a confirmation a restart undoes it', async () => {
    const world = worldOf();
    const { spare, mask, gateway } = world.subnet;
    await saveFixed(world);
    expect(await leaseOf(world, 'fixed')).toMatchObject({ address: spare, mask, gateway, leaseUntil: 0, dns1: '' });
    await world.die();
    const { address } = await leaseOf(world, 'bound');
    expect(address).not.toBe(spare);
    expect((await world.admin.call('SetEthernet', {})).mode).toBe('dhcp');
  });

  test('a fixed address that is confirmed stays', async () => {
    const world = worldOf();
    await world.admin.call('confirmNetwork', { code: await saveFixed(world) });
    await leaseOf(world, 'fixed');
    await world.die();
    expect((await leaseOf(world, 'fixed')).address).toBe(world.subnet.spare);
    const { confirmCode } = await world.admin.call('GetEthernet', { mode: 'dhcp', address: '', gateway: '' });
    await world.admin.call('confirmNetwork', { code: confirmCode });
    await leaseOf(world, 'bound');
  });
}
