/** State of the pairing window for Wiegand devices. The window belongs to the terminal and stays open without a console. */
import {
  type AnvizWiegandMatchReply,
  type AnvizWiegandMatchRequest,
  anvizWiegandMatch,
  anvizWiegandMatchReply,
} from '@gen/devices.ts';
import { useCallback, useState } from 'react';
import { soFar } from '../../../lib/api/soFar.ts';
import { usePaced } from '../../../lib/api/usePaced.ts';

const LOOK_MS = 1000;

export interface Matching {
  /** undefined until the terminal has answered. */
  readonly now: AnvizWiegandMatchReply | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  readonly start: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly retry: () => void;
}

/** Turns `wait` into an answer: the window is open. Other errors are shown unless `quiet`. */
export async function readMatching(request: AnvizWiegandMatchRequest, quiet: boolean): Promise<AnvizWiegandMatchReply> {
  const asked = anvizWiegandMatch(request, quiet ? { handles: () => true } : {});
  return (await soFar(asked, anvizWiegandMatchReply)).reply;
}

/** `on`: the account has permission to pair. */
export function useMatching(on: boolean): Matching {
  const [busy, setBusy] = useState(false);
  const { data, error, mutate } = usePaced(
    on ? 'AnvizWiegandMatch' : null,
    () => readMatching({}, true),
    (now) => (now?.result === 'running' ? LOOK_MS : 0),
    { dedupingInterval: LOOK_MS / 2 },
  );
  const act = useCallback(
    async (request: AnvizWiegandMatchRequest) => {
      setBusy(true);
      await mutate(() => readMatching(request, false), { revalidate: false }).catch(() => undefined);
      setBusy(false);
    },
    [mutate],
  );
  return {
    now: data,
    error: data === undefined ? error : undefined,
    busy,
    start: useCallback(() => act({ start: true }), [act]),
    cancel: useCallback(() => act({ cancel: true }), [act]),
    retry: useCallback(() => void mutate().catch(() => undefined), [mutate]),
  };
}
