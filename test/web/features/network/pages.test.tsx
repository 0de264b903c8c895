import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SecurityRoute } from '../../../../web/app/pages/SecurityRoute.tsx';
import { EthernetPage } from '../../../../web/features/network/link/EthernetPage.tsx';
import { InternetPage } from '../../../../web/features/network/link/InternetPage.tsx';
import { ConfirmNetworkPage } from '../../../../web/features/network/move/ConfirmNetworkPage.tsx';
import { MoveHost } from '../../../../web/features/network/move/MoveHost.tsx';
import { CloudPage } from '../../../../web/features/network/server/CloudPage.tsx';
import { CommModePage } from '../../../../web/features/network/server/CommModePage.tsx';
import { AddWifiPage } from '../../../../web/features/network/wifi/AddWifiPage.tsx';
import { ChooseWifiPage } from '../../../../web/features/network/wifi/ChooseWifiPage.tsx';
import { WifiPage } from '../../../../web/features/network/wifi/WifiPage.tsx';
import { WifiWatchDialog } from '../../../../web/features/network/wifi/WifiWatchDialog.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { currentMove } from '../../../../web/lib/move/store.ts';
import { refusal } from '../../fakeTerminal.ts';
import { ca } from '../../pems.ts';
import { interfaceState, network, nothingPending, requests, show, terminal, wifi } from './world.tsx';

const ethernet = {
  revision: 2,
  mode: 'dhcp',
  address: '',
  mask: '255.255.255.0',
  gateway: '',
  state: interfaceState,
};

function type(label: string, value: string): void {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
}

const box = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

