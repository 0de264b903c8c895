import { type SearchrecordReply, searchrecord } from '@gen/records.ts';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { WrongClocks } from '../clock/WrongClocks.tsx';
import { DownloadRecords } from './DownloadRecords.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { GoOn, RecordPager } from './RecordPager.tsx';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import { clearFilters, hasFilters } from './searchState.ts';
import { type RecordSearch, useRecordPage } from './useRecordPage.ts';

const SKELETON_ROWS = 8;

/** /advSetting/recordList: who came to the door, newest first. */
export function RecordListPage({ why }: { why?: RecordTableProps['why'] }) {
  const search = useRecordPage('searchrecord', searchrecord);
  const { state, change, page, stale, error, retry } = search;
  const failed = error !== undefined && stale;
  const ready = page !== undefined && !failed;
  const slow = useSlow(!ready && !failed);
  const pale = useSlow(ready && stale);
  return (
    <>
      <PageHeader
        title={t('page.recordList')}
        description={t('records.intro')}
        actions={page !== undefined && page.last > 0 && <DownloadRecords state={state} />}
      />
      <section className="card list" aria-label={t('page.recordList')}>
        <RecordFilters state={state} change={change} />
        {state.clock && <WrongClocks onChange={retry} />}
        {failed && <ErrorState text={problemText(error)} onRetry={retry} />}
        {slow && <RecordTable records={[]} skeleton={SKELETON_ROWS} />}
        {ready && page.records.length > 0 && <RecordTable {...page} busy={pale} why={why} />}
        {ready && page.records.length === 0 && !page.partial && <NoRecords {...search} page={page} />}
        {ready && page.partial && <GoOn {...search} page={page} />}
        {ready && <RecordPager {...search} page={page} />}
      </section>
    </>
  );
}

type Shown = RecordSearch<SearchrecordReply> & { page: SearchrecordReply };

/** Nothing to list: because nothing matches, or because nobody came yet. */
function NoRecords({ state, change, page }: Shown) {
  if (page.last === 0) return <EmptyState icon="door" title={t('records.none')} text={t('records.noneText')} />;
  return (
    <EmptyState
      icon="search"
      title={t('records.noMatch')}
      text={t('records.noMatchText')}
      action={hasFilters(state) && <Button onClick={() => change(clearFilters(state))}>{t('records.clear')}</Button>}
    />
  );
}
