import { editPwd, editPwdLimits, editPwdRequest } from '@gen/accounts.ts';
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
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';

export interface PasswordDialogProps {
  account: string;
  /** The initial password is replaced: the dialog cannot be left but by logging out. */
  first?: boolean;
  onDone: () => void;
  onClose: () => void;
}

const fields = ['oldpassword', 'password', 'confirm'] as const;
type Name = (typeof fields)[number];
export type Passwords = Record<Name, string>;
export type Complaints = Partial<Record<Name, string>>;

/** What is wrong before anything is sent. */
export function complaintsOf({ oldpassword, password, confirm }: Passwords): Complaints {
  const found: Complaints = {};
  const code = checkValue(editPwdRequest.entries.password, password);
  if (oldpassword === '') found.oldpassword = t('password.currentRequired');
  if (password === '') found.password = t('password.newRequired');
  else if (code !== 0) found.password = errorText(code);
  if (confirm === '') found.confirm = t('password.confirmRequired');
  else if (confirm !== password) found.confirm = t('password.different');
  return found;
}

/** The field that an answer is about. */
function fieldOf(error: ApiError): Name {
  const named = fields.find((name) => name === error.member);
  if (named) return named;
  if (error.code === ErrorCode.passwordMismatch) return 'confirm';
  return error.code === ErrorCode.passwordWrong || error.code === ErrorCode.throttled ? 'oldpassword' : 'password';
}

export function PasswordDialog({ account, first = false, onDone, onClose }: PasswordDialogProps) {
  const [values, setValues] = useState<Passwords>({ oldpassword: '', password: '', confirm: '' });
  const [complaints, setComplaints] = useState<Complaints>({});
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const complain = (found: Complaints): void => {
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
      await editPwd({ userid: account, ...values }, { handles: isRefusal });
      toast.ok(t('password.done'));
      onDone();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError) || error.kind !== 'refused') return;
      if (error.code === ErrorCode.throttled) wait.start(error.retryAfter);
      complain({ [fieldOf(error)]: errorText(error.messageCode) });
    }
  };
  /* What is replaced may be the passphrase of admin; what is chosen here are six digits. */
  const passphrase = account === 'admin' && !first;
  const field = (name: Name, label: string, hint?: string, digits = true) => (
    <PasswordField
      label={label}
      name={name}
      hint={hint}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      error={complaints[name]}
      digits={digits}
      maxLength={digits ? editPwdLimits.password.max : editPwdLimits.oldpassword.max}
      autoComplete={name === 'oldpassword' ? 'current-password' : 'new-password'}
      autoFocus={name === 'oldpassword'}
    />
  );
  return (
    <Dialog
      open
      title={first ? t('password.firstTitle') : t('password.title')}
      onClose={first || busy ? undefined : onClose}
      footer={
        <>
          <Button tone={first ? 'quiet' : 'plain'} disabled={busy} onClick={onClose}>
            {first ? t('logout.action') : t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} tone="primary" busy={busy} disabled={wait.left > 0}>
            {wait.left > 0 ? t('login.wait', { time: minutesAndSeconds(wait.left) }) : t('password.save')}
          </Button>
        </>
      }
    >
      <p className="muted">{first ? t('password.firstText') : t('password.others')}</p>
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
        <TextField
          label={t('password.userid')}
          name="userid"
          value={account}
          onChange={() => undefined}
          readOnly
          autoComplete="username"
        />
        {field('oldpassword', t('password.current'), passphrase ? t('password.orPassphrase') : undefined, !passphrase)}
        {field('password', t('password.new'), t('password.rule'))}
        {field('confirm', t('password.confirm'))}
      </form>
    </Dialog>
  );
}
