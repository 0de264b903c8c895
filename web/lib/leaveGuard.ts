import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext } from 'react-router-dom';
import { closeGate, type Gate } from './historyGate.ts';
import { currentSession } from './session.ts';

export interface LeaveGuard {
  /** True while somebody wants to leave and has to be asked. */
  readonly asking: boolean;
  /** Stays on the page. */
  readonly stay: () => void;
  /** Leaves for where they wanted to go. */
  readonly leave: () => void;
  /** Lets the page itself navigate once, after a save for instance. */
  readonly pass: () => void;
}

/** Position of an entry in the history, as the router notes it. */
function entryIndex(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null;
  return typeof state.idx === 'number' ? state.idx : null;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by the back button, or by closing the tab (there the
 * browser asks in its own words). The router's declarative form has no blocker, so the hook stands in front of its
 * history object, and behind the gate of historyGate.ts for back and forward. Once the session is over nothing could
 * be saved any more: then nothing is asked.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [asking, setAsking] = useState(false);
  const wanted = useRef<(() => void) | null>(null);
  const passing = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    passing.current = false;
    const free = () => passing.current || currentSession() === null;
    const { push, replace } = navigator;
    const ask = (leaveNow: () => void) => {
      if (free()) return leaveNow();
      wanted.current = leaveNow;
      setAsking(true);
    };
    navigator.push = (...to) => ask(() => push.apply(navigator, to));
    navigator.replace = (...to) => ask(() => replace.apply(navigator, to));

    const here = entryIndex(window.history.state);
    /* A move by the browser has happened when it is heard of: it is taken back, and asked about once it is. */
    let takenBack: number | null = null;
    const onMove: Gate = (event) => {
      if (free()) return 'pass';
      if (takenBack !== null) {
        const delta = takenBack;
        takenBack = null;
        ask(() => window.history.go(delta));
        return 'stop';
      }
      const there = entryIndex(event.state);
      takenBack = here === null || there === null || there === here ? -1 : there - here;
      window.history.go(-takenBack);
      return 'stop';
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!free()) event.preventDefault();
    };
    const openGate = closeGate(onMove);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      Object.assign(navigator, { push, replace });
      openGate();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty, navigator]);

  const stay = useCallback(() => {
    wanted.current = null;
    setAsking(false);
  }, []);
  const pass = useCallback(() => {
    passing.current = true;
  }, []);
  const leave = useCallback(() => {
    passing.current = true;
    setAsking(false);
    wanted.current?.();
  }, []);
  return { asking, stay, leave, pass };
}
