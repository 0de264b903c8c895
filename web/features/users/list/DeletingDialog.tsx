import { formatNumber, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import type { DeletingProgress } from './useDeleting.tsx';

/** Progress while all matching users are deleted. Cancelling does not restore deleted ones. */
export function DeletingDialog({ progress, onCancel }: { progress: DeletingProgress | null; onCancel: () => void }) {
  const { done, total } = progress ?? { done: 0, total: 1 };
  return (
    <Dialog
      open={progress !== null}
      title={t('users.deleting')}
      onClose={onCancel}
      footer={<Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    >
      <Progress
        label={t('users.deleting')}
        at={done}
        of={Math.max(done, total)}
        figures={t('ui.ofCapacity', { value: formatNumber(done), max: formatNumber(Math.max(done, total)) })}
      />
    </Dialog>
  );
}
