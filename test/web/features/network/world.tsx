/** A terminal with a network, and pages at an address, for the tests of the network pages. */
import type { InterfaceState, SetWirlessReply, WifiNetwork } from '@gen/network.ts';
import { cleanup, configure, render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { endMove } from '../../../../web/lib/move/store.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { clearToasts } from '../../../../web/ui/toast.ts';
import '../../browser.ts';
import { type Answer, type Asked, fakeTerminal } from '../../fakeTerminal.ts';

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

export function requests(asked: readonly Asked[], call: string): unknown[] {
  return asked.filter((one) => one.call === call).map(({ request }) => request);
}

export function show(page: ReactNode) {
  return render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <MemoryRouter>{page}</MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </SWRConfig>,
  );
}

/* A machine that builds beside is slow: what is waited for comes, only later. */
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => activateLanguage('en'));

beforeEach(() => {
  setSession({
    token: 't',
    account: 'admin',
    name: 'admin',
    level: 16,
    roles: ['network'],
    mustChangePassword: false,
    superLogin: false,
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  clearToasts();
  endMove();
  setSession(null);
});
