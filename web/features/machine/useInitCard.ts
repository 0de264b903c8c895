/** Enrolment of the initial administrator card. It belongs to the terminal and continues without a console. */
import {
  type InitCardStatusReply,
  initAdminCard,
  initCardCancel,
  initCardStatus,
  initCardStatusReply,
} from '@gen/machine.ts';
import { useCallback, useState } from 'react';
import { soFar } from '../../lib/api/soFar.ts';
import { usePaced } from '../../lib/api/usePaced.ts';

const LOOK_MS = 500;
const IDLE_MS = 5000;

async function readStatus(): Promise<InitCardStatusReply> {
  return (await soFar(initCardStatus({ handles: () => true }), initCardStatusReply)).reply;
}

export interface InitCard {
  /** undefined until the terminal has answered. */
  readonly now: InitCardStatusReply | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  readonly start: (again: boolean) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly refresh: () => void;
}

export function useInitCard(): InitCard {
  const [busy, setBusy] = useState(false);
  const { data, error, mutate } = usePaced(
    'initCardStatus',
    readStatus,
    (now) => (now?.step === 'present' ? LOOK_MS : IDLE_MS),
    { dedupingInterval: LOOK_MS / 2 },
  );
  const act = useCallback(
    async (call: () => Promise<unknown>) => {
      setBusy(true);
      try {
        await call();
      } catch {
        /* The error was already shown. */
      }
      await mutate().catch(() => undefined);
      setBusy(false);
    },
    [mutate],
  );
  return {
    now: data,
    error,
    busy,
    start: useCallback((again: boolean) => act(() => initAdminCard({ again })), [act]),
    cancel: useCallback(() => act(() => initCardCancel()), [act]),
    refresh: useCallback(() => void mutate(), [mutate]),
  };
}
