// Wi-Fi: searching, choosing, every way a connection can fail, and the own access point, which never opens without a key.

import { execFileSync } from 'node:child_process';
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

type Wifi = CallReply<'SetWirless'>['state'];
type Choice = CallRequest<'GetChooseWirless'>;

const wifi = async (): Promise<Wifi> => (await terminal.admin.call('SetWirless', {})).state;

const phase = (wanted: Wifi['phase']): Promise<Wifi> =>
  until(
    `phase ${wanted}`,
    async () => {
      const state = await wifi();
      return state.phase === wanted && state;
    },
    { everyMs: 20 },
  );

const way = ['searching', 'authenticating', 'associating', 'obtainingAddress', 'reaching', 'connected'] as const;

/** A step on the way to a network, or one after it, the way back included: on a busy machine the next may come before we look. */
const reached = (wanted: (typeof way)[number]): Promise<Wifi> =>
  until(`phase ${wanted} or a later one`, async () => {
    const state = await wifi();
    const isLater = way.some((step, at) => step === state.phase && at >= way.indexOf(wanted));
    return (isLater || state.phase === 'accessPoint') && state;
  });

const office: Choice = { ssid: 'Harbour Office', security: 'wpa2wpa3', key: 'office-2027' };
const staff: Choice = { ssid: 'Harbour Staff', security: 'eap', identity: 'terminal', password: 'staff-2027' };

/** An access point of the time before AES. */
const old: Choice = { ssid: 'Old Store', hidden: true, security: 'wpa2', key: 'before-2006' };

async function confirmed(reply: { confirmCode: string }): Promise<void> {
  if (reply.confirmCode !== '') await terminal.admin.call('confirmNetwork', { code: reply.confirmCode });
}

const choose = async (choice: Choice): Promise<void> => {
  await confirmed(await terminal.admin.call('GetChooseWirless', choice));
};

const faults = ['wrongKey', 'noAddress', 'apGone', 'eapRefused', 'certificate', 'refused', 'searchFails', 'offline'];

beforeEach(async () => {
  for (const kind of faults) await terminal.bench.fault('wifi', kind, false);
  await terminal.bench.fault('internet', 'gatewayDown', false);
  await confirmed(await terminal.admin.call('GetWirless', { mode: 'off', ssid: '', key: '', apKey: '' }));
  await phase('idle');
  await terminal.bench.act({
    do: 'wifi',
    network: { ssid: old.ssid, security: 'wpa2', key: 'before-2006', cipher: 'tkip', hidden: true },
  });
});

describe('a network that knows TKIP alone', () => {
  test('is joined by who takes it, which WPA3 never does', async () => {
    await choose({ ...old, encryption: 'tkipAes' });
    await terminal.bench.advance(20_000);
    await phase('connected');
    expect(await terminal.admin.call('SetWirless', {})).toMatchObject({ ssid: old.ssid, encryption: 'tkipAes' });
    const wpa3 = { ...office, encryption: 'tkipAes' } as const;
    await terminal.admin.refuse('GetChooseWirless', wpa3, 'out_of_range', 'encryption');
  });
});

