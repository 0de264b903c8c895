// Ethernet, the way out and the links: each fault of the simulated world, and the console that moves with the address.

import { get, type RequestOptions } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { exchange } from '../harness/wire.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

type Ethernet = CallReply<'SetEthernet'>['state'];
type Internet = CallReply<'SetInternet'>['state'];

const ethernet = async (): Promise<Ethernet> => (await terminal.admin.call('SetEthernet', {})).state;
const internet = async (): Promise<Internet> => (await terminal.admin.call('SetInternet', {})).state;

const lease = (wanted: Ethernet['lease']): Promise<Ethernet> =>
  until(`lease ${wanted}`, async () => {
    const state = await ethernet();
    return state.lease === wanted && state;
  });

/** Whether the console answers at an address. */
async function answers(host: string): Promise<boolean> {
  try {
    return (await exchange(terminal.port, { method: 'GET', path: '/', host, boundMs: 1000 })).status === 200;
  } catch {
    return false;
  }
}

const fixed: CallRequest<'GetEthernet'> = {
  mode: 'fixed',
  address: '192.168.1.60',
  mask: '255.255.255.0',
  gateway: '192.168.1.1',
};

async function confirm(code: string, host?: string): Promise<void> {
  const there = terminal.client(host === undefined ? {} : { host });
  expect(await there.call('confirmNetwork', { code })).toEqual({ page: 'Ethernet' });
}

/** Status of a page over TLS; undefined while nobody answers. */
function statusOf(there: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = get(there, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.on('error', () => resolve(undefined));
  });
}

/** As a new terminal has it. */
async function backToDhcp(): Promise<void> {
  for (const kind of ['addressConflict', 'cableOut', 'offline']) await terminal.bench.fault('ethernet', kind, false);
  await terminal.admin.attempt('revertNetwork', {});
  const back = { mode: 'dhcp', address: '', gateway: '' } as const;
  const { confirmCode } = await terminal.admin.call('GetEthernet', back);
  if (confirmCode !== '') await confirm(confirmCode);
  await terminal.bench.advance(60_000);
  await lease('bound');
}

describe('DHCP', () => {
  beforeEach(async () => {
    for (const kind of ['dhcpSilent', 'dhcpNonsense', 'cableOut', 'offline']) {
      await terminal.bench.fault('ethernet', kind, false);
    }
    await terminal.bench.advance(60_000);
    await lease('bound');
  });

  test('gives an address, the console is served there, and the display says so', async () => {
    expect(await ethernet()).toMatchObject({
      linkUp: true,
      speed: 100,
      mac: '02:50:53:54:00:01',
      address: '192.168.1.50',
      mask: '255.255.255.0',
      gateway: '192.168.1.1',
      dns1: '192.168.1.1',
    });
    await until('the console at the address', () => answers('127.168.1.50'));
    const url = `https://127.168.1.50:${terminal.daemon.httpsPort}`;
    await until('the address on the display', () => terminal.bench.displays.at(-1)?.console === url);
  });

  test('the console is served there over TLS as well', async () => {
    const there = { host: '127.168.1.50', port: terminal.daemon.httpsPort, path: '/', rejectUnauthorized: false };
    const status = await until('an answer over TLS', () => statusOf(there));
    expect(status).toBe(200);
  });

  test('a cable that is pulled takes the address and the connections with it', async () => {
    await until('the console at the address', () => answers('127.168.1.50'));
    await terminal.bench.fault('ethernet', 'cableOut', true);
    expect(await lease('none')).toMatchObject({ linkUp: false, speed: 0, address: '', leaseUntil: 0 });
    await until('nobody at the address', async () => !(await answers('127.168.1.50')));
    await until('no address on the display', () => terminal.bench.displays.at(-1)?.console === null);
  });

  test('a server that is silent is said and asked again', async () => {
    await terminal.bench.fault('ethernet', 'cableOut', true);
    await terminal.bench.fault('ethernet', 'dhcpSilent', true);
    await terminal.bench.fault('ethernet', 'cableOut', false);
    await terminal.bench.advance(1_500);
    await lease('asking');
    await terminal.bench.advance(8_000);
    await lease('noServer');
    await terminal.bench.fault('ethernet', 'dhcpSilent', false);
    await terminal.bench.advance(15_000);
    await lease('bound');
  });

  test('an offer that makes no sense is not taken', async () => {
    await terminal.bench.fault('ethernet', 'cableOut', true);
    await terminal.bench.fault('ethernet', 'dhcpNonsense', true);
    await terminal.bench.fault('ethernet', 'cableOut', false);
    await terminal.bench.advance(3_000);
    expect(await lease('badOffer')).toMatchObject({ linkUp: true, address: '' });
  });

  test('another address moves the console', async () => {
    await terminal.bench.fault('ethernet', 'cableOut', true);
    await terminal.bench.act({ do: 'ethernet', offer: { address: '192.168.1.51' } });
    await terminal.bench.fault('ethernet', 'cableOut', false);
    await terminal.bench.advance(3_000);
    await until('the console at the new address', () => answers('127.168.1.51'));
    expect(await answers('127.168.1.50')).toBe(false);
    await terminal.bench.act({ do: 'ethernet', offer: { address: '192.168.1.50' } });
    await terminal.bench.fault('ethernet', 'cableOut', true);
  });
});

