/** The backup that this tab sends to the terminal: it goes on while other pages are shown. */
import { type RestoreStateReply, restoreState, restoreUpload, restoreUploadLimits } from '@gen/backup.ts';
import { sendPieces } from '../../lib/pieces.ts';
import { codeOf, networkError, problemText } from '../../lib/problem.ts';
import { createStore } from './store.ts';

export interface Sending {
  readonly file: File;
  readonly received: number;
  /** Why it stopped, in words; '' while it goes on. */
  readonly problem: string;
  readonly stop: () => void;
}

const sending = createStore<Sending | null>(null);

export const useSending = sending.use;

export const LARGEST = restoreUploadLimits.total.max;

const silent = { handles: () => true } as const;

/** The end of a long name tells more than its beginning. */
export const sentName = (file: File): string => [...file.name].slice(-restoreUploadLimits.name.max).join('');

/** Octets of this file that are there from an earlier try. */
export function resumeAt(file: File, state: RestoreStateReply | undefined): number {
  const isSame = state?.step === 'uploading' && state.own && state.name === sentName(file) && state.total === file.size;
  return isSame ? state.received : 0;
}

/** Sends it from there on; a line that breaks is waited for. `refresh` reads how it stands then, before this is forgotten. */
export async function sendBackup(file: File, from: number, refresh: () => Promise<unknown>): Promise<void> {
  const abort = new AbortController();
  const name = sentName(file);
  const total = file.size;
  sending.set({ file, received: from, problem: '', stop: () => abort.abort() });
  try {
    await sendPieces({
      blob: file,
      from,
      send: async (piece, offset, signal) => {
        const { received } = await restoreUpload({ offset, total, name }, { ...silent, signal, body: piece });
        return received;
      },
      received: async (signal) => resumeAt(file, await restoreState({ ...silent, signal })),
      onProgress: (received) => {
        const now = sending.get();
        if (now?.file === file) sending.set({ ...now, received });
      },
      signal: abort.signal,
    });
    await refresh().catch(() => undefined);
    sending.set(null);
  } catch (error) {
    const now = sending.get();
    if (abort.signal.aborted || !now) sending.set(null);
    else sending.set({ ...now, problem: codeOf(error) === 0 ? networkError() : problemText(error) });
  }
}

/** Forgets what was not sent to its end. */
export function forgetSending(): void {
  sending.get()?.stop();
  sending.set(null);
}
