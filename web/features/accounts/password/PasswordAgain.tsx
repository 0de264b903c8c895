import { confirmPassword, confirmPasswordLimits } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useAskedPassword } from '../../../lib/askPassword.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t, twoLines } from '../../../lib/i18n.ts';
import { currentSession } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';

/** Rendered beside the pages; asks for the password when a call needs a recently typed one. */
export function PasswordAgain() {
  const asked = useAskedPassword('account');
  return asked && <PasswordAgainDialog onTyped={() => asked.settle(true)} onClose={() => asked.settle(false)} />;
}

interface PasswordAgainDialogProps {
  onTyped: () => void;
  onClose: () => void;
}

function PasswordAgainDialog({ onTyped, onClose }: PasswordAgainDialogProps) {
  const form = useRequest({
    start: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('password.currentRequired') } : {}),
    placeOf: () => 'password' as const,
    textOf: ({ code }) =>
      code === ErrorCode.passwordWrong ? twoLines(t('again.wrong'), t('error.40302.help')) : undefined,
    send: async (values, options) => {
      await confirmPassword(values, options);
      onTyped();
    },
  });
  return (
    <FormDialog title={t('again.title')} form={form} action={t('again.action')} size="small" onClose={onClose}>
      <p className="muted">{t('again.text')}</p>
      <input
        type="text"
        name="username"
        value={currentSession()?.account ?? ''}
        autoComplete="username"
        readOnly
        hidden
      />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        value={form.values.password}
        onChange={(password) => form.set({ password })}
        maxLength={confirmPasswordLimits.password.max}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}