describe('/network/ethernet', () => {
  it('shows the state, begins a fixed address with the present one, and hands it over to be confirmed', async () => {
    const asked = terminal({
      SetEthernet: () => ethernet,
      GetEthernet: () => ({
        revision: 3,
        changed: ['mode'],
        confirmSeconds: 90,
        confirmCode: 'c',
        confirmUrl: 'http://10.0.4.31/network/confirm#c',
      }),
    });
    show(<EthernetPage />);
    await screen.findByText('Up, 100 Mbit/s');
    expect(screen.getByText('10.0.4.31')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Fixed' }));
    expect(screen.queryByRole('button', { name: 'Use the present address' })).toBeNull();
    expect(screen.getAllByText(/The terminal will answer at 10\.0\.4\.31/).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Save and reconnect' }));
    await waitFor(() => expect(currentMove()).toMatchObject({ page: 'Ethernet', code: 'c' }));
    expect(requests(asked, 'GetEthernet')).toEqual([
      { mode: 'fixed', address: '10.0.4.31', gateway: '10.0.4.1', revision: 2 },
    ]);
  });

  it('Fixed: what is typed stays, what is needed is marked, and no word of a DHCP server', async () => {
    terminal({ SetEthernet: () => ethernet });
    show(<EthernetPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    expect([box('IP address').required, box('Subnet mask').required, box('Gateway').required]).toEqual([
      true,
      true,
      false,
    ]);
    type('IP address', '');
    expect(screen.queryByText(/A DHCP server/)).toBeNull();
    expect(screen.getAllByText(/Saving may cut this connection/).length).toBeGreaterThan(0);
    type('IP address', '10.0.4.77');
    fireEvent.click(screen.getByRole('radio', { name: 'Automatic (DHCP)' }));
    expect(screen.queryByRole('button', { name: 'Save and reconnect' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Fixed' }));
    expect(box('IP address').value).toBe('10.0.4.77');
    fireEvent.click(screen.getByRole('button', { name: 'Use the present address' }));
    expect(box('IP address').value).toBe('10.0.4.31');
  });

  const internet = { revision: 7, wan: 'ethernet', dns1: '', dns2: '' };
  const saved = { revision: 8, changed: [], confirmSeconds: 0, confirmCode: '', confirmUrl: '' };

  it('a fixed address keeps the name servers of DHCP: they are there, said, and saved before it', async () => {
    const asked = terminal({
      SetEthernet: () => ethernet,
      SetInternet: () => internet,
      GetInternet: () => saved,
      GetEthernet: () => saved,
    });
    show(<EthernetPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    await waitFor(() => expect(box('Name server 1').value).toBe('10.0.4.1'));
    type('Name server 2', '10.0.4');
    expect(screen.getAllByText(/Name servers will be: 10\.0\.4\.1 and 10\.0\.4\./).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Save and reconnect' }));
    await waitFor(() => expect(box('Name server 2').getAttribute('aria-invalid')).toBe('true'));
    expect(requests(asked, 'GetEthernet')).toEqual([]);
    type('Name server 1', '10.0.4.9');
    type('Name server 2', '10.0.4.2');
    fireEvent.click(screen.getByRole('button', { name: 'Save and reconnect' }));
    await waitFor(() => expect(requests(asked, 'GetEthernet')).toHaveLength(1));
    expect(requests(asked, 'GetInternet')).toEqual([{ dns1: '10.0.4.9', dns2: '10.0.4.2', revision: 7 }]);
    const order = asked.map(({ call }) => call);
    expect(order.indexOf('GetInternet')).toBeLessThan(order.indexOf('GetEthernet'));
  });

  it('a fixed address without any name server says so, and does not keep from saving', async () => {
    const asked = terminal({
      SetEthernet: () => ({ ...ethernet, state: { ...interfaceState, dns1: '' } }),
      SetInternet: () => internet,
      GetEthernet: () => saved,
    });
    show(<EthernetPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    expect((await screen.findAllByText(/There will be no name server/)).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Save and reconnect' }));
    await waitFor(() => expect(requests(asked, 'GetEthernet')).toHaveLength(1));
    expect(requests(asked, 'GetInternet')).toEqual([]);
  });

  it.each([
    ['others are stored', { ...internet, dns1: '9.9.9.9' }],
    ['another interface leads to the internet', { ...internet, wan: 'wifi' }],
  ])('leaves name servers alone when %s', async (_, stored) => {
    const asked = terminal({ SetEthernet: () => ethernet, SetInternet: () => stored });
    show(<EthernetPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    await waitFor(() => expect(requests(asked, 'SetInternet')).toHaveLength(1));
    expect(screen.queryByLabelText('Name server 1')).toBeNull();
  });

  it('without an address there is nothing to begin with', async () => {
    terminal({
      SetEthernet: () => ({ ...ethernet, state: { ...interfaceState, address: '', mask: '', gateway: '' } }),
    });
    show(<EthernetPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Fixed' }));
    expect([box('IP address').value, box('Subnet mask').value]).toEqual(['', '255.255.255.0']);
  });

  it('says that the last change was undone, until it is put away', async () => {
    terminal({
      SetEthernet: () => ethernet,
      networkPending: () => ({ ...nothingPending, rolledBack: 'Ethernet', rolledBackAt: 1_790_000_000 }),
    });
    show(<EthernetPage />);
    await screen.findByText(/The last change was undone\./);
    fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
    expect(screen.queryByText(/The last change was undone\./)).toBeNull();
  });
});

describe('/network/wirless', () => {
  it('says why the last connection failed, with the text of the specification', async () => {
    terminal({
      SetWirless: () => wifi({}, { phase: 'accessPoint', failure: 'noAddress', failedSsid: 'Office', signal: 0 }),
    });
    show(<WifiPage />);
    await screen.findByText('Connection failed, switch back to AP mode');
    expect(screen.getByText(/network gave no address/)).toBeTruthy();
    expect(screen.getByText('PST-1')).toBeTruthy();
  });

  it('shows what 802.1X needs, and warns while no CA is stored', async () => {
    terminal({ SetWirless: () => wifi({ security: 'eap', identity: 'door' }) });
    show(<WifiPage />);
    await screen.findByText(/the server is not verified/);
    expect(screen.getByRole('button', { name: 'Choose a file: CA certificate' })).toBeTruthy();
  });
});

it('/network/wirless leads to the networks whatever the radio does', async () => {
  terminal({ SetWirless: () => wifi({ mode: 'off' }, { phase: 'idle' }) });
  show(<WifiPage />);
  const link = await screen.findByRole('link', { name: 'Choose a network' });
  expect(link.getAttribute('href')).toBe('/network/wirless/chooseWIFI');
  expect(screen.getByRole('link', { name: 'Hidden network' })).toBeTruthy();
});

it('an attempt begins without the result of the one before', async () => {
  let radio = () => wifi({}, { phase: 'accessPoint', failure: 'wrongKey', failedSsid: 'Office' });
  terminal({ SetWirless: () => radio() });
  function Attempts() {
    const [attempt, setAttempt] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          again
        </button>
        <WifiWatchDialog key={attempt} onClose={vi.fn()} />
      </>
    );
  }
  show(<Attempts />);
  const said = await screen.findAllByText('The key is wrong.');
  expect(said.some((one) => one.closest('[role="status"]') !== null)).toBe(true);
  radio = () => wifi({}, { phase: 'authenticating' });
  act(() => {
    fireEvent.click(screen.getByText('again'));
  });
  expect(screen.queryByText(/The key is wrong\./)).toBeNull();
  expect((await screen.findByText('Authenticating')).closest('[role="status"]')).toBeTruthy();
});

it('a CA that is removed can be kept after all', async () => {
  terminal({ SetWirless: () => wifi({ security: 'eap', identity: 'door', hasCa: true }) });
  show(<WifiPage />);
  const box = (await screen.findByLabelText('CA certificate')) as HTMLTextAreaElement;
  fireEvent.click(screen.getByRole('button', { name: 'Remove: CA certificate' }));
  expect(box.placeholder).toBe('Will be removed');
  fireEvent.click(screen.getByRole('button', { name: 'Keep it: CA certificate' }));
  expect(box.placeholder).toBe('The stored one stays');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

describe('/network/internet', () => {
  const internet = {
    revision: 1,
    wan: 'ethernet',
    dns1: '',
    dns2: '',
    state: { gateway: 'good', names: 'good', time: 'good', wan: 'ethernet', dnsInUse: '', triedAt: 0 },
  };

  it.each([
    ['dhcp', 'From DHCP'],
    ['fixed', 'None'],
  ])('an empty name server with a %s address is %s', async (mode, placeholder) => {
    terminal({ SetInternet: () => internet, SetEthernet: () => ({ ...ethernet, mode }) });
    show(<InternetPage />);
    expect(await screen.findAllByPlaceholderText(placeholder)).toHaveLength(2);
  });
});

describe('/network/wirless/chooseWIFI', () => {
  it('shows what is known while the radio searches, then what it found, and joins with a key', async () => {
    let searches = 0;
    const found = {
      networks: [network(), network({ ssid: 'Lobby', security: 'open', signal: -80 })],
      searchedAt: 1_790_000_000,
    };
    const asked = terminal({
      SetAllWirless: () => {
        if (searches++ === 0) throw new ApiError('wait', 'SetAllWirless', { data: { networks: [], searchedAt: 0 } });
        return found;
      },
      GetChooseWirless: () => ({ revision: 5, confirmSeconds: 0, confirmCode: '', confirmUrl: '' }),
      SetWirless: () => wifi(),
    });
    show(<ChooseWifiPage />);
    await screen.findByText(/The radio searches/);
    fireEvent.click(await screen.findByRole('button', { name: /Office/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('A key is needed')).toBeTruthy();
    type('Network key', 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Connected to Office');
    expect(requests(asked, 'GetChooseWirless')).toEqual([
      { ssid: 'Office', hidden: false, security: 'wpa2', encryption: 'auto', key: 'correct horse' },
    ]);
  });

  it('says why it failed first, and tries again with the key that was typed', async () => {
    let radio = wifi({}, { phase: 'accessPoint', failure: 'wrongKey', failedSsid: 'Office' });
    const asked = terminal({
      SetAllWirless: () => ({ networks: [network()], searchedAt: 1_790_000_000 }),
      GetChooseWirless: () => ({ revision: 5, confirmSeconds: 0, confirmCode: '', confirmUrl: '' }),
      SetWirless: () => radio,
    });
    show(<ChooseWifiPage />);
    fireEvent.click(await screen.findByRole('button', { name: /Office/ }));
    type('Network key', 'correct horsf');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByRole('heading', { name: 'The key is wrong.' });
    expect(screen.getByText('Connection failed, switch back to AP mode')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(box('Network key').value).toBe('correct horsf');
    type('Network key', 'correct horse');
    radio = wifi();
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Connected to Office');
    expect(requests(asked, 'GetChooseWirless')).toMatchObject([{ key: 'correct horsf' }, { key: 'correct horse' }]);
    // What was joined is not kept: another choice begins with nothing, and nothing was ever stored in the browser.
    fireEvent.click(screen.getByRole('button', { name: /Office/ }));
    expect(box('Network key').value).toBe('');
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('correct hors');
  });

  it('leads back to the key from an attempt that waits to be confirmed, too', async () => {
    terminal({
      SetAllWirless: () => ({ networks: [network()], searchedAt: 1_790_000_000 }),
      GetChooseWirless: () => ({ revision: 5, confirmSeconds: 90, confirmCode: 'c', confirmUrl: '' }),
      networkPending: () => ({ ...nothingPending, page: 'Wirless', secondsLeft: 80 }),
      SetWirless: () => wifi({}, { phase: 'accessPoint', failure: 'noAddress', failedSsid: 'Office' }),
    });
    show(
      <>
        <ChooseWifiPage />
        <MoveHost />
      </>,
    );
    fireEvent.click(await screen.findByRole('button', { name: /Office/ }));
    type('Network key', 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByRole('heading', { name: /network gave no address/ });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(box('Network key').value).toBe('correct horse');
    expect(currentMove()).toBeNull();
  });

  it.each([
    [true, 'Cancelled. The Wi-Fi settings are as they were before.'],
    [false, /There is nothing to go back to/],
  ])('has the terminal cancel the attempt, and says what became of that (%s)', async (cancelled, said) => {
    const asked = terminal({
      SetAllWirless: () => ({ networks: [network()], searchedAt: 1_790_000_000 }),
      GetChooseWirless: () => ({ revision: 5, confirmSeconds: 0, confirmCode: '', confirmUrl: '' }),
      SetWirless: () => wifi({}, { phase: 'authenticating' }),
      cancelWirless: () => ({ cancelled }),
    });
    show(<ChooseWifiPage />);
    fireEvent.click(await screen.findByRole('button', { name: /Office/ }));
    type('Network key', 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Authenticate');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText(said);
    expect(requests(asked, 'cancelWirless')).toEqual([{}]);
    expect(screen.queryByText('Authenticate') === null).toBe(cancelled);
  });

  it('joins the network of the settings with the stored key', async () => {
    const asked = terminal({
      SetAllWirless: () => ({ networks: [network({ known: true })], searchedAt: 1_790_000_000 }),
      SetWirless: () => wifi({ security: 'wpa2' }),
      GetChooseWirless: () => ({ revision: 5, confirmSeconds: 0, confirmCode: '', confirmUrl: '' }),
    });
    show(<ChooseWifiPage />);
    fireEvent.click(await screen.findByRole('button', { name: /Office/ }));
    await screen.findByPlaceholderText('Set; type to replace');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Connected to Office');
    expect(requests(asked, 'GetChooseWirless')).toEqual([
      { ssid: 'Office', hidden: false, security: 'wpa2', encryption: 'auto' },
    ]);
  });

  it('a search that fails says it in the words of the specification', async () => {
    let broken = true;
    terminal({
      SetAllWirless: () => {
        if (broken) throw refusal('SetAllWirless', 12027);
        return { networks: [], searchedAt: 1_790_000_000 };
      },
    });
    show(<ChooseWifiPage />);
    await screen.findByText('Obtaining failed, please refresh.');
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No network in reach');
  });
});

it('/network/wirless/addWIFI joins a network that hides its name', async () => {
  const asked = terminal({
    GetChooseWirless: () => {
      throw refusal('GetChooseWirless', 12028, { field: 'ca' });
    },
  });
  show(<AddWifiPage />);
  type('Network name (SSID)', 'Hidden');
  const security = screen.getByLabelText('Security') as HTMLSelectElement;
  security.value = 'eap';
  fireEvent(security, new Event('change', { bubbles: true }));
  type('Identity', 'door');
  type('Password', 'secret');
  type(
    'CA certificate',
    '-----BEGIN CERTIFICATE-----\nAAECAwQAAQIDBAABAgMEAAECAwQAAQIDBAABAgMEAAEC\n-----END CERTIFICATE-----',
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await screen.findByText('This is not a certificate that can be used');
  expect(requests(asked, 'GetChooseWirless')).toMatchObject([{ ssid: 'Hidden', hidden: true, identity: 'door' }]);
});

describe('/network/confirm', () => {
  it('confirms with the code, which leaves the address, and leads on', async () => {
    history.replaceState(null, '', '/network/confirm#thecode');
    const asked = terminal({ confirmNetwork: () => ({ page: 'Ethernet' }) });
    show(<ConfirmNetworkPage />);
    expect(location.hash).toBe('');
    await screen.findByText(/so its new settings stay/);
    expect(requests(asked, 'confirmNetwork')).toEqual([{ code: 'thecode' }]);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/network/ethernet');
  });

  it('says that it is too late, and tries again what got no answer', async () => {
    let answer = () => {
      throw new ApiError('network', 'confirmNetwork');
    };
    terminal({ confirmNetwork: () => answer() });
    show(<ConfirmNetworkPage />);
    await screen.findByText('Not confirmed yet');
    answer = () => {
      throw refusal('confirmNetwork', 12026);
    };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing to confirm');
  });
});

describe('/network/wirless', () => {
  it('off is saved whatever the fields of a radio that is on still need', async () => {
    const asked = terminal({
      SetWirless: () => wifi({ apNameMode: 'own', apName: '', ssid: '', hasKey: false }),
      GetWirless: () => ({ revision: 5, changed: ['mode'], confirmSeconds: 0, confirmCode: '', confirmUrl: '' }),
    });
    show(<WifiPage />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Off' }));
    fireEvent.submit(screen.getByRole('form', { name: 'Wi-Fi' }));
    await waitFor(() => expect(requests(asked, 'GetWirless')).toEqual([{ mode: 'off', revision: 4 }]));
  });
});

describe('a link to a server', () => {
  const cloud = {
    revision: 1,
    on: true,
    code: 'A1',
    hasPassword: false,
    server: 'cloud.example:8883',
    state: { link: 'reachable', since: 0, backlog: 0 },
  };

  it('that was only tried promises nothing: it says what was tried, and that nothing is sent', async () => {
    terminal({ SetCloudParam: () => cloud });
    show(<CloudPage />);
    const said = await screen.findByText('Takes TCP connections; nothing is sent yet');
    expect(said.closest('dd')?.className).toBe('state-info');
    expect(screen.getByText('Not in this version yet')).toBeTruthy();
  });

  it('that is switched off says so', async () => {
    terminal({ SetCloudParam: () => ({ ...cloud, on: false, state: { ...cloud.state, link: 'off' } }) });
    show(<CloudPage />);
    await screen.findByText('Switched off');
  });
});

describe('the communication password', () => {
  const stored = {
    revision: 3,
    direction: 'listen',
    port: 5010,
    passwordOn: true,
    hasPassword: true,
    serverType: 'address',
    serverAddress: '',
    serverUrl: '',
    state: { link: 'notInstalled', since: 0, backlog: 0 },
  };
  const make = async () => {
    await waitFor(() => expect(button('Make a new password').disabled).toBe(false));
    fireEvent.click(button('Make a new password'));
    return within(await screen.findByRole('alertdialog'));
  };
  const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

  it('is made anew after a question, shown once, and gone when it was noted', async () => {
    let revision = 3;
    const asked = terminal({
      SetCommMode: () => ({ ...stored, revision }),
      newCommPassword: () => ({ password: '407231', revision: ++revision }),
    });
    show(<CommModePage />);
    await screen.findByText('Six random digits, shown once.');
    const question = await make();
    expect(requests(asked, 'newCommPassword')).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Replace' }));
    const shown = await screen.findByRole('textbox', { name: 'The new communication password' });
    expect((shown as HTMLTextAreaElement).value).toBe('407231');
    expect(requests(asked, 'newCommPassword')).toEqual([{}]);
    fireEvent.click(button('I have noted it'));
    await waitFor(() => expect(screen.queryByText('407231')).toBeNull());
    expect(document.body.innerHTML).not.toContain('407231');
  });

  it('stays when the question is declined', async () => {
    const asked = terminal({ SetCommMode: () => stored });
    show(<CommModePage />);
    await screen.findByText('Six random digits, shown once.');
    fireEvent.click((await make()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests(asked, 'newCommPassword')).toEqual([]);
  });

  it('is not made under changes that are not saved', async () => {
    terminal({ SetCommMode: () => stored });
    show(<CommModePage />);
    await screen.findByText('Six random digits, shown once.');
    fireEvent.input(screen.getByLabelText('Port'), { target: { value: '5011' } });
    expect(button('Make a new password').disabled).toBe(true);
    expect(screen.getByText('Save or discard your changes first.')).toBeTruthy();
  });
});

describe('/network/securityOne', () => {
  const settings = {
    revision: 1,
    httpsOnly: false,
    hsts: false,
    restOn: true,
    webhookOn: false,
    webhookUrl: '',
    hasWebhookSecret: false,
    hasWebhookCa: false,
    state: { https: '0.0.0.0:8443', secure: false, ownCertificate: false, webhook: 'notInstalled' },
  };
  const certificate = {
    subject: 'CN=PST-1',
    issuer: 'CN=PST-1',
    names: 'pst-1.local, 10.0.4.31',
    notBefore: 1_700_000_000,
    notAfter: Math.floor(Date.now() / 1000) + 5 * 86_400 + 60,
    fingerprint: 'AA:BB',
    key: 'P-256',
    own: false,
    requested: false,
  };
  const answers = {
    SetRestParam: () => settings,
    certificateInfo: () => certificate,
    restKeys: () => ({ keys: [] }),
  };

  it('warns of a certificate that ends soon, and takes a signing request for it', async () => {
    const asked = terminal({
      ...answers,
      certificateRequest: () => ({ request: '-----BEGIN CERTIFICATE REQUEST-----' }),
    });
    show(<SecurityRoute />);
    await screen.findByText('This certificate expires in 5 days.');
    fireEvent.click(screen.getByRole('button', { name: 'Signing request' }));
    type('Name of the terminal', 'door1.example.com');
    type('Further names and addresses', '10.0.4.31, door');
    fireEvent.click(screen.getByRole('button', { name: 'Make the request' }));
    expect(await screen.findByDisplayValue('-----BEGIN CERTIFICATE REQUEST-----')).toBeTruthy();
    expect(requests(asked, 'certificateRequest')).toEqual([
      { commonName: 'door1.example.com', names: ['10.0.4.31', 'door'] },
    ]);
  });

  it.each([
    ['is over', (now: number) => ({ notAfter: now - 86_400 }), /has expired/],
    [
      'is not valid yet',
      (now: number) => ({ notBefore: now + 86_400, notAfter: now + 900 * 86_400 }),
      /is not valid yet/,
    ],
  ])('says that a certificate %s', async (_, when, words) => {
    terminal({ ...answers, certificateInfo: () => ({ ...certificate, ...when(Math.floor(Date.now() / 1000)) }) });
    show(<SecurityRoute />);
    await screen.findByText(words);
    expect(screen.queryByText(/expires in/)).toBeNull();
  });

  it('is read again once the terminal has made itself another certificate', async () => {
    let own = true;
    terminal({
      ...answers,
      SetRestParam: () => ({ ...settings, state: { ...settings.state, ownCertificate: own } }),
      certificateInfo: () => ({ ...certificate, own }),
      resetCertificate: () => {
        own = false;
        return {};
      },
    });
    show(<SecurityRoute />);
    await screen.findByText('Uploaded');
    const reset = await screen.findByRole('button', { name: 'Back to the terminal’s own' });
    fireEvent.click(reset);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Back to the terminal’s own' })).at(-1) ?? reset);
    await screen.findByText('Made by the terminal');
  });

  it('shows a key once, and deletes one after a question', async () => {
    let keys: object[] = [];
    const key = { id: 4, name: 'Payroll', level: 3, hint: 'pst_ab', created: 1_790_000_000, lastUsed: 0, lastPeer: '' };
    const asked = terminal({
      ...answers,
      restKeys: () => ({ keys }),
      addRestKey: () => {
        keys = [key];
        return { id: 4, key: 'pst_abcdef' };
      },
      deleteRestKey: () => {
        keys = [];
        return {};
      },
    });
    show(<SecurityRoute />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add a key' }));
    type('What it is for', 'Payroll');
    fireEvent.click(screen.getByRole('button', { name: 'Make the key' }));
    expect(await screen.findByDisplayValue('pst_abcdef')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByDisplayValue('pst_abcdef')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Payroll' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the key' }));
    await screen.findByText('No keys yet');
    expect(requests(asked, 'deleteRestKey')).toEqual([{ id: 4 }]);
  });

  it('asks for a signing request with everything that was entered, and judges it first', async () => {
    const asked = terminal({ ...answers, certificateRequest: () => ({ request: 'a request' }) });
    show(<SecurityRoute />);
    fireEvent.click(await screen.findByRole('button', { name: 'Signing request' }));
    type('Name of the terminal', '');
    fireEvent.click(screen.getByRole('button', { name: 'Make the request' }));
    expect(screen.getByLabelText('Name of the terminal').getAttribute('aria-invalid')).toBe('true');
    type('Name of the terminal', 'door1.example.com');
    type('Organization', 'Example Ltd');
    type('Further names and addresses', '192.0.2.7, [2001:db8::7], door_2');
    fireEvent.click(screen.getByRole('button', { name: 'Make the request' }));
    screen.getByText(/neither a host name nor an IP address: (\[2001:db8::7\]|door_2)/);
    expect(screen.getByLabelText('Further names and addresses').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Name of the terminal').getAttribute('aria-invalid')).not.toBe('true');
    expect(requests(asked, 'certificateRequest')).toEqual([]);
    type('Further names and addresses', '192.0.2.7, 2001:db8::7 door2');
    type('Name of the terminal', 'door 1');
    fireEvent.click(screen.getByRole('button', { name: 'Make the request' }));
    screen.getByText('This is neither a host name nor an IP address: door 1');
    type('Name of the terminal', 'door1.example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Make the request' }));
    await screen.findByDisplayValue('a request');
    expect(requests(asked, 'certificateRequest')).toEqual([
      { commonName: 'door1.example.com', names: ['192.0.2.7', '2001:db8::7', 'door2'], organization: 'Example Ltd' },
    ]);
  });

  it.each<readonly [boolean, { key?: string }]>([
    [true, {}],
    [false, { key: '-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----' }],
  ])('uploads a certificate, with its key unless that is on the terminal (%s)', async (requested, key) => {
    const asked = terminal({
      ...answers,
      certificateInfo: () => ({ ...certificate, requested }),
      uploadCertificate: () => ({ notAfter: 1_900_000_000 }),
    });
    show(<SecurityRoute />);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    fireEvent.input(screen.getByRole('textbox', { name: 'Certificate' }), { target: { value: ca.trim() } });
    if (key.key) fireEvent.input(screen.getByRole('textbox', { name: 'Private key' }), { target: { value: key.key } });
    fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(requests(asked, 'uploadCertificate')).toEqual([{ certificate: ca.trim(), ...key }]));
  });

  it('HTTPS only says beforehand that this page moves, and says so when it does', async () => {
    const asked = terminal({ ...answers, GetRestParam: () => ({ revision: 9, changed: ['httpsOnly'] }) });
    show(<SecurityRoute />);
    fireEvent.click(await screen.findByRole('switch', { name: 'HTTPS only' }));
    expect(screen.getAllByText(/the browser is sent to HTTPS/).length).toBeGreaterThan(0);
    fireEvent.submit(screen.getByRole('form', { name: 'Security' }));
    expect(await screen.findByText('This page moves to HTTPS')).toBeTruthy();
    expect(requests(asked, 'GetRestParam')).toEqual([{ httpsOnly: true, revision: settings.revision }]);
  });

  it('an upload without its key, or with something else, goes nowhere', async () => {
    const asked = terminal(answers);
    show(<SecurityRoute />);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    fireEvent.input(screen.getByRole('textbox', { name: 'Certificate' }), { target: { value: 'nonsense' } });
    fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
    await screen.findByText('This is not a certificate that can be used');
    expect(screen.getByText('A key is needed')).toBeTruthy();
    expect(requests(asked, 'uploadCertificate')).toEqual([]);
    vi.restoreAllMocks();
  });
});
