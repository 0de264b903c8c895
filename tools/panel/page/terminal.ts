// Communicates with the panel's server.

import { useEffect, useReducer } from 'react';
import type { Answer, Command, PanelEvent } from '../protocol.ts';
import type { Visitor } from './hands.ts';
import { initialState, next, type Opened, type PanelState } from './state.ts';

/** The terminal's state, updated by the server's event stream; a lost stream counts as a terminal that is off. */
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

/** People of the terminal's store; none if the panel does not know the state folder. */
export async function fetchPeople(search: string): Promise<readonly Visitor[]> {
  try {
    const response = await fetch(`/api/people?search=${encodeURIComponent(search)}`);
    return response.ok ? ((await response.json()) as readonly Visitor[]) : [];
  } catch {
    return [];
  }
}

/** A random selection of people with a card. */
export async function fetchCarriers(count: number): Promise<readonly Visitor[]> {
  try {
    const response = await fetch(`/api/carriers?count=${count}`);
    return response.ok ? ((await response.json()) as readonly Visitor[]) : [];
  } catch {
    return [];
  }
}

/** Puts this picture before the camera. */
export async function showFace(picture: Blob): Promise<Answer> {
  try {
    const headers = { 'Content-Type': picture.type };
    const response = await fetch('/api/face', { method: 'POST', headers, body: picture });
    return (await response.json()) as Answer;
  } catch {
    return { ok: false, error: 'the panel does not answer' };
  }
}
