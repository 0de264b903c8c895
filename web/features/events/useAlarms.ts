import { ErrorCode } from '@gen/errors.ts';
import { type Alarm, ackAlarm, alarms } from '@gen/events.ts';
import { useEffect } from 'react';
import useSWR from 'swr';
import { useStreamState } from '../../lib/events.ts';
import { t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.ts';

const KEY = 'alarms';

export interface Alarms {
  list: readonly Alarm[] | undefined;
  open: number;
  error: unknown;
  retry: () => void;
}

/** The open alarms, read again whenever the terminal reports a change. */
export function useAlarms(): Alarms {
  const { alarms: open, revision } = useStreamState();
  const {
    data,
    error,
    mutate: again,
  } = useSWR(KEY, () => alarms({}, { handles: () => true }), {
    revalidateOnFocus: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is why it asks
  useEffect(() => {
    if (open !== undefined) void again();
  }, [open, revision, again]);
  return { list: data?.alarms, open: data?.open ?? 0, error, retry: () => void again() };
}

/** Acknowledges an alarm in its displayed state. The lists of alarms then reload: it may have occurred again. */
export async function acknowledge({ id, lastSeq }: Alarm): Promise<void> {
  try {
    await ackAlarm({ id, lastSeq }, { handles: () => true });
    toast.ok(t('alarms.acked'));
  } catch (error) {
    if (codeOf(error) !== ErrorCode.gone) toast.error(problemText(error));
  }
}
