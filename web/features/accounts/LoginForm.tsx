import { chklogin, chkloginLimits } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { minutesAndSeconds, useCountdown } from '../../lib/countdown.ts';
import { setFarewell } from '../../lib/farewell.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { markSignIn, setSession } from '../../lib/session.ts';
import { wantTitleFocus } from '../../lib/titleFocus.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';

export interface LoginFormProps {
  /** Begins to fetch the console, while the terminal checks the password. */
  prefetch: () => void;
}

interface Complaint {
  username?: string;
  password?: string;
}

/** User and password. Too many tries: the button counts down the wait that the terminal asks for. */
export function LoginForm({ prefetch }: LoginFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [complaint, setComplaint] = useState<Complaint>({});
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();
  const userBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  useEffect(() => userBox.current?.focus(), []);
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.kind !== 'refused') return;
    if (error.code === ErrorCode.throttled) wait.start(error.retryAfter);
    const atUser = error.member === 'username';
    setComplaint({ [atUser ? 'username' : 'password']: errorText(error.messageCode) });
    if (error.code === ErrorCode.passwordWrong) setPassword('');
    (atUser ? userBox : passwordBox).current?.focus();
  };
  const submit = async (): Promise<void> => {
    const missing: Complaint = {
      ...(username.trim() === '' ? { username: t('login.userRequired') } : {}),
      ...(password === '' ? { password: t('login.passwordRequired') } : {}),
    };
    setComplaint(missing);
    if (missing.username !== undefined || missing.password !== undefined) {
      (missing.username === undefined ? passwordBox : userBox).current?.focus();
      return;
    }
    setBusy(true);
    prefetch();
    try {
      const reply = await chklogin({ username: username.trim(), password }, { handles: isRefusal });
      setFarewell(null);
      wantTitleFocus();
      markSignIn();
      const { token, funs, userid, name, level, mustChangePassword } = reply;
      setSession({ token, account: userid, name, level, roles: funs, mustChangePassword, superLogin: false });
    } catch (error) {
      setBusy(false);
      refuse(error);
    }
  };
  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && wait.left === 0) void submit();
      }}
    >
      <TextField
        label={t('login.user')}
        name="username"
        value={username}
        onChange={setUsername}
        error={complaint.username}
        maxLength={chkloginLimits.username.max}
        autoComplete="username"
        inputRef={userBox}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        value={password}
        onChange={setPassword}
        error={complaint.password}
        maxLength={chkloginLimits.password.max}
        autoComplete="current-password"
        inputRef={passwordBox}
      />
      <Button type="submit" tone="primary" wide busy={busy} disabled={wait.left > 0}>
        {wait.left > 0 ? t('login.wait', { time: minutesAndSeconds(wait.left) }) : t('login.submit')}
      </Button>
    </form>
  );
}
