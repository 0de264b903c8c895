/** An upload of this tab: it continues while other pages are shown, and ends with the tab. */
import { sendPieces } from './pieces.ts';
import { currentSession } from './session.ts';
import { createStore } from './store.ts';

export interface Sending {
  readonly file: File;
  /** Bytes that were received. */
  readonly received: number;
  /** Why it was interrupted; it can be resumed. undefined while it runs. */
  readonly problem: unknown;
}

/** The calls that receive it; both return how many bytes of the file the terminal has. */
export interface Carrier {
  readonly send: (file: File, piece: Blob, offset: number, signal: AbortSignal) => Promise<number>;
  readonly received: (file: File, signal: AbortSignal) => Promise<number>;
}

export interface Sender {
  readonly use: () => Sending | null;
  /** Sends a file from an offset; undefined: from the terminal's position. `look` is called when the upload is complete, before
   * the file is released here. Never rejects: errors are in `problem`. */
  readonly send: (file: File, from: number | undefined, look: () => Promise<unknown>) => Promise<void>;
  /** Stops sending without a message: the state stays visible until it is discarded. */
  readonly stop: () => void;
  readonly forget: () => void;
}

export function createSender({ send, received }: Carrier): Sender {
  const store = createStore<Sending | null>(null);
  let abort = new AbortController();
  const stop = () => abort.abort();
  return {
    use: store.use,
    stop,
    forget: () => {
      stop();
      store.set(null);
    },
    send: async (file, from, look) => {
      stop();
      abort = new AbortController();
      const { signal } = abort;
      const token = currentSession()?.token;
      const before = store.get();
      const set = (next: Sending | null) => !signal.aborted && store.set(next);
      let there = from ?? (before?.file === file ? before.received : 0);
      set({ file, received: there, problem: undefined });
      try {
        await sendPieces({
          blob: file,
          from,
          send: (piece, offset) => send(file, piece, offset, signal),
          received: () => received(file, signal),
          onProgress: (octets) => {
            there = octets;
            set({ file, received: there, problem: undefined });
          },
          signal,
        });
        await look().catch(() => undefined);
        set(null);
      } catch (problem) {
        /* Another session did not start this upload. */
        set(currentSession()?.token === token ? { file, received: there, problem } : null);
      }
    },
  };
}
