/** State of the door: from the event stream, or polled while there is no stream. */
import { type DoorStateReply, doorState, doorStateCall } from '@gen/door.ts';
import { useEffect, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { safeParse } from 'valibot';
import { useStreamState } from '../../lib/events.ts';
import { polling } from '../../lib/polling.ts';

const LOOK_MS = 2000;
const KEY = 'doorState';

export interface DoorNow {
  /** undefined until the terminal has answered, and when it does not respond. */
  readonly door: DoorStateReply | undefined;
  readonly refresh: () => void;
}

export function useDoor(): DoorNow {
  const { live, door: sent } = useStreamState();
  const told = useMemo(() => safeParse(doorStateCall.reply, sent), [sent]);
  const isTold = live && told.success;
  const { data, error, mutate } = useSWR(isTold ? null : KEY, () => doorState({ handles: () => true }), {
    ...polling,
    refreshInterval: LOOK_MS,
    dedupingInterval: LOOK_MS / 2,
  });
  const { mutate: keep } = useSWRConfig();
  useEffect(() => {
    /* When the stream ends, its last state stays until the next answer. */
    if (told.success) void keep(KEY, told.output, { revalidate: false });
  }, [told, keep]);
  if (isTold) return { door: told.output, refresh: () => undefined };
  return { door: error === undefined ? data : undefined, refresh: () => void mutate().catch(() => undefined) };
}