describe('the networks in reach', () => {
  const list = async (): Promise<CallReply<'SetAllWirless'>> => {
    await until('the end of the search', async () => {
      return (await terminal.admin.attempt('SetAllWirless')).envelope.code === 'success';
    });
    return terminal.admin.call('SetAllWirless', {});
  };

  test('are found in time, one a name, strongest first, without those that hide', async () => {
    const first = await terminal.admin.attempt('SetAllWirless');
    expect(first.envelope.code).toBe('wait');
    await terminal.bench.advance(3_000);
    const { networks, searchedAt } = await list();
    expect(networks.map((network) => network.ssid)).toEqual([
      'Harbour Office',
      'Harbour Staff',
      'Harbour Guests',
      'Warehouse',
      'مكتب الميناء',
      'Neighbour',
    ]);
    expect(networks[0]).toEqual({
      ssid: 'Harbour Office',
      signal: -47,
      security: 'wpa2wpa3',
      band: 'both',
      current: false,
      known: false,
    });
    expect(searchedAt).toBeGreaterThan(0);
  });

  test('appear and fade', async () => {
    await terminal.bench.act({ do: 'wifi', network: { ssid: 'Passing by', signal: -20, security: 'open' } });
    await terminal.bench.advance(11_000);
    await terminal.admin.attempt('SetAllWirless');
    await terminal.bench.advance(3_000);
    expect((await list()).networks[0]).toMatchObject({ ssid: 'Passing by', signal: -20, security: 'open' });
    await terminal.bench.act({ do: 'wifi', remove: 'Passing by' });
    const again = await terminal.admin.attempt('SetAllWirless', { refresh: true });
    expect(again.envelope.code).toBe('wait');
    await terminal.bench.advance(3_000);
    expect((await list()).networks[0]).toMatchObject({ ssid: 'Harbour Office' });
  });

  test('a search that fails says so', async () => {
    await terminal.bench.fault('wifi', 'searchFails', true);
    await terminal.bench.advance(11_000);
    await terminal.admin.attempt('SetAllWirless');
    await terminal.bench.advance(3_000);
    await terminal.admin.refuse('SetAllWirless', {}, 'wifi_list_failed');
    await terminal.bench.fault('wifi', 'searchFails', false);
    await terminal.bench.fault('wifi', 'offline', true);
    await terminal.admin.refuse('SetAllWirless', { refresh: true }, 'wifi_list_failed');
  });
});

describe('joining', () => {
  test('goes through its phases, gets an address, and the console is there as well', async () => {
    await choose(office);
    await reached('searching');
    await terminal.bench.advance(2_000);
    await reached('authenticating');
    await terminal.bench.advance(1_500);
    await reached('associating');
    await terminal.bench.advance(500);
    await reached('obtainingAddress');
    await terminal.bench.advance(1_200);
    const state = await phase('connected');
    expect(state).toMatchObject({ ssid: 'Harbour Office', signal: -47, failure: 'none', failedSsid: '' });
    expect(state.interface).toMatchObject({ linkUp: true, lease: 'bound', address: '10.20.30.40' });
    await until('the console', async () => {
      const there = { method: 'GET', path: '/', host: '127.20.30.40' };
      return (await exchange(terminal.port, there).catch(() => undefined))?.status === 200;
    });
    await terminal.bench.advance(11_000);
    await terminal.admin.attempt('SetAllWirless');
    await terminal.bench.advance(3_000);
    const { networks } = await terminal.admin.call('SetAllWirless', {});
    expect(networks[0]).toMatchObject({ current: true, known: true });
    expect(networks[1]).toMatchObject({ current: false, known: false });
  });

  test('finds a network that hides when it is told', async () => {
    const vault: Choice = { ssid: 'Vault', security: 'wpa3', key: 'vault-door-9' };
    await choose(vault);
    await terminal.bench.advance(10_000);
    expect(await phase('accessPoint')).toMatchObject({ failure: 'notFound', failedSsid: 'Vault' });
    await choose({ ...vault, hidden: true });
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Vault', failure: 'none' });
  });

  test('takes 802.1X with identity and password', async () => {
    await terminal.admin.refuse('GetChooseWirless', { ssid: 'X', security: 'eap' }, 'missing_parameter', 'identity');
    await choose(staff);
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Staff' });
  });

  test('takes 802.1X with the certificate of the terminal, which needs no password', async () => {
    const { password: _, ...passwordless } = staff;
    await choose({ ...passwordless, eap: 'tls' });
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Staff' });
  });

  test('asks for a key where one is needed, and keeps the stored one of the same network', async () => {
    const { key: _, ...keyless } = office;
    await terminal.admin.refuse('GetChooseWirless', keyless, 'key_needed', 'key');
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    await choose(keyless);
    await reached('searching');
    await terminal.bench.advance(10_000);
    await phase('connected');
    await terminal.admin.refuse('GetChooseWirless', { ...keyless, ssid: 'Warehouse' }, 'key_needed', 'key');
  });

  test('shows neither key nor password, in no reply, audit row or log', async () => {
    await choose(office);
    await choose(staff);
    const reply = await terminal.admin.attempt('SetWirless');
    const everything = [reply.text, JSON.stringify(auditRows(terminal.daemon)), terminal.daemon.logText].join('\n');
    expect(everything).not.toContain('office-2027');
    expect(everything).not.toContain('staff-2027');
    expect(reply.envelope.data).toMatchObject({ hasKey: true, hasPassword: true });
  });

  test('a name is measured in octets', async () => {
    const name = 'مكتب الميناء الكبير';
    await terminal.admin.refuse('GetChooseWirless', { ssid: name, security: 'open' }, 'out_of_range', 'ssid');
  });
});

