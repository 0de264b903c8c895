/* What the console does about the outcome of a call, beside giving it to the caller: specification §8 and §4, in this
 * one place. It decides and does nothing; the shell acts on it. */
import { ErrorCode } from '@gen/errors.ts';
import type { ApiError } from './apiError.ts';

/** Text of a message: of a code of the catalogue, or of what came instead of an answer. */
export type MessageText = { readonly code: number } | { readonly transport: 'network' | 'timeout' | 'reply' };

export interface Reaction {
  /** Error to show, null for none. */
  readonly message: MessageText | null;
  /** Say that the device and the web page will restart. */
  readonly restarting: boolean;
  /** Clear the session now and load /login after so many milliseconds; null to stay. */
  readonly logoutAfterMs: number | null;
  /** Offer the super sign-in. */
  readonly superLogin: boolean;
}

/** Specification §9: delay between a token failure, or a restart, and the sign-in page. */
export const logoutDelayMs = 1000;

/** A code of the specification that is none of this firmware's catalogue, but means something to a client. */
const silentReject = 11000;
const returnedSilently: readonly number[] = [ErrorCode.missingParameter, 10005];

/** Answers that the console says nothing about: who asked says what it means, if anybody waits for an answer. */
export const isSilent = (error: Pick<ApiError, 'kind' | 'code'>): boolean =>
  error.kind === 'wait' || error.code === silentReject || returnedSilently.includes(error.code);

const none: Reaction = { message: null, restarting: false, logoutAfterMs: null, superLogin: false };

/** Reaction to a success. `reboot` is the flag of the reply. */
export const reactionToSuccess = (reboot: boolean): Reaction =>
  reboot ? { ...none, restarting: true, logoutAfterMs: logoutDelayMs } : none;

/** Reaction to an error. `handled` tells that the caller shows it by itself (at a field, or as a question): then there
 * is no message, but a lost session is lost all the same. */
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
  // Somebody switched HTTPS only on: loading a page again leads there, and no session of here is good there.
  if (error.code === ErrorCode.httpsOnly) {
    return { ...none, message: handled ? null : { code: error.code }, logoutAfterMs: logoutDelayMs };
  }
  // Who makes calls asks for the password and makes this one again.
  if (error.code === ErrorCode.passwordNeeded) {
    return none;
  }
  // And this one: for the engineer's.
  if (error.code === ErrorCode.superNeeded) {
    return { ...none, superLogin: true };
  }
  if (handled || isSilent(error)) {
    return none;
  }
  return { ...none, message: { code: error.messageCode } };
}
