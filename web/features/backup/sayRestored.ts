import { restoreState } from '@gen/backup.ts';
import { errorLines, formatMoment, t } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.ts';

/** After the restart: shows the result of the restore. */
export async function sayRestored(): Promise<void> {
  const { step, restoredFrom, restoredMade, code } = await restoreState({ handles: () => true });
  if (step === 'restored') {
    toast.ok(t('restore.restored', { serial: restoredFrom, time: formatMoment(restoredMade) }));
  } else if (step === 'failed') {
    toast.error(`${t('restore.failed')}\n${errorLines(code)}`);
  }
}
