/** The terminal asks for the password again before what gives power or cannot be undone: whoever makes the call waits here
 * until the dialog is answered. One question at a time, whoever asks. */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import { useSyncExternalStore } from 'react';
import { codeOf } from './problem.ts';

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (typed: boolean) => void;
}

const listeners = new Set<() => void>();
let question: Question | null = null;

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** True once the password was typed and verified, false when the person would rather not. */
export function askPassword(): Promise<boolean> {
  if (question === null) {
    let settle: (typed: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = (typed) => {
        show(null);
        resolve(typed);
      };
    });
    show({ answer, settle });
    return answer;
  }
  return question.answer;
}

/** The open question, for the dialog that puts it; null: there is none. */
export function useAskedPassword(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
}

/** Makes calls as `send` does; one that needs a password that was just typed is made again once it is. */
export function askingAgain(send: Send): Send {
  return async (call, request, options) => {
    try {
      return await send(call, request, options);
    } catch (error) {
      if (codeOf(error) !== ErrorCode.passwordNeeded || !(await askPassword())) throw error;
      return send(call, request, options);
    }
  };
}
