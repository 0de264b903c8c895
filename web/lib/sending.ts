/** A file that this tab sends to the terminal: it goes on while other pages are shown, and ends with the tab. */
import { sendPieces } from './pieces.ts';
import { currentSession } from './session.ts';
import { createStore } from './store.ts';

export interface Sending {
  readonly file: File;
  /** Bytes of it that are there. */
  readonly received: number;
  /** Why it stands still, to be gone on with; undefined while it goes on. */
  readonly problem: unknown;
}

/** The calls that take it; both give how many bytes of the file are there. */
export interface Carrier {
  readonly send: (file: File, piece: Blob, offset: number, signal: AbortSignal) => Promise<number>;
  readonly received: (file: File, signal: AbortSignal) => Promise<number>;
}

export interface Sender {
  readonly use: () => Sending | null;
  /** Sends a file from a byte on; undefined: from where the terminal says. `look` is called when all is there, before
   * the file is forgotten here. Never rejects: what went wrong is in `problem`. */
  readonly send: (file: File, from: number | undefined, look: () => Promise<unknown>) => Promise<void>;
  /** Sends no more of it, and says so by nothing: it is shown as it is until it is forgotten. */
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
        /* Whoever signs in next did not begin it. */
        set(currentSession()?.token === token ? { file, received: there, problem } : null);
      }
    },
  };
}
