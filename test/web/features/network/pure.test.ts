import type { WirlessValues } from '@gen/network.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateAge } from '../../../../web/features/network/certificate/certificateAge.ts';
import { checkAddresses } from '../../../../web/features/network/link/addressCheck.ts';
import { isHost, prefixOf, subnetOf } from '../../../../web/features/network/link/ipv4.ts';
import { requestOf } from '../../../../web/features/network/wifi/useJoin.ts';
import { checkAccessPoint, checkNetwork } from '../../../../web/features/network/wifi/wifiCheck.ts';
import { progressOf, stateOfStep, steps } from '../../../../web/features/network/wifi/wifiProgress.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { barsOf } from '../../../../web/lib/signal.ts';

beforeAll(() => activateLanguage('en'));

describe('an address', () => {
  it.each([
    ['255.255.255.0', 24],
    ['255.255.240.0', 20],
    ['128.0.0.0', 1],
    ['255.255.255.252', 30],
    ['255.255.255.254', null],
    ['255.0.255.0', null],
    ['0.0.0.0', null],
    ['255.255.255', null],
  ])('mask %s', (mask, prefix) => {
    expect(prefixOf(mask)).toBe(prefix);
  });

  it('lies in a subnet', () => {
    expect(subnetOf('10.0.4.31', '255.255.252.0')).toBe('10.0.4.0/22');
    expect(subnetOf('192.168.255.255', '255.255.0.0')).toBe('192.168.0.0/16');
    expect(subnetOf('x', '255.255.0.0')).toBeNull();
  });

  it.each(['10.0.4.0', '10.0.4.255', '127.0.0.1', '224.0.0.1', '0.1.2.3', '10.0.4.256'])('%s is no host', (address) => {
    expect(isHost(address, '255.255.255.0')).toBe(false);
  });

  const fixed = { mode: 'fixed', address: '10.0.4.40', mask: '255.255.255.0', gateway: '10.0.4.1' } as const;

  it('fits, or says at its field what does not', () => {
    expect(checkAddresses(fixed)).toEqual({});
    expect(checkAddresses({ ...fixed, gateway: '' })).toEqual({});
    expect(checkAddresses({ ...fixed, mode: 'dhcp', address: '', gateway: '1.1.1.1' })).toEqual({});
    expect(checkAddresses({ ...fixed, gateway: '10.0.5.1' })).toEqual({ gateway: 'Outside the subnet 10.0.4.0/24' });
    expect(Object.keys(checkAddresses({ ...fixed, address: '10.0.4.255' }))).toEqual(['address']);
    expect(Object.keys(checkAddresses({ ...fixed, address: '' }))).toEqual(['address']);
    expect(Object.keys(checkAddresses({ ...fixed, mask: '255.0.255.0' }))).toEqual(['mask']);
    expect(Object.keys(checkAddresses({ ...fixed, gateway: '10.0.4.40' }))).toEqual(['gateway']);
  });
});

it('a signal has bars', () => {
  expect([0, -100, -80, -70, -60, -40].map(barsOf)).toEqual([0, 0, 1, 2, 3, 4]);
});

describe('the way into a network', () => {
  const now = (
    phase: 'searching' | 'associating' | 'accessPoint' | 'connected' | 'idle',
    failure: 'none' | 'wrongKey',
  ) => ({
    mode: 'client' as const,
    ssid: 'Office',
    state: { phase, failure, failedSsid: failure === 'none' ? '' : 'Office' },
  });

  it('is under way, done, or failed with the access point open', () => {
    expect(progressOf(now('searching', 'none'))).toBe('under way');
    expect(progressOf(now('connected', 'none'))).toBe('done');
    expect(progressOf(now('accessPoint', 'wrongKey'))).toBe('failed');
    expect(progressOf({ ...now('accessPoint', 'wrongKey'), ssid: 'Other' })).toBe('under way');
    expect(progressOf({ ...now('accessPoint', 'none'), mode: 'accessPoint' })).toBe('done');
    expect(progressOf({ ...now('idle', 'none'), mode: 'off' })).toBe('done');
  });

  it('has steps in order', () => {
    expect(steps.map((step) => stateOfStep(step, 'associating'))).toEqual(['done', 'now', 'later', 'later']);
    expect(steps.map((step) => stateOfStep(step, 'connected'))).toEqual(['done', 'done', 'done', 'done']);
    expect(steps.map((step) => stateOfStep(step, 'failed'))).toEqual(['later', 'later', 'later', 'later']);
  });
});

