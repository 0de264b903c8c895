import { adduserLimits as limits } from '@gen/contract.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { numbers } from './UserFilters.tsx';
import { UserValidity } from './UserValidity.tsx';
import type { UserFormState } from './useUserForm.ts';
import { groupText, levelText, shiftText } from './words.ts';

export interface UserFieldsProps {
  state: UserFormState;
  /** The ID is typed here. */
  adding: boolean;
  readOnly: boolean;
}

/** Everything of a user but the identify mode, which has a page of its own. */
export function UserFields(props: UserFieldsProps) {
  return (
    <>
      <Person {...props} />
      <Held {...props} />
      <Access {...props} />
      <Rights {...props} />
    </>
  );
}

function Person({ state, adding, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  return (
    <Card title={t('users.person')}>
      <div className="pair">
        <NumberField
          {...field('userid')}
          label={t('users.userId')}
          value={form.userid}
          max={limits.userid.max}
          required={adding}
          readOnly={!adding}
          hint={adding ? t('users.idHint', { max: formatNumber(limits.userid.max) }) : t('users.idFixed')}
          onChange={(userid) => set({ userid })}
        />
        <TextField
          {...field('username')}
          label={t('users.name')}
          value={form.username}
          readOnly={readOnly}
          hint={t('users.nameHint', { max: limits.username.max })}
          onChange={(username) => set({ username })}
        />
      </div>
    </Card>
  );
}

function Held({ state, readOnly }: UserFieldsProps) {
  const { form, stored, set, field } = state;
  const has = stored.hasPassword;
  const { min, max } = limits.password;
  const locked = readOnly || form.removePassword;
  return (
    <Card title={t('users.credentials')} help={t('users.credentialsHelp')}>
      <div className="pair">
        <TextField
          {...field('cardno')}
          label={t('users.cardNo')}
          value={form.cardno}
          readOnly={readOnly}
          digits
          placeholder={t('users.noCard')}
          hint={t('users.cardHint')}
          onChange={(cardno) => set({ cardno })}
        />
      </div>
      <div className="pair">
        <PasswordField
          {...field('password')}
          label={t('users.password')}
          value={form.password}
          digits
          maxLength={max}
          disabled={locked}
          autoComplete="off"
          placeholder={has ? t('users.passwordSet') : t('users.passwordNone')}
          hint={has ? t('users.passwordKeep', { min, max }) : t('users.passwordHint', { min, max })}
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

function Access({ state, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  return (
    <Card title={t('users.access')}>
      <div className="pair">
        <Select
          {...field('group')}
          label={t('users.group')}
          value={String(form.group)}
          disabled={readOnly}
          options={numbers(limits.group).map((group) => ({
            value: String(group),
            label: `${group} · ${groupText(group)}`,
          }))}
          hint={t('users.groupHint', { max: limits.group.max })}
          onChange={(group) => set({ group: Number(group) })}
        />
        <Select
          {...field('shift')}
          label={t('users.shift')}
          value={String(form.shift)}
          disabled={readOnly}
          options={numbers(limits.shift).map((shift) => ({ value: String(shift), label: shiftText(shift) }))}
          hint={t('users.shiftHint')}
          onChange={(shift) => set({ shift: Number(shift) })}
        />
      </div>
      <UserValidity state={state} readOnly={readOnly} />
    </Card>
  );
}

function Rights({ state, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  const own = useSession()?.level ?? limits.level.max;
  return (
    <Card title={t('users.rights')} help={t('users.levelHint', { max: limits.level.max })}>
      <div className="pair">
        <Select
          {...field('level')}
          label={t('users.level')}
          value={String(form.level)}
          disabled={readOnly}
          options={numbers(limits.level).map((level) => ({
            value: String(level),
            label: levelText(level),
            disabled: level > own && level !== form.level,
          }))}
          onChange={(level) => set({ level: Number(level) })}
        />
      </div>
    </Card>
  );
}
