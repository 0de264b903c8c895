import { reportSumsLimits as limits, reportOnlyWords, reportSortWords } from '@gen/records.ts';
import { sortOrderWords } from '@gen/users.ts';
import { useState } from 'react';
import { FIRST_NAMED, groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { textsWith } from '../../../lib/userFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterBar, FilterChip } from '../../../ui/FilterBar.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ValueFilter } from '../../../ui/ValueFilter.tsx';
import { OwnDays } from '../list/RecordFilters.tsx';
import { PersonBox } from './PersonBox.tsx';
import { sortWords } from './ReportTables.tsx';
import {
  ALL_PEOPLE,
  changeReport,
  hasPeople,
  type ReportState,
  type ReportView,
  reportRanges,
  type Sorted,
} from './reportState.ts';
import { columnsOf, type Report, type ReportColumns } from './useReport.ts';

const groups = Array.from({ length: limits.group.max + 1 }, (_, group) => group);

/** Who and when, and which of the two views. */
export function ReportFilters(props: Pick<Report, 'state' | 'change' | 'asked' | 'fault' | 'page'>) {
  const { state, change, asked, fault, page } = props;
  const phone = usePhone();
  /* The names cost a request; who comes near the filters may want them. */
  const [near, setNear] = useState(false);
  const names = useGroupNames(near || (state.group ?? 0) >= FIRST_NAMED);
  const set = (next: Partial<ReportState>, replace = false) => change(changeReport(state, next), { replace });
  const [month, ...ranges] = reportRanges;
  return (
    <>
      <FilterBar
        end={
          <Segmented
            label={t('report.view')}
            hideLabel
            name="view"
            value={state.view}
            options={[
              { value: 'people', label: t('report.people') },
              { value: 'days', label: t('report.days') },
            ]}
            onChange={(view) => set({ view })}
          />
        }
      >
        <PersonBox userid={state.userid} onChoose={(userid) => set({ userid }, true)} />
      </FilterBar>
      <fieldset
        className="chips filters"
        aria-label={t('records.filters')}
        onFocusCapture={() => setNear(true)}
        onPointerEnter={() => setNear(true)}
      >
        <FilterChip
          label={t('records.range')}
          anyLabel={t(`report.range.${month}`)}
          value={state.range === month ? null : state.range}
          options={ranges.map((value) => ({ value, label: t(`report.range.${value}`) }))}
          onChange={(chosen) => {
            const range = chosen ?? month;
            /* Own days begin with those that are shown. */
            set({ range, from: range === 'own' ? asked.fromDay : null, to: range === 'own' ? asked.toDay : null });
          }}
        />
        <FilterChip
          label={t('report.only')}
          anyLabel={t('report.only.any')}
          value={state.only}
          options={reportOnlyWords.map((value) => ({ value, label: t(`report.only.${value}`) }))}
          /* What there is to settle is days. */
          onChange={(only) => set(only === 'settle' ? { only, view: 'days' } : { only })}
        />
        {state.userid === null && (
          <FilterChip
            label={t('field.User.group')}
            anyLabel={t('users.anyGroup')}
            value={state.group === null ? null : String(state.group)}
            options={groups.map((group) => ({ value: String(group), label: groupText(group, names) }))}
            onChange={(group) => set({ group: group === null ? null : Number(group) })}
          />
        )}
        {state.userid === null &&
          textsWith('report').map(({ name }) => (
            <ValueFilter
              key={name}
              name={name}
              value={state[name]}
              near={near}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        {phone && (
          <FilterChip
            label={t('users.sort')}
            anyLabel={t('users.sort.id-asc')}
            value={state.sort === 'userid' ? null : `${state.sort}-${state.order}`}
            options={orders(state.view, columnsOf(page))}
            onChange={(chosen) => set(orderOf(chosen))}
          />
        )}
        {(hasPeople(state) || state.only !== null) && (
          <Button tone="quiet" size="small" onClick={() => set({ ...ALL_PEOPLE, only: null })}>
            {t('records.clear')}
          </Button>
        )}
      </fieldset>
      {state.range === 'own' && (
        <OwnDays
          from={state.from}
          to={state.to}
          error={fault === null ? undefined : t(`report.fault.${fault}`)}
          onChange={(days) => set(days, true)}
        />
      )}
    </>
  );
}

/** Every column in both directions: "late-desc". */
const orders = (view: ReportView, has: ReportColumns) =>
  sortWords(view, has).flatMap(({ sort, header }) =>
    sortOrderWords.map((order) => ({
      value: `${sort}-${order}`,
      label: t(order === 'asc' ? 'users.sortAscending' : 'users.sortDescending', { field: header }),
    })),
  );

function orderOf(chosen: string | null): Sorted {
  const [sort, order] = (chosen ?? '').split('-');
  return {
    sort: reportSortWords.find((word) => word === sort) ?? 'userid',
    order: sortOrderWords.find((word) => word === order) ?? 'asc',
  };
}
