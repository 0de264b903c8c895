import { ErrorCode } from '@gen/errors.ts';
import type { UserlistReply } from '@gen/users.ts';
import { describe, expect, it } from 'vitest';
import { betterAddress } from '../../../../web/features/users/data.ts';
import {
  changeList,
  FIRST_PAGE,
  hasFilters,
  type ListState,
  readListState,
  sortBy,
  toRequest,
  writeListState,
} from '../../../../web/features/users/list/listState.ts';
import { refusal } from '../../fakeTerminal.ts';
import { user } from './world.tsx';

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
      { ...FIRST_PAGE, from: '57' },
      { ...FIRST_PAGE, sort: 'name', from: 'Émi' },
      { ...FIRST_PAGE, group: 3, last: true },
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
    expect(read('before=b&from=5')).toMatchObject({ before: 'b', from: null });
    expect(read('from=5&last=true')).toMatchObject({ from: '5', last: false });
    expect(read('last=yes').last).toBe(false);
    for (const wrong of ['0', 'ana', '1234567890', '-1', '']) expect(read(`from=${wrong}`).from).toBeNull();
    expect(read(`sort=name&from=${'x'.repeat(65)}`).from).toBe('x'.repeat(64));
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
});

describe('an address that leads nowhere', () => {
  const first = readListState(new URLSearchParams('group=5'));
  const later = { ...first, after: 'a' };
  const back = { ...first, before: 'b' };
  const page = (count: number, previous: string): UserlistReply => ({
    users: Array.from({ length: count }, (_, at) => user({ userid: at + 1 })),
    total: count,
    totalIsMore: false,
    position: 1,
    next: '',
    previous,
  });

  it('is led to the page before when all behind its cursor are gone, or else to the first', () => {
    expect(betterAddress(later, page(0, 'p'), undefined)).toEqual({ ...first, before: 'p' });
    expect(betterAddress(later, page(0, ''), undefined)).toEqual(first);
  });

  it('is the first page once somebody walked back to it', () => {
    expect(betterAddress(back, page(3, ''), undefined)).toEqual(first);
    expect(betterAddress(back, page(3, 'p'), undefined)).toBeNull();
  });

  it('is the end of the list when nobody is behind where it goes', () => {
    const beyond = { ...first, from: '900' };
    expect(betterAddress(beyond, page(0, 'p'), undefined)).toEqual({ ...first, before: 'p' });
    expect(betterAddress(beyond, page(0, ''), undefined)).toEqual(first);
    expect(betterAddress(beyond, page(3, 'p'), undefined)).toBeNull();
  });

  it('is the first page when the last one holds all', () => {
    const last = { ...first, last: true };
    expect(betterAddress(last, page(3, ''), undefined)).toEqual(first);
    expect(betterAddress(last, page(3, 'p'), undefined)).toBeNull();
  });

  it('is the first page when its cursor is no longer understood, and stays on any other refusal', () => {
    expect(betterAddress(later, undefined, refusal('userlist', ErrorCode.badFormat))).toEqual(first);
    expect(betterAddress(later, undefined, refusal('userlist', 12002))).toBeNull();
  });

  it('stays when there are users, when nothing is known yet, and on the first page', () => {
    expect(betterAddress(later, page(3, ''), undefined)).toBeNull();
    expect(betterAddress(later, undefined, undefined)).toBeNull();
    expect(betterAddress(first, page(0, ''), undefined)).toBeNull();
  });
});
