import { describe, expect, it } from 'vitest';
import {
  changeList,
  FIRST_PAGE,
  hasFilters,
  type ListState,
  readListState,
  sortBy,
  toRequest,
  writeListState,
} from '../../../../web/features/users/listState.ts';

const read = (text: string) => readListState(new URLSearchParams(text));

describe('state of the list in the address', () => {
  it('is the first page when the address says nothing, and says nothing of the first page', () => {
    expect(read('')).toEqual(FIRST_PAGE);
    expect(writeListState(FIRST_PAGE).toString()).toBe('');
  });

  it('comes back as it was written', () => {
    const states: ListState[] = [
      { ...FIRST_PAGE, search: '陈 & نوید?' },
      { ...FIRST_PAGE, group: 0, shift: 0 },
      { ...FIRST_PAGE, group: 16, role: 'admin', shift: 64, credential: 'none', expiry: 'expired' },
      { ...FIRST_PAGE, sort: 'name', order: 'desc', limit: 20, after: 'abc-_' },
      { ...FIRST_PAGE, limit: 100, before: 'x' },
    ];
    for (const state of states) expect(read(writeListState(state).toString())).toEqual(state);
  });

  it('takes what is wrong as not said', () => {
    const wrong = 'group=17&role=boss&shift=65&credential=x&expiry=1&sort=card&order=up&limit=33&after=';
    expect(read(wrong)).toEqual(FIRST_PAGE);
    expect(read('group=-1&shift=1.5&limit=1e2')).toEqual(FIRST_PAGE);
  });

  it('holds one cursor and a search of the length that can be asked', () => {
    expect(read('after=a&before=b')).toMatchObject({ after: 'a', before: null });
    expect(Array.from(read(`search=${'🙂'.repeat(70)}`).search)).toHaveLength(64);
  });

  it('starts at the first page when something else is listed', () => {
    const later = { ...FIRST_PAGE, after: 'a' };
    expect(changeList(later, { group: 3 })).toEqual({ ...FIRST_PAGE, group: 3 });
    expect(sortBy(later, 'id')).toMatchObject({ sort: 'id', order: 'desc', after: null });
    expect(sortBy(sortBy(later, 'id'), 'name')).toMatchObject({ sort: 'name', order: 'asc' });
  });

  it('knows whether something narrows the list', () => {
    expect(
      [FIRST_PAGE, { ...FIRST_PAGE, search: '  ' }, { ...FIRST_PAGE, sort: 'name' as const }].map(hasFilters),
    ).toEqual([false, false, false]);
    expect(hasFilters({ ...FIRST_PAGE, group: 0 })).toBe(true);
    expect(hasFilters({ ...FIRST_PAGE, search: 'x' })).toBe(true);
  });

  it('asks only for what is said', () => {
    expect(toRequest(FIRST_PAGE)).toEqual({ sort: 'id', order: 'asc', limit: 50 });
    expect(toRequest({ ...FIRST_PAGE, search: ' bo ', group: 0, expiry: 'valid', before: 'c' })).toEqual({
      sort: 'id',
      order: 'asc',
      limit: 50,
      search: 'bo',
      group: 0,
      expiry: 'valid',
      before: 'c',
    });
  });

  it('finds a card by the number as it is printed', () => {
    const search = (text: string) => toRequest({ ...FIRST_PAGE, search: text }).search;
    expect(search('0012 884 301')).toBe('12884301');
    expect(search('0012884301')).toBe('12884301');
    expect(search('007')).toBe('007');
    expect(search('12 884 301')).toBe('12 884 301');
  });
});
