/** What the report is asked for, kept in the address so that back, reload and a sent link show the same rows. */
import {
  reportSumsLimits as limits,
  type ReportDaysRequest,
  type ReportOnly,
  type ReportSort,
  reportOnlyWords,
  reportSortIsOfDays,
  reportSortIsOfPeople,
  reportSortWords,
} from '@gen/records.ts';
import { type SortOrder, sortOrderWords } from '@gen/users.ts';
import { firstWeekday } from '../../../lib/i18n.ts';
import { eachText, type TextWith, textsWith } from '../../../lib/userFields.ts';
import { dayOf, oneOf, writeParams } from '../list/searchState.ts';

export const reportRanges = ['month', 'lastMonth', 'week', 'own'] as const;
export const reportViews = ['people', 'days'] as const;
export type ReportView = (typeof reportViews)[number];

/** A range is as long at most. */
export const REPORT_DAYS = 92;

/** Users with one value of a text. */
const TEXTS = textsWith('report');
type Texts = { readonly [F in TextWith<'report'> as F['name']]: string | null };

export interface ReportState extends Texts {
  readonly range: (typeof reportRanges)[number];
  /** Days of the own range, `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly group: number | null;
  readonly userid: number | null;
  /** Only such days. */
  readonly only: ReportOnly | null;
  readonly view: ReportView;
  /** userid: as the terminal gives them, by user ID and day. */
  readonly sort: ReportSort;
  readonly order: SortOrder;
  /** Cursor; none on the first page. */
  readonly after: string | null;
}

/** Everyone. */
export const ALL_PEOPLE = { ...eachText(TEXTS, () => null), group: null, userid: null } as const;

const FIRST: ReportState = {
  ...ALL_PEOPLE,
  range: 'month',
  from: null,
  to: null,
  only: null,
  view: 'people',
  sort: 'userid',
  order: 'asc',
  after: null,
};

export const wholeOf = (text: string | null, { min, max }: { min: number; max: number }): number | null => {
  const value = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

const canSort = (view: ReportView, sort: ReportSort): boolean =>
  view === 'people' ? reportSortIsOfPeople(sort) : reportSortIsOfDays(sort);

/** An address may have been typed or be old: what it says wrongly counts as not said. */
export function readReport(params: URLSearchParams): ReportState {
  const view = oneOf(reportViews, params.get('view')) ?? FIRST.view;
  const sort = oneOf(reportSortWords, params.get('sort')) ?? FIRST.sort;
  return {
    ...eachText(TEXTS, ({ name, max }) => params.get(name)?.slice(0, max) || null),
    range: oneOf(reportRanges, params.get('range')) ?? FIRST.range,
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    group: wholeOf(params.get('group'), limits.group),
    userid: wholeOf(params.get('userid'), limits.userid),
    only: oneOf(reportOnlyWords, params.get('only')) ?? FIRST.only,
    view,
    sort: canSort(view, sort) ? sort : FIRST.sort,
    order: oneOf(sortOrderWords, params.get('order')) ?? FIRST.order,
    after: params.get('after') || null,
  };
}

export const writeReport = (state: ReportState): URLSearchParams => writeParams(state, FIRST);

/** Another question begins at its first page, and another view in its first order where it has not this one. */
export function changeReport(state: ReportState, change: Partial<ReportState>): ReportState {
  const next = { ...state, after: null, ...change };
  return canSort(next.view, next.sort) ? next : { ...next, sort: FIRST.sort, order: FIRST.order };
}

/** Whether the days to settle are listed, with what is proposed for them. */
export const isSettling = ({ view, only }: { view: ReportView; only?: ReportOnly | null | undefined }): boolean =>
  view === 'days' && only === 'settle';

/** Words and days begin with the first, figures with the most. */
const ascending: readonly ReportSort[] = ['userid', 'name', 'date', 'shift', 'in', 'out'];

export function sortReport(state: ReportState, sort: ReportSort): ReportState {
  const first = ascending.includes(sort) ? 'asc' : 'desc';
  const other = first === 'asc' ? 'desc' : 'asc';
  return changeReport(state, { sort, order: state.sort === sort && state.order === first ? other : first });
}

export type Sorted = Pick<ReportState, 'sort' | 'order'>;

/** As it is asked for: the usual order is not said. */
export const askedOrder = ({ sort, order }: Sorted): Partial<Sorted> =>
  sort === FIRST.sort && order === FIRST.order ? {} : { sort, order };

/** The days of one person, in the range of the list. */
export const personReport = (state: ReportState, userid: number): ReportState =>
  changeReport(state, { userid, view: 'days' });

const DAY_MS = 86_400_000;

export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const later = (day: string, days: number): string => textOf(dayMs(day) + days * DAY_MS);
export const weekdayOf = (day: string): number => new Date(dayMs(day)).getUTCDay();

/** Today by this browser, until the terminal has said what day it has. */
export function browserToday(): string {
  const now = new Date();
  return textOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** First and last day, up to `today`; '' where an own one is not chosen. */
export function rangeDays({ range, from, to }: ReportState, today: string): { fromDay: string; toDay: string } {
  const first = `${today.slice(0, 7)}-01`;
  switch (range) {
    case 'month':
      return { fromDay: first, toDay: today };
    case 'lastMonth': {
      const toDay = later(first, -1);
      return { fromDay: `${toDay.slice(0, 7)}-01`, toDay };
    }
    case 'week':
      return { fromDay: later(today, -((weekdayOf(today) - firstWeekday() + 7) % 7)), toDay: today };
    case 'own':
      return { fromDay: from ?? '', toDay: to ?? '' };
  }
}

/** Whom and which days the calls are asked about. */
export type ReportAsked = Omit<ReportDaysRequest, 'after'>;

/** Why such days cannot be asked for. */
export function faultOf({ fromDay, toDay }: ReportAsked): 'missing' | 'backwards' | 'long' | null {
  if (fromDay === '' || toDay === '') return 'missing';
  if (toDay < fromDay) return 'backwards';
  return dayMs(toDay) - dayMs(fromDay) < REPORT_DAYS * DAY_MS ? null : 'long';
}

/** Whether some people are asked about, or one. */
export const hasPeople = (state: ReportState): boolean =>
  state.userid !== null || state.group !== null || TEXTS.some(({ name }) => state[name] !== null);

/** A person counts alone, whatever the group. */
export function toAsked(state: ReportState, today: string): ReportAsked {
  const days = { ...rangeDays(state, today), ...(state.only === null ? {} : { only: state.only }) };
  if (state.userid !== null) return { ...days, userid: state.userid };
  const texts = TEXTS.flatMap(({ name }) => (state[name] === null ? [] : [[name, state[name]]]));
  return { ...days, ...Object.fromEntries(texts), ...(state.group === null ? {} : { group: state.group }) };
}
