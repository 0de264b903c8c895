import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { changeSearch } from './searchState.ts';
import type { RecordPage, RecordSearch } from './useRecordPage.ts';

type Shown = Pick<RecordSearch<unknown>, 'state' | 'change'> & { page: RecordPage };

/** The search looked at as many records as one call may. */
export function GoOn({ state, change, page }: Shown) {
  const on = state.before === null ? { after: page.next } : { before: page.previous };
  return (
    <div className="record-go-on" role="status">
      <p>{t('records.partial')}</p>
      <Button onClick={() => change(changeSearch(state, on))}>{t('records.goOn')}</Button>
    </div>
  );
}

export function RecordPager({ state, change, page }: Shown) {
  const isFirst = state.after === null && state.before === null;
  if (isFirst && page.next === '') return null;
  const step = (label: string, to: Parameters<typeof changeSearch>[1] | undefined) => (
    <button
      type="button"
      className="button"
      aria-disabled={to === undefined || undefined}
      onClick={to && (() => change(changeSearch(state, to)))}
    >
      {label}
    </button>
  );
  return (
    <nav className="pager" aria-label={t('records.pages')}>
      <div className="pager-steps">
        {step(t('records.newest'), isFirst ? undefined : {})}
        {step(t('records.newer'), page.previous === '' ? undefined : { before: page.previous })}
        {step(t('records.older'), page.next === '' ? undefined : { after: page.next })}
      </div>
    </nav>
  );
}
