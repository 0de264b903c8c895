import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext } from 'react-router-dom';
import { closeGate, type Gate } from './historyGate.ts';
import { currentSession } from './session.ts';
import { holdUnsaved } from './unsaved.ts';

export interface LeaveGuard {
  /** True while the user wants to leave and must be asked. */
  readonly asking: boolean;
  /** Stays on the page. */
  readonly stay: () => void;
  /** Continues to the requested page. */
  readonly leave: () => void;
  /** Allows one navigation by the page itself, for instance after a save. */
  readonly pass: () => void;
}

/** Position of an entry in the history, as stored by the router. */
function entryIndex(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null;
  return typeof state.idx === 'number' ? state.idx : null;
}

/**
 * Asks before a page with unsaved changes is left: by a link, by the back button, or by closing the tab (then the
 * browser asks with its own text). The router's declarative form has no blocker, so the hook wraps its
 * history object, and uses historyGate.ts for back and forward. After the end of the session nothing could
 * be saved, so it does not ask.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [asking, setAsking] = useState(false);
  const wanted = useRef<(() => void) | null>(null);
  const passing = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    passing.current = false;
    const saved = holdUnsaved();
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
    /* A navigation by the browser has already happened: it is reverted, and then the user is asked. */
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
      saved();
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
