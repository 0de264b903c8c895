import { t } from '../lib/i18n.ts';
import type { LeaveGuard } from '../lib/leaveGuard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asked when a form with changes is left. */
export function LeaveQuestion({ guard, count }: { guard: LeaveGuard; count: number }) {
  return (
    <ConfirmDialog
      open={guard.asking}
      title={t('ui.leaveTitle')}
      action={t('ui.leave')}
      danger
      onConfirm={guard.leave}
      onCancel={guard.stay}
    >
      {t('ui.leaveText', { count })}
    </ConfirmDialog>
  );
}
