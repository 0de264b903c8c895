import { adduserLimits as limits } from '@gen/contract.ts';
import { Link } from 'react-router-dom';
import { groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { shiftChoices, useShiftNames } from '../../../lib/shiftNames.ts';
import { Card } from '../../../ui/Card.tsx';
import { hintOf } from '../../../ui/Pending.tsx';
import { Select } from '../../../ui/Select.tsx';
import { numbers } from '../list/UserFilters.tsx';
import { UserValidity } from './UserValidity.tsx';
import type { UserFieldsProps } from './useUserForm.ts';

/** Group, shift and validity. */
export function UserAccessCard({ state, adding, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  const names = useGroupNames();
  const shifts = useShiftNames();
  return (
    <Card title={t('users.access')}>
      <div className="pair">
        <Select
          {...field('group')}
          label={t('field.User.group')}
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
          label={t('field.User.shift')}
          value={String(form.shift)}
          disabled={readOnly}
          options={shiftChoices(limits.shift, form.shift, shifts)}
          hint={<ShiftHint userid={adding ? undefined : state.stored.userid} />}
          onChange={(shift) => set({ shift: Number(shift) })}
        />
      </div>
      <UserValidity state={state} readOnly={readOnly} />
    </Card>
  );
}

/** Explains the usual shift, with a link to the assignments that override it, with permission. */
function ShiftHint({ userid }: { userid: number | undefined }) {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  return (
    <>
      {t('users.shiftHint')}{' '}
      {allowed && userid !== undefined && (
        <Link className="shift-link" to={`/advSetting/shifts?user=${userid}`}>
          {t('shifts.ofThisUser')}
        </Link>
      )}
    </>
  );
}
