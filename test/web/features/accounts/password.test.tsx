import '../../browser.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { complaintsOf, PasswordDialog } from '../../../../web/features/accounts/password/PasswordDialog.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';

const labels = { oldpassword: 'Current password', password: 'New password', confirm: 'New password again' };
const box = (name: keyof typeof labels) => screen.getByLabelText(labels[name]) as HTMLInputElement;
const fill = (values: Record<keyof typeof labels, string>) => {
  for (const [name, value] of Object.entries(values)) {
    fireEvent.input(box(name as keyof typeof labels), { target: { value } });
  }
};
const submit = () => fireEvent.submit(box('password').closest('form') as HTMLFormElement);
const good = { oldpassword: '123456', password: '246813', confirm: '246813' };
const onDone = vi.fn();
const onClose = vi.fn();

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  clearToasts();
  onDone.mockClear();
  onClose.mockClear();
});

describe('before anything is sent', () => {
  it('each field is asked for, in the words of the specification', () => {
    expect(complaintsOf({ oldpassword: '', password: '', confirm: '' }, 'admin')).toEqual({
      oldpassword: 'Please enter the current password',
      password: 'Please enter a new password',
      confirm: 'Please enter the new password again',
    });
  });

  it.each([
    ['123456', 'These digits are a sequence, such as 123456 or 777777.'],
    ['482482', 'These digits repeat, such as 121212, 123123 or 112233.'],
    ['311299', 'These digits are a date, such as 311299 or 051984.'],
    ['704182', 'This is the current password.'],
    ['000871', 'These digits are the user ID.'],
  ])('%s breaks a rule, which is said', (password, text) => {
    const wrong = { oldpassword: '704182', password, confirm: password };
    expect(complaintsOf(wrong, '871')).toEqual({ password: text });
  });

  it('both new passwords must be the same, and six digits', () => {
    expect(complaintsOf({ ...good, confirm: '246814' }, 'admin')).toEqual({
      confirm: 'The two input passwords are inconsistent!\nType the same password in both fields.',
    });
    expect(complaintsOf({ ...good, password: '12345', confirm: '12345' }, 'admin')).toEqual({
      password: 'Password Format Error\nUse digits only, as many as are asked for.',
    });
    expect(complaintsOf(good, 'admin')).toEqual({});
  });
});

describe('Modify Password', () => {
  const show = (first = false, account = 'admin') =>
    render(<PasswordDialog account={account} first={first} onDone={onDone} onClose={onClose} />);

  it('shows the account read-only and takes digits only, six at most', () => {
    show(false, '7');
    expect((screen.getByLabelText('User ID') as HTMLInputElement).readOnly).toBe(true);
    fill({ oldpassword: '12x34', password: 'abc', confirm: 'x' });
    expect([box('oldpassword').value, box('password').value, box('confirm').value]).toEqual(['1234', '', '']);
    expect([box('oldpassword').maxLength, box('password').maxLength, box('confirm').maxLength]).toEqual([6, 6, 6]);
  });

  it('takes digits alone of admin too, and says where a passphrase is replaced', () => {
    show();
    fill({ oldpassword: 'seven green boats 7', password: 'abc1', confirm: '' });
    expect([box('oldpassword').value, box('password').value]).toEqual(['7', '1']);
    expect([box('oldpassword').maxLength, box('password').maxLength]).toEqual([6, 6]);
    expect(screen.getByText('Six digits. A passphrase is replaced on the page Device.')).toBeTruthy();
  });

  it('at the first sign-in there is no passphrase yet', () => {
    show(true);
    fill({ oldpassword: '12x', password: '', confirm: '' });
    expect(box('oldpassword').value).toBe('12');
  });

  it('sends the account and all three, and is done', async () => {
    const asked = fakeTerminal({ EditPwd: () => ({}) });
    show();
    fill(good);
    submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(asked).toEqual([{ call: 'EditPwd', request: { userid: 'admin', ...good } }]);
  });

  it.each([
    [40302, '', 'oldpassword', 'Password Error'],
    [40203, '', 'confirm', 'The Password does not Match'],
    [40404, '', 'password', 'User Password does not meet the Rules'],
    [40405, '', 'password', 'Password Already Exists'],
    [12007, 'oldpassword', 'oldpassword', 'This value is outside its limits'],
  ] as const)('the answer %i %s stands at %s', async (code, field, name, text) => {
    fakeTerminal({
      EditPwd: () => {
        throw refusal('EditPwd', code, { field });
      },
    });
    show();
    fill(good);
    submit();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(box(name).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(box(name));
    expect(onDone).not.toHaveBeenCalled();
  });

  it('what the terminal refuses by its list is a code that people try first, until another is typed', async () => {
    fakeTerminal({
      EditPwd: () => {
        throw refusal('EditPwd', 40404);
      },
    });
    show();
    fill({ ...good, password: '159753', confirm: '159753' });
    submit();
    const known = 'This code is easy to guess. Choose another.';
    expect(await screen.findByText(known)).toBeTruthy();
    fill({ ...good });
    await waitFor(() => expect(screen.queryByText(known)).toBeNull());
  });

  it('is the page at the first sign-in, and a dialog of one later', () => {
    const { unmount } = show(true);
    expect(screen.getByRole('heading', { level: 1, name: 'Choose Your Password' })).toBeTruthy();
    unmount();
    show();
    expect(screen.getByRole('heading', { level: 2, name: 'Modify Password' })).toBeTruthy();
  });

  it('at the first sign-in cannot be closed, only logged out of', () => {
    show(true);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
