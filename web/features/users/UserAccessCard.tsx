import { adduserLimits as limits } from '@gen/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { numbers } from './UserFilters.tsx';
import { UserValidity } from './UserValidity.tsx';
import type { UserFieldsProps } from './useUserForm.ts';
import { groupText, shiftText } from './words.ts';

/** Group, shift and days. */
export function UserAccessCard({ state, readOnly }: UserFieldsProps) {
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
