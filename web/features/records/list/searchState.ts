/** What the record list is asked for, kept in the address so that back, reload and a sent link show the same rows. */
import {
  searchrecordLimits as limits,
  type RecordReason,
  type RecordResult,
  type RecordStatus,
  recordReasonWords,
  recordResultWords,
  recordStatusWords,
  type SearchrecordRequest,
  type ThermometryType,
  thermometryTypeWords,
} from '@gen/records.ts';
import { type Factor, factorWords } from '@gen/users.ts';

export const ranges = ['today', 'week', 'month', 'own', 'all'] as const;
export type Range = (typeof ranges)[number];

export interface SearchState {
  readonly range: Range;
  /** Days of the own range, `YYYY-MM-DD`; null: open. */
  readonly from: string | null;
  readonly to: string | null;
  /** A user ID, or part of a name. */
  readonly search: string;
  readonly result: RecordResult | null;
  readonly reason: RecordReason | null;
  readonly status: RecordStatus | null;
  readonly factor: Factor | null;
  /** Where a skin temperature was measured. */
  readonly temperature: ThermometryType | null;
  /** Whatever happened, not persons alone. */
  readonly all: boolean;
  /** Those of a wrong clock. */
  readonly clock: boolean;
  /** Cursors; one at most is set, none on the first page. */
  readonly after: string | null;
  readonly before: string | null;
}

export const FIRST: SearchState = {
  range: 'week',
  from: null,
  to: null,
  search: '',
  result: null,
  reason: null,
  status: null,
  factor: null,
  temperature: null,
  all: false,
  clock: false,
  after: null,
  before: null,
};

export const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find((word) => word === text) ?? null;

export const dayOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** An address may have been typed or be old: what it says wrongly counts as not said. */
export function readSearch(params: URLSearchParams): SearchState {
  const after = params.get('after') || null;
  return {
    range: oneOf(ranges, params.get('range')) ?? FIRST.range,
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    search: Array.from(params.get('search') ?? '')
      .slice(0, limits.name.max)
      .join(''),
    result: oneOf(recordResultWords, params.get('result')),
    reason: oneOf(recordReasonWords, params.get('reason')),
    status: oneOf(recordStatusWords, params.get('status')),
    factor: oneOf(factorWords, params.get('factor')),
    temperature: oneOf(thermometryTypeWords, params.get('temperature')),
    all: params.get('all') === 'true',
    clock: params.get('clock') === 'true',
    after,
    before: after === null ? params.get('before') || null : null,
  };
}

/** The address says only what differs from the first page without filters. */
export function writeParams<State extends object>(state: State, first: State): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== null && value !== first[name as keyof State]) params.set(name, String(value));
  }
  return params;
}

export const writeSearch = (state: SearchState): URLSearchParams => writeParams(state, FIRST);

/** Another question starts at its newest record. */
export const changeSearch = (state: SearchState, change: Partial<SearchState>): SearchState => ({
  ...state,
  after: null,
  before: null,
  ...change,
});

export const clearFilters = (state: SearchState): SearchState => ({
  ...FIRST,
  range: state.range,
  from: state.from,
  to: state.to,
});

export const hasFilters = (state: SearchState): boolean =>
  writeSearch(changeSearch(clearFilters(state), {})).toString() !== writeSearch(changeSearch(state, {})).toString();

const DAYS: Partial<Record<Range, number>> = { today: 1, week: 7, month: 30 };

type Days = Pick<SearchrecordRequest, 'days' | 'fromDay' | 'toDay'>;

/** Whole days by the clock of the terminal, which turns them into moments: up to now, or the own ones with both ends. */
function daysOf({ range, from, to }: SearchState): Days {
  const days = DAYS[range];
  if (days !== undefined) return { days };
  if (range !== 'own') return {};
  return { ...(from === null ? {} : { fromDay: from }), ...(to === null ? {} : { toDay: to }) };
}

const isUserId = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Without a name, which the terminal refuses to look for: an address may come from an account that knows people. */
export const withoutName = (state: SearchState): SearchState =>
  isUserId(state.search.trim()) ? state : { ...state, search: '' };

/** What is asked for. Digits are a user ID. */
export function toRequest(state: SearchState): SearchrecordRequest {
  const search = state.search.trim();
  const isId = isUserId(search);
  return {
    ...daysOf(state),
    ...(search === '' ? {} : isId ? { userid: Number(search) } : { name: search }),
    ...(state.result === null ? {} : { result: state.result }),
    ...(state.reason === null ? {} : { reason: state.reason }),
    ...(state.status === null ? {} : { status: state.status }),
    ...(state.factor === null ? {} : { factor: state.factor }),
    ...(state.temperature === null ? {} : { temperature: state.temperature }),
    ...(state.all ? { all: true } : {}),
    ...(state.clock ? { wrongClock: true } : {}),
    ...(state.after === null ? {} : { after: state.after }),
    ...(state.before === null ? {} : { before: state.before }),
  };
}

/** The newest rows of a time that is not over at the terminal, whose day `today` is: they come by themselves. */
export function isLive(state: SearchState, today: string | undefined): boolean {
  const over = state.range === 'own' && state.to !== null && today !== undefined && state.to < today;
  return state.after === null && state.before === null && !over;
}
