/**
 * A session is one token for any number of tabs: a new tab gets it from one that has it, and when it ends in one,
 * it ends in all. Messages use a BroadcastChannel, which the browser limits to pages of this origin
 * (scheme, address and port), so a listener could read the tab's storage as well. Nothing else is stored, and with
 * the last tab the session is gone. An open sign-in page is not changed: somebody may be about to sign in to
 * another account.
 */
import { currentSession, isSession, onSession, type Session, setSession } from './session.ts';

/** Time the first page waits for another tab, which may be busy; without other tabs there is no answer. */
const ASK_MS = 250;

export interface Ending {
  /** The reason for the sign-in page; null: signed out. */
  readonly reason: string | null;
  /** The terminal restarts. */
  readonly restarting: boolean;
}

type Message =
  | { readonly kind: 'ask' }
  /** The answer, and later changes of the session. */
  | { readonly kind: 'session'; readonly session: Session }
  | (Ending & { readonly kind: 'ended'; readonly token: string });

/** The used part of BroadcastChannel. */
export interface Channel {
  postMessage: (message: Message) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

export interface ShareParts {
  /** How the session of this tab has just ended. */
  ending: () => Ending;
  /** Whether this tab keeps a session that another tab has ended, until one of its own calls fails. */
  keeps: (ending: Ending) => boolean;
  /** Another tab has ended the session of this one, which is removed next. */
  onEnded: (ending: Ending) => void;
  setTimeout: (run: () => void, ms: number) => unknown;
}

/** Synchronizes this tab with the others. Resolves when another tab has sent its session, or none has one. */
export function shareSession(channel: Channel, { ending, onEnded, keeps, setTimeout }: ShareParts): Promise<void> {
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
    if (data.kind === 'ended' && known?.token === data.token && !keeps(data)) {
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

/** An older console in another tab may send anything. */
function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null) return false;
  const { kind, session, token, reason } = data as Record<string, unknown>;
  if (kind === 'session') return isSession(session);
  if (kind === 'ended') return typeof token === 'string' && (reason === null || typeof reason === 'string');
  return kind === 'ask';
}
