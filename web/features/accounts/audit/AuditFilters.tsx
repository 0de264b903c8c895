import { auditImportanceWords, auditlistLimits as limits } from '@gen/accounts.ts';
import { t } from '../../../lib/i18n.ts';
import { settingPages } from '../../../lib/settingPages.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterBar, FilterChip, SearchBox } from '../../../ui/FilterBar.tsx';
import { type AuditState, changeAudit, isFiltered, pairOf, WHOLE_LOG } from './auditState.ts';
import { objectText } from './auditWords.ts';

export interface AuditFiltersProps {
  state: AuditState;
  change: (next: AuditState, how?: { replace: boolean }) => void;
}

/** Filters: account, kind, page, first and last day. */
export function AuditFilters({ state, change }: AuditFiltersProps) {
  const set = (part: Partial<AuditState>, replace = false) => change(changeAudit(state, part), { replace });
  const pair = pairOf(state);
  return (
    <>
      <FilterBar>
        <SearchBox
          label={t('audit.account')}
          value={state.account}
          maxLength={limits.account.max}
          onSearch={(account) => set({ account }, true)}
        />
      </FilterBar>
      <fieldset className="chips filters" aria-label={t('audit.filters')}>
        <FilterChip
          label={t('audit.about')}
          anyLabel={t('audit.anything')}
          value={state.importance}
          options={auditImportanceWords.map((value) => ({ value, label: t(`audit.importance.${value}`) }))}
          onChange={(importance) => set({ importance })}
        />
        <FilterChip
          label={t('audit.page')}
          anyLabel={t('audit.anyPage')}
          value={pair}
          options={settingPages.map((page) => ({ value: page.pair, label: t(page.title) }))}
          onChange={(chosen) => set({ object: chosen === null ? '' : `setting ${chosen}` })}
        />
        <DayBox label={t('audit.from')} value={state.from} max={state.to} onDay={(from) => set({ from })} />
        <DayBox label={t('audit.to')} value={state.to} min={state.from} onDay={(to) => set({ to })} />
        {state.object !== '' && pair === null && (
          <span className="chip chip-on">
            <span className="chip-text">{objectText(state.object)}</span>
          </span>
        )}
        {isFiltered(state) && (
          <Button tone="quiet" size="small" onClick={() => change(WHOLE_LOG)}>
            {t('users.clearAll')}
          </Button>
        )}
      </fieldset>
    </>
  );
}

interface DayBoxProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

function DayBox({ label, value, min, max, onDay }: DayBoxProps) {
  return (
    <label className={value === '' ? 'chip audit-day' : 'chip chip-on audit-day'}>
      <span className="chip-label">{label}</span>
      <input type="date" value={value} min={min} max={max} onChange={(event) => onDay(event.currentTarget.value)} />
    </label>
  );
}
