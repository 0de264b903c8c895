import { downloadReportForm } from '@gen/records.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { DownloadTable } from '../../../ui/DownloadTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Step, StepPager } from '../list/RecordPager.tsx';
import { DayDialog } from './DayDialog.tsx';
import { PersonCard } from './PersonCard.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportPictures } from './ReportPictures.tsx';
import { PrintDays, PrintPeople } from './ReportPrint.tsx';
import { type DayPlace, DayTable, SumTable } from './ReportTables.tsx';
import { ALL_PEOPLE, changeReport, hasPeople } from './reportState.ts';
import { daysFromTo } from './reportWords.tsx';
import { type Report, useRefreshReport, useReport } from './useReport.ts';

const SKELETON_ROWS = 8;
const NOBODY = { sums: [], rows: [] };

/** /advSetting/report: the hours that the punches of people make. */
export function ReportPage() {
  const report = useReport();
  const { state, asked, fault, page, stale, error } = report;
  const [opened, setOpened] = useState<DayPlace>();
  const [changes, setChanges] = useState(0);
  const readAgain = useRefreshReport();
  const refresh = async () => {
    setChanges((count) => count + 1);
    await readAgain();
  };
  useTopOf(state.userid);
  const has = page !== undefined && page.sums.length + page.rows.length > 0;
  return (
    <>
      <PageHeader
        title={t('page.report')}
        description={fault === null && daysFromTo(asked)}
        actions={
          has && (
            <>
              {page.view === 'people' && (
                <PrintPeople asked={asked} page={page} isWhole={!report.onNext && !state.after} />
              )}
              {page.view === 'days' && asked.userid !== undefined && <PrintDays asked={asked} rows={page.rows} />}
              <DownloadTable fetch={(format, options) => downloadReportForm({ ...asked, format }, options)} />
            </>
          )
        }
      />
      {fault === null &&
        (asked.userid === undefined ? (
          <ReportPictures asked={asked} changes={changes} isReady={has && !stale} />
        ) : (
          <PersonCard asked={asked} userid={asked.userid} onChange={refresh} />
        ))}
      <section className="card list report" aria-label={t('page.report')}>
        <ReportFilters {...report} />
        {fault === null && error !== undefined && stale ? (
          <ErrorState text={problemText(error)} onRetry={report.retry} />
        ) : (
          <List report={report} onOpen={setOpened} />
        )}
      </section>
      {opened && <DayDialog {...opened} onChange={refresh} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The days of a person who was chosen in the list are as good as a page of their own: they begin at its top. */
function useTopOf(userid: number | null): void {
  const isForward = useNavigationType() !== 'POP';
  const shown = useRef(userid);
  useLayoutEffect(() => {
    const isOther = shown.current !== userid;
    shown.current = userid;
    /* Who types into the search goes on typing. */
    if (!isOther || !isForward || document.activeElement instanceof HTMLInputElement) return;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
  }, [userid, isForward]);
}

function List({ report, onOpen }: { report: Report; onOpen: (day: DayPlace) => void }) {
  const { state, change, page, fault, onPrevious, onNext } = report;
  const ready = page !== undefined;
  const slow = useSlow(!ready && fault === null);
  const pale = useSlow(ready && report.stale);
  const table = { state, busy: pale, skeleton: ready ? undefined : SKELETON_ROWS };
  const { sums, rows } = page ?? NOBODY;
  const isEmpty = ready && sums.length + rows.length === 0;
  if (!ready && !slow) return null;
  return (
    <>
      {isEmpty ? (
        <EmptyState
          icon={state.only === 'settle' ? 'check' : 'users'}
          title={t(state.only === 'settle' ? 'report.settled' : 'records.noMatch')}
          action={
            (hasPeople(state) || state.only !== null) && (
              <Button onClick={() => change(changeReport(state, { ...ALL_PEOPLE, only: null }))}>
                {t('records.clear')}
              </Button>
            )
          }
        />
      ) : (page ?? state).view === 'people' ? (
        <SumTable {...table} rows={sums} />
      ) : (
        <DayTable {...table} rows={rows} onOpen={onOpen} />
      )}
      {sums.some(({ open }) => open) && <p className="muted report-open">{t('report.openSums')}</p>}
      {(onPrevious || onNext || state.after !== null) && (
        <StepPager label={t('report.pages')}>
          <Step
            label={t('ui.first')}
            onStep={state.after === null ? undefined : () => change(changeReport(state, {}))}
          />
          <Step label={t('ui.previous')} onStep={onPrevious} />
          <Step label={t('ui.next')} onStep={onNext} />
        </StepPager>
      )}
    </>
  );
}
