/** A terminal with a network, and pages at an address, for the tests of the network pages. */
import type { InterfaceState, SetWirlessReply, WifiNetwork } from '@gen/network.ts';
import { cleanup } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { endMove } from '../../../../web/lib/move/store.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, type Asked, fakeTerminal } from '../../fakeTerminal.ts';

export { requests, show } from '../../show.tsx';

export const interfaceState: InterfaceState = {
  linkUp: true,
  speed: 100,
  mac: '02:50:53:54:00:01',
  lease: 'bound',
  address: '10.0.4.31',
  mask: '255.255.255.0',
  gateway: '10.0.4.1',
  leaseUntil: 1_800_000_000,
  dns1: '10.0.4.1',
  dns2: '',
};

export const nothingPending = { page: '', secondsLeft: 0, rolledBack: '', rolledBackAt: 0 };

export function wifi(
  change: Partial<SetWirlessReply> = {},
  state: Partial<SetWirlessReply['state']> = {},
): SetWirlessReply {
  return {
    revision: 4,
    mode: 'client',
    ssid: 'Office',
    hidden: false,
    security: 'wpa2wpa3',
    encryption: 'auto',
    hasKey: true,
    eap: 'peap',
    inner: 'mschapv2',
    identity: '',
    hasPassword: false,
    hasCa: false,
    apNameMode: 'system',
    apName: '',
    hasApKey: false,
    state: {
      phase: 'connected',
      ssid: 'Office',
      signal: -55,
      failure: 'none',
      failedSsid: '',
      apSsid: 'PST-1',
      apStations: 0,
      hasCa: false,
      caSubject: '',
      caUntil: 0,
      interface: interfaceState,
      ...state,
    },
    ...change,
  };
}

export function network(change: Partial<WifiNetwork> = {}): WifiNetwork {
  return { ssid: 'Office', signal: -55, security: 'wpa2', band: 'band5', current: false, known: false, ...change };
}

/** Calls that every page makes, answered for an account that may write. */
export function terminal(answers: Record<string, Answer>): Asked[] {
  return fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    networkPending: () => nothingPending,
    ...answers,
  });
}

beforeAll(() => activateLanguage('en'));

beforeEach(() => {
  setSession(account({ roles: ['network'] }));
});

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  clearToasts();
  endMove();
  setSession(null);
});
