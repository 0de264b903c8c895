/** How users in bulk stand, for all that shows it; asked again only while the terminal works on it. */
import { type BulkStateReply, bulkCancel, bulkState } from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useEffect, useRef } from 'react';
import { mutate } from 'swr';
import { usePaced } from '../../lib/api/usePaced.ts';
import { polling } from '../../lib/polling.ts';
import { codeOf } from '../../lib/problem.ts';
import { isActive, isMoving } from './job.ts';

const KEY = 'bulkState';
const LOOK_MS = 700;
/** What somebody else does is looked at less often. */
const FOREIGN_MS = 3000;
/** A cancellation is tried so often, with this time between, before the terminal is said to be busy. */
const CANCEL_TRIES = 25;
const CANCEL_MS = 400;

const read = () => bulkState({ handles: () => true });

function pace(state: BulkStateReply | undefined): number {
  if (state === undefined) return 0;
  if (!state.own) return isActive(state) ? FOREIGN_MS : 0;
  return isMoving(state) ? LOOK_MS : 0;
}

export interface Bulk {
  /** undefined until the terminal has answered. */
  readonly state: BulkStateReply | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** `onWritten`: called when what this page saw under way has ended, whatever came of it. */
export function useBulk(onWritten: () => void): Bulk {
  const { data, error, mutate: again } = usePaced(KEY, read, pace, { ...polling, dedupingInterval: LOOK_MS / 2 });
  const step = data?.step;
  const before = useRef(step);
  useEffect(() => {
    /* A short one is over before it is seen to be written. */
    const changed = before.current !== undefined && before.current !== step;
    if (changed && (step === 'done' || step === 'cancelled' || step === 'failed')) onWritten();
    before.current = step;
  }, [step, onWritten]);
  return {
    state: data,
    error: data === undefined ? error : undefined,
    retry: () => void again().catch(() => undefined),
  };
}

/**
 * After a call that moves it; resolves once it is known how it stands. `then` is called together with what is seen: nothing of
 * before is drawn between. Where the terminal does not answer, what was known before counts no more.
 */
export async function refreshBulk(then: () => void = () => undefined): Promise<void> {
  const state = await read().catch(() => undefined);
  then();
  await mutate(KEY, state, { revalidate: state === undefined, throwOnError: false });
}

/** Makes a call and looks how it stands, also when it is refused, which is said by itself. `done`: it was taken. */
export async function act(call: () => Promise<unknown>, done?: () => void): Promise<void> {
  let isDone = true;
  try {
    await call();
  } catch {
    isDone = false;
  }
  await refreshBulk(isDone ? done : undefined);
}

const isBusy = (error: unknown): boolean => codeOf(error) === ErrorCode.busy;

/** The terminal is busy with the file, such as reading its first rows, for a moment: the call is made again until it is taken. */
async function cancel(): Promise<void> {
  for (let tries = 1; tries < CANCEL_TRIES; tries++) {
    try {
      await bulkCancel({ handles: isBusy });
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, CANCEL_MS));
  }
  await bulkCancel();
}

/** Ends one's own, or forgets it. Somebody else may have begun since the page looked: theirs is left alone. */
export function cancelBulk(): Promise<void> {
  return act(async () => {
    const { own } = await bulkState();
    if (own) await cancel();
  });
}

/** Ends somebody else's, which the terminal may refuse. */
export function endForeign(): Promise<void> {
  return act(cancel);
}
