/** The backup that this tab downloads: it continues while other pages are shown. */
import { backupState, type DownloadBackupRequest, downloadBackup } from '@gen/backup.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { ApiError } from '../../lib/api/apiError.ts';
import { t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { saveFile, type Target } from '../../lib/save.ts';
import { currentSession, useSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

export interface BackupRun {
  /** Progress of the database copy, in percent; undefined before the terminal reports it. */
  readonly copied: number | undefined;
  /** Received bytes of the file. */
  readonly octets: number;
  /** Approximate size. */
  readonly whole: number;
  readonly cancel: () => void;
}

export interface SavedBackup {
  readonly name: string;
  readonly octets: number;
}

/** Result of the last one: a file, an error text, or cancelled. */
export type BackupEnd = { readonly saved: SavedBackup } | { readonly problem: string } | 'cancelled';

/** Result of a backup, and the session that started it: later sessions do not see it. */
interface Ended {
  readonly token: string | undefined;
  readonly how: BackupEnd;
}

const run = createStore<BackupRun | null>(null);
const end = createStore<Ended | null>(null);

export const useBackupRun = run.use;

/** Result of the last backup of this session; null while there is none. */
export function useBackupEnd(): BackupEnd | null {
  const session = useSession();
  const last = end.use();
  return last !== null && last.token === session?.token ? last.how : null;
}

const PACE_MS = 1000;

const keepsPage = (event: BeforeUnloadEvent): void => event.preventDefault();

function change(part: Partial<BackupRun>): void {
  const now = run.get();
  if (now) run.set({ ...now, ...part });
}

/** Resolves once the terminal has started the backup, and rejects when it refuses; useBackupEnd() has the result. */
export async function startBackup(
  request: DownloadBackupRequest,
  whole: number,
  target: Target | undefined,
  options: CallOptions,
): Promise<void> {
  const abort = new AbortController();
  end.set(null);
  run.set({ copied: undefined, octets: 0, whole, cancel: () => abort.abort() });
  window.addEventListener('beforeunload', keepsPage);
  let isBegun = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    await new Promise<void>((begun, failed) => {
      const begins = () => {
        isBegun = true;
        begun();
      };
      timer = setInterval(() => void ask(begins), PACE_MS);
      const onProgress = (octets: number) => {
        clearInterval(timer);
        change({ octets });
        begins();
      };
      const into = target && { into: target.stream };
      void take(request, { ...options, ...into, signal: abort.signal, onProgress }, target, () => isBegun)
        .then(begins, failed)
        .finally(() => {
          clearInterval(timer);
          window.removeEventListener('beforeunload', keepsPage);
          run.set(null);
        });
    });
  } finally {
    if (!isBegun) clearInterval(timer);
  }
}

/** Progress of the copy. */
async function ask(begins: () => void): Promise<void> {
  try {
    const { making, done } = await backupState({ handles: () => true });
    if (!making) return;
    change({ copied: done });
    begins();
  } catch {
    /* The call itself reports the error. */
  }
}

async function take(
  request: DownloadBackupRequest,
  options: CallOptions,
  target: Target | undefined,
  isBegun: () => boolean,
): Promise<void> {
  const token = currentSession()?.token;
  try {
    const file = await downloadBackup(request, options);
    const octets = target ? (run.get()?.octets ?? 0) : file.content.size;
    if (!target) saveFile(file);
    end.set({ token, how: { saved: { name: target?.name ?? file.name, octets } } });
  } catch (error) {
    await target?.discard();
    if (!isBegun()) throw error;
    end.set({ token, how: options.signal?.aborted ? 'cancelled' : { problem: problemOf(error) } });
  }
}

/** '' for errors that the console shows itself. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('backup.notWritten');
  return codeOf(error) === 0 ? '' : problemText(error);
}
