import type { Record as Line, SearchrecordRequest } from '@gen/records.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePaced } from '../../../lib/api/usePaced.ts';
import { useRecords, useStreamState } from '../../../lib/events.ts';
import { polling } from '../../../lib/polling.ts';
import { onReturn } from '../../../lib/presence.ts';
import { useKnowsPeople } from '../../../lib/session.ts';
import { isLive, readSearch, type SearchState, toRequest, withoutName, writeSearch } from './searchState.ts';

/** How often the newest rows are asked for again while the terminal is not followed. */
const LIVE_MS = 3000;
/** Lines that come within this time are one question: whether they match is the terminal's to say. */
const TOGETHER_MS = 300;

/** What the calls that search the log answer. */
export interface RecordPage {
  readonly records: readonly Line[];
  readonly next: string;
  readonly previous: string;
  readonly partial: boolean;
  readonly today: string;
}

export type RecordCall<Page> = (request: SearchrecordRequest, options?: CallOptions) => Promise<Page>;

export interface RecordSearch<Page> {
  state: SearchState;
  change: (next: SearchState, how?: { replace: boolean }) => void;
  /** undefined until the first answer; while another page is on its way, the one before. */
  page: Page | undefined;
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** The question in the address, and the page of the log that answers it. */
export function useRecordPage<Page extends RecordPage>(name: string, search: RecordCall<Page>): RecordSearch<Page> {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const knowsPeople = useKnowsPeople();
  const state = useMemo(() => {
    const asked = readSearch(new URLSearchParams(text));
    return knowsPeople ? asked : withoutName(asked);
  }, [text, knowsPeople]);
  const change = useCallback<RecordSearch<Page>['change']>(
    (next, { replace } = { replace: false }) => setParams(writeSearch(next), { replace }),
    [setParams],
  );
  const stream = useStreamState();
  const address = writeSearch(state).toString();
  const read = async () => ({ address, page: await search(toRequest(state), { handles: () => true }) });
  const { data, error, mutate } = usePaced(
    [name, address],
    read,
    (latest) => (!stream.live && isLive(state, latest?.page.today) ? LIVE_MS : 0),
    { ...polling, keepPreviousData: true },
  );
  useFollow(isLive(state, data?.page.today), stream.live, () => void mutate());
  return { state, change, page: data?.page, stale: data?.address !== address, error, retry: () => void mutate() };
}

/** Asks again when something was recorded, when lines were missed, and for what came before the terminal was followed. */
function useFollow(wanted: boolean, live: boolean, ask: () => void): void {
  const now = useRef({ wanted, ask });
  now.current = { wanted, ask };
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const soon = useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (now.current.wanted) now.current.ask();
    }, TOGETHER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (live) soon();
  }, [live, soon]);
  /* While nobody was there nothing was asked. */
  useEffect(() => onReturn(soon), [soon]);
  useRecords(soon, soon, soon);
}
