import { editPassphrase, editPassphraseLimits, editPassphraseRequest } from '@gen/accounts.ts';
import { checkValue } from '@gen/runtime.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { placeOfAnswer } from './newSecret.ts';

export type Passphrases = Record<'oldpassword' | 'passphrase' | 'confirm', string>;

const { min, max } = editPassphraseLimits.passphrase;

/** What is wrong before anything is sent. */
export function complaintsOf({ oldpassword, passphrase, confirm }: Passphrases): Partial<Passphrases> {
  const found: Partial<Passphrases> = {};
  if (oldpassword === '') found.oldpassword = t('password.currentRequired');
  if (checkValue(editPassphraseRequest.entries.passphrase, passphrase) !== 0) {
    found.passphrase = t('passphrase.rule', { min, max });
  }
  if (confirm !== passphrase) found.confirm = t('password.different');
  return found;
}

/** A passphrase for admin instead of six digits. Its other sessions end. */
export function PassphraseDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const form = useRequest<Passphrases>({
    start: { oldpassword: '', passphrase: '', confirm: '' },
    check: complaintsOf,
    placeOf: (code) => placeOfAnswer(code, 'passphrase'),
    send: async (values, options) => {
      await editPassphrase(values, options);
      toast.ok(t('passphrase.done'));
      onDone();
    },
  });
  const field = (name: keyof Passphrases, label: string, hint?: string) => (
    <PasswordField
      {...form.field(name)}
      label={label}
      hint={hint}
      value={form.values[name]}
      onChange={(value) => form.set({ [name]: value })}
      maxLength={max}
      autoComplete={name === 'oldpassword' ? 'current-password' : 'new-password'}
      autoFocus={name === 'oldpassword'}
    />
  );
  return (
    <FormDialog title={t('passphrase.title')} form={form} action={t('passphrase.save')} onClose={onClose}>
      <p className="muted">{t('passphrase.text')}</p>
      <input type="text" name="username" value="admin" autoComplete="username" readOnly hidden />
      {field('oldpassword', t('passphrase.current'))}
      {field('passphrase', t('passphrase.new'), t('passphrase.rule', { min, max }))}
      {field('confirm', t('passphrase.confirm'))}
    </FormDialog>
  );
}
