import '../../browser.ts';
import type { InterfaceState } from '@gen/network.ts';
import { screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NetworkCard } from '../../../../web/features/network/link/NetworkCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const port: InterfaceState = {
  ...{ linkUp: true, speed: 100, mac: '', lease: 'bound', address: '192.0.2.7', mask: '', gateway: '' },
  ...{ leaseUntil: 0, dns1: '', dns2: '' },
};

const wifi = {
  ...{ phase: 'connected', ssid: 'Lobby', signal: -50, failure: 'none', failedSsid: '', apSsid: '', apStations: 0 },
  ...{ hasCa: false, caSubject: '', caUntil: 0, interface: { ...port, address: '198.51.100.4' } },
};

const answers = (ethernet: Partial<InterfaceState>, link: string) => ({
  SetEthernet: () => ({ state: { ...port, ...ethernet } }),
  SetWirless: () => ({ state: wifi }),
  SetCommMode: () => ({ state: { link: 'off', since: 0, backlog: 0 } }),
  SetCloudParam: () => ({ state: { link, since: 0, backlog: 0 } }),
});

beforeAll(() => activateLanguage('en'));
afterEach(() => setSession(null));

describe('the network on the overview', () => {
  it('names each link with its address, and servers that are set', async () => {
    setSession(account());
    fakeTerminal(answers({}, 'unreachable'));
    show(<NetworkCard />);
    await screen.findByText('192.0.2.7');
    expect(screen.getByText('198.51.100.4')).toBeDefined();
    expect(screen.getByText('Lobby')).toBeDefined();
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Ethernet', 'Wi-Fi', 'Cloud']);
  });

  it('says that there is no cable', async () => {
    setSession(account());
    fakeTerminal(answers({ linkUp: false, address: '' }, 'off'));
    show(<NetworkCard />);
    await screen.findByText('No cable');
    expect(screen.queryByText('192.0.2.7')).toBeNull();
  });

  it('asks for nothing where the account may not read it', async () => {
    setSession({ ...account(), roles: ['advSetting'] });
    const asked = fakeTerminal(answers({}, 'off'));
    show(<NetworkCard />);
    await Promise.resolve();
    expect(requests(asked, 'SetEthernet')).toEqual([]);
    expect(screen.queryByText('Network')).toBeNull();
  });
});
