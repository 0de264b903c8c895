import type { BulkStateReply } from '@gen/bulk.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/toast.ts';
import { isMoving, toWrite } from '../job.ts';
import { cancelBulk, useBulk } from '../useBulk.ts';
import type { Whom } from './change.ts';
import { EditForm } from './EditForm.tsx';
import { EditJob } from './EditJob.tsx';

export interface EditDialogProps {
  whom: Whom;
  /** How many they are, in words. */
  count: string;
  onClose: () => void;
  /** Users are others than before. */
  onWritten: () => void;
}

const isOwnEdit = (state: BulkStateReply | undefined): state is BulkStateReply =>
  state?.own === true && state.kind === 'edit';

/**
 * One change for many users: what it is, whom it would change, and then it is written. Left while it is written, it goes on
 * and says when it has ended; opened again meanwhile, it shows how far it is.
 */
export function EditDialog({ whom, count, onClose, onWritten }: EditDialogProps) {
  const { state } = useBulk(onWritten);
  const [sent, setSent] = useState(false);
  const [left, setLeft] = useState(false);
  const own = isOwnEdit(state) ? state : undefined;
  const shown = own && (sent || isMoving(own)) ? own : undefined;
  const asked = useRef(whom);
  useEffect(() => {
    /* Asked for again while it was left. */
    if (asked.current !== whom) setLeft(false);
    asked.current = whom;
  }, [whom]);
  const isMine = sent || shown !== undefined;
  useEffect(() => {
    if (isMine) setSent(true);
  }, [isMine]);
  const isDone = sent && own?.step === 'done' && own.bad === 0;
  const isOver = left && own !== undefined && !isMoving(own);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (isDone) toast.ok(t('bulk.doneUsers', { count: toWrite(own) }));
    if (isDone || isOver) onClose();
  }, [isDone, isOver]);
  const close = () => {
    if (shown?.step === 'writing') {
      setLeft(true);
      toast.info(t('bulk.goesOn'));
      return;
    }
    /* Nothing is written of what was only counted: it does not wait for anybody. */
    if (shown?.step === 'checking' || shown?.step === 'checked') void cancelBulk();
    onClose();
  };
  const back = () => {
    setSent(false);
    void cancelBulk();
  };
  if (left || isDone) return null;
  if (shown === undefined) {
    return <EditForm whom={whom} count={count} state={state} onSent={() => setSent(true)} onClose={onClose} />;
  }
  return <EditJob state={shown} onClose={close} onBack={back} />;
}
