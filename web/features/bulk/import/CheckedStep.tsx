import { type BulkStateReply, bulkMend } from '@gen/bulk.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLeaveGuard } from '../../../lib/leaveGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { BarredUsers } from '../BarredUsers.tsx';
import { Figures } from '../Figures.tsx';
import { isTable } from '../job.ts';
import { Mended } from '../mend/Mended.tsx';
import { type Edits, MENDS_MOST, mendsOf, withEdit } from '../mend/mends.ts';
import { act } from '../useBulk.ts';
import { WrongRows } from '../WrongRows.tsx';
import { AnotherFile } from './AnotherFile.tsx';
import { UnknownNames } from './UnknownNames.tsx';
import { useWriting, WriteButton, WriteChoice } from './WriteChoice.tsx';

export interface CheckedStepProps {
  state: BulkStateReply;
  onBack: () => void;
  /** Corrections that were typed, and are not checked yet. */
  edits: Edits;
  onEdits: (edits: Edits) => void;
  /** It is being checked again, with the corrections. */
  onChecking: () => void;
}

/** What the check found: figures, what is wrong and can be corrected here, and how it is written. */
export function CheckedStep({ state, onBack, edits, onEdits, onChecking }: CheckedStepProps) {
  const { kind, bad, asks, unnamed, ignored, leftOut, dateOrder } = state;
  const writing = useWriting(state);
  const mends = mendsOf(edits);
  const guard = useLeaveGuard(mends.length > 0);
  const mending = { edits, onEdit: (line: number, edit: Edits[number]) => onEdits(withEdit(edits, line, edit)) };
  const again = () => act(() => bulkMend({ mends }), onChecking);
  return (
    <>
      <Card title={t('bulk.checkedTitle')} help={t('bulk.checkedHelp')}>
        <Figures state={state} />
        {dateOrder !== 'auto' && <p className="muted">{t(`bulk.foundOrder.${dateOrder}`)}</p>}
        {asks.length > 0 && <Notice tone="warn">{t('bulk.asks')}</Notice>}
        {ignored > 0 && <p className="muted">{t('bulk.ignored', { count: ignored })}</p>}
        {leftOut > 0 && <p className="muted">{t('bulk.leftOut', { count: leftOut })}</p>}
        {kind === 'roster' && state.changed > 0 && (
          <Notice tone="warn">{t('bulk.rosterReplaces', { count: state.changed })}</Notice>
        )}
        {unnamed > 0 && <Notice tone="warn">{t('bulk.unnamed', { count: unnamed })}</Notice>}
        {isTable(kind) && <Mended onChecking={onChecking} />}
      </Card>
      {(kind === 'users' || kind === 'roster') && bad > 0 && <UnknownNames />}
      {bad > 0 && (
        <WrongRows kind={kind} mending={isTable(kind) ? mending : undefined}>
          {isTable(kind) && <MendActions count={mends.length} onCheck={again} />}
        </WrongRows>
      )}
      {kind === 'users' && <BarredUsers onAgain={() => void again()} />}
      <Card title={t('bulk.writeTitle')}>
        <WriteChoice {...writing} />
        <div className="bulk-actions">
          <WriteButton {...writing} disabled={mends.length > 0} />
          {mends.length > 0 && <span className="muted">{t('bulk.mendFirst')}</span>}
        </div>
      </Card>
      <div className="bulk-actions">
        {kind !== 'edit' && (
          <Button icon="undo" onClick={onBack}>
            {kind === 'photos' ? t('bulk.backToOptions') : t('bulk.backToColumns')}
          </Button>
        )}
        <AnotherFile />
      </div>
      <LeaveQuestion guard={guard} count={mends.length} />
    </>
  );
}

/** Has the corrections checked, with all rows: one may be in the way of another. */
function MendActions({ count, onCheck }: { count: number; onCheck: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    await onCheck();
    setBusy(false);
  };
  return (
    <div className="bulk-actions bulk-mend-actions">
      <Button icon="check" busy={busy} disabled={count === 0} onClick={() => void check()}>
        {t('bulk.mendCheck', { count })}
      </Button>
      <span className="muted">
        {count < MENDS_MOST ? t('bulk.mendHelp') : t('bulk.mendMost', { count: MENDS_MOST })}
      </span>
    </div>
  );
}
