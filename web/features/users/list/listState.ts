/** State of the user list, stored in the URL so that back, reload and a sent link show the same rows. */
import {
  adduserLimits,
  type CredentialFilter,
  credentialFilterWords,
  type ExpiryFilter,
  expiryFilterWords,
  userlistLimits as limits,
  type RoleFilter,
  roleFilterWords,
  type SortOrder,
  sortOrderWords,
  type UserlistRequest,
  type UserSort,
  userSortWords,
} from '@gen/users.ts';
import { type FieldWith, fieldsWith } from '../../../lib/userFields.ts';

export const PAGE_SIZES = [20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Filters by one value of a field. */
type FieldFilters = {
  readonly [F in FieldWith<'filter'> as F['name']]: (F['kind'] extends 'int' ? number : string) | null;
};

export interface Filters extends FieldFilters {
  readonly role: RoleFilter | null;
  readonly credential: CredentialFilter | null;
  readonly expiry: ExpiryFilter | null;
}

export interface ListState extends Filters {
  readonly search: string;
  readonly sort: UserSort;
  readonly order: SortOrder;
  readonly limit: PageSize;
  /** Position of the page: at most one is set, none on the first. Cursors of the server; */
  readonly after: string | null;
  readonly before: string | null;
  /** an ID or the first letters of a name, depending on the sort order; */
  readonly from: string | null;
  /** the last page. */
  readonly last: boolean;
}

const FILTERED = fieldsWith('filter');

/** The filters of fields, each by the result of `of`. */
const fieldFilters = (of: (field: FieldWith<'filter'>) => number | string | null): FieldFilters =>
  Object.fromEntries(FILTERED.map((field) => [field.name, of(field)])) as unknown as FieldFilters;

export const NO_FILTERS: Filters = { ...fieldFilters(() => null), role: null, credential: null, expiry: null };

export const FIRST_PAGE: ListState = {
  ...NO_FILTERS,
  search: '',
  sort: 'id',
  order: 'asc',
  limit: 50,
  after: null,
  before: null,
  from: null,
  last: false,
};

function oneOf<T extends string>(values: readonly T[], text: string | null): T | null {
  return values.find((value) => value === text) ?? null;
}

function whole(text: string | null, range: { readonly min: number; readonly max: number }): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  const value = Number(text);
  return value >= range.min && value <= range.max ? value : null;
}

function readFilter({ name, kind, max, min }: FilterShape, params: URLSearchParams): number | string | null {
  const text = params.get(name);
  if (kind === 'int') return whole(text, { min, max });
  return text === null ? null : Array.from(text).slice(0, max).join('');
}

interface FilterShape {
  readonly name: string;
  readonly kind: string;
  readonly min: number;
  readonly max: number;
}

/** A URL may have been typed or be old: invalid parts are ignored. */
export function readListState(params: URLSearchParams): ListState {
  const sort = oneOf(userSortWords, params.get('sort')) ?? FIRST_PAGE.sort;
  return {
    search: Array.from(params.get('search') ?? '')
      .slice(0, limits.search.max)
      .join(''),
    ...fieldFilters((field) => readFilter(field, params)),
    role: oneOf(roleFilterWords, params.get('role')),
    credential: oneOf(credentialFilterWords, params.get('credential')),
    expiry: oneOf(expiryFilterWords, params.get('expiry')),
    sort,
    order: oneOf(sortOrderWords, params.get('order')) ?? FIRST_PAGE.order,
    limit: PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? FIRST_PAGE.limit,
    ...readPlace(params, sort),
  };
}

type Place = Pick<ListState, 'after' | 'before' | 'from' | 'last'>;
const FIRST: Place = { after: null, before: null, from: null, last: false };

function readPlace(params: URLSearchParams, sort: UserSort): Place {
  const [after, before] = [params.get('after'), params.get('before')];
  const from = placeFrom(sort, params.get('from') ?? '');
  if (after) return { ...FIRST, after };
  if (before) return { ...FIRST, before };
  return from === null ? { ...FIRST, last: params.get('last') === 'true' } : { ...FIRST, from };
}

/** A valid "go to" target: an ID in a list by ID, letters in one by name; null otherwise. */
export function placeFrom(sort: UserSort, typed: string): string | null {
  const text = typed.trim();
  const id = /^\d{1,9}$/.test(text) && Number(text) >= adduserLimits.userid.min;
  if (sort === 'id') return id ? text : null;
  return text === '' ? null : Array.from(text).slice(0, limits.from.max).join('');
}

const NAMES: readonly (keyof ListState)[] = [
  'search',
  ...FILTERED.map(({ name }) => name),
  'role',
  'credential',
  'expiry',
  'sort',
  'order',
  'limit',
  'after',
  'before',
  'from',
  'last',
];

/** The URL only has differences from the first page without filters, always in the same order. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    const value = state[name];
    if (value !== null && value !== FIRST_PAGE[name]) params.set(name, String(value));
  }
  return params;
}

/** A change of the list starts at its first page, because a cursor belongs to its list. */
export function changeList(state: ListState, change: Partial<Omit<ListState, keyof Place>>): ListState {
  return { ...state, ...change, ...FIRST };
}

/** Heading pressed: the same one reverses the order, another one starts ascending. */
export function sortBy(state: ListState, sort: UserSort): ListState {
  return changeList(state, { sort, order: state.sort === sort && state.order === 'asc' ? 'desc' : 'asc' });
}

export function hasFilters(state: ListState): boolean {
  return state.search.trim() !== '' || Object.keys(NO_FILTERS).some((key) => state[key as keyof Filters] !== null);
}

/** The query for all matching users, without sort order and page. */
export type Whom = Omit<UserlistRequest, 'sort' | 'order' | 'limit' | keyof Place>;

export function whomOf(state: ListState): Whom {
  const search = state.search.trim();
  return {
    ...(search === '' ? {} : { search }),
    ...Object.fromEntries(FILTERED.flatMap(({ name }) => (state[name] === null ? [] : [[name, state[name]]]))),
    ...(state.role === null ? {} : { role: state.role }),
    ...(state.credential === null ? {} : { credential: state.credential }),
    ...(state.expiry === null ? {} : { expiry: state.expiry }),
  };
}

export function toRequest(state: ListState): UserlistRequest {
  return {
    sort: state.sort,
    order: state.order,
    limit: state.limit,
    ...whomOf(state),
    ...(state.after === null ? {} : { after: state.after }),
    ...(state.before === null ? {} : { before: state.before }),
    ...(state.from === null ? {} : { from: state.from }),
    ...(state.last ? { last: true } : {}),
  };
}
