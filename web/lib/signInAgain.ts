/**
 * When a session expires while there are unsaved changes, the account signs in on top of the page, which stays open, and the
 * failed calls are repeated with the new session. A session that was ended on purpose (permissions, password, another
 * browser) ends at once nevertheless, whatever is typed.
 */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import { codeOf } from './problem.ts';
import { createQuestions } from './question.ts';
import { currentSession } from './session.ts';
import { hasUnsaved } from './unsaved.ts';

const questions = createQuestions<null>();

/** True for an error after which the page waits instead of closing. */
export const isRunOut = (error: unknown): boolean =>
  codeOf(error) === ErrorCode.tokenFailed && currentSession() !== null && (questions.open() !== null || hasUnsaved());

/** True once the account has signed in again, false if the page is given up. */
export const askSignIn = (): Promise<boolean> => questions.ask(null);

/** The open question, for the dialog; null: none. */
export const useSignInQuestion = questions.use;

/** Makes calls like `send`; a call whose session expired is repeated with the next one. */
export function signingInAgain(send: Send): Send {
  return async (call, request, options) => {
    for (;;) {
      const token = currentSession()?.token;
      try {
        return await send(call, request, options);
      } catch (error) {
        if (!isRunOut(error)) throw error;
        /* The user may have signed in for another call meanwhile. */
        const isNew = token !== currentSession()?.token;
        if (!isNew && !(await askSignIn())) throw error;
      }
    }
  };
}
