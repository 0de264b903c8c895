/** A file on its way to the terminal: what may be sent, in which pieces, and how it goes on when the line breaks. */
import {
  type BulkKind,
  type BulkStateReply,
  type BulkUploadReply,
  type BulkUploadRequest,
  bulkUploadLimits,
} from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { ApiError } from '../../lib/api/apiError.ts';
import { codeOf } from '../../lib/problem.ts';

/** Most that a piece may have. */
export const PIECE = 262_144;
/** Most that a table may have; of an archive the contract's own limit. */
export const TABLE_MOST = 64 * 1024 * 1024;
export const ARCHIVE_MOST = bulkUploadLimits.total.max;
/** As they are told: in powers of 1000 and a little less. */
export const TOLD_MOST = { users: 64_000_000, photos: 1_000_000_000 } as const;

/** What the browser's dialog of files offers. */
export const ACCEPT = '.csv,.txt,.tsv,.xlsx,.zip';

export type FileKind = Exclude<BulkKind, 'edit'>;

/** By the name alone: a workbook is a ZIP archive as well. undefined: neither a table nor an archive. */
export function kindOf(name: string): FileKind | undefined {
  if (/\.(csv|txt|tsv|xlsx)$/i.test(name)) return 'users';
  return /\.zip$/i.test(name) ? 'photos' : undefined;
}

export type Complaint = 'kind' | 'empty' | 'large';

/** Why a file is not sent; undefined when it is. */
export function complaintOf({ name, size }: Pick<File, 'name' | 'size'>): Complaint | undefined {
  const kind = kindOf(name);
  if (kind === undefined) return 'kind';
  if (size === 0) return 'empty';
  return size > (kind === 'users' ? TABLE_MOST : ARCHIVE_MOST) ? 'large' : undefined;
}

/** A name as the contract takes it: the end, which says what it is, stays. */
export function sentName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a text must not have
  const characters = Array.from(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' '));
  return characters.slice(-bulkUploadLimits.name.max).join('');
}

/** Whether the terminal has a part of this very file, as far as name and size tell. */
export function goesOn(state: Pick<BulkStateReply, 'step' | 'own' | 'kind' | 'name' | 'total'>, file: File): boolean {
  const same = state.name === sentName(file.name) && state.total === file.size && state.kind === kindOf(file.name);
  return state.step === 'uploading' && state.own && same;
}

export interface Line {
  readonly send: (request: BulkUploadRequest, body: Blob, signal: AbortSignal) => Promise<BulkUploadReply>;
  readonly state: (signal: AbortSignal) => Promise<BulkStateReply>;
  /** Resolves after so many milliseconds, or when it was given up. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Waits between tries of one piece; after the last of them it is left to the person. */
export const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** Worth another try: no answer came, or pieces passed each other. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { kind } = error;
  const passing: readonly number[] = [ErrorCode.uploadGap, ErrorCode.busy];
  return kind === 'network' || kind === 'timeout' || kind === 'reply' || passing.includes(codeOf(error));
}

/**
 * Sends a file from an octet on. After a break it asks what is there and goes on behind that; when the terminal no longer
 * has the file, or answers with a refusal, it rejects.
 */
export async function sendFile(
  file: File,
  from: number,
  line: Line,
  onReceived: (octets: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindOf(file.name) ?? 'users';
  const whole = { kind, total: file.size, name: sentName(file.name) };
  let received = from;
  let tries = 0;
  while (received < file.size) {
    signal.throwIfAborted();
    const body = new Blob([file.slice(received, received + PIECE)], { type: 'application/octet-stream' });
    try {
      received = (await line.send({ ...whole, offset: received }, body, signal)).received;
      tries = 0;
      onReceived(received);
    } catch (error) {
      const wait = WAITS_MS[tries++];
      if (signal.aborted || !mayPass(error) || wait === undefined) throw error;
      await line.wait(wait, signal);
      received = (await placeAfterBreak(file, line, signal)) ?? received;
    }
  }
}

/** Where to go on; undefined while the terminal does not answer. Rejects when what is there is not this file. */
async function placeAfterBreak(file: File, line: Line, signal: AbortSignal): Promise<number | undefined> {
  let state: BulkStateReply;
  try {
    state = await line.state(signal);
  } catch (error) {
    if (mayPass(error)) return undefined;
    throw error;
  }
  /* The answer to the last piece was lost, and nothing else. */
  if (state.step === 'uploaded' && state.own && state.total === file.size) return file.size;
  if (goesOn(state, file)) return state.received;
  /* The answer to the first piece may have been lost before it came there. */
  return 0;
}
