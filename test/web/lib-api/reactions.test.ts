import { ErrorCode } from '@gen/errors.ts';
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorDetails } from '../../../web/lib/api/apiError.ts';
import { reactionToError, reactionToSuccess } from '../../../web/lib/api/reactions.ts';

const none = { message: null, restarting: false, logoutAfterMs: null, superLogin: false };
const refused = (code: number, details: ApiErrorDetails = {}): ApiError =>
  new ApiError('refused', 'x', { code, ...details });

describe('reactions of specification §8', () => {
  it('40104: show the message, then log out after 1 s', () => {
    expect(reactionToError(refused(40104), false)).toEqual({ ...none, message: { code: 40104 }, logoutAfterMs: 1000 });
  });

  it('10002: show the message, then log out after 1 s', () => {
    expect(reactionToError(refused(10002), false)).toEqual({ ...none, message: { code: 10002 }, logoutAfterMs: 1000 });
  });

  it('11000: reject silently', () => {
    expect(reactionToError(refused(11000), false)).toEqual(none);
  });

  it('11003: set the super-login flag', () => {
    expect(reactionToError(refused(11003), false)).toEqual({ ...none, superLogin: true });
  });

  it.each([10003, 10005])('%i: no message', (code) => {
    expect(reactionToError(refused(code), false)).toEqual(none);
  });

  it('wait: nothing', () => {
    expect(reactionToError(new ApiError('wait', 'x'), false)).toEqual(none);
  });

  it('any other failure: the text of msg', () => {
    expect(reactionToError(refused(40403, { message: 40404 }), false)).toEqual({ ...none, message: { code: 40404 } });
  });

  it.each(['network', 'timeout', 'reply'] as const)('%s: its message', (kind) => {
    expect(reactionToError(new ApiError(kind, 'x'), false)).toEqual({ ...none, message: { transport: kind } });
  });

  it('a call that was given up: nothing', () => {
    expect(reactionToError(new ApiError('aborted', 'x'), false)).toEqual(none);
  });

  it('what the caller handles has no message, unless the session is lost', () => {
    const lost: readonly number[] = [ErrorCode.tokenFailed, ErrorCode.sessionEnded];
    const errors = [...Object.values(ErrorCode).map((code) => refused(code)), new ApiError('network', 'x')];
    for (const error of errors.filter(({ code }) => !lost.includes(code))) {
      expect(reactionToError(error, true).message).toBeNull();
    }
  });

  it('a lost session is lost although the caller handles the error', () => {
    expect(reactionToError(refused(10002), true).logoutAfterMs).toBe(1000);
    expect(reactionToError(refused(40104), true).logoutAfterMs).toBe(1000);
  });

  it('HTTPS only: the page is loaded anew, which leads there', () => {
    expect(reactionToError(refused(12041), false)).toEqual({ ...none, message: { code: 12041 }, logoutAfterMs: 1000 });
  });

  it('a success that restarts: say so and log out after 1 s', () => {
    expect(reactionToSuccess(true)).toEqual({ ...none, restarting: true, logoutAfterMs: 1000 });
    expect(reactionToSuccess(false)).toEqual(none);
  });
});
