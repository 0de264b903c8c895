import { editPwd, editPwdLimits, editPwdRequest } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { checkValue } from '@gen/runtime.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { errorLines, errorText, t, twoLines } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { placeOfAnswer } from './newSecret.ts';
import { brokenRule } from './passwordRules.ts';
import { SecretBox } from './SecretBox.tsx';

export interface PasswordDialogProps {
  account: string;
  /** The initial password is replaced: the dialog can only be closed by signing out. */
  first?: boolean;
  /** The current secret is the passphrase of admin: only that field accepts letters. */
  fromPassphrase?: boolean;
  onDone: () => void;
  onClose: () => void;
}

export type Passwords = Record<'oldpassword' | 'password' | 'confirm', string>;

/** Errors before anything is sent. */
export function complaintsOf({ oldpassword, password, confirm }: Passwords, account: string): Partial<Passwords> {
  const found: Partial<Passwords> = {};
  const code = checkValue(editPwdRequest.entries.password, password);
  if (oldpassword === '') found.oldpassword = t('password.currentRequired');
  if (password === '') found.password = t('password.newRequired');
  else if (code !== 0) found.password = errorLines(code);
  if (confirm === '') found.confirm = t('password.confirmRequired');
  else if (confirm !== password) found.confirm = twoLines(t('password.different'), t('error.40203.help'));
  const broken = found.password === undefined ? ruleText(password, oldpassword, account) : undefined;
  return broken === undefined ? found : { ...found, password: broken };
}

/** The rule of the terminal that the new digits break. */
function ruleText(password: string, oldpassword: string, account: string): string | undefined {
  if (password === oldpassword) return t('password.same');
  const rule = brokenRule(password, account);
  return rule && t(`password.broken.${rule}`);
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { account, first = false, fromPassphrase = false, onDone, onClose } = props;
  const form = useRequest<Passwords>({
    start: { oldpassword: '', password: '', confirm: '' },
    check: (values) => complaintsOf(values, account),
    placeOf: (code) => placeOfAnswer(code, 'password'),
    /* A password that the terminal refuses although it breaks none of the rules here is on its list of well-known codes. */
    textOf: ({ code }) =>
      code === ErrorCode.passwordRules ? twoLines(errorText(code), t('password.broken.known')) : undefined,
    send: async (values, options) => {
      await editPwd({ userid: account, ...values }, options);
      toast.ok(t('password.done'));
      onDone();
    },
  });
  const isAdmin = account === 'admin' && !first;
  const { oldpassword, password } = editPwdLimits;
  return (
    <FormDialog
      title={first ? t('password.firstTitle') : t('password.title')}
      form={form}
      action={t('password.save')}
      wayOut={first ? t('logout.action') : undefined}
      onClose={onClose}
    >
      <p className="muted">{first ? t('password.firstText') : t('password.others')}</p>
      <TextField
        label={t('password.userid')}
        name="userid"
        value={account}
        onChange={() => undefined}
        readOnly
        autoComplete="username"
      />
      <SecretBox
        form={form}
        name="oldpassword"
        label={fromPassphrase ? t('passphrase.current') : t('password.current')}
        hint={isAdmin && !fromPassphrase ? t('password.orPassphrase') : undefined}
        digits={!fromPassphrase}
        maxLength={fromPassphrase ? oldpassword.max : password.max}
      />
      <SecretBox
        form={form}
        name="password"
        label={t('password.new')}
        hint={t('password.rule')}
        digits
        maxLength={password.max}
      />
      <SecretBox form={form} name="confirm" label={t('password.confirm')} digits maxLength={password.max} />
    </FormDialog>
  );
}
