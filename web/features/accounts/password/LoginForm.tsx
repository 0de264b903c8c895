import { chkloginLimits } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { useEffect, useRef } from 'react';
import { setFarewell } from '../../../lib/farewell.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { codeOf } from '../../../lib/problem.ts';
import { useReloadPending } from '../../../lib/reload.ts';
import { markSignIn } from '../../../lib/session.ts';
import { wantTitleFocus } from '../../../lib/titleFocus.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type Login, openSession } from './openSession.ts';

export interface LoginFormProps {
  /** Starts fetching the console while the terminal checks the password; nothing of it is fetched before. */
  prefetch: () => void;
}

/** User and password. After too many attempts the button counts down the wait. */
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
  const isBlocked = useReloadPending();
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
        disabled={isBlocked}
      />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        value={values.password}
        onChange={(password) => set({ password })}
        maxLength={chkloginLimits.password.max}
        autoComplete="current-password"
        disabled={isBlocked}
      />
      <SubmitButton form={form} action={t('login.submit')} blocked={isBlocked} wide />
    </form>
  );
}

async function signIn(login: Login, options: CallOptions): Promise<void> {
  /* Before the session, which starts the console. */
  await openSession(login, options, () => {
    setFarewell(null);
    wantTitleFocus();
    markSignIn();
  });
}
