import { chkloginLimits } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { setFarewell } from '../../../lib/farewell.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { errorLines, t } from '../../../lib/i18n.ts';
import { reloadOnAnswer } from '../../../lib/reload.ts';
import { currentSession, setSession } from '../../../lib/session.ts';
import { useSignInQuestion } from '../../../lib/signInAgain.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { openSession } from './openSession.ts';

/** Rendered beside the pages: signs in again when the session expired with unsaved edits, which stay. */
export function SignInAgain() {
  const asked = useSignInQuestion();
  return asked && <SignInAgainDialog onSignedIn={() => asked.settle(true)} onLeave={() => asked.settle(false)} />;
}

/** Another account starts with a fresh page: this one may show data that it must not see. */
function leave(): void {
  setFarewell(errorLines(ErrorCode.tokenFailed));
  setSession(null);
  reloadOnAnswer();
}

function SignInAgainDialog({ onSignedIn, onLeave }: { onSignedIn: () => void; onLeave: () => void }) {
  const { account = '', name = '' } = currentSession() ?? {};
  const form = useRequest({
    start: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('login.passwordRequired') } : {}),
    placeOf: () => 'password' as const,
    send: async ({ password }, options) => {
      try {
        await openSession({ username: account, password }, options);
      } catch (error) {
        form.set({ password: '' });
        throw error;
      }
      onSignedIn();
    },
  });
  return (
    <FormDialog
      title={t('signInAgain.title')}
      form={form}
      action={t('login.submit')}
      wayOut={t('signInAgain.leave')}
      size="small"
      onClose={() => {
        leave();
        onLeave();
      }}
    >
      <p>{t('signInAgain.text', { name: name === '' ? account : name })}</p>
      <input type="text" name="username" value={account} autoComplete="username" readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        value={form.values.password}
        onChange={(password) => form.set({ password })}
        maxLength={chkloginLimits.password.max}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}
