import {
  daysToSettle,
  getReportFormInfo,
  type ReportRow,
  type ReportSum,
  reportSums,
  type SettleDay,
} from '@gen/records.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import {
  askedOrder,
  browserToday,
  faultOf,
  isSettling,
  type ReportAsked,
  type ReportState,
  type ReportView,
  readReport,
  toAsked,
  wholeOf,
  writeReport,
} from './reportState.ts';

/** Rows of a page; of one person all of the days. */
const ROWS = 50;
const ROWS_OF_PERSON = 100;
const CURSOR = { min: 1, max: 999_999_999 };

/** For `handles`: what is refused is shown in place of the list. */
export const shown = { handles: () => true };

/** A page of either view; what the other one shows is empty. */
export interface ReportPage {
  readonly view: ReportView;
  readonly sums: readonly ReportSum[];
  readonly rows: readonly ReportRow[];
  /** In place of rows where days to settle are asked for. */
  readonly days: readonly SettleDay[];
  /** Cursor of the next page, '' on the last. */
  readonly next: string;
  readonly today: string;
  /** Night minutes are counted. */
  readonly nights: boolean;
  /** A shift has flexible hours. */
  readonly flexible: boolean;
}

/** Columns that are there only where they have a meaning. */
export type ReportColumns = Pick<ReportPage, 'nights' | 'flexible'>;

export const columnsOf = (page: ReportColumns | undefined): ReportColumns => ({
  nights: page?.nights === true,
  flexible: page?.flexible === true,
});

/** Pages in a row that may be empty before the reader is asked: each looks at 200 people. */
const EMPTY_PAGES = 20;

/** How much a page shows. */
export const lengthOf = ({ sums, rows, days }: ReportPage): number => sums.length + rows.length + days.length;

/** Goes on past pages on which no day is of the kind that was asked for. */
async function readFilled(asked: ReportAsked, state: ReportState): Promise<ReportPage> {
  let page = await readPage(asked, state);
  for (let more = 0; more < EMPTY_PAGES && page.next !== '' && lengthOf(page) === 0; more++) {
    page = await readPage(asked, { ...state, after: page.next });
  }
  return page;
}

async function readPage(asked: ReportAsked, { view, after, ...state }: ReportState): Promise<ReportPage> {
  const order = askedOrder(state);
  if (view === 'people') {
    const cursor = wholeOf(after, CURSOR);
    const page = await reportSums(
      { ...asked, ...order, limit: ROWS, ...(cursor === null ? {} : { after: cursor }) },
      shown,
    );
    return { ...page, view, rows: [], days: [], next: page.next === 0 ? '' : String(page.next) };
  }
  if (isSettling({ view, only: asked.only })) {
    const page = await daysToSettle({ ...asked, limit: ROWS, ...(after === null ? {} : { after }) }, shown);
    return { ...page, view, sums: [], rows: [], nights: false, flexible: false };
  }
  const limit = asked.userid === undefined ? ROWS : ROWS_OF_PERSON;
  const page = await getReportFormInfo({ ...asked, ...order, limit, ...(after === null ? {} : { after }) }, shown);
  return { ...page, view, sums: [], days: [] };
}

export type ChangeReport = (next: ReportState, how?: { replace?: boolean; trail?: readonly string[] }) => void;

export interface Report {
  state: ReportState;
  change: ChangeReport;
  /** What is asked for, and what is wrong with its days. */
  asked: ReportAsked;
  fault: ReturnType<typeof faultOf>;
  /** undefined until the first answer; while another page is on its way, the one before. */
  page: ReportPage | undefined;
  stale: boolean;
  error: unknown;
  retry: () => void;
  /** Undefined where there is no such page. The terminal knows the way on alone: the way back is kept here. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The question in the address, and the page that answers it. */
export function useReport(): Report {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const state = useMemo(() => readReport(new URLSearchParams(text)), [text]);
  const trail = trailOf(useLocation().state);
  const change = useCallback<ChangeReport>(
    (next, how = {}) =>
      setParams(writeReport(next), { replace: how.replace ?? false, state: { trail: how.trail ?? [] } }),
    [setParams],
  );
  const [today, setToday] = useState(browserToday);
  const asked = toAsked(state, today);
  const fault = faultOf(asked);
  const address = JSON.stringify([asked, state.view, state.sort, state.order, state.after]);
  const { data, error, mutate } = useSWR(
    fault === null ? ['report', 'page', address] : null,
    async () => ({ address, page: await readFilled(asked, state) }),
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const page = data?.page;
  useEffect(() => {
    if (page) setToday(page.today);
  }, [page]);
  const next = page?.next ?? '';
  const before = trail.at(-1);
  return {
    state,
    change,
    asked,
    fault,
    page: fault === null ? page : undefined,
    stale: data?.address !== address,
    error,
    retry: () => void mutate(),
    onNext: next === '' ? undefined : () => change({ ...state, after: next }, { trail: [...trail, state.after ?? ''] }),
    onPrevious:
      before === undefined
        ? undefined
        : () => change({ ...state, after: before || null }, { trail: trail.slice(0, -1) }),
  };
}

/** Cursors of the pages on the way here; a history entry may be of an older console. */
function trailOf(kept: unknown): readonly string[] {
  const trail: unknown = (kept as { trail?: unknown } | null)?.trail;
  return Array.isArray(trail) ? trail.map(String) : [];
}

/** Reads all again that the report shows: list, sums, day, leaves. */
export function useRefreshReport(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => void (await mutate((key) => Array.isArray(key) && key[0] === 'report')), [mutate]);
}
