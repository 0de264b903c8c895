import { sortOrderWords, userlistLimits, userSortWords } from '@gen/contract.ts';
import { useState } from 'react';
import { FIRST_NAMED, groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t, textOf } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { shiftChoices, useShiftNames } from '../../../lib/shiftNames.ts';
import { textsWith, userFieldText } from '../../../lib/userFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterChip } from '../../../ui/FilterBar.tsx';
import { isPending } from '../../../ui/Pending.tsx';
import { ValueFilter } from '../../../ui/ValueFilter.tsx';
import { changeList, FIRST_PAGE, type Filters, hasFilters, type ListState, NO_FILTERS } from './listState.ts';
import type { ChangeAddress } from './useListAddress.ts';

export function numbers({ min, max }: { readonly min: number; readonly max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

export interface UserFiltersProps {
  state: ListState;
  change: ChangeAddress;
  /** Another list would clear the selection: filters are then disabled. */
  locked: boolean;
}

/**
 * The filters as chips, on a line of fixed height, so that nothing below it moves; on a phone also the
 * sort order, because there are no headings to press.
 */
export function UserFilters({ state, change, locked }: UserFiltersProps) {
  const phone = usePhone();
  /* Reading the names costs a request; it is sent when the pointer or focus comes near the filters. */
  const [near, setNear] = useState(false);
  const names = useGroupNames(near || (state.group ?? 0) >= FIRST_NAMED);
  const shifts = useShiftNames(near || (state.shift ?? 0) > 0);
  const set = (filter: Partial<Filters>) => change(changeList(state, filter));
  return (
    <fieldset
      className="chips filters"
      aria-label={t('users.filters')}
      disabled={locked}
      onFocusCapture={() => setNear(true)}
      onPointerEnter={() => setNear(true)}
    >
      <FilterChip
        label={t('field.User.group')}
        anyLabel={t('users.anyGroup')}
        value={state.group === null ? null : String(state.group)}
        options={numbers(userlistLimits.group).map((group) => ({
          value: String(group),
          label: groupText(group, names),
          pending: isPending(userlistLimits.group, group),
        }))}
        onChange={(group) => set({ group: group === null ? null : Number(group) })}
      />
      <FilterChip
        label={t('users.role')}
        anyLabel={t('users.anyRole')}
        value={state.role}
        options={[
          { value: 'user', label: t('users.roleUser') },
          { value: 'admin', label: t('users.roleAdmin') },
        ]}
        onChange={(role) => set({ role })}
      />
      <FilterChip
        label={t('field.User.shift')}
        anyLabel={t('users.anyShift')}
        value={state.shift === null ? null : String(state.shift)}
        options={shiftChoices(userlistLimits.shift, state.shift, shifts)}
        onChange={(shift) => set({ shift: shift === null ? null : Number(shift) })}
      />
      <FilterChip
        label={t('users.credentials')}
        anyLabel={t('users.anyCredential')}
        value={state.credential}
        options={[
          { value: 'card', label: t('enum.Factor.card') },
          { value: 'password', label: t('enum.Factor.password') },
          { value: 'finger', label: t('enum.Factor.finger') },
          { value: 'face', label: t('enum.Factor.face') },
          { value: 'iris', label: t('enum.Factor.iris') },
          { value: 'none', label: t('users.holdsNone') },
        ]}
        onChange={(credential) => set({ credential })}
      />
      <FilterChip
        label={t('users.validity')}
        anyLabel={t('users.anyValidity')}
        value={state.expiry}
        options={[
          { value: 'valid', label: t('users.notExpired') },
          { value: 'expired', label: t('users.validExpired') },
        ]}
        onChange={(expiry) => set({ expiry })}
      />
      {textsWith('filter').map(({ name }) => (
        <ValueFilter
          key={name}
          name={name}
          value={state[name] === null ? null : String(state[name])}
          near={near}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {phone && <SortChip state={state} change={change} />}
      {hasFilters(state) && (
        <Button tone="quiet" size="small" onClick={() => change(changeList(state, { search: '', ...NO_FILTERS }))}>
          {t('users.clearAll')}
        </Button>
      )}
    </fieldset>
  );
}

/** Every sort order in both directions: "id-asc". */
const ORDERS = userSortWords.flatMap((sort) =>
  sortOrderWords.map((order) => ({ sort, order, value: `${sort}-${order}` })),
);

const orderText = ({ sort, order, value }: (typeof ORDERS)[number]): string =>
  textOf(`users.sort.${value}`) ??
  (order === 'asc'
    ? t('users.sortAscending', { field: userFieldText(sort) })
    : t('users.sortDescending', { field: userFieldText(sort) }));

function SortChip({ state, change }: { state: ListState; change: ChangeAddress }) {
  const now = `${state.sort}-${state.order}`;
  return (
    <FilterChip
      label={t('users.sort')}
      anyLabel={t('users.sort.id-asc')}
      value={now === 'id-asc' ? null : now}
      options={ORDERS.slice(1).map((one) => ({ value: one.value, label: orderText(one) }))}
      onChange={(chosen) => {
        const { sort, order } = ORDERS.find(({ value }) => value === chosen) ?? FIRST_PAGE;
        change(changeList(state, { sort, order }));
      }}
    />
  );
}
