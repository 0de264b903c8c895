/** Uploads a large file in chunks: a failed chunk is sent again, and received data is not sent twice. */
import { ErrorCode } from '@gen/errors.ts';
import { ApiError } from './api/apiError.ts';

/** Bytes of a chunk: the maximum body of the calls. */
export const PIECE_OCTETS = 262_144;
/** Pauses before a chunk is tried again, in milliseconds; a successful chunk resets them. */
export const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** State of an upload, as returned by the terminal. */
export interface Arriving {
  readonly step: string;
  readonly own: boolean;
  readonly name: string;
  readonly total: number;
  readonly received: number;
}

/** Whether that is the same file, by name and size. */
export function isOf(state: Omit<Arriving, 'step' | 'received'>, name: string, total: number): boolean {
  return state.own && state.name === name && state.total === total;
}

/** Received bytes of this file; all of them when it is complete. */
export function octetsThere(state: Arriving, name: string, total: number): number {
  if (!isOf(state, name, total)) return 0;
  if (state.step === 'uploaded') return total;
  return state.step === 'uploading' ? state.received : 0;
}

/** A name as the contract allows it: no control characters, no direction marks, and of a long one the end, which has the extension. */
export function nameOf({ name }: Pick<File, 'name'>, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a text must not have
  const characters = Array.from(name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu, ' '));
  return characters.slice(-max).join('');
}

export interface SentPieces {
  readonly blob: Blob;
  /** Bytes that were received before; undefined: ask first. */
  readonly from: number | undefined;
  /** Sends the chunk at `offset`, and returns how many bytes of the file the terminal then has. */
  readonly send: (piece: Blob, offset: number, signal: AbortSignal) => Promise<number>;
  /** Asks how many bytes the terminal has: a chunk without an answer may have arrived. */
  readonly received: (signal: AbortSignal) => Promise<number>;
  readonly onProgress: (octets: number) => void;
  readonly signal: AbortSignal;
  /** Waits, or rejects when the signal aborts; replaced in tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Whether a retry may succeed: there was no answer, an invalid one, or the terminal was busy. */
export function mayGoWell(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'refused' ? error.code === ErrorCode.busy : error.kind !== 'aborted';
}

/** Sends everything that the terminal does not have yet. Rejects with a chunk's refusal, with the last failure after the
 * last retry, and with the reason of the signal when it was aborted. */
export async function sendPieces(pieces: SentPieces): Promise<void> {
  const { blob, signal, onProgress, pause = pauseOf } = pieces;
  let at = pieces.from ?? 0;
  let isKnown = pieces.from !== undefined;
  let tries = 0;
  const arrived = (octets: number) => {
    at = octets;
    isKnown = true;
    onProgress(octets);
  };
  if (isKnown) arrived(at);
  while (at < blob.size) {
    signal.throwIfAborted();
    try {
      /* Asked after the pause, and counted as a try: the connection may still be broken. */
      if (!isKnown) arrived(await pieces.received(signal));
      if (at < blob.size) {
        const piece = blob.slice(at, at + PIECE_OCTETS, 'application/octet-stream');
        arrived(await pieces.send(piece, at, signal));
      }
      tries = 0;
    } catch (error) {
      const ms = RETRY_MS[tries];
      if (!(mayGoWell(error) || isGap(error)) || ms === undefined) throw error;
      tries++;
      isKnown = false;
      await pause(ms, signal);
    }
  }
}

/** The previous chunk was lost after all, or this one had already arrived. */
const isGap = (error: unknown): boolean => error instanceof ApiError && error.code === ErrorCode.uploadGap;

function pauseOf(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
