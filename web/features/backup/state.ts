/** How backing up and restoring stand, read at the pace of what goes on. */
import { backupState, restoreState } from '@gen/backup.ts';
import { usePaced } from '../../lib/api/usePaced.ts';

const PACE_MS = 1000;
const silent = { handles: () => true } as const;

/** What a backup would hold, and how far one is. */
export function useBackupState() {
  return usePaced(
    'backupState',
    () => backupState(silent),
    (state) => (state?.making ? PACE_MS : 0),
    { dedupingInterval: PACE_MS / 2 },
  );
}

/** How restoring stands; step by step while a backup is tested. */
export function useRestoreState() {
  return usePaced(
    'restoreState',
    () => restoreState(silent),
    (state) => (state?.step === 'checking' ? PACE_MS : 0),
    { dedupingInterval: PACE_MS / 2 },
  );
}