describe('a fixed address', () => {
  beforeEach(backToDhcp);
  afterAll(backToDhcp);

  test('is checked as a whole', async () => {
    const refuse = (change: object, error: string, field: string) =>
      terminal.admin.refuse('GetEthernet', { ...fixed, ...change }, error, field);
    await refuse({ address: '' }, 'missing_parameter', 'address');
    await refuse({ address: '192.168.1.255' }, 'address_invalid', 'address');
    await refuse({ mask: '255.0.255.0' }, 'address_invalid', 'mask');
    await refuse({ gateway: '192.168.2.1' }, 'gateway_outside', 'gateway');
    await refuse({ address: '192.168.1.300' }, 'bad_format', 'address');
    expect((await terminal.admin.call('SetEthernet', {})).mode).toBe('dhcp');
  });

  test('moves the console; the old address is gone, and the new one confirms', async () => {
    await until('the console at the old address', () => answers('127.168.1.50'));
    const old = await terminal.signedIn('admin', '704182', { host: '127.168.1.50' });
    const saved = await old.call('GetEthernet', fixed);
    expect(saved).toMatchObject({ confirmSeconds: 90, confirmUrl: expect.stringContaining('//127.168.1.60:') });
    await until('the end of the old connection', () =>
      old.attempt('SetEthernet').then(
        () => false as const,
        () => true,
      ),
    );
    await terminal.bench.advance(1_000);
    await until('the console at the new address', () => answers('127.168.1.60'));
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: 'Ethernet' });
    await confirm(saved.confirmCode, '127.168.1.60');
    await terminal.bench.advance(120_000);
    expect(await lease('fixed')).toMatchObject({ address: '192.168.1.60', leaseUntil: 0, dns1: '' });
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '' });
  });

  test('goes back after 90 s without a confirmation', async () => {
    await terminal.admin.call('GetEthernet', fixed);
    await terminal.bench.advance(2_000);
    await lease('fixed');
    await terminal.bench.advance(80_000);
    expect((await terminal.admin.call('networkPending', {})).page).toBe('Ethernet');
    await terminal.bench.advance(10_000);
    const { rolledBack } = await until('the roll-back', async () => {
      const pending = await terminal.admin.call('networkPending', {});
      return pending.page === '' && pending;
    });
    expect(rolledBack).toBe('Ethernet');
    await terminal.bench.advance(3_000);
    expect(await lease('bound')).toMatchObject({ address: '192.168.1.50' });
    await until('the console at the old address', () => answers('127.168.1.50'));
  });

  test('goes back when the terminal dies before the confirmation', async () => {
    await terminal.admin.call('GetEthernet', fixed);
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    expect(await terminal.admin.call('SetEthernet', {})).toMatchObject({ mode: 'dhcp', address: '' });
    await terminal.bench.advance(3_000);
    await lease('bound');
  });

  test('that somebody else has is not used', async () => {
    await terminal.bench.fault('ethernet', 'addressConflict', true);
    const { confirmCode } = await terminal.admin.call('GetEthernet', fixed);
    await terminal.bench.advance(1_000);
    expect(await lease('conflict')).toMatchObject({ linkUp: true, address: '' });
    await confirm(confirmCode);
    await terminal.bench.fault('ethernet', 'addressConflict', false);
    await terminal.bench.advance(15_000);
    expect(await lease('fixed')).toMatchObject({ address: '192.168.1.60' });
  });

  test('an interface that does not answer takes the change back', async () => {
    await terminal.bench.fault('ethernet', 'offline', true);
    const before = auditRows(terminal.daemon).length;
    await terminal.admin.refuse('GetEthernet', fixed, 'device_offline');
    expect(await terminal.admin.call('SetEthernet', {})).toMatchObject({ mode: 'dhcp', address: '' });
    expect(auditRows(terminal.daemon).length).toBeGreaterThan(before);
    expect((await terminal.admin.call('networkPending', {})).page).toBe('');
  });
});

