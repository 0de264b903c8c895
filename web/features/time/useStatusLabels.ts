/** What the terminal calls its attendance statuses (page Attendance status); their plain words until that is known. */
import { type PunchStatus, punchStatusWords, setApplyParam } from '@gen/time.ts';
import useSWR from 'swr';
import { enumWord } from '../../lib/settings/words.ts';

export type StatusLabels = Readonly<Record<PunchStatus, string>>;

export function useStatusLabels(): StatusLabels {
  const { data } = useSWR('statusLabels', () => setApplyParam({ handles: () => true }));
  const words = punchStatusWords.map((status) => [status, data?.[status] ?? enumWord('PunchStatus', status)]);
  return Object.fromEntries(words) as StatusLabels;
}