describe('a failure', () => {
  const cases: readonly [string, string, Choice, Wifi['failure']][] = [
    ['a wrong key', '', { ...office, key: 'not-the-key' }, 'wrongKey'],
    ['a cipher that is not taken', '', { ...old, encryption: 'aes' }, 'encryption'],
    ['a key that the network takes no more', 'wrongKey', office, 'wrongKey'],
    ['a key that is taken, but no address', 'noAddress', office, 'noAddress'],
    ['a network that is not there', 'apGone', office, 'notFound'],
    ['a refused station', 'refused', office, 'refused'],
    ['a refused identity', 'eapRefused', staff, 'eapRefused'],
    ['a certificate of somebody else', 'certificate', staff, 'certificate'],
  ];

  test.each(cases)('%s opens the own access point, with a key', async (_, fault, choice, failure) => {
    if (fault !== '') await terminal.bench.fault('wifi', fault, true);
    await choose(choice);
    await reached('searching');
    await terminal.bench.advance(5_000);
    await terminal.bench.advance(20_000);
    const state = await phase('accessPoint');
    expect(state).toMatchObject({ failure, failedSsid: choice.ssid, apStations: 0 });
    const { Serial } = await terminal.admin.call('SetInfoParam', {});
    expect(state.apSsid).toBe(Serial);
    expect(state.interface).toMatchObject({ linkUp: true });
    const shown = await until('the access point on the display', () => {
      const display = terminal.bench.displays.at(-1);
      return display?.wifiSsid === Serial && display;
    });
    expect(shown.wifiKey).toMatch(/^[a-z2-9]{12}$/);
    expect(terminal.daemon.logText).not.toContain(shown.wifiKey);
    expect((await terminal.admin.call('SetWirless', {})).mode).toBe('client');
  });

  test('of the gateway is one, too', async () => {
    await terminal.bench.fault('internet', 'gatewayDown', true);
    await choose(office);
    await reached('searching');
    await terminal.bench.advance(6_000);
    await reached('reaching');
    await terminal.bench.advance(6_000);
    expect(await phase('accessPoint')).toMatchObject({ failure: 'unreachable' });
  });

  test('after the connection is tried once, then the access point opens, and later the network again', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    await terminal.bench.fault('wifi', 'apGone', true);
    await until('the loss', async () => (await wifi()).phase !== 'connected');
    await terminal.bench.advance(2_000);
    expect(await phase('accessPoint')).toMatchObject({ failure: 'lost', failedSsid: 'Harbour Office' });
    await terminal.bench.fault('wifi', 'apGone', false);
    await terminal.bench.act({ do: 'wifi', stations: 1 });
    await terminal.bench.advance(310_000);
    expect(await phase('accessPoint')).toMatchObject({ apStations: 1 });
    await terminal.bench.act({ do: 'wifi', stations: 0 });
    await terminal.bench.advance(310_000);
    await reached('searching');
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ failure: 'none', failedSsid: '' });
  });

  test('is put right at once: another choice replaces one that waits to be confirmed', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    const warehouse: Choice = { ssid: 'Warehouse', security: 'wpa2', key: 'not-the-key' };
    expect(await terminal.admin.call('GetChooseWirless', warehouse)).toMatchObject({ confirmSeconds: 90 });
    await terminal.bench.advance(10_000);
    expect(await phase('accessPoint')).toMatchObject({ failure: 'wrongKey' });
    const right = await terminal.admin.call('GetChooseWirless', { ...warehouse, key: 'forklift-7' });
    // It leaves the office's network as the first choice did: nobody is to lose the terminal over it.
    expect(right.confirmSeconds).toBe(90);
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Warehouse' });
    await confirmed(right);
    await terminal.bench.advance(90_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Warehouse' });
  });

  test('to reach the terminal in its new network leads back to the one before', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    await terminal.admin.call('GetChooseWirless', { ssid: 'Harbour Guests', security: 'open' });
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Guests' });
    await terminal.bench.advance(80_000);
    await until('the roll-back', async () => (await terminal.admin.call('networkPending', {})).page === '');
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ rolledBack: 'Wirless' });
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Office' });
  });

  test('of the terminal itself leads back to the network before', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    await terminal.admin.call('GetChooseWirless', { ssid: 'Harbour Guests', security: 'open' });
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    await reached('searching');
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Office' });
  });

  test('of the radio takes the change back', async () => {
    await terminal.bench.fault('wifi', 'offline', true);
    await terminal.admin.refuse('GetChooseWirless', office, 'device_offline');
    expect(await terminal.admin.call('SetWirless', {})).toMatchObject({ mode: 'off', ssid: '', hasKey: false });
  });

  test('of a radio that dies is said, and it is woken later', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    await terminal.bench.fault('wifi', 'offline', true);
    expect(await phase('failed')).toMatchObject({ failure: 'radio' });
    await terminal.bench.fault('wifi', 'offline', false);
    await terminal.bench.advance(61_000);
    await reached('searching');
    await terminal.bench.advance(10_000);
    await phase('connected');
  });
});