describe('the way out', () => {
  const probes = (wanted: Partial<Internet>): Promise<Internet> =>
    until(`the state ${JSON.stringify(wanted)}`, async () => {
      const state = await internet();
      const same = Object.entries(wanted).every(([key, value]) => state[key as keyof Internet] === value);
      return same && state;
    });

  beforeEach(async () => {
    for (const kind of ['nameService', 'gatewayDown']) await terminal.bench.fault('internet', kind, false);
    await terminal.bench.fault('ethernet', 'cableOut', false);
    await terminal.bench.advance(60_000);
    await lease('bound');
  });

  test('gateway and name service are tried, and the time service when it is wanted', async () => {
    const state = await probes({ gateway: 'good', names: 'good', time: 'unknown' });
    expect(state).toMatchObject({ wan: 'ethernet', dnsInUse: '192.168.1.1' });
    expect(state.triedAt).toBeGreaterThan(0);
  });

  test('a name service that is silent is said', async () => {
    await probes({ gateway: 'good', names: 'good' });
    await terminal.bench.fault('internet', 'nameService', true);
    await terminal.bench.advance(60_000);
    await until('another attempt', async () => {
      await terminal.bench.advance(6_000);
      return (await internet()).names === 'failed';
    });
    expect(await internet()).toMatchObject({ gateway: 'good', names: 'failed' });
  });

  test('a gateway that is down is said', async () => {
    await probes({ gateway: 'good', names: 'good' });
    await terminal.bench.fault('internet', 'gatewayDown', true);
    await until('another attempt', async () => {
      await terminal.bench.advance(20_000);
      return (await internet()).gateway === 'failed';
    });
  });

  test('name servers of the settings come before those of DHCP, without a confirmation', async () => {
    expect(await terminal.admin.call('GetInternet', { dns1: '203.0.113.53' })).toMatchObject({ confirmSeconds: 0 });
    await probes({ dnsInUse: '203.0.113.53' });
    await terminal.admin.refuse('GetInternet', { dns1: '', dns2: '203.0.113.54' }, 'missing_parameter', 'dns1');
    await terminal.admin.refuse('GetInternet', { dns1: '255.255.255.255' }, 'address_invalid', 'dns1');
    await terminal.admin.call('GetInternet', { dns1: '' });
    await probes({ dnsInUse: '192.168.1.1' });
  });

  test('another interface has to be confirmed, and while it has no address the first one is used', async () => {
    const saved = await terminal.admin.call('GetInternet', { wan: 'wifi' });
    expect(saved.confirmSeconds).toBe(90);
    await probes({ wan: 'ethernet', gateway: 'good' });
    await terminal.admin.call('revertNetwork', {});
    expect((await terminal.admin.call('SetInternet', {})).wan).toBe('ethernet');
  });
});

describe('links', () => {
  const link = async (name: 'SetCommMode' | 'SetCloudParam', wanted: string): Promise<void> => {
    await until(`${name} ${wanted}`, async () => (await terminal.admin.call(name, {})).state.link === wanted);
  };

  test('a link that waits is kept for a later firmware, and its password is random and secret', async () => {
    const reply = await terminal.admin.call('SetCommMode', {});
    expect(reply).toMatchObject({ direction: 'listen', port: 5010, passwordOn: true, hasPassword: true });
    expect(reply.state.link).toBe('notInstalled');
    expect(reply).not.toHaveProperty('password');
    expect((await terminal.admin.call('SetCloudParam', {})).state.link).toBe('off');
  });

  test('a new password is shown once, replaces the old one, and leaves no trace of itself', async () => {
    const before = await terminal.admin.call('SetCommMode', {});
    const first = await terminal.admin.call('newCommPassword', {});
    expect(first.password).toMatch(/^[0-9]{6}$/);
    expect(first.revision).toBe(before.revision + 1);
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({
      call: 'newCommPassword',
      object: 'setting CommMode.password',
      after: { password: 'set' },
    });
    const second = await terminal.admin.call('newCommPassword', {});
    expect(second.password).not.toBe(first.password);
    const after = await terminal.admin.call('SetCommMode', {});
    expect(after).toMatchObject({ hasPassword: true, revision: second.revision });
    expect(JSON.stringify(after)).not.toContain(second.password);
  });

  test('a new password is for people with the right to write the network', async () => {
    const { id, key } = await terminal.admin.call('addRestKey', { name: 'program', level: 16 });
    await terminal.admin.call('GetRestParam', { restOn: true });
    const { revision } = await terminal.admin.call('SetCommMode', {});
    const headers = { authorization: `Bearer ${key}` };
    expect((await terminal.client().attempt('newCommPassword', {}, { headers })).envelope.retvalue).toBe(12002);
    expect((await terminal.admin.call('SetCommMode', {})).revision).toBe(revision);
    await terminal.admin.call('deleteRestKey', { id });
    await terminal.admin.call('GetRestParam', { restOn: false });
  });

  test('a server that is called, and a cloud, cannot be switched on yet', async () => {
    const call = { direction: 'call', serverType: 'url', serverUrl: 'tc.example.com', port: 5010 } as const;
    await terminal.admin.refuse('GetCommMode', call, 'no_server_links', 'direction');
    await link('SetCommMode', 'notInstalled');
    const cloud = { on: true, code: 'A1', server: '203.0.113.9:5010', password: 'p' };
    await terminal.admin.refuse('GetCloudParam', cloud, 'no_server_links', 'on');
  });
});
