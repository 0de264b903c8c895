/** State of backup and restore, polled at an interval that depends on the activity. */
import { backupState, restoreState } from '@gen/backup.ts';
import { usePaced } from '../../lib/api/usePaced.ts';

const PACE_MS = 1000;
const silent = { handles: () => true } as const;

/** Contents of a backup, and the progress of a running one. */
export function useBackupState() {
  return usePaced(
    'backupState',
    () => backupState(silent),
    (state) => (state?.making ? PACE_MS : 0),
    { dedupingInterval: PACE_MS / 2 },
  );
}

/** State of the restore, with progress while a backup is checked. */
export function useRestoreState() {
  return usePaced(
    'restoreState',
    () => restoreState(silent),
    (state) => (state?.step === 'checking' ? PACE_MS : 0),
    { dedupingInterval: PACE_MS / 2 },
  );
}