const values: WirlessValues = {
  mode: 'client',
  ssid: 'Office',
  hidden: false,
  security: 'wpa2',
  encryption: 'auto',
  key: 'correct horse',
  eap: 'peap',
  inner: 'pap',
  identity: 'door',
  password: 'secret',
  ca: '',
  apNameMode: 'system',
  apName: '',
  apKey: '',
};
const none = () => false;

describe('Wi-Fi settings', () => {
  it('need a name that fits, a key, an identity', () => {
    expect(checkNetwork(values, none)).toEqual({});
    expect(Object.keys(checkNetwork({ ...values, ssid: 'ش'.repeat(17) }, none))).toEqual(['ssid']);
    expect(Object.keys(checkNetwork({ ...values, key: '' }, none))).toEqual(['key']);
    expect(checkNetwork({ ...values, key: '' }, () => true)).toEqual({});
    expect(checkNetwork({ ...values, security: 'open', key: '' }, none)).toEqual({});
    const eap = { ...values, security: 'eap', identity: '', password: '' } as const;
    expect(Object.keys(checkNetwork(eap, none))).toEqual(['identity', 'password']);
    expect(Object.keys(checkNetwork({ ...eap, eap: 'tls' }, none))).toEqual(['identity']);
  });

  it('an access point never opens without a key', () => {
    expect(Object.keys(checkAccessPoint({ ...values, mode: 'accessPoint' }, false))).toEqual(['apKey']);
    expect(checkAccessPoint({ ...values, mode: 'accessPoint' }, true)).toEqual({});
    expect(Object.keys(checkAccessPoint({ ...values, apNameMode: 'own' }, true))).toEqual(['apName']);
  });

  it('sends what the security needs and nothing typed for another', () => {
    const network = { ssid: 'Office', hidden: false };
    expect(requestOf({ ...values, security: 'open' })).toEqual({ ...network, security: 'open' });
    const keyed = { ...network, encryption: 'auto' };
    expect(requestOf(values)).toEqual({ ...keyed, security: 'wpa2', key: 'correct horse' });
    expect(requestOf({ ...values, encryption: 'tkipAes' })).toMatchObject({ encryption: 'tkipAes' });
    expect(requestOf({ ...values, security: 'eap', eap: 'tls' })).toEqual({
      ...keyed,
      security: 'eap',
      eap: 'tls',
      identity: 'door',
    });
    expect(requestOf({ ...values, key: '' })).toEqual({ ...keyed, security: 'wpa2' });
    const kept = requestOf({ ...values, security: 'eap', password: '' });
    expect([Object.keys(kept).includes('password'), Object.keys(kept).includes('ca')]).toEqual([false, false]);
    expect(requestOf({ ...values, security: 'eap' }, true)).toMatchObject({ ca: '' });
    expect(requestOf({ ...values, security: 'eap', ca: 'PEM' })).toMatchObject({
      inner: 'pap',
      password: 'secret',
      ca: 'PEM',
    });
  });
});

it('a certificate ages', () => {
  const certificate = { notBefore: 1000, notAfter: 1000 + 40 * 86_400 };
  const at = (days: number) => certificateAge(certificate, (1000 + days * 86_400) * 1000);
  expect(at(-1)).toEqual({ kind: 'early' });
  expect(at(1)).toEqual({ kind: 'good' });
  expect(at(35)).toEqual({ kind: 'soon', days: 5 });
  expect(at(39.5)).toEqual({ kind: 'soon', days: 0 });
  expect(at(40)).toEqual({ kind: 'over' });
});
