import { adduserLimits as limits } from '@gen/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Select } from '../../../ui/Select.tsx';
import { numbers } from '../list/UserFilters.tsx';
import { levelText } from '../words.ts';
import type { UserFieldsProps } from './useUserForm.ts';

/** Admin level: not above that of the signed-in account. */
export function UserRightsCard({ state, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  const own = useSession()?.level ?? limits.level.max;
  return (
    <Card title={t('users.rights')} help={t('users.levelHint', { max: limits.level.max })}>
      <div className="pair">
        <Select
          {...field('level')}
          label={t('field.User.level')}
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