describe('an attempt that is cancelled', () => {
  const cancel = async (): Promise<boolean> => (await terminal.admin.call('cancelWirless', {})).cancelled;

  test('leaves what was in force before the first choice, with its keys, and nothing to confirm', async () => {
    expect(await cancel()).toBe(false);
    await choose({ ...office, key: 'not-the-key' });
    await terminal.bench.advance(10_000);
    await phase('accessPoint');
    await terminal.admin.call('GetChooseWirless', office);
    await reached('searching');
    expect(await cancel()).toBe(true);
    await phase('idle');
    expect(await terminal.admin.call('SetWirless', {})).toMatchObject({ mode: 'off', ssid: '', hasKey: false });
    expect((await terminal.admin.call('networkPending', {})).page).toBe('');
    const row = auditRows(terminal.daemon).find((one) => one.call === 'cancelWirless');
    expect(row).toMatchObject({ account: 'admin' });
    expect(await cancel()).toBe(false);
  });

  test('while another change waits to be confirmed goes on, and says so', async () => {
    await terminal.admin.call('GetChooseWirless', office);
    await reached('searching');
    const fixed = { mode: 'fixed', address: '10.20.30.40', mask: '255.255.255.0', gateway: '' } as const;
    await terminal.admin.call('GetEthernet', fixed);
    await terminal.admin.refuse('cancelWirless', {}, 'provisional_pending');
    await terminal.admin.call('revertNetwork', {});
    expect(await cancel()).toBe(true);
    await phase('idle');
  });

  test('and waits to be confirmed leads back into the network before, with the stored key', async () => {
    await choose(office);
    await terminal.bench.advance(10_000);
    await phase('connected');
    expect(await cancel()).toBe(false);
    await terminal.admin.call('GetChooseWirless', { ssid: 'Warehouse', security: 'wpa2', key: 'forklift-7' });
    expect(await cancel()).toBe(true);
    expect((await terminal.admin.call('networkPending', {})).page).toBe('');
    await terminal.bench.advance(10_000);
    expect(await phase('connected')).toMatchObject({ ssid: 'Harbour Office' });
  });
});

