import { ErrorCode } from '@gen/errors.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InitializationForm } from '../../../../web/features/machine/InitializationForm.tsx';
import { InitializationPage } from '../../../../web/features/machine/InitializationPage.tsx';
import { lossText } from '../../../../web/features/machine/lossText.ts';
import { RestartPage } from '../../../../web/features/machine/RestartPage.tsx';
import { StorageNotice } from '../../../../web/features/machine/StorageNotice.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';
import { info } from './info.ts';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => {
  clearToasts();
  setSession(null);
});

const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
const serialBox = () => screen.getByLabelText('Last four characters of the serial number') as HTMLInputElement;
const start = () => screen.getByRole('button', { name: 'Initialize' }) as HTMLButtonElement;
const parts = { settings: false, users: false, records: false, everything: false };

describe('what the start found', () => {
  it.each([
    ['good', null],
    ['restored', /last good copy, from .*2026/],
    ['fresh', /started empty/],
    ['lost', /Changes lost, as far as they can be counted: 7\./],
  ] as const)('%s', (storage, text) => {
    show(<StorageNotice info={{ ...info, storage, storageSince: 1_790_000_000, storageLost: 7 }} />);
    if (text === null) expect(document.querySelector('.notice')).toBeNull();
    else screen.getByText(text);
  });
});

describe('/advSetting/initialization', () => {
  const open = (answers: Record<string, Answer> = { InitMachine: () => ({}) }) => {
    const asked = fakeTerminal(answers);
    show(<InitializationForm info={info} />);
    return asked;
  };
  const confirmWith = async (serial: string, action = 'Initialize') => {
    fireEvent.input(serialBox(), { target: { value: serial } });
    fireEvent.click(start());
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: action }));
  };

  const askUsersAndRecords = () => {
    open();
    fireEvent.click(box('Users'));
    fireEvent.click(box('Records'));
    fireEvent.input(serialBox(), { target: { value: 'A7F2' } });
    fireEvent.click(start());
    return screen.findByRole('alertdialog');
  };

  it.each([
    ['Settings', { ...parts, settings: true }],
    ['Users', { ...parts, users: true }],
    ['Records', { ...parts, records: true }],
    ['Everything', { settings: true, users: true, records: true, everything: true }],
  ])('sends %s and nothing else, after a question', async (name, wanted) => {
    const asked = open();
    fireEvent.click(box(name));
    await confirmWith('a7f2');
    await waitFor(() => expect(requests(asked, 'InitMachine')).toEqual([{ ...wanted, serial: 'A7F2' }]));
  });

  it('sends nothing when the question is answered with no', async () => {
    const asked = open();
    fireEvent.click(box('Records'));
    await confirmWith('A7F2', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked).toEqual([]);
  });

  it('says once more in the question what is lost, and how much', async () => {
    const question = await askUsersAndRecords();
    const said = within(question).getAllByRole('listitem');
    expect(said.map(({ textContent }) => textContent)).toEqual([lossText('users', info), lossText('records', info)]);
    expect(within(question).getByText(/This cannot be undone/)).toBeTruthy();
  });

  it('asks for the end of this terminal’s serial number, and for a part', () => {
    const asked = open();
    expect(start().disabled).toBe(true);
    fireEvent.click(box('Records'));
    expect(start().disabled).toBe(true);
    fireEvent.input(serialBox(), { target: { value: 'A7F3' } });
    expect(start().disabled).toBe(false);
    fireEvent.click(start());
    expect(screen.getByText('This is not the end of the serial number')).toBeTruthy();
    expect(document.activeElement).toBe(serialBox());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.input(serialBox(), { target: { value: 'A7F' } });
    expect(screen.queryByText('This is not the end of the serial number')).toBeNull();
    expect(start().disabled).toBe(true);
    expect(asked).toEqual([]);
  });

  it('names what will be lost in its question', async () => {
    expect(await askUsersAndRecords()).toBe(screen.getByRole('alertdialog', { name: 'Initialize Users and Records?' }));
  });

  it('is offered to admin alone', async () => {
    const asked = fakeTerminal({ SetInfoParam: () => info, checkPower: () => ({ read: true, write: true }) });
    setSession(account({ account: '7', level: 16 }));
    const other = show(<InitializationPage />);
    await screen.findByText('Only admin may initialize the terminal.');
    expect(screen.queryByRole('form')).toBeNull();
    other.unmount();
    setSession(account({ account: 'admin', level: 16 }));
    show(<InitializationPage />);
    await screen.findByRole('form', { name: 'Initialization' });
    expect(screen.queryByText('Only admin may initialize the terminal.')).toBeNull();
    expect(requests(asked, 'InitMachine')).toEqual([]);
  });

  it('puts the terminal’s complaint about the serial number at its field', async () => {
    open({
      InitMachine: () => {
        throw refusal('InitMachine', ErrorCode.serialWrong, { field: 'serial' });
      },
    });
    fireEvent.click(box('Records'));
    await confirmWith('A7F2');
    await waitFor(() => expect(serialBox().getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(serialBox()));
    expect(document.querySelector('.toast')).toBeNull();
    expect(start().getAttribute('aria-busy')).toBeNull();
  });

  it('says any other refusal, and may be tried again', async () => {
    const asked = open({
      InitMachine: () => {
        throw refusal('InitMachine', ErrorCode.busy);
      },
    });
    fireEvent.click(box('Records'));
    await confirmWith('A7F2');
    await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
    expect(serialBox().getAttribute('aria-invalid')).toBeNull();
    await confirmWith('A7F2');
    await waitFor(() => expect(requests(asked, 'InitMachine')).toHaveLength(2));
    expect(requests(asked, 'InitMachine')[1]).toEqual({ ...parts, records: true, serial: 'A7F2' });
  });
});

describe('/advSetting/restart', () => {
  const button = () => screen.getByRole('button', { name: 'Restart' }) as HTMLButtonElement;

  it('asks first, and restarts only then', async () => {
    const asked = fakeTerminal({ checkPower: () => ({ read: true, write: true }), RestartMachine: () => ({}) });
    show(<RestartPage />);
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
    const question = await screen.findByRole('alertdialog', { name: 'Restart the terminal?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests(asked, 'RestartMachine')).toEqual([]);
    fireEvent.click(button());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restart' }));
    await waitFor(() => expect(requests(asked, 'RestartMachine')).toHaveLength(1));
  });

  it('says that it could not, and may be tried again', async () => {
    fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      RestartMachine: () => {
        throw refusal('RestartMachine', 12002);
      },
    });
    show(<RestartPage />);
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restart' }));
    await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
    expect(button().getAttribute('aria-busy')).toBeNull();
  });

  it('is not offered without the right', async () => {
    fakeTerminal({ checkPower: () => ({ read: true, write: false }) });
    show(<RestartPage />);
    await screen.findByText('Your account may look at these settings but not change them.');
    expect(button().disabled).toBe(true);
  });
});
