// Talks to the panel's server.

import { useEffect, useReducer } from 'react';
import type { Answer, Command, PanelEvent } from '../protocol.ts';
import { initialState, next, type Opened, type PanelState } from './state.ts';

/** The terminal's state, kept up by the server's event stream; a lost stream counts as a terminal that is off. */
export function useTerminal(): PanelState {
  const [state, dispatch] = useReducer(
    (before: PanelState, event: PanelEvent | Opened) => next(before, event, Date.now()),
    initialState,
  );
  useEffect(() => {
    const source = new EventSource('/api/events');
    source.onopen = () => dispatch({ type: 'opened' });
    source.onmessage = (message: MessageEvent<string>) => dispatch(JSON.parse(message.data) as PanelEvent);
    source.onerror = () => dispatch({ type: 'link', connected: false });
    return () => source.close();
  }, []);
  return state;
}

export async function perform(command: Command): Promise<Answer> {
  try {
    const response = await fetch('/api/do', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(command),
    });
    return (await response.json()) as Answer;
  } catch {
    return { ok: false, error: 'the panel does not answer' };
  }
}
