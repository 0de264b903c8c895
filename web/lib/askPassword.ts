/** Critical calls need the account's password again, and engineer calls the engineer password: the caller
 * waits here until the dialog is answered. */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import { codeOf } from './problem.ts';
import { createQuestions, type Question } from './question.ts';

/** The password to ask for: the account's, or the engineer password. */
export type Whose = 'account' | 'engineer';

const questions = createQuestions<Whose>();

/** True once the password was typed and verified, false if the user cancelled. */
export async function askPassword(whose: Whose): Promise<boolean> {
  for (let open = questions.open(); open !== null && open.about !== whose; open = questions.open()) await open.answer;
  return questions.ask(whose);
}

/** The open question, for the dialog; null: none. */
export function useAskedPassword(whose: Whose): Question<Whose> | null {
  const asked = questions.use();
  return asked?.about === whose ? asked : null;
}

const whoseOf: Readonly<Record<number, Whose>> = {
  [ErrorCode.passwordNeeded]: 'account',
  [ErrorCode.superNeeded]: 'engineer',
};

/** Makes calls like `send`; a call that needs a password is repeated after it was typed. Some need both. */
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
