/** The file that this tab sends. It goes on while another page is open, and ends with the tab. */
import { bulkState, bulkUpload } from '@gen/bulk.ts';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { currentSession } from '../../lib/session.ts';
import { type Line, sendFile } from './upload.ts';
import { cancelBulk, refreshBulk } from './useBulk.ts';

export interface Uploading {
  readonly file: File;
  readonly received: number;
  /** Why it stands still: it can be gone on with. */
  readonly problem: unknown;
}

let now: Uploading | null = null;
let abort = new AbortController();
const listeners = new Set<() => void>();

function set(next: Uploading | null): void {
  now = next;
  for (const listener of listeners) listener();
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const shown = { handles: () => true } as const;

const line: Line = {
  send: (request, body, signal) => bulkUpload(request, { ...shown, body, signal }),
  state: (signal) => bulkState({ ...shown, signal }),
  wait,
};

/** Sends a file from an octet on, and has the page look at how it stands when all is there. */
export async function upload(file: File, from: number): Promise<void> {
  abort.abort();
  const own = new AbortController();
  const session = currentSession()?.token;
  abort = own;
  set({ file, received: from, problem: undefined });
  const isOurs = () => abort === own && now !== null;
  try {
    await sendFile(file, from, line, (received) => isOurs() && set({ file, received, problem: undefined }), own.signal);
    await refreshBulk();
    if (isOurs()) set(null);
  } catch (error) {
    if (!isOurs()) return;
    /* Whoever signs in next did not begin it. */
    if (currentSession()?.token !== session) set(null);
    else set({ file, received: now?.received ?? from, problem: error });
  }
}

/** Goes on where it stopped. */
export async function resumeUpload(): Promise<void> {
  if (now === null) return;
  const { file, received } = now;
  try {
    const state = await line.state(new AbortController().signal);
    const isThere = state.own && state.step === 'uploading' && state.total === file.size;
    await upload(file, isThere ? state.received : 0);
  } catch (error) {
    if (error instanceof ApiError) set({ file, received, problem: error });
  }
}

/** Ends it; what is there of it is forgotten. */
export async function stopUpload(): Promise<void> {
  abort.abort();
  await cancelBulk();
  set(null);
}

export function useUploading(): Uploading | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => now,
  );
}
