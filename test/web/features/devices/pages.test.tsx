import { type AuthorizedDevice, type BluetoothDevice, getSearchBleDev, getSearchBleDevReply } from '@gen/devices.ts';
import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuthorizationModePage } from '../../../../web/features/devices/authorization/AuthorizationModePage.tsx';
import { macNumber, useChosen } from '../../../../web/features/devices/authorization/useChosen.ts';
import { BluetoothPage } from '../../../../web/features/devices/pairing/BluetoothPage.tsx';
import { readMatching } from '../../../../web/features/devices/pairing/useMatching.ts';
import { WiegandPairingPage } from '../../../../web/features/devices/pairing/WiegandPairingPage.tsx';
import { PrintPage } from '../../../../web/features/devices/print/PrintPage.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { readFound } from '../../../../web/lib/api/useSearch.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { type Answer, type Asked, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  const account = { token: 't', account: 'admin', name: 'admin', level: 16, mustChangePassword: false };
  setSession({ ...account, roles: ['network', 'basicSetting'], superLogin: false });
});
afterEach(() => {
  cleanup();
  clearToasts();
  setSession(null);
});

function terminal(answers: Record<string, Answer>, write = true): Asked[] {
  return fakeTerminal({ checkPower: () => ({ read: true, write }), ...answers });
}

const waiting = (call: string, data: Readonly<Record<string, unknown>>) =>
  new ApiError('wait', call, { code: 0, status: 200, data });

const reader: AuthorizedDevice = {
  mac: '00:1B:5A:20:41:7E',
  model: 'WR-34B',
  machine: 12,
  route1: 1,
  route2: 0,
  authorized: false,
};
const lock: AuthorizedDevice = { ...reader, mac: '00:1B:5A:20:41:7F', model: '', authorized: true };

const heard: BluetoothDevice = {
  mac: 'A4:C1:38:5E:10:0B',
  name: '',
  signal: -60,
  paired: false,
  connected: false,
  group: 0,
};

describe('/basicSetting/authorizationMode', () => {
  it('authorizes only those that are not, cancels only those that are, and asks before it deletes', async () => {
    const asked = terminal({
      SetAnvizWiegandAuthorize: () => ({ devices: [reader, lock] }),
      GetAnvizWiegandAuthorize: () => ({}),
      DeleteSomeWiegand: () => ({ deleted: 2 }),
    });
    show(<AuthorizationModePage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Authorize' }));
    await screen.findByText('1 device authorized');
    expect(requests(asked, 'GetAnvizWiegandAuthorize')).toEqual([{ macs: [reader.mac], authorized: true }]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel authorization' }));
    await waitFor(() => expect(requests(asked, 'GetAnvizWiegandAuthorize')).toHaveLength(2));
    expect(requests(asked, 'GetAnvizWiegandAuthorize')[1]).toEqual({ macs: [lock.mac], authorized: false });
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete 2 devices?' });
    expect(requests(asked, 'DeleteSomeWiegand')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'DeleteSomeWiegand')).toEqual([{ macs: [reader.mac, lock.mac] }]));
  });

  it('offers nothing to do without the right to write', async () => {
    terminal({ SetAnvizWiegandAuthorize: () => ({ devices: [reader] }) }, false);
    show(<AuthorizationModePage />);
    await screen.findByText('WR-34B');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  });

  it('in another list nothing is selected, not even a device that is in both; who leaves the list is selected no more', () => {
    const { result, rerender } = renderHook(({ rows, key }) => useChosen(rows, key), {
      initialProps: { rows: [reader, lock], key: 'wiegand' },
    });
    act(() => result.current.onSelect([macNumber(reader.mac), macNumber(lock.mac)], true));
    expect(result.current.devices).toEqual([reader, lock]);
    rerender({ rows: [lock], key: 'wiegand' });
    expect(result.current.devices).toEqual([lock]);
    rerender({ rows: [lock], key: 'bluetooth' });
    expect(result.current).toMatchObject({ devices: [], selecting: false });
    expect(result.current.selected.size).toBe(0);
    rerender({ rows: [reader, lock], key: 'wiegand' });
    expect(result.current.devices).toEqual([]);
  });

  it('an address is a number that tables can hold', () => {
    expect(macNumber('00:00:00:00:00:0A')).toBe(10);
    expect(Number.isSafeInteger(macNumber('FF:FF:FF:FF:FF:FF'))).toBe(true);
  });
});

