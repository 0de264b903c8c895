import { adduserLimits as limits } from '@gen/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { CardField } from '../cards/CardField.tsx';
import { MoreCards } from '../cards/MoreCards.tsx';
import type { UserFieldsProps } from './useUserForm.ts';

/** Card and password. */
export function UserCredentialsCard({ state, readOnly }: UserFieldsProps) {
  const { form, stored, set, field } = state;
  const has = stored.hasPassword;
  const { min, max } = limits.password;
  const locked = readOnly || form.removePassword;
  const hint = has ? t('users.passwordKeep', { min, max }) : t('users.passwordHint', { min, max });
  return (
    <Card title={t('users.credentials')} help={t('users.credentialsHelp')}>
      <CardField name="cardno" state={state} readOnly={readOnly} />
      <MoreCards state={state} readOnly={readOnly} />
      <div className="pair">
        <PasswordField
          {...field('password')}
          label={t('field.User.password')}
          value={form.password}
          digits
          maxLength={max}
          disabled={locked}
          autoComplete="off"
          placeholder={has ? t('users.passwordSet') : t('users.passwordNone')}
          hint={Number(form.level) > 0 ? `${hint} ${t('users.passwordAdmin')}` : hint}
          onChange={(password) => set({ password })}
        />
        <PasswordField
          {...field('confirm')}
          changed={false}
          label={t('users.confirm')}
          value={form.confirm}
          digits
          maxLength={max}
          disabled={locked}
          autoComplete="off"
          onChange={(confirm) => set({ confirm })}
        />
      </div>
      {has && !readOnly && (
        <Checkbox
          label={t('users.removePassword')}
          checked={form.removePassword}
          onChange={(removePassword) =>
            set({ removePassword, ...(removePassword ? { password: '', confirm: '' } : {}) })
          }
        />
      )}
    </Card>
  );
}
