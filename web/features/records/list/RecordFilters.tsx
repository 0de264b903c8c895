import { recordReasonWords, recordStatusWords, searchrecordLimits, thermometryTypeWords } from '@gen/records.ts';
import { factorWords } from '@gen/users.ts';
import { factorText } from '../../../lib/factors.ts';
import { t } from '../../../lib/i18n.ts';
import { reasonText, resultText, statusText } from '../../../lib/recordTexts.ts';
import { useKnowsPeople } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterBar, FilterChip, SearchBox } from '../../../ui/FilterBar.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { changeSearch, clearFilters, FIRST, hasFilters, ranges, type SearchState } from './searchState.ts';
import type { RecordSearch } from './useRecordPage.ts';

type Props = Pick<RecordSearch<unknown>, 'state' | 'change'>;

/** Search, time and filters. */
export function RecordFilters({ state, change }: Props) {
  const knowsPeople = useKnowsPeople();
  const set = (next: Partial<SearchState>) => change(changeSearch(state, next));
  return (
    <>
      <FilterBar>
        <SearchBox
          label={t(knowsPeople ? 'records.search' : 'report.user')}
          value={state.search}
          maxLength={knowsPeople ? searchrecordLimits.name.max : 9}
          digits={!knowsPeople}
          onSearch={(search) => change(changeSearch(state, { search }), { replace: true })}
        />
      </FilterBar>
      <fieldset className="chips filters" aria-label={t('records.filters')}>
        <RangeChip state={state} change={change} />
        <FilterChip
          label={t('records.result')}
          anyLabel={t('records.anyResult')}
          value={state.result}
          options={(['granted', 'refused'] as const).map((value) => ({ value, label: resultText(value) }))}
          onChange={(result) => set({ result })}
        />
        <FilterChip
          label={t('records.reason')}
          anyLabel={t('records.anyReason')}
          value={state.reason}
          options={recordReasonWords
            .filter((value) => value !== 'none')
            .map((value) => ({ value, label: reasonText(value) }))}
          onChange={(reason) => set({ reason })}
        />
        <FilterChip
          label={t('records.status')}
          anyLabel={t('records.anyStatus')}
          value={state.status}
          options={recordStatusWords.map((value) => ({ value, label: statusText(value) }))}
          onChange={(status) => set({ status })}
        />
        <FilterChip
          label={t('records.factor')}
          anyLabel={t('records.anyFactor')}
          value={state.factor}
          options={factorWords.map((value) => ({ value, label: factorText(value) }))}
          onChange={(factor) => set({ factor })}
        />
        <TemperatureChip state={state} change={change} anyLabel={t('records.anyTemperature')} />
        <FilterChip
          label={t('records.what')}
          anyLabel={t('records.persons')}
          value={state.all ? 'all' : null}
          options={[{ value: 'all', label: t('records.everything') }]}
          onChange={(chosen) => set({ all: chosen !== null })}
        />
        <FilterChip
          label={t('clock.filter')}
          anyLabel={t('clock.any')}
          value={state.clock ? 'wrong' : null}
          options={[{ value: 'wrong', label: t('clock.wrong') }]}
          onChange={(chosen) => set(chosen === null ? { clock: false } : { clock: true, range: 'all' })}
        />
        {hasFilters(state) && (
          <Button tone="quiet" size="small" onClick={() => change(clearFilters(state))}>
            {t('records.clear')}
          </Button>
        )}
      </fieldset>
      {state.range === 'own' && <OwnRange state={state} change={change} />}
    </>
  );
}

interface TemperatureProps extends Props {
  anyLabel: string;
  /** The choice that is left out, as it is what `anyLabel` says. */
  without?: 'all';
}

export function TemperatureChip({ state, change, anyLabel, without }: TemperatureProps) {
  return (
    <FilterChip
      label={t('records.temperature')}
      anyLabel={anyLabel}
      value={state.temperature === without ? null : state.temperature}
      options={thermometryTypeWords
        .filter((value) => value !== without)
        .map((value) => ({ value, label: t(`enum.ThermometryType.${value}`) }))}
      onChange={(temperature) => change(changeSearch(state, { temperature }))}
    />
  );
}

export function RangeChip({ state, change }: Props) {
  return (
    <FilterChip
      label={t('records.range')}
      anyLabel={t(`records.range.${FIRST.range}`)}
      value={state.range === FIRST.range ? null : state.range}
      options={ranges
        .filter((value) => value !== FIRST.range)
        .map((value) => ({ value, label: t(`records.range.${value}`) }))}
      onChange={(range) => change(changeSearch(state, { range: range ?? FIRST.range, from: null, to: null }))}
    />
  );
}

/** Two days, either of which may be open. */
export function OwnRange({ state, change }: Props) {
  const isBackwards = state.from !== null && state.to !== null && state.to < state.from;
  return (
    <OwnDays
      from={state.from}
      to={state.to}
      error={isBackwards ? t('records.backwards') : undefined}
      onChange={(days) => change(changeSearch(state, days), { replace: true })}
    />
  );
}

export interface OwnDaysProps {
  from: string | null;
  to: string | null;
  /** What is wrong with the last day. */
  error: string | undefined;
  onChange: (days: { from: string | null } | { to: string | null }) => void;
}

export function OwnDays({ from, to, error, onChange }: OwnDaysProps) {
  const day = (text: string) => (text === '' ? null : text);
  return (
    <div className="record-days">
      <TextField
        label={t('records.from')}
        name="from"
        type="date"
        value={from ?? ''}
        onChange={(next) => onChange({ from: day(next) })}
      />
      <TextField
        label={t('records.to')}
        name="to"
        type="date"
        value={to ?? ''}
        error={error}
        onChange={(next) => onChange({ to: day(next) })}
      />
    </div>
  );
}
