/** Why a call failed:
 * - `refused`: the terminal answered with an error code of the catalogue;
 * - `network`: no answer arrived; `timeout`: none arrived in time; `aborted`: the caller cancelled it;
 * - `reply`: the answer did not come from a terminal;
 * - `wait`: the terminal asks to wait, and the caller handles that. */
export type ApiErrorKind = 'refused' | 'network' | 'timeout' | 'aborted' | 'reply' | 'wait';

export interface ApiErrorDetails {
  /** Code of the catalogue (`retvalue`), 0 unless refused. */
  readonly code?: number;
  /** Code of the text to show (`msg`). */
  readonly message?: number;
  /** Path of the field that caused the error (`userids[3]`), '' if none. */
  readonly field?: string;
  /** HTTP status, 0 without an answer. */
  readonly status?: number;
  /** Seconds to wait as requested by the terminal, 0 if not given. */
  readonly retryAfter?: number;
  /** The answer, for `wait`. */
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** First part of the path of a field: `userids` of `userids[3].name`. */
export function memberOf(field: string): string {
  return /^[^.[]*/.exec(field)?.[0] ?? '';
}

/** The error a call rejects with. Its `message` is for developers; texts for users come from the codes. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** Name of the call. */
  readonly call: string;
  readonly code: number;
  readonly messageCode: number;
  readonly field: string;
  readonly status: number;
  readonly retryAfter: number;
  readonly data: unknown;

  constructor(kind: ApiErrorKind, call: string, details: ApiErrorDetails = {}) {
    const code = details.code ?? 0;
    super(`${call}: ${kind}${code === 0 ? '' : ` ${code}`}`, { cause: details.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.call = call;
    this.code = code;
    this.messageCode = details.message ?? code;
    this.field = details.field ?? '';
    this.status = details.status ?? 0;
    this.retryAfter = details.retryAfter ?? 0;
    this.data = details.data;
  }

  /** The form field that caused the error: `userids` of `userids[3].name`. */
  get member(): string {
    return memberOf(this.field);
  }
}
