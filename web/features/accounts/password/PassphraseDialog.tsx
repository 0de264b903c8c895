import { editPassphrase, editPassphraseLimits, editPassphraseRequest } from '@gen/accounts.ts';
import { checkValue } from '@gen/runtime.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { placeOfAnswer } from './newSecret.ts';
import { brokenPassphraseRule } from './passwordRules.ts';
import { SecretBox } from './SecretBox.tsx';

export type Passphrases = Record<'oldpassword' | 'passphrase' | 'confirm', string>;

const { min, max } = editPassphraseLimits.passphrase;

/** Errors before anything is sent. */
export function complaintsOf({ oldpassword, passphrase, confirm }: Passphrases): Partial<Passphrases> {
  const found: Partial<Passphrases> = {};
  if (oldpassword === '') found.oldpassword = t('password.currentRequired');
  if (checkValue(editPassphraseRequest.entries.passphrase, passphrase) !== 0) {
    found.passphrase = t('passphrase.rule', { min, max });
  }
  const broken = found.passphrase === undefined ? brokenPassphraseRule(passphrase) : undefined;
  if (broken !== undefined) found.passphrase = t(`passphrase.broken.${broken}`);
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
  return (
    <FormDialog title={t('passphrase.title')} form={form} action={t('passphrase.save')} onClose={onClose}>
      <p className="muted">{t('passphrase.text')}</p>
      <input type="text" name="username" value="admin" autoComplete="username" readOnly hidden />
      <SecretBox form={form} name="oldpassword" label={t('passphrase.current')} maxLength={max} />
      <SecretBox
        form={form}
        name="passphrase"
        label={t('passphrase.new')}
        hint={t('passphrase.rule', { min, max })}
        maxLength={max}
      />
      <SecretBox form={form} name="confirm" label={t('passphrase.confirm')} maxLength={max} />
    </FormDialog>
  );
}
