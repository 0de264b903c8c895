import type { BulkStateReply } from '@gen/bulk.ts';
import { useEffect, useState } from 'react';
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
import { stageOf, stagesOf, type View, viewOf } from '../job.ts';
import { cancelBulk, useBulk } from '../useBulk.ts';
import { CheckedStep } from './CheckedStep.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { ColumnsStep, type Draft, newDraft } from './ColumnsStep.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { PhotosStep } from './PhotosStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { ResumeStep, UploadStep } from './UploadStep.tsx';
import { kindOf } from './upload.ts';
import { upload, useUploading } from './uploading.ts';

/** /user/import: users of a table, or their photos of an archive. `onWritten`: users are others than before. */
export function ImportPage({ onWritten }: { onWritten: () => void }) {
  const mayWrite = usePower('user')?.write;
  const { state, error, retry } = useBulk(onWritten);
  const slow = useSlow(state === undefined && error === undefined);
  return (
    <div className="bulk-page">
      <PageHeader title={t('page.import')} description={t('bulk.intro')} />
      {slow && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {error !== undefined && (
        <section className="card" aria-label={t('page.import')}>
          <ErrorState text={problemText(error)} onRetry={retry} />
        </section>
      )}
      {mayWrite === false && <Notice tone="info">{t('users.readOnlyAdd')}</Notice>}
      {mayWrite && state && <Steps state={state} />}
    </div>
  );
}

function Steps({ state }: { state: BulkStateReply }) {
  const uploading = useUploading();
  const [back, setBack] = useState(false);
  const [anew, setAnew] = useState(false);
  const [draft, setDraft] = useState<Draft>(newDraft);
  const view = viewOf(state, { uploading: uploading !== null, back, anew });
  const kind = uploading ? (kindOf(uploading.file.name) ?? 'users') : state.kind;
  const stage = stageOf(view, kind);
  useFocusOnStep(view);
  const send = (file: File, from: number) => {
    setDraft(newDraft());
    setBack(false);
    setAnew(false);
    void upload(file, from);
  };
  const forget = () => {
    setAnew(true);
    void cancelBulk();
  };
  const toDraft = { draft, onDraft: setDraft, asks: state.asks, onChecking: () => setBack(false) };
  return (
    <>
      {stage && <ImportSteps stages={stagesOf(view === 'choose' ? 'users' : kind)} now={stage} />}
      <section
        className="form-stack bulk-step-body"
        aria-label={stage ? t(`bulk.stage.${stage}`) : t('page.import')}
        tabIndex={-1}
        data-view={view}
      >
        {view === 'choose' && <ChooseStep onFile={(file) => send(file, 0)} />}
        {view === 'resume' && <ResumeStep state={state} onFile={(file) => send(file, state.received)} />}
        {uploading && <UploadStep {...uploading} />}
        {view === 'columns' && (kind === 'photos' ? <PhotosStep {...toDraft} /> : <ColumnsStep {...toDraft} />)}
        {(view === 'checking' || view === 'writing') && (
          <Card title={state.name || t(`bulk.kind.${kind}`)}>
            <JobProgress state={state} />
          </Card>
        )}
        {view === 'checked' && <CheckedStep state={state} onBack={() => setBack(true)} />}
        {view === 'result' && <ResultStep state={state} onAnew={forget} />}
        {view === 'foreign' && <ForeignJob state={state} onAnew={() => setAnew(true)} />}
      </section>
    </>
  );
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