describe('the own access point', () => {
  test('opens with a key that is made and shown, or with one that was chosen and is not', async () => {
    await confirmed(await terminal.admin.call('GetWirless', { mode: 'accessPoint' }));
    await phase('accessPoint');
    // Leaving it for a network needs no confirmation: a failure leads back here.
    const choice = await terminal.admin.call('GetChooseWirless', { ...office, key: 'not-the-key' });
    expect(choice.confirmSeconds).toBe(0);
    await terminal.bench.advance(10_000);
    expect(await phase('accessPoint')).toMatchObject({ failure: 'wrongKey' });
    await confirmed(await terminal.admin.call('GetWirless', { mode: 'accessPoint' }));
    expect(await phase('accessPoint')).toMatchObject({ failure: 'none' });
    await until('the key', () => /^[a-z2-9]{12}$/.test(terminal.bench.displays.at(-1)?.wifiKey ?? ''));
    const own = { apNameMode: 'own', apName: 'Front door', apKey: 'a-key-of-ours' } as const;
    await confirmed(await terminal.admin.call('GetWirless', own));
    expect(await phase('accessPoint')).toMatchObject({ apSsid: 'Front door', failure: 'none' });
    await until('the name', () => terminal.bench.displays.at(-1)?.wifiSsid === 'Front door');
    expect(terminal.bench.displays.at(-1)?.wifiKey).toBeNull();
    await expect
      .poll(() => terminal.bench.states.get('wifi'))
      .toMatchObject({ phase: 'accessPoint', ssid: 'Front door' });
    await terminal.admin.refuse('GetWirless', { apKey: 'short' }, 'out_of_range', 'apKey');
    await terminal.admin.refuse('GetWirless', { apName: '' }, 'missing_parameter', 'apName');
    await confirmed(await terminal.admin.call('GetWirless', { apNameMode: 'system' }));
  });

  test.each([
    ['at once', false],
    ['and the terminal has noticed', true],
  ])('is not gone back to while the radio does not answer: %s', async (_, hasNoticed) => {
    await confirmed(await terminal.admin.call('GetWirless', { mode: 'accessPoint' }));
    await phase('accessPoint');
    await terminal.admin.call('GetChooseWirless', office);
    await reached('searching');
    await terminal.bench.fault('wifi', 'offline', true);
    if (hasNoticed) await until('the radio to be missed', async () => (await wifi()).failure === 'radio');
    await terminal.admin.refuse('cancelWirless', {}, 'device_offline');
    await terminal.bench.fault('wifi', 'offline', false);
    /* The terminal may have gone back by itself as soon as the radio answered: then there is nothing left to cancel. */
    await terminal.admin.call('cancelWirless', {});
    await phase('accessPoint');
  });

  test('is open again after a restart', async () => {
    await confirmed(await terminal.admin.call('GetWirless', { mode: 'accessPoint' }));
    await phase('accessPoint');
    await terminal.restart();
    await phase('accessPoint');
  });
});

describe('the CA of 802.1X', () => {
  const ca = `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIUYQ==
-----END CERTIFICATE-----
`;

  test('that cannot be read is refused', async () => {
    await terminal.admin.refuse('GetChooseWirless', { ...staff, ca }, 'certificate_invalid', 'ca');
    await terminal.admin.refuse('GetWirless', { ca }, 'certificate_invalid', 'ca');
  });

  test('that can be read is shown with its subject and its end, and never read back', async () => {
    await choose({ ...staff, ca: ownCertificate() });
    await terminal.bench.advance(10_000);
    const state = await phase('connected');
    expect(state).toMatchObject({ hasCa: true });
    expect(state.caSubject).not.toBe('');
    expect(state.caUntil).toBeGreaterThan(Date.now() / 1000);
    const reply = await terminal.admin.attempt('SetWirless');
    expect(reply.text).not.toContain('BEGIN CERTIFICATE');
    await confirmed(await terminal.admin.call('GetWirless', { ca: '' }));
    expect(await wifi()).toMatchObject({ hasCa: false, caSubject: '', caUntil: 0 });
  });
});

/** A certificate that anybody can make: signed by itself, valid for ten years. */
function ownCertificate(): string {
  const more = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Harbour CA/O=Harbour'];
  const output = execFileSync('openssl', ['req', '-x509', '-days', '3650', '-keyout', '/dev/null', ...more], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.toString('latin1');
}
