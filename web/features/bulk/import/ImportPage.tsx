import type { BulkStateReply } from '@gen/bulk.ts';
import { useEffect, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ForeignJob } from '../ForeignJob.tsx';
import { JobProgress } from '../JobProgress.tsx';
import { isActive, stageOf, stagesOf, type View, viewOf } from '../job.ts';
import type { Edits } from '../mend/mends.ts';
import { cancelBulk, useBulk } from '../useBulk.ts';
import { CheckedStep } from './CheckedStep.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { ColumnsStep, type Draft, newDraft } from './ColumnsStep.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { PhotosStep } from './PhotosStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { ResumeStep, UploadStep } from './UploadStep.tsx';
import { kindOf, type TableKind, tableOf } from './upload.ts';
import { sentTable, upload, useUploading } from './uploading.ts';

/** /user/import: users, punches or a roster of a table (`?table=punches`, `?table=roster`), or photos of an archive. `onWritten`: users are others than before. */
export function ImportPage({ onWritten }: { onWritten: () => void }) {
  const mayWrite = usePower('user')?.write;
  const { state, error, retry } = useBulk(onWritten);
  const slow = useSlow(state === undefined && error === undefined);
  const [table, setTable] = useTable();
  const mayPunch = usePower('advSetting')?.write === true;
  const contains = mayPunch ? table : 'users';
  const title = titleOf(tableShown(state, contains));
  return (
    <div className="bulk-page">
      <PageHeader title={title} description={t('bulk.intro')} />
      {slow && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {error !== undefined && (
        <section className="card" aria-label={title}>
          <ErrorState text={problemText(error)} onRetry={retry} />
        </section>
      )}
      {mayWrite === false && <Notice tone="info">{t('users.readOnlyAdd')}</Notice>}
      {mayWrite && state && <Steps state={state} table={contains} onTable={mayPunch ? setTable : undefined} />}
    </div>
  );
}

/** What the page is about: the own file that is there, else what was chosen for the next. */
function tableShown(state: BulkStateReply | undefined, table: TableKind): TableKind {
  return state?.own === true && isActive(state) ? tableOf(state) : table;
}

function titleOf(table: TableKind): string {
  if (table === 'users') return t('page.import');
  return table === 'punches' ? t('bulk.importPunches') : t('bulk.importRoster');
}

/** Whether this tab has shown how the last file ended. */
let isResultSeen = false;

interface StepsProps {
  state: BulkStateReply;
  table: TableKind;
  /** undefined: the account may import neither punches nor rosters. */
  onTable: ((table: TableKind) => void) | undefined;
}

function Steps({ state, table, onTable }: StepsProps) {
  const uploading = useUploading();
  const [back, setBack] = useState(false);
  /* A link to this page is followed for a file: a result that was seen, or of another table, is not what it leads to. */
  const isByLink = useNavigationType() === 'PUSH';
  const [anew, setAnew] = useState(isByLink && (isResultSeen || tableOf(state) !== table) && !isActive(state));
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [edits, setEdits] = useState<Edits>({});
  const [round, setRound] = useState(0);
  const view = viewOf(state, { uploading: uploading !== null, back, anew });
  const kind = uploading ? (kindOf(uploading.file.name, sentTable()) ?? 'users') : state.kind;
  const stage = stageOf(view, kind);
  useFocusOnStep(view);
  useEffect(() => {
    if (view !== 'choose') isResultSeen = view === 'result';
  }, [view]);
  const send = (file: File, from: number, contains: TableKind) => {
    setDraft(newDraft());
    setEdits({});
    setBack(false);
    setAnew(false);
    void upload(file, from, contains);
  };
  /* No file is chosen before the terminal has forgotten the last: the cancellation would end the new one. */
  const forget = () => void cancelBulk().then(() => setAnew(true));
  const toDraft = { draft, onDraft: setDraft, asks: state.asks, onChecking: () => setBack(false) };
  return (
    <>
      {stage && <ImportSteps stages={stagesOf(view === 'choose' ? table : kind)} now={stage} />}
      <section
        className="form-stack bulk-step-body"
        aria-label={stage ? t(`bulk.stage.${stage}`) : t('page.import')}
        tabIndex={-1}
        data-view={view}
      >
        {view === 'choose' && <ChooseStep table={table} onTable={onTable} onFile={(file) => send(file, 0, table)} />}
        {view === 'resume' && (
          <ResumeStep state={state} onFile={(file) => send(file, state.received, tableOf(state))} />
        )}
        {uploading && <UploadStep {...uploading} />}
        {view === 'columns' &&
          (kind === 'photos' ? <PhotosStep {...toDraft} /> : <ColumnsStep table={tableOf(state)} {...toDraft} />)}
        {(view === 'checking' || view === 'writing') && (
          <Card title={state.name || t(`bulk.kind.${kind}`)}>
            <JobProgress state={state} />
          </Card>
        )}
        {view === 'checked' && (
          <CheckedStep
            key={round}
            state={state}
            onBack={() => setBack(true)}
            edits={edits}
            onEdits={setEdits}
            onChecking={() => {
              setEdits({});
              setRound(round + 1);
            }}
          />
        )}
        {view === 'result' && <ResultStep state={state} onAnew={forget} />}
        {view === 'foreign' && <ForeignJob state={state} onAnew={() => setAnew(true)} />}
      </section>
    </>
  );
}

/** What the next table contains, as the address says it at first. */
function useTable(): [TableKind, (table: TableKind) => void] {
  const [params] = useSearchParams();
  const asked = params.get('table');
  return useState<TableKind>(asked === 'punches' || asked === 'roster' ? asked : 'users');
}

/** What one pressed is gone with its step: the focus goes to the next one, which is then read. */
function useFocusOnStep(view: View): void {
  const [first] = useState(view);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (view === first && !moved) return;
    setMoved(true);
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) document.querySelector<HTMLElement>('.bulk-step-body')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [view, first, moved]);
}
