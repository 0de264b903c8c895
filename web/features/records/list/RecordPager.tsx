import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
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
  const to = (place: Parameters<typeof changeSearch>[1]) => () => change(changeSearch(state, place));
  return (
    <StepPager label={t('records.pages')}>
      <Step label={t('records.newest')} onStep={isFirst ? undefined : to({})} />
      <Step label={t('records.newer')} onStep={page.previous === '' ? undefined : to({ before: page.previous })} />
      <Step label={t('records.older')} onStep={page.next === '' ? undefined : to({ after: page.next })} />
    </StepPager>
  );
}

/** The ways to other pages of a list that is not counted. */
export function StepPager({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="pager" aria-label={label}>
      <div className="pager-steps">{children}</div>
    </nav>
  );
}

/** Keeps the focus where it leads nowhere. */
export function Step({ label, onStep }: { label: string; onStep: (() => void) | undefined }) {
  return (
    <button type="button" className="button" aria-disabled={onStep === undefined || undefined} onClick={onStep}>
      {label}
    </button>
  );
}
