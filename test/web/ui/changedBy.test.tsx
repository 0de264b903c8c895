import '../browser.ts';
import { machineParam } from '@gen/machine.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { SchemaForm } from '../../../web/ui/SchemaForm.tsx';
import { SettingsPage } from '../../../web/ui/SettingsPage.tsx';
import { account } from '../account.ts';
import { fakeTerminal } from '../fakeTerminal.ts';
import { requests, show } from '../show.tsx';

const change = { field: 'volume', time: 1_790_000_000, account: '7041', before: '3', after: '5' };

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

function open(changes: () => unknown, write = true) {
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write }),
    SetMachineParam: () => ({ revision: 1, deviceName: 'Door', machineId: 1, volume: 5, adminPasswordSet: true }),
    GetMachineParam: () => ({ revision: 2, changed: ['volume'] }),
    settinghistory: () => ({ changes: changes() }),
  });
  show(
    <SettingsPage page={machineParam} title="Device" intro="">
      {(form) => <SchemaForm form={form} names={['deviceName', 'volume']} />}
    </SettingsPage>,
  );
  return asked;
}

describe('who changed a setting', () => {
  it('stands beside it, and the value before is taken back into the form, unsaved', async () => {
    const asked = open(() => [change, { ...change, before: '1', after: '3', account: 'admin' }]);
    const said = await screen.findByText(/^Changed by 7041 on .*, before: 3$/);
    expect(said.closest('p')?.textContent).toContain('Volume: Changed');
    const own = said.closest<HTMLElement>('.setting');
    if (own === null) throw new Error('it is not with its setting');
    expect(within(own).getByRole('slider', { name: /Volume/ })).toBeDefined();
    expect(screen.getAllByText(/^Changed by/)).toHaveLength(1);
    fireEvent.click(within(own).getByRole('button', { name: 'Take back 3 for Volume' }));
    expect(await screen.findAllByText(/1 change/)).not.toEqual([]);
    expect(within(own).queryByRole('button', { name: /Take back/ })).toBeNull();
    expect(requests(asked, 'GetMachineParam')).toEqual([]);
    expect(requests(asked, 'settinghistory')).toEqual([{ page: 'MachineParam' }]);
  });

  it('is read anew after a save', async () => {
    const asked = open(() => [change]);
    fireEvent.click(await screen.findByRole('button', { name: 'Take back 3 for Volume' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests(asked, 'settinghistory')).toHaveLength(2));
  });

  it('is told to who may only read, without a button', async () => {
    open(() => [change], false);
    await screen.findByText(/^Changed by 7041/);
    expect(screen.queryByRole('button', { name: /Take back/ })).toBeNull();
  });

  it('keeps quiet where nothing was changed, what was is too long, or it cannot be read', async () => {
    open(() => [{ ...change, before: '"cut', after: '"off' }]);
    await screen.findByText(/^Changed by 7041 on [^:]*(:\d\d)?[^:]*$/);
    expect(screen.queryByRole('button', { name: /Take back/ })).toBeNull();
    expect(screen.queryByText(/Device name: Changed/)).toBeNull();
  });
});
