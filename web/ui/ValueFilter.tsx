import { type UserValueField, userValues } from '@gen/users.ts';
import useSWR from 'swr';
import { formatNumber, t } from '../lib/i18n.ts';
import { useSession } from '../lib/session.ts';
import { userFieldText } from '../lib/userFields.ts';
import { FilterChip } from './FilterBar.tsx';

export interface ValueFilterProps {
  name: UserValueField;
  value: string | null;
  /** Reading the values costs a request; it is sent when the pointer or focus comes near the filters. */
  near: boolean;
  onChange: (value: string | null) => void;
}

/** Filters by the values that users have in a field, each with the number of users. */
export function ValueFilter({ name, value, near, onChange }: ValueFilterProps) {
  const allowed = useSession()?.roles.includes('user') ?? false;
  const { data } = useSWR(allowed && (near || value !== null) ? ['userValues', name] : null, () =>
    userValues({ field: name }, { handles: () => true }),
  );
  const known = data?.values ?? [];
  const isKnown = value === null || known.some((one) => one.value === value);
  return (
    <FilterChip
      label={userFieldText(name)}
      anyLabel={t('users.anyValue')}
      value={value}
      options={[
        ...(isKnown ? [] : [{ value, label: value }]),
        ...known.map((one) => ({
          value: one.value,
          label: t('users.valueOf', { value: one.value, count: formatNumber(one.users) }),
        })),
      ]}
      onChange={onChange}
    />
  );
}
