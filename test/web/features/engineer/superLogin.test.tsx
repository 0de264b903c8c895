import { setDebugParamCall } from '@gen/engineer.ts';
import type { Send } from '@gen/runtime.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordAgain } from '../../../../web/features/accounts/password/PasswordAgain.tsx';
import { SuperLogin } from '../../../../web/features/engineer/SuperLogin.tsx';
import { SuperTag } from '../../../../web/features/engineer/SuperTag.tsx';
import { askingAgain } from '../../../../web/lib/askPassword.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { currentSession, patchSession, setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import '../../browser.ts';
import { type Answer, fakeTerminal, refusal } from '../../fakeTerminal.ts';

let needs: number[];
let made: number;
/** A terminal that wants this and that before it answers. */
const plain: Send = async (call) => {
  made++;
  const code = needs[0];
  if (code !== undefined) throw refusal(call.name, code);
  return {} as never;
};
const call = () => askingAgain(plain)(setDebugParamCall, {});

const type = async (label: string, password: string) => {
  const input = (await screen.findByLabelText(label)) as HTMLInputElement;
  fireEvent.input(input, { target: { value: password } });
  fireEvent.submit(input.closest('form') as HTMLFormElement);
};

function open(superLogin: Answer) {
  const asked = fakeTerminal({
    superLogin,
    confirmPassword: () => {
      needs.shift();
      return {};
    },
  });
  render(
    <>
      <PasswordAgain />
      <SuperLogin />
      <SuperTag />
    </>,
  );
  return asked;
}

const right: Answer = ({ password }: { password: string }) => {
  if (password !== 'right') throw refusal('superLogin', 40302);
  needs.shift();
  return { seconds: 900 };
};

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  needs = [11003];
  made = 0;
  setSession(account());
});
afterEach(() => {
  vi.useRealTimers();
  setSession(null);
});

describe('the engineer password', () => {
  it('is asked for, a wrong one is said at the field, and the call is made again once', async () => {
    open(right);
    const answer = call();
    await type('Engineer password', 'wrong');
    expect(await screen.findByText('This is not the engineer password')).toBeTruthy();
    expect(made).toBe(1);
    await type('Engineer password', 'right');
    await answer;
    expect(made).toBe(2);
    expect(await screen.findByText('Engineer')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked for once a call: a terminal that wants it again is not believed', async () => {
    open(() => ({ seconds: 900 }));
    const answer = expect(call()).rejects.toMatchObject({ code: 11003 });
    await type('Engineer password', 'right');
    await answer;
    expect(made).toBe(2);
  });

  it('comes beside that of the account where a call wants both', async () => {
    needs = [11003, 12044];
    open(right);
    const answer = call();
    await type('Engineer password', 'right');
    await type('Password', '704182');
    await answer;
    expect(made).toBe(3);
  });

  it('can be left alone', async () => {
    open(right);
    const answer = expect(call()).rejects.toMatchObject({ code: 11003 });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await answer;
    expect(made).toBe(1);
  });

  it('counts down after too many tries, and says where the factory gave none', async () => {
    let code = 12004;
    open(() => {
      throw refusal('superLogin', code, { retryAfter: 70 });
    });
    const answer = call().catch(() => undefined);
    await type('Engineer password', 'x');
    const button = (await screen.findByRole('button', { name: /^Wait 1:(10|09)$/ })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await answer;
    code = 12150;
    const other = call().catch(() => undefined);
    await type('Engineer password', 'x');
    expect(await screen.findByText('The factory gave this terminal no engineer password')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await other;
  });

  it('makes a super session for as long as the terminal says', async () => {
    vi.useFakeTimers();
    fakeTerminal({});
    render(<SuperTag />);
    act(() => patchSession({ superUntil: Date.now() + 900_000 }));
    expect(screen.getByText('Engineer')).toBeTruthy();
    await act(async () => void (await vi.advanceTimersByTimeAsync(899_000)));
    expect(screen.queryByText('Engineer')).not.toBeNull();
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    expect(screen.queryByText('Engineer')).toBeNull();
  });

  it('waits for the other question to be answered', async () => {
    needs = [12044, 11003];
    open(right);
    const first = call();
    await screen.findByLabelText('Password');
    const second = askingAgain(async (one) => {
      throw refusal(one.name, 11003);
    })(setDebugParamCall, {}).catch(() => undefined);
    expect(screen.queryByLabelText('Engineer password')).toBeNull();
    await type('Password', '704182');
    await type('Engineer password', 'right');
    await Promise.all([first, second]);
    await waitFor(() => expect(currentSession()?.superUntil).toBeGreaterThan(Date.now()));
  });
});
