import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginPage } from '../../../web/app/LoginPage.tsx';
import { setFarewell } from '../../../web/lib/farewell.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { browserSecret, keepBrowserSecret } from '../../../web/lib/knownBrowser.ts';
import { writePreference } from '../../../web/lib/preferences.ts';
import { pageOfWindow, reloadOnAnswer } from '../../../web/lib/reload.ts';
import { currentSession, setSession } from '../../../web/lib/session.ts';
import { choose } from '../browser.ts';
import { fakeTerminal, refusal } from '../fakeTerminal.ts';

const reply = {
  token: 't'.repeat(43),
  funs: ['user'],
  userid: 'admin',
  name: 'admin',
  level: 16,
  browser: 'b'.repeat(43),
  mustChangePassword: true,
};
const prefetch = vi.fn();
const user = () => screen.getByLabelText('User name') as HTMLInputElement;
const password = () => screen.getByLabelText('Password') as HTMLInputElement;
const fill = (name: string, secret: string) => {
  fireEvent.input(user(), { target: { value: name } });
  fireEvent.input(password(), { target: { value: secret } });
};
const submit = () => fireEvent.submit(user().closest('form') as HTMLFormElement);

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  setSession(null);
  localStorage.clear();
  prefetch.mockClear();
});

describe('sign-in', () => {
  it('asks for what is missing, with the words of the specification, and sends nothing', async () => {
    const asked = fakeTerminal({});
    render(<LoginPage prefetch={prefetch} />);
    submit();
    expect(await screen.findByText('Please input User Name')).toBeTruthy();
    expect(screen.getByText('Please Input Password')).toBeTruthy();
    expect(document.activeElement).toBe(user());
    expect(asked).toEqual([]);
    expect(prefetch).not.toHaveBeenCalled();
  });

  it('keeps token, functions and name of the answer as the session', async () => {
    const asked = fakeTerminal({ chklogin: () => reply });
    render(<LoginPage prefetch={prefetch} />);
    fill(' admin ', '123456');
    submit();
    await waitFor(() => expect(currentSession()).not.toBeNull());
    expect(asked).toEqual([
      { call: 'chklogin', request: { username: 'admin', password: '123456', browserName: expect.any(String) } },
    ]);
    expect(currentSession()).toMatchObject({
      token: reply.token,
      account: 'admin',
      roles: ['user'],
      mustChangePassword: true,
    });
  });

  it('shows what an earlier sign-in gave this browser, to its account alone, and keeps it', async () => {
    const asked = fakeTerminal({ chklogin: () => ({ ...reply, browser: '' }) });
    keepBrowserSecret('admin', 'b'.repeat(43));
    render(<LoginPage prefetch={prefetch} />);
    fill('7', '123456');
    submit();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.headers).toBeUndefined();
    cleanup();
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '123456');
    submit();
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.headers).toEqual({ browser: 'b'.repeat(43) });
    expect(browserSecret('admin')).toBe('b'.repeat(43));
  });

  it('fetches the console while the terminal checks the password, and not while somebody types', async () => {
    let begun = 0;
    fakeTerminal({
      chklogin: () => {
        begun = prefetch.mock.calls.length;
        return reply;
      },
    });
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '123456');
    expect(prefetch).not.toHaveBeenCalled();
    submit();
    await waitFor(() => expect(currentSession()).not.toBeNull());
    expect(begun).toBe(1);
  });

  it('says Password Error at the password, empties it and lets try again', async () => {
    fakeTerminal({
      chklogin: () => {
        throw refusal('chklogin', 40302);
      },
    });
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '999999');
    submit();
    expect(await screen.findByText('Password Error')).toBeTruthy();
    await waitFor(() => expect(password().value).toBe(''));
    expect(document.activeElement).toBe(password());
    expect(user().value).toBe('admin');
    expect(currentSession()).toBeNull();
  });

  it('counts down the wait in the button and takes no press meanwhile', async () => {
    const asked = fakeTerminal({
      chklogin: () => {
        throw refusal('chklogin', 12004, { retryAfter: 75 });
      },
    });
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '999999');
    submit();
    const button = await screen.findByRole('button', { name: /^Wait 1:1[45]$/ });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    submit();
    expect(asked).toHaveLength(1);
  });

  it('shows the name of the terminal once known, and why the last session ended', () => {
    writePreference('device', 'North entrance');
    setFarewell('Token Failed');
    render(<LoginPage prefetch={prefetch} />);
    expect(screen.getByText('North entrance')).toBeTruthy();
    expect(screen.getByText('Token Failed').closest('.notice-warn')).toBeTruthy();
  });

  it('good news of a restart that was asked for is green', () => {
    setFarewell('Restored', true);
    const { unmount } = render(<LoginPage prefetch={prefetch} />);
    expect(screen.getByText('Restored').closest('.notice-ok')).toBeTruthy();
    unmount();
    setFarewell('Session ended');
    render(<LoginPage prefetch={prefetch} />);
    expect(screen.getByText('Session ended').closest('.notice-warn')).toBeTruthy();
  });

  it('changes the language in place and keeps what was typed', async () => {
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '123456');
    choose(screen.getByLabelText('Language'), 'es');
    const box = (await screen.findByLabelText('Nombre de usuario')) as HTMLInputElement;
    expect(box.value).toBe('admin');
    expect(localStorage.getItem('postern.language')).toBe('es');
    await activateLanguage('en');
  });

  /* Last: nothing ends the wait but the page that is loaded. */
  it('takes nothing that the coming page would lose', () => {
    const asked = fakeTerminal({ chklogin: () => reply });
    vi.spyOn(pageOfWindow, 'untilAnswer').mockReturnValue(new Promise(() => undefined));
    render(<LoginPage prefetch={prefetch} />);
    fill('admin', '123456');
    act(() => reloadOnAnswer('/login'));
    expect([user().disabled, password().disabled]).toEqual([true, true]);
    expect(user().closest('form')?.querySelector('[type=submit]')?.hasAttribute('disabled')).toBe(true);
    expect(asked).toEqual([]);
  });
});
