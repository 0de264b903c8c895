import type { BulkStateReply } from '@gen/bulk.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { BarredUsers } from '../BarredUsers.tsx';
import { Figures } from '../Figures.tsx';
import { Outcome } from '../import/ResultStep.tsx';
import { useWriting, WriteButton, WriteChoice } from '../import/WriteChoice.tsx';
import { JobProgress } from '../JobProgress.tsx';
import { isMoving } from '../job.ts';
import { WrongRows } from '../WrongRows.tsx';

export interface EditJobProps {
  state: BulkStateReply;
  onClose: () => void;
  /** To another change. */
  onBack: () => void;
}

/** Whom a change would change, how far it is written, or what came of it. */
export function EditJob({ state, onClose, onBack }: EditJobProps) {
  const { step, bad } = state;
  const ready = step === 'checked';
  const writing = useWriting(state);
  return (
    <Dialog
      open
      size="wide"
      title={t('bulk.editTitle')}
      onClose={onClose}
      footer={
        <>
          {ready && (
            <Button icon="undo" onClick={onBack}>
              {t('bulk.backToChange')}
            </Button>
          )}
          {!ready && <Button onClick={onClose}>{t('ui.close')}</Button>}
          {ready && <WriteButton {...writing} />}
        </>
      }
    >
      <div className="form-stack">
        {isMoving(state) ? (
          <JobProgress state={state} />
        ) : (
          <>
            {!ready && <Outcome state={state} />}
            <Figures state={state} written={!ready} />
            {ready && <BarredUsers />}
            {ready && <WriteChoice {...writing} />}
            {bad > 0 && <WrongRows kind="edit" />}
          </>
        )}
      </div>
    </Dialog>
  );
}
