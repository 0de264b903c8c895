import { adduserLimits as limits } from '@gen/contract.ts';
import { groupText, useGroupNames } from '../../lib/groupNames.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/Card.tsx';
import { hintOf } from '../../ui/Pending.tsx';
import { Select } from '../../ui/Select.tsx';
import { numbers } from './UserFilters.tsx';
import { UserValidity } from './UserValidity.tsx';
import type { UserFieldsProps } from './useUserForm.ts';
import { shiftText } from './words.ts';

/** Group, shift and days. */
export function UserAccessCard({ state, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  const names = useGroupNames();
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
            label: `${group} · ${groupText(group, names)}`,
          }))}
          hint={hintOf(t('users.groupHint', { max: limits.group.max }), limits.group)}
          onChange={(group) => set({ group: Number(group) })}
        />
        <Select
          {...field('shift')}
          label={t('users.shift')}
          value={String(form.shift)}
          disabled={readOnly}
          options={numbers(limits.shift).map((shift) => ({ value: String(shift), label: shiftText(shift) }))}
          hint={hintOf(t('users.shiftHint'), limits.shift)}
          onChange={(shift) => set({ shift: Number(shift) })}
        />
      </div>
      <UserValidity state={state} readOnly={readOnly} />
    </Card>
  );
}
