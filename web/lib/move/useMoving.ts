/** Follows a network change until it is confirmed, undone or lost: polls the terminal here, tries the new address, confirms. */
import { confirmNetwork, keepNetwork, networkPending, revertNetwork } from '@gen/network.ts';
import { useEffect, useReducer, useRef, useState } from 'react';
import { ApiError } from '../api/apiError.ts';
import type { Knocker } from './knock.ts';
import {
  beginMove,
  type Move,
  type MoveEvent,
  type MoveState,
  nextMove,
  originOf,
  staysHere,
  stepOf,
} from './machine.ts';

const TICK_MS = 1000;
const ASK_TIMEOUT_MS = 4000;

export interface Moving {
  readonly state: MoveState;
  /** A request by a button is running. */
  readonly busy: boolean;
  /** Confirms from here. */
  readonly keep: () => Promise<void>;
  /** Requests the rollback at once. */
  readonly undo: () => Promise<void>;
}

export interface MovingParts {
  readonly knocker: Knocker;
  /** Goes to the new address. */
  readonly go: (url: string) => void;
  readonly origin: string;
}

const silently = { handles: () => true } as const;

/** `settled`: the purpose of the change is reached, such as the connection to a Wi-Fi network. */
export function useMoving(move: Move, settled: boolean, parts: MovingParts): Moving {
  const [state, dispatch] = useReducer(nextMove, move, beginMove);
  const [busy, setBusy] = useState(false);
  const now = useRef({ state, settled });
  now.current = { state, settled };
  const keep = () => confirmFrom(move, dispatch);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are made once, the rest is read by reference.
  useEffect(() => {
    const knocker = staysHere(move, parts.origin) ? null : parts.knocker;
    return watch(move, knocker, dispatch, async () => {
      const { state: seen, settled: ready } = now.current;
      const step = stepOf(seen, parts.origin, Date.now(), ready);
      if (step === 'go') parts.go(move.url);
      else if (step === 'confirm') await confirmFrom(move, dispatch);
      return step === 'go';
    });
  }, [move]);

  const pressed = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } finally {
      setBusy(false);
    }
  };
  return { state, busy, keep: () => pressed(keep), undo: () => pressed(() => undoFrom(dispatch)) };
}

type Dispatch = (event: MoveEvent) => void;

/** Polls and tries once a second, one of each at a time, and then acts; `act` returns whether the page is left. */
function watch(move: Move, knocker: Knocker | null, dispatch: Dispatch, act: () => Promise<boolean>): () => void {
  let over = false;
  let acting = false;
  let asking = false;
  let knocking = false;
  const heard = (event: MoveEvent) => {
    if (!over) dispatch(event);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const reply = await networkPending({ ...silently, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
      heard({ kind: 'answered', now: Date.now(), reply });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'refused') heard({ kind: 'silent' });
    }
    asking = false;
  };
  const knock = async () => {
    if (knocking || knocker === null) return;
    knocking = true;
    heard({ kind: 'knocked', answers: await knocker.knock(originOf(move.url)) });
    knocking = false;
  };
  const actOnce = async () => {
    if (acting) return;
    acting = true;
    acting = await act();
  };
  const turn = () => {
    heard({ kind: 'tick', now: Date.now() });
    void ask();
    void knock();
    void actOnce();
  };
  turn();
  const timer = setInterval(turn, TICK_MS);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

/** The next answer shows the effect of a failed attempt. */
async function confirmFrom({ code }: Move, dispatch: Dispatch): Promise<void> {
  try {
    await (code === '' ? keepNetwork(silently) : confirmNetwork({ code }, silently));
    dispatch({ kind: 'confirmed' });
  } catch {
    /* The terminal is polled again in a second. */
  }
}

async function undoFrom(dispatch: Dispatch): Promise<void> {
  dispatch({ kind: 'undoing' });
  try {
    await revertNetwork();
    dispatch({ kind: 'undone' });
  } catch {
    dispatch({ kind: 'notUndone' });
    /* The call has shown the error; the terminal is polled again in a second. */
  }
}
