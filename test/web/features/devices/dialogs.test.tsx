import { type BluetoothDevice, timeParam } from '@gen/devices.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DisplayPage } from '../../../../web/features/devices/display/DisplayPage.tsx';
import { dateText, timeText } from '../../../../web/features/devices/display/dateText.ts';
import { LanguageDialog } from '../../../../web/features/devices/display/LanguageDialog.tsx';
import { GroupDialog } from '../../../../web/features/devices/pairing/GroupDialog.tsx';
import { PairedCard } from '../../../../web/features/devices/pairing/PairedCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { readPreference } from '../../../../web/lib/preferences.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => {
  clearToasts();
  setSession(null);
});

const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

const phone: BluetoothDevice = {
  mac: 'A4:C1:38:5E:10:0B',
  name: 'Phone',
  signal: -60,
  paired: true,
  connected: false,
  group: 2,
};

describe('the group of a paired device', () => {
  const onSaved = vi.fn();

  it('is sent for this device, once it is another', async () => {
    const asked = fakeTerminal({ GetBleDevGroup: () => ({}) });
    show(<GroupDialog device={phone} onSaved={onSaved} onClose={() => undefined} />);
    expect(button('Save').disabled).toBe(true);
    choose(screen.getByLabelText('Time zone group'), '5');
    fireEvent.click(button('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(asked).toEqual([{ call: 'GetBleDevGroup', request: { mac: phone.mac, group: 5 } }]);
  });

  it('says why not', async () => {
    fakeTerminal({
      GetBleDevGroup: () => {
        throw refusal('GetBleDevGroup', 12007, { field: 'mac' });
      },
    });
    show(<GroupDialog device={phone} onSaved={() => undefined} onClose={() => undefined} />);
    choose(screen.getByLabelText('Time zone group'), '5');
    fireEvent.click(button('Save'));
    expect(await screen.findByText('This value is outside its limits')).toBeTruthy();
  });
});

describe('a paired device', () => {
  const onChanged = vi.fn();
  const open = (clientOn = true) => {
    onChanged.mockClear();
    const asked = fakeTerminal({ GetBleConnect: () => ({}) });
    const paired = { devices: [phone], error: undefined, refresh: () => undefined };
    show(<PairedCard paired={paired} mayWrite clientOn={clientOn} onChanged={onChanged} />);
    fireEvent.click(button('Actions for Phone'));
    return asked;
  };

  it('is connected', async () => {
    const asked = open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Connect' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(asked).toEqual([{ call: 'GetBleConnect', request: { mac: phone.mac } }]);
  });

  it('cannot be while the terminal may not connect', () => {
    open(false);
    expect(screen.getByRole('menuitem', { name: 'Connect' })).toHaveProperty('disabled', true);
  });

  it('is forgotten after a question', async () => {
    const asked = open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Disconnect and forget' }));
    const question = await screen.findByRole('alertdialog');
    expect(asked).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Disconnect and forget' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(asked).toEqual([{ call: 'GetBleConnect', request: { mac: phone.mac, connect: false } }]);
  });
});

describe('the language', () => {
  const open = (write: boolean, answer: () => unknown = () => ({ LanguageSetting: 'es' })) => {
    const asked = fakeTerminal({ checkPower: () => ({ read: true, write }), GetLanguageSettingItem: answer });
    show(<LanguageDialog onClose={() => undefined} />);
    return asked;
  };
  const spanish = async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'Español' }));
    await waitFor(() => expect(button('Change the language').disabled).toBe(false));
    fireEvent.click(button('Change the language'));
  };

  it('is changed on the terminal by who may, and remembered here', async () => {
    const asked = open(true);
    await spanish();
    await waitFor(() => expect(readPreference('language')).toBe('es'));
    expect(requests(asked, 'GetLanguageSettingItem')).toEqual([{ language: 'es' }]);
  });

  it('is this browser’s alone for others', async () => {
    const asked = open(false);
    await spanish();
    await waitFor(() => expect(readPreference('language')).toBe('es'));
    expect(requests(asked, 'GetLanguageSettingItem')).toEqual([]);
  });

  it('stays when the terminal refuses', async () => {
    open(true, () => {
      throw refusal('GetLanguageSettingItem', 12002);
    });
    await spanish();
    await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
    expect(readPreference('language')).toBeNull();
  });

  it('is not changed to itself', async () => {
    open(true);
    expect(button('Change the language').disabled).toBe(true);
  });
});

describe('dates and times of the display', () => {
  const day = { year: 2026, month: 3, day: 9 };

  it('have three orders and three separators', () => {
    const text = (dateOrder: 'ymd' | 'dmy' | 'mdy', dateSeparator: 'dash' | 'slash' | 'dot') =>
      dateText(day, { dateOrder, dateSeparator });
    expect([text('ymd', 'dash'), text('dmy', 'dot'), text('mdy', 'slash')]).toEqual([
      '2026-03-09',
      '09.03.2026',
      '03/09/2026',
    ]);
  });

  it('have 24 hours, or twice 12 that begin with 12', () => {
    const times = [0, 1, 11, 12, 13, 23].map((hour) => ({ hour, minute: 5 }));
    expect(times.map((time) => timeText(time, { hour24: true }))).toEqual([
      '00:05',
      '01:05',
      '11:05',
      '12:05',
      '13:05',
      '23:05',
    ]);
    expect(times.map((time) => timeText(time, { hour24: false }))).toEqual([
      '12:05 AM',
      '1:05 AM',
      '11:05 AM',
      '12:05 PM',
      '1:05 PM',
      '11:05 PM',
    ]);
  });
});

describe('/basicSetting/display', () => {
  const open = () => {
    const factory = Object.fromEntries(timeParam.fields.map((field) => [field.name, field.default]));
    const asked = fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      SetTimeParam: () => ({ ...factory, revision: 3, state: { online: true, asleep: false, locked: false } }),
      GetTimeParam: () => ({ revision: 4, changed: [] }),
    });
    show(<DisplayPage />);
    return asked;
  };
  const save = () => fireEvent.submit(screen.getByRole('form', { name: 'Display' }));

  it('another language is this browser’s too, and the page says that it loads again', async () => {
    const asked = open();
    choose(await screen.findByRole('combobox', { name: 'Language' }), 'es');
    expect(screen.getAllByText(/loads this page again/).length).toBeGreaterThan(0);
    save();
    expect(await screen.findByText('Saved. The page loads again in the new language.')).toBeTruthy();
    expect(readPreference('language')).toBe('es');
    expect(requests(asked, 'GetTimeParam')).toEqual([{ language: 'es', revision: 3 }]);
  });

  it('anything else leaves the language of this browser alone', async () => {
    open();
    fireEvent.click(await screen.findByRole('switch', { name: 'Lock the keypad' }));
    save();
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(readPreference('language')).toBeNull();
  });
});
