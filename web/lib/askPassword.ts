/** The terminal asks for the password again before what gives power or cannot be undone, and for the engineer's before what
 * is the engineer's: whoever makes the call waits here until the dialog is answered. One question at a time, whoever asks. */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import { useSyncExternalStore } from 'react';
import { codeOf } from './problem.ts';

/** Whose password is asked for: that of the account, or the engineer's. */
export type Whose = 'account' | 'engineer';

interface Question {
  readonly whose: Whose;
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
export async function askPassword(whose: Whose): Promise<boolean> {
  while (question !== null && question.whose !== whose) await question.answer;
  if (question === null) {
    let settle: (typed: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = (typed) => {
        show(null);
        resolve(typed);
      };
    });
    show({ whose, answer, settle });
    return answer;
  }
  return question.answer;
}

/** The open question, for the dialog that puts it; null: there is none. */
export function useAskedPassword(whose: Whose): Question | null {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
  return asked?.whose === whose ? asked : null;
}

const whoseOf: Readonly<Record<number, Whose>> = {
  [ErrorCode.passwordNeeded]: 'account',
  [ErrorCode.superNeeded]: 'engineer',
};

/** Makes calls as `send` does; one that needs a password is made again once that was typed. Some need both. */
export function askingAgain(send: Send): Send {
  return async (call, request, options) => {
    const typed = new Set<Whose>();
    for (;;) {
      try {
        return await send(call, request, options);
      } catch (error) {
        const whose = whoseOf[codeOf(error)];
        if (whose === undefined || typed.has(whose) || !(await askPassword(whose))) throw error;
        typed.add(whose);
      }
    }
  };
}
