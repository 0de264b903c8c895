/**
 * A session is one token, in however many tabs: a tab that is opened gets it from one that has it, and where it ends, it
 * ends in all of them. What is said goes over a BroadcastChannel, which the browser gives to pages of this origin alone
 * (scheme, address and port), so who can listen could read the tab's storage as well; nothing is stored for it, and with
 * the last tab the session is gone. A sign-in page that stands already is left alone: somebody may be about to sign in as
 * somebody else.
 */
import { currentSession, isSession, onSession, type Session, setSession } from './session.ts';

/** So long the first page waits for another tab, which may be busy; without one nobody answers. */
const ASK_MS = 250;

export interface Ending {
  /** What the sign-in page says of it; null: somebody has signed out. */
  readonly reason: string | null;
  /** The terminal restarts. */
  readonly restarting: boolean;
}

type Message =
  | { readonly kind: 'ask' }
  /** The answer to it, and what has changed about it since. */
  | { readonly kind: 'session'; readonly session: Session }
  | (Ending & { readonly kind: 'ended'; readonly token: string });

/** What of a BroadcastChannel is used. */
export interface Channel {
  postMessage: (message: Message) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

export interface ShareParts {
  /** How the session of this tab has just ended. */
  ending: () => Ending;
  /** Another tab has ended the session of this one, which is forgotten next. */
  onEnded: (ending: Ending) => void;
  setTimeout: (run: () => void, ms: number) => unknown;
}

/** Keeps this tab and the others in step. Resolves when another has given its session, or none has any. */
export function shareSession(channel: Channel, { ending, onEnded, setTimeout }: ShareParts): Promise<void> {
  let known = currentSession();
  let answered: (() => void) | null = null;
  const take = (session: Session | null): void => {
    known = session;
    setSession(session);
  };
  channel.addEventListener('message', ({ data }) => {
    if (!isMessage(data)) return;
    if (data.kind === 'ask' && known !== null) channel.postMessage({ kind: 'session', session: known });
    if (data.kind === 'session' && (known === null ? answered !== null : known.token === data.session.token)) {
      take(data.session);
      answered?.();
    }
    if (data.kind === 'ended' && known?.token === data.token) {
      onEnded(data);
      take(null);
    }
  });
  onSession(() => {
    const before = known;
    known = currentSession();
    if (before === known || before === null) return;
    if (known?.token === before.token) channel.postMessage({ kind: 'session', session: known });
    if (known !== null) return;
    channel.postMessage({ kind: 'ended', token: before.token, ...ending() });
  });
  if (known !== null) return Promise.resolve();
  return new Promise((resolve) => {
    answered = () => {
      answered = null;
      resolve();
    };
    setTimeout(() => answered?.(), ASK_MS);
    channel.postMessage({ kind: 'ask' });
  });
}

/** An older console in another tab may say anything. */
function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null) return false;
  const { kind, session, token, reason } = data as Record<string, unknown>;
  if (kind === 'session') return isSession(session);
  if (kind === 'ended') return typeof token === 'string' && (reason === null || typeof reason === 'string');
  return kind === 'ask';
}
