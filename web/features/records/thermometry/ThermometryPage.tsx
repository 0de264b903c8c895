import { type SearchThermometryRecordReply, searchThermometryRecord } from '@gen/records.ts';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { degreesText } from '../../../lib/recordTexts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DownloadRecords } from '../list/DownloadRecords.tsx';
import { OwnRange, RangeChip, TemperatureChip } from '../list/RecordFilters.tsx';
import { GoOn, RecordPager } from '../list/RecordPager.tsx';
import { clearFilters, hasFilters } from '../list/searchState.ts';
import { type RecordSearch, useRecordPage } from '../list/useRecordPage.ts';
import { ThermometryDayCard } from './ThermometryDayCard.tsx';
import { ThermometryTable } from './ThermometryTable.tsx';

const SKELETON_ROWS = 8;

/** /advSetting/thermometry: the skin temperatures of who came to the door. */
export function ThermometryPage() {
  const search = useRecordPage('searchThermometryRecord', searchThermometryRecord);
  const { page, state } = search;
  return (
    <>
      <PageHeader
        title={t('page.thermometry')}
        description={t('thermometry.intro')}
        actions={
          <>
            {page?.any && <DownloadRecords state={{ ...state, temperature: state.temperature ?? 'all' }} />}
            <ButtonLink to="/advSetting/thermometry/limit" icon="sliders">
              {page ? t('thermometry.limitIs', { limit: degreesText(page.above) }) : t('page.thermometryLimit')}
            </ButtonLink>
          </>
        }
      />
      {page?.any === false ? (
        <section className="card list" aria-label={t('page.thermometry')}>
          <EmptyState icon="user" title={t('thermometry.none')} text={t('thermometry.noneText')} />
        </section>
      ) : (
        <>
          {page && <ThermometryDayCard today={page.today} />}
          <List search={search} />
        </>
      )}
    </>
  );
}

function List({ search }: { search: RecordSearch<SearchThermometryRecordReply> }) {
  const { state, change, page, stale, error, retry } = search;
  const failed = error !== undefined && stale;
  const ready = page !== undefined && !failed;
  const slow = useSlow(!ready && !failed);
  const pale = useSlow(ready && stale);
  return (
    <section className="card list" aria-label={t('page.thermometry')}>
      <fieldset className="chips filters thermometry-filters" aria-label={t('records.filters')}>
        <RangeChip state={state} change={change} />
        <TemperatureChip state={state} change={change} anyLabel={t('enum.ThermometryType.all')} without="all" />
      </fieldset>
      {state.range === 'own' && <OwnRange state={state} change={change} />}
      {failed && <ErrorState text={problemText(error)} onRetry={retry} />}
      {slow && <ThermometryTable records={[]} above={0} skeleton={SKELETON_ROWS} />}
      {ready && page.records.length > 0 && <ThermometryTable records={page.records} above={page.above} busy={pale} />}
      {ready && page.records.length === 0 && !page.partial && (
        <EmptyState
          icon="search"
          title={t('records.noMatch')}
          text={t('records.noMatchText')}
          action={
            hasFilters(state) && <Button onClick={() => change(clearFilters(state))}>{t('records.clear')}</Button>
          }
        />
      )}
      {ready && page.partial && <GoOn {...search} page={page} />}
      {ready && <RecordPager {...search} page={page} />}
    </section>
  );
}
