/** How the console makes calls, and what it does about their outcome: the reactions of specification §8, wired here only. */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import type { ApiError } from '../lib/api/apiError.ts';
import type { MessageText, Reaction } from '../lib/api/reactions.ts';
import { createSend } from '../lib/api/transport.ts';
import { askingAgain } from '../lib/askPassword.ts';
import { connection } from '../lib/connection.ts';
import { setFarewell } from '../lib/farewell.ts';
import { currentLanguage, errorLines, t } from '../lib/i18n.ts';
import { networkError } from '../lib/problem.ts';
import { underway } from '../lib/quiet.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { restartWatch } from '../lib/restart.ts';
import { currentSession, patchSession, setSession } from '../lib/session.ts';
import { toast } from '../ui/toast.ts';
import { loginAddress } from './address.ts';

export interface Effects {
  /** Loads the sign-in page again. */
  toLogin: () => void;
  /** Shows that the terminal restarts, and waits for it: a page cannot be loaded from a terminal that is down. */
  restart: () => void;
  setTimeout: (run: () => void, ms: number) => unknown;
}

const effects: Effects = {
  toLogin: () => reloadOnAnswer(loginAddress(location)),
  restart: restartWatch.begin,
  setTimeout: (run, ms) => setTimeout(run, ms),
};

/** Acts on a reaction. A session that ends is ended once, however many calls find out at the same time. */
export function createReact({
  toLogin,
  restart,
  setTimeout,
}: Effects): (reaction: Reaction, error: ApiError | null) => void {
  let leaving: string | null = null;
  const leave = (ms: number, reason: string | null): void => {
    const token = currentSession()?.token ?? null;
    if (token === null || leaving === token) return;
    leaving = token;
    setFarewell(reason);
    setTimeout(() => {
      if (reason !== null) toLogin();
      setSession(null);
    }, ms);
  };
  return (reaction, error) => {
    if (error?.kind === 'network' || error?.kind === 'timeout') connection.failed();
    else if (error?.kind !== 'aborted') connection.answered();
    if (error?.code === ErrorCode.passwordChangeRequired) patchSession({ mustChangePassword: true });
    if (reaction.superLogin) patchSession({ superLogin: true, superUntil: 0 });
    /* Who is not signed in has lost nothing. */
    const isSignedOut = error?.code === ErrorCode.tokenFailed && currentSession() === null;
    if (reaction.message && !isSignedOut) toast.error(textOf(reaction.message));
    if (reaction.restarting) restart();
    if (reaction.logoutAfterMs === null) return;
    leave(reaction.logoutAfterMs, reaction.restarting ? null : errorLines(error?.code ?? 0));
  };
}

export function textOf(message: MessageText): string {
  if ('code' in message) return errorLines(message.code);
  return message.transport === 'network' ? t('app.noConnection') : networkError();
}

const sendCall = createSend({
  token: () => currentSession()?.token ?? '',
  language: currentLanguage,
  react: createReact(effects),
});

/** The answer to a question for the password is no call that is under way. */
export const send: Send = askingAgain((call, request, options) => underway(sendCall(call, request, options)));
