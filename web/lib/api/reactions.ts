/* The console's reaction to the outcome of a call, besides passing it to the caller (specification §8 and §4).
 * This module only decides; the shell acts. */
import { ErrorCode } from '@gen/errors.ts';
import type { ApiError } from './apiError.ts';

/** Text of a message: of an error code, or of a failure without an answer. */
export type MessageText = { readonly code: number } | { readonly transport: 'network' | 'timeout' | 'reply' };

export interface Reaction {
  /** Error to show, null for none. */
  readonly message: MessageText | null;
  /** Announce the restart of device and web page. */
  readonly restarting: boolean;
  /** Milliseconds until /login is loaded, with the session cleared now; null to stay. */
  readonly logoutAfterMs: number | null;
  /** Offer the super sign-in. */
  readonly superLogin: boolean;
}

/** Specification §9: delay between a token failure, or a restart, and the sign-in page. */
export const logoutDelayMs = 1000;

/** A code of the specification that is not in this firmware's catalogue, but has a meaning for clients. */
const silentReject = 11000;
const returnedSilently: readonly number[] = [ErrorCode.missingParameter, 10005];

/** Errors that show no message: the caller decides what they mean, if a user waits for the answer. */
export const isSilent = (error: Pick<ApiError, 'kind' | 'code'>): boolean =>
  error.kind === 'wait' || error.code === silentReject || returnedSilently.includes(error.code);

const none: Reaction = { message: null, restarting: false, logoutAfterMs: null, superLogin: false };

/** Reaction to a success. `reboot` is the flag of the reply. */
export const reactionToSuccess = (reboot: boolean): Reaction =>
  reboot ? { ...none, restarting: true, logoutAfterMs: logoutDelayMs } : none;

/** Reaction to an error. `handled`: the caller shows it (at a field, or as a question), so there is
 * no message; an ended session still signs out. */
export function reactionToError(error: ApiError, handled: boolean): Reaction {
  switch (error.kind) {
    case 'wait':
    case 'aborted':
      return none;
    case 'network':
    case 'timeout':
    case 'reply':
      return { ...none, message: handled ? null : { transport: error.kind } };
    case 'refused':
      return reactionToCode(error, handled);
  }
}

function reactionToCode(error: ApiError, handled: boolean): Reaction {
  if (error.code === ErrorCode.sessionEnded) {
    return { ...none, message: { code: error.code }, logoutAfterMs: logoutDelayMs };
  }
  if (error.code === ErrorCode.tokenFailed) {
    return { ...none, message: { code: error.code }, logoutAfterMs: logoutDelayMs };
  }
  // HTTPS only was switched on: loading the page again redirects to HTTPS, where this session is not valid.
  if (error.code === ErrorCode.httpsOnly) {
    return { ...none, message: handled ? null : { code: error.code }, logoutAfterMs: logoutDelayMs };
  }
  // The caller asks for the password and repeats the call.
  if (error.code === ErrorCode.passwordNeeded) {
    return none;
  }
  // The same for the engineer password.
  if (error.code === ErrorCode.superNeeded) {
    return { ...none, superLogin: true };
  }
  if (handled || isSilent(error)) {
    return none;
  }
  return { ...none, message: { code: error.messageCode } };
}
