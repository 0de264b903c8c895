/** Sends the console's calls and executes the reactions of specification §8 to their outcome; the only place that does. */
import { ErrorCode } from '@gen/errors.ts';
import type { Send } from '@gen/runtime.ts';
import type { ApiError } from '../lib/api/apiError.ts';
import type { MessageText, Reaction } from '../lib/api/reactions.ts';
import { createSend } from '../lib/api/transport.ts';
import { askingAgain } from '../lib/askPassword.ts';
import { connection } from '../lib/connection.ts';
import { sayFarewell } from '../lib/farewell.ts';
import { currentLanguage, errorLines, t } from '../lib/i18n.ts';
import { networkError } from '../lib/problem.ts';
import { underway } from '../lib/quiet.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { restartWatch } from '../lib/restart.ts';
import { currentSession, patchSession, setSession } from '../lib/session.ts';
import { isRunOut, signingInAgain } from '../lib/signInAgain.ts';
import { toast } from '../ui/toast.ts';
import { loginAddress } from './address.ts';

export interface Effects {
  /** Loads the sign-in page again. */
  toLogin: () => void;
  /** Shows the restart screen and waits: a page cannot be loaded from a terminal that is down. */
  restart: () => void;
  setTimeout: (run: () => void, ms: number) => unknown;
}

const effects: Effects = {
  toLogin: () => reloadOnAnswer(loginAddress(location)),
  restart: restartWatch.begin,
  setTimeout: (run, ms) => setTimeout(run, ms),
};

/** Executes a reaction. A session ends once, however many calls report it at the same time. */
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
    sayFarewell(reason);
    setTimeout(() => {
      if (reason !== null) toLogin();
      setSession(null);
    }, ms);
  };
  return (reaction, error) => {
    if (error?.kind === 'network' || error?.kind === 'timeout') connection.failed();
    else if (error?.kind !== 'aborted') connection.answered();
    if (isRunOut(error)) return; /* somebody signs in over the page */
    if (error?.code === ErrorCode.passwordChangeRequired) patchSession({ mustChangePassword: true });
    if (reaction.superLogin) patchSession({ superLogin: true, superUntil: 0 });
    /* Without a session there is nothing to end. */
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

/** Waiting for the answer to a password question does not count as a running call. */
export const send: Send = askingAgain(
  signingInAgain((call, request, options) => underway(sendCall(call, request, options))),
);
