import { editPassphrase, editPassphraseLimits, editPassphraseRequest } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { checkValue } from '@gen/runtime.ts';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { minutesAndSeconds, useCountdown } from '../../lib/countdown.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';

const fields = ['oldpassword', 'passphrase', 'confirm'] as const;
type Name = (typeof fields)[number];
export type Passphrases = Record<Name, string>;

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

/** The field that an answer is about. */
function fieldOf({ code, member }: ApiError): Name {
  const named = fields.find((name) => name === member);
  if (named) return named;
  if (code === ErrorCode.passwordMismatch) return 'confirm';
  return code === ErrorCode.passwordWrong || code === ErrorCode.throttled ? 'oldpassword' : 'passphrase';
}

/** A passphrase for admin instead of six digits. Its other sessions end. */
export function PassphraseDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [values, setValues] = useState<Passphrases>({ oldpassword: '', passphrase: '', confirm: '' });
  const [complaints, setComplaints] = useState<Partial<Passphrases>>({});
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const complain = (found: Partial<Passphrases>): void => {
    setComplaints(found);
    const name = fields.find((one) => found[one] !== undefined);
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  };
  const submit = async (): Promise<void> => {
    const found = complaintsOf(values);
    complain(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await editPassphrase(values, { handles: isRefusal });
      toast.ok(t('passphrase.done'));
      onDone();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError) || error.kind !== 'refused') return;
      if (error.code === ErrorCode.throttled) wait.start(error.retryAfter);
      complain({ [fieldOf(error)]: errorText(error.messageCode) });
    }
  };
  const field = (name: Name, label: string, hint?: string) => (
    <PasswordField
      label={label}
      name={name}
      hint={hint}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      error={complaints[name]}
      maxLength={max}
      autoComplete={name === 'oldpassword' ? 'current-password' : 'new-password'}
      autoFocus={name === 'oldpassword'}
    />
  );
  return (
    <Dialog
      open
      title={t('passphrase.title')}
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={busy} disabled={wait.left > 0}>
            {wait.left > 0 ? t('login.wait', { time: minutesAndSeconds(wait.left) }) : t('passphrase.save')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('passphrase.text')}</p>
      <form
        id={id}
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && wait.left === 0) void submit();
        }}
      >
        <input type="text" name="username" value="admin" autoComplete="username" readOnly hidden />
        {field('oldpassword', t('passphrase.current'))}
        {field('passphrase', t('passphrase.new'), t('passphrase.rule', { min, max }))}
        {field('confirm', t('passphrase.confirm'))}
      </form>
    </Dialog>
  );
}
