import { useState, useSyncExternalStore } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { onQuestion, pendingQuestion } from './confirm.ts';

/** Shows the question of `confirm()`; rendered once, at the root. */
export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestion, pendingQuestion);
  const [busy, setBusy] = useState(false);
  if (!question) return null;
  const proceed = async () => {
    if (question.run) {
      setBusy(true);
      try {
        await question.run();
      } finally {
        setBusy(false);
      }
    }
    question.answer(true);
  };
  return (
    <ConfirmDialog
      open
      title={question.title}
      action={question.action}
      danger={question.danger}
      busy={busy}
      onConfirm={() => void proceed()}
      onCancel={() => question.answer(false)}
    >
      {question.body}
    </ConfirmDialog>
  );
}
