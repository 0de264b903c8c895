/** The enrolment at the terminal. It belongs to the terminal and continues without a console. */
import {
  enrolCancel,
  enrolFace,
  type GetOnlineEnrollStatusReply,
  getOnlineEnrollStatus,
  getOnlineEnrollStatusReply,
  type RegfpRequest,
  regfp,
} from '@gen/contract.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { soFar } from '../../../lib/api/soFar.ts';
import { usePaced } from '../../../lib/api/usePaced.ts';

export type EnrolStatus = GetOnlineEnrollStatusReply;

const LOOK_MS = 500;
/** Polling interval without an enrolment: another account may start one at any time, which changes the available actions. */
const IDLE_MS = 5000;

export function isRunning({ step }: Pick<EnrolStatus, 'step'>): boolean {
  return step === 'present' || step === 'lift' || step === 'working';
}

async function readStatus(): Promise<EnrolStatus> {
  return (await soFar(getOnlineEnrollStatus({ handles: () => true }), getOnlineEnrollStatusReply)).reply;
}

export interface Enrolment {
  /** undefined until the terminal has answered. */
  readonly now: EnrolStatus | undefined;
  readonly busy: boolean;
  /** Returns whether it was started. */
  readonly start: (request: RegfpRequest) => Promise<boolean>;
  /** Enrols a face from a picture; rejects when the terminal refuses. */
  readonly sendFace: (userid: number, picture: Blob) => Promise<void>;
  readonly cancel: () => Promise<boolean>;
}

/** `onEnd` is called when an enrolment that was seen running has ended. */
export function useEnrolment(onEnd: (how: EnrolStatus) => void): Enrolment {
  const [busy, setBusy] = useState(false);
  const { data, mutate } = usePaced(
    'getOnlineEnrollStatus',
    readStatus,
    (now) => (now && isRunning(now) ? LOOK_MS : IDLE_MS),
    { dedupingInterval: LOOK_MS / 2 },
  );
  const ran = useRef(false);
  useEffect(() => {
    if (data === undefined) return;
    if (ran.current && !isRunning(data)) onEnd(data);
    ran.current = isRunning(data);
  }, [data, onEnd]);
  const act = useCallback(
    async (call: () => Promise<unknown>) => {
      setBusy(true);
      let isDone = true;
      try {
        await call();
      } catch {
        /* The error was already shown. */
        isDone = false;
      }
      await mutate().catch(() => undefined);
      setBusy(false);
      return isDone;
    },
    [mutate],
  );
  return {
    now: data,
    busy,
    start: useCallback((request: RegfpRequest) => act(() => regfp(request)), [act]),
    sendFace: useCallback(
      async (userid: number, picture: Blob) => {
        await enrolFace({ userid }, { body: picture, handles: () => true });
        await mutate().catch(() => undefined);
      },
      [mutate],
    ),
    cancel: useCallback(() => act(() => enrolCancel()), [act]),
  };
}
