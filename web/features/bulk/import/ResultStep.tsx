import type { BulkStateReply } from '@gen/bulk.ts';
import { errorLines, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Figures } from '../Figures.tsx';
import { toWrite } from '../job.ts';
import { WrongRows } from '../WrongRows.tsx';

/** What came of it. What was written stays, also where it was cancelled or failed. */
export function ResultStep({ state, onAnew }: { state: BulkStateReply; onAnew: () => void }) {
  const { kind, step, bad, name } = state;
  return (
    <>
      <Card title={t(`bulk.step.${step}`)} help={name === '' ? undefined : <bdi>{name}</bdi>}>
        <div role="status">
          <Outcome state={state} />
        </div>
        {step !== 'failed' || toWrite(state) > 0 ? <Figures state={state} written /> : null}
        <div className="bulk-actions">
          {kind === 'punches' || kind === 'roster' ? (
            <ButtonLink to="/advSetting/report" tone="primary" icon="clock">
              {t('bulk.toReport')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/user/userList" tone="primary" icon="users">
              {t('bulk.toList')}
            </ButtonLink>
          )}
          <Button icon="file" onClick={onAnew}>
            {t('bulk.another')}
          </Button>
        </div>
      </Card>
      {bad > 0 && step === 'done' && <WrongRows kind={kind} />}
    </>
  );
}

/** In a sentence. */
export function Outcome({ state }: { state: BulkStateReply }) {
  const count = toWrite(state);
  switch (state.step) {
    case 'failed':
      return (
        <Notice tone="no" title={t('bulk.failedTitle')}>
          <Lines text={errorLines(state.code)} />
        </Notice>
      );
    case 'cancelled':
      return <Notice tone="warn">{count > 0 ? t('bulk.cancelledText') : t('bulk.cancelledNone')}</Notice>;
    default:
      return <Notice tone="ok">{doneText(state.kind, count)}</Notice>;
  }
}

function doneText(kind: BulkStateReply['kind'], count: number): string {
  if (kind === 'punches') return t('bulk.donePunches', { count });
  if (kind === 'roster') return t('bulk.doneRoster', { count });
  return kind === 'photos' ? t('bulk.donePhotos', { count }) : t('bulk.doneUsers', { count });
}