describe('/basicSetting/wiganPairing', () => {
  it('is not looked at without the right to pair', async () => {
    const asked = terminal({}, false);
    show(<WiegandPairingPage />);
    await waitFor(() => expect(requests(asked, 'checkPower').length).toBeGreaterThan(0));
    expect(requests(asked, 'AnvizWiegandMatch')).toEqual([]);
  });

  it('shows a window that somebody else has opened, and who answered', async () => {
    terminal({
      AnvizWiegandMatch: () => {
        throw waiting('AnvizWiegandMatch', { result: 'running', secondsLeft: 42, found: [reader] });
      },
    });
    show(<WiegandPairingPage />);
    await screen.findByText('WR-34B');
    expect(screen.getByRole('timer').textContent).toBe('0:42');
    expect(screen.getByRole('button', { name: 'Finish' })).toBeTruthy();
  });

  it('«wait» is an answer, another refusal is not', async () => {
    terminal({
      AnvizWiegandMatch: () => {
        throw refusal('AnvizWiegandMatch', 12_023);
      },
    });
    await expect(readMatching({ start: true }, true)).rejects.toMatchObject({ code: 12_023 });
  });
});

describe('/network/bluetooth', () => {
  const param = (clientOn: boolean) => ({
    serverOn: false,
    clientOn,
    revision: 1,
    state: { address: '3C:71:BF:0A:52:9D', phase: 'idle', peer: '', failure: 'none' },
  });

  it('searches only once it is switched on', async () => {
    const asked = terminal({ SetBluetoothParam: () => param(false), SetBleDevGroup: () => ({ devices: [] }) });
    show(<BluetoothPage />);
    await screen.findByText('No device is paired');
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
    expect(requests(asked, 'GetSearchBleDev')).toEqual([]);
  });

  it('names those that give no name, and pairs', async () => {
    const asked = terminal({
      SetBluetoothParam: () => param(true),
      SetBleDevGroup: () => ({ devices: [] }),
      GetSearchBleDev: () => ({ devices: [heard], secondsLeft: 0 }),
      GetBleConnect: () => ({}),
    });
    show(<BluetoothPage />);
    await screen.findByText('Device without a name');
    fireEvent.click(screen.getByRole('button', { name: 'Pair' }));
    await waitFor(() => expect(requests(asked, 'GetBleConnect')).toEqual([{ mac: heard.mac, connect: true }]));
  });

  it('says that a search failed, and searches again', async () => {
    let broken = false;
    terminal({
      SetBluetoothParam: () => param(true),
      SetBleDevGroup: () => ({ devices: [] }),
      GetSearchBleDev: () => {
        if (broken) throw refusal('GetSearchBleDev', 12_023);
        return { devices: [heard], secondsLeft: 0 };
      },
    });
    show(<BluetoothPage />);
    await screen.findByText('Device without a name');
    broken = true;
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByText('This could not be loaded');
    expect(screen.getAllByText(/This device does not answer/).length).toBeGreaterThan(0);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Device without a name');
  });

  it('shows those heard so far while a search runs', async () => {
    terminal({
      GetSearchBleDev: () => {
        throw waiting('GetSearchBleDev', { devices: [heard], secondsLeft: 7 });
      },
    });
    expect(await readFound(getSearchBleDev({}), getSearchBleDevReply)).toEqual({
      reply: { devices: [heard], secondsLeft: 7 },
      searching: true,
      error: undefined,
    });
  });
});

describe('/basicSetting/print', () => {
  it('previews what is typed before it is saved, and prints what is stored', async () => {
    const asked = terminal({
      SetPrintParam: () => ({
        on: true,
        baud: 'b9600',
        fields: ['date'],
        header: '',
        footer: '',
        revision: 1,
        state: { printer: 'ready', waiting: 0, codePage: 'CP858' },
      }),
      slipPreview: ({ header }: { header: string }) => ({ lines: [`   ${header}`], columns: 32, codePage: 'CP858' }),
      testPrint: () => ({}),
    });
    show(<PrintPage />);
    fireEvent.input(await screen.findByLabelText('Line above'), { target: { value: 'Hello' } });
    await screen.findByText('Hello');
    expect(requests(asked, 'slipPreview').at(-1)).toEqual({ fields: ['date'], header: 'Hello', footer: '' });
    await screen.findByText('Prints with the settings as they are stored.');
    fireEvent.click(screen.getByRole('button', { name: 'Test print' }));
    await screen.findByText('A sample slip is on its way to the printer');
    expect(requests(asked, 'GetPrintParam')).toEqual([]);
  });
});
