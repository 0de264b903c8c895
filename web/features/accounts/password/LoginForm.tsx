import { chklogin, chkloginLimits } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { useEffect, useRef } from 'react';
import { setFarewell } from '../../../lib/farewell.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { browserName, browserSecret, keepBrowserSecret } from '../../../lib/knownBrowser.ts';
import { codeOf } from '../../../lib/problem.ts';
import { markSignIn, setSession } from '../../../lib/session.ts';
import { wantTitleFocus } from '../../../lib/titleFocus.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';

export interface LoginFormProps {
  /** Begins to fetch the console, while the terminal checks the password; nothing of it is fetched before. */
  prefetch: () => void;
}

type Login = Record<'username' | 'password', string>;

/** User and password. Too many tries: the button counts down the wait that the terminal asks for. */
export function LoginForm({ prefetch }: LoginFormProps) {
  const userBox = useRef<HTMLInputElement>(null);
  useEffect(() => userBox.current?.focus(), []);
  const form = useRequest<Login>({
    start: { username: '', password: '' },
    check: ({ username, password }) => ({
      ...(username.trim() === '' ? { username: t('login.userRequired') } : {}),
      ...(password === '' ? { password: t('login.passwordRequired') } : {}),
    }),
    placeOf: () => 'password',
    send: async (values, options) => {
      prefetch();
      try {
        await signIn(values, options);
      } catch (error) {
        if (codeOf(error) === ErrorCode.passwordWrong) form.set({ password: '' });
        throw error;
      }
    },
  });
  const { values, set } = form;
  return (
    <form className="login-form" noValidate ref={form.formRef} onSubmit={form.onSubmit}>
      <TextField
        {...form.field('username')}
        label={t('login.user')}
        value={values.username}
        onChange={(username) => set({ username })}
        maxLength={chkloginLimits.username.max}
        autoComplete="username"
        inputRef={userBox}
      />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        value={values.password}
        onChange={(password) => set({ password })}
        maxLength={chkloginLimits.password.max}
        autoComplete="current-password"
      />
      <SubmitButton form={form} action={t('login.submit')} wide />
    </form>
  );
}

async function signIn({ username, password }: Login, options: CallOptions): Promise<void> {
  const account = username.trim();
  const browser = browserSecret(account);
  const reply = await chklogin(
    { username: account, password, browserName: browserName(navigator.userAgent) },
    browser === '' ? options : { ...options, headers: { browser } },
  );
  keepBrowserSecret(account, reply.browser);
  setFarewell(null);
  wantTitleFocus();
  markSignIn();
  const { token, funs, userid, name, level, mustChangePassword } = reply;
  setSession({ token, account: userid, name, level, roles: funs, mustChangePassword, superLogin: false });
}
