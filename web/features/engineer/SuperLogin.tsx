import { superLogin, superLoginLimits } from '@gen/engineer.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useAskedPassword } from '../../lib/askPassword.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { noteSuper } from '../../lib/superSession.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** Rendered beside the pages; asks for the engineer password when a call needs it. */
export function SuperLogin() {
  const asked = useAskedPassword('engineer');
  return asked && <SuperDialog onTyped={() => asked.settle(true)} onClose={() => asked.settle(false)} />;
}

interface SuperDialogProps {
  onTyped: () => void;
  onClose: () => void;
}

function SuperDialog({ onTyped, onClose }: SuperDialogProps) {
  const form = useRequest({
    start: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('settings.required') } : {}),
    placeOf: () => 'password' as const,
    textOf: ({ code }) => (code === ErrorCode.passwordWrong ? t('super.wrong') : undefined),
    send: async (values, options) => {
      noteSuper((await superLogin(values, options)).seconds);
      onTyped();
    },
  });
  return (
    <FormDialog
      title={errorText(ErrorCode.superNeeded)}
      form={form}
      action={t('again.action')}
      size="small"
      onClose={onClose}
    >
      <p className="muted">{t('super.text')}</p>
      <PasswordField
        {...form.field('password')}
        label={t('super.password')}
        value={form.values.password}
        onChange={(password) => form.set({ password })}
        maxLength={superLoginLimits.password.max}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
