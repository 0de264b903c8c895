/** A large file goes to the terminal in pieces: each is sent again when the line broke, and what came is not sent twice. */
import { ErrorCode } from '@gen/errors.ts';
import { ApiError } from './api/apiError.ts';

/** Bytes of a piece: the body that the calls take. */
export const PIECE_OCTETS = 262_144;
/** Pauses before a piece is tried again, in milliseconds; a piece that gets through begins them again. */
export const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** What the terminal says of a file that comes in pieces. */
export interface Arriving {
  readonly step: string;
  readonly own: boolean;
  readonly name: string;
  readonly total: number;
  readonly received: number;
}

/** Whether that is this very file, as far as name and size tell. */
export function isOf(state: Omit<Arriving, 'step' | 'received'>, name: string, total: number): boolean {
  return state.own && state.name === name && state.total === total;
}

/** Bytes of this file that are there; all of them when it has arrived. */
export function octetsThere(state: Arriving, name: string, total: number): number {
  if (!isOf(state, name, total)) return 0;
  if (state.step === 'uploaded') return total;
  return state.step === 'uploading' ? state.received : 0;
}

/** A name as the contract takes it: no controls, of direction neither, and of a long one the end, which says what it is. */
export function nameOf({ name }: Pick<File, 'name'>, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a text must not have
  const characters = Array.from(name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu, ' '));
  return characters.slice(-max).join('');
}

export interface SentPieces {
  readonly blob: Blob;
  /** Bytes of it that are there already; undefined: that is asked first. */
  readonly from: number | undefined;
  /** Sends the piece that belongs at `offset`, and gives how many bytes of the file are there then. */
  readonly send: (piece: Blob, offset: number, signal: AbortSignal) => Promise<number>;
  /** Asks how many bytes are there: of a piece without an answer nobody knows whether it arrived. */
  readonly received: (signal: AbortSignal) => Promise<number>;
  readonly onProgress: (octets: number) => void;
  readonly signal: AbortSignal;
  /** Waits, or rejects when the signal says so; another one for tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Whether the same may go well later: there was no answer, none of ours, or the terminal was busy. */
export function mayGoWell(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'refused' ? error.code === ErrorCode.busy : error.kind !== 'aborted';
}

/** Sends all that is not there yet. Rejects with what a piece was refused with, with the last failure when it was tried
 * often enough, and as the signal's owner says when it was given up. */
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
      /* Asked after the pause, and as a try of its own: the line may still be broken. */
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

/** The piece before it was lost after all, or this one was there already. */
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
