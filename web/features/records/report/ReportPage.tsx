import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Step, StepPager } from '../list/RecordPager.tsx';
import { SettleList } from '../settle/SettleList.tsx';
import { DayDialog } from './DayDialog.tsx';
import { DownloadReport } from './DownloadReport.tsx';
import { PersonCard } from './PersonCard.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportPictures } from './ReportPictures.tsx';
import { PrintDays, PrintPeople } from './ReportPrint.tsx';
import { type DayPlace, DayTable, SumTable } from './ReportTables.tsx';
import { ALL_PEOPLE, changeReport, hasPeople, isSettling } from './reportState.ts';
import { daysFromTo } from './reportWords.tsx';
import { columnsOf, lengthOf, type Report, useRefreshReport, useReport } from './useReport.ts';

const SKELETON_ROWS = 8;
const NOBODY = { sums: [], rows: [], days: [] };

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
  const has = page !== undefined && lengthOf(page) > 0;
  return (
    <>
      <PageHeader
        title={t('page.report')}
        description={fault === null && daysFromTo(asked)}
        actions={
          <>
            <ImportPunches />
            {has && (
              <>
                {page.view === 'people' && (
                  <PrintPeople asked={asked} order={state} page={page} isWhole={!report.onNext && !state.after} />
                )}
                {page.view === 'days' && page.rows.length > 0 && asked.userid !== undefined && (
                  <PrintDays asked={asked} page={page} />
                )}
                <DownloadReport asked={asked} state={state} />
              </>
            )}
          </>
        }
      />
      <section className="card list report-filters" aria-label={t('records.filters')}>
        <ReportFilters {...report} />
      </section>
      {fault === null &&
        (asked.userid === undefined ? (
          <ReportPictures asked={asked} changes={changes} isReady={has && !stale} />
        ) : (
          <PersonCard asked={asked} userid={asked.userid} onChange={refresh} />
        ))}
      <section className="card list report" aria-label={t('page.report')}>
        {fault === null && error !== undefined && stale ? (
          <ErrorState text={problemText(error)} onRetry={report.retry} />
        ) : (
          <List report={report} onOpen={setOpened} onChange={refresh} />
        )}
      </section>
      {opened && <DayDialog {...opened} onChange={refresh} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The way to punches of a file, for accounts that may import them. */
function ImportPunches() {
  const may = [usePower('user')?.write, usePower('advSetting')?.write];
  if (!may.every(Boolean)) return null;
  return (
    <ButtonLink to="/user/import?table=punches" icon="upload">
      {t('bulk.importPunches')}
    </ButtonLink>
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

interface ListProps {
  report: Report;
  onOpen: (day: DayPlace) => void;
  onChange: () => Promise<void>;
}

function List({ report, onOpen, onChange }: ListProps) {
  const { state, change, page, fault, onPrevious, onNext } = report;
  const ready = page !== undefined;
  const slow = useSlow(!ready && fault === null);
  const pale = useSlow(ready && report.stale);
  const table = {
    state,
    busy: pale,
    skeleton: ready ? undefined : SKELETON_ROWS,
    has: columnsOf(page),
    onSort: change,
  };
  const { sums, rows, days } = page ?? NOBODY;
  const isEmpty = ready && lengthOf(page) === 0;
  const settles = isSettling({ view: (page ?? state).view, only: state.only });
  if (!ready && !slow) return null;
  return (
    <>
      {settles && (
        <SettleList
          days={days}
          asked={report.asked}
          busy={pale}
          skeleton={table.skeleton}
          onOpen={onOpen}
          onChange={onChange}
        />
      )}
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
      ) : settles ? null : (page ?? state).view === 'people' ? (
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
