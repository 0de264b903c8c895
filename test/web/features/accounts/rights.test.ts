import type { LevelRights } from '@gen/accounts.ts';
import { describe, expect, it } from 'vitest';
import {
  accountsTouched,
  cellOfField,
  cellsOf,
  changesOf,
  editedRights,
  editsOf,
  type RightsEdits,
  raising,
  tooLow,
  withEdits,
} from '../../../../web/features/accounts/roles/rights.ts';

const level = (n: number, accounts = 0): LevelRights => ({
  level: n,
  user: 'read',
  network: 'none',
  basicSetting: 'none',
  AccSetting: 'none',
  advSetting: 'none',
  accounts,
});
const levels = [level(1, 2), level(2, 5), level(3)];

describe('rights while they are edited', () => {
  it('an edit counts until it is taken back', () => {
    const typed: RightsEdits = { '1.network': 'write', '1.user': 'none', '2.user': 'read' };
    const edits = editsOf(levels, typed);
    expect(edits).toEqual({ '1.network': 'write', '1.user': 'none' });
    expect(editedRights(level(1), edits)).toEqual({
      user: 'none',
      network: 'write',
      basicSetting: 'none',
      AccSetting: 'none',
      advSetting: 'none',
    });
    expect(editsOf(levels, { ...typed, '1.network': 'none', '1.user': 'read' })).toEqual({});
  });

  it('sends the whole rights of levels that differ, and of no other', () => {
    expect(changesOf(levels, { '2.advSetting': 'read' })).toEqual([
      { level: 2, user: 'read', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'read' },
    ]);
  });

  it('stands as it was sent once it is saved', () => {
    expect(withEdits(levels, { '2.advSetting': 'read', '3.user': 'write' })).toEqual([
      level(1, 2),
      { ...level(2, 5), advSetting: 'read' },
      { ...level(3), user: 'write' },
    ]);
  });

  it('tells how many people sign in again', () => {
    expect(accountsTouched(levels, { '1.user': 'write', '2.user': 'write' })).toBe(7);
    expect(accountsTouched(levels, {})).toBe(0);
  });

  it('a level that would have less than one below it is found, and raised', () => {
    expect(tooLow(levels, {})).toEqual([]);
    const edits: RightsEdits = { '1.network': 'write', '2.network': 'read' };
    const wrong = tooLow(levels, edits);
    expect(wrong).toEqual([
      { level: 2, group: 'network', below: 1, right: 'write' },
      { level: 3, group: 'network', below: 1, right: 'write' },
    ]);
    expect(raising(wrong)).toEqual({ '2.network': 'write', '3.network': 'write' });
    expect(tooLow(levels, { ...edits, ...raising(wrong) })).toEqual([]);
    // What is stored may be out of order too: an older version took it.
    expect(tooLow([level(1), { ...level(2), user: 'none' }], {})).toMatchObject([{ level: 2, group: 'user' }]);
  });

  it('on top of what somebody else saved, only what differs is left', () => {
    const theirs = [{ ...level(1), user: 'write' as const }];
    expect(editsOf(theirs, { '1.user': 'write', '1.network': 'read' })).toEqual({ '1.network': 'read' });
    expect(cellsOf(theirs, { '1.user': 'none' })).toEqual([
      { level: 1, group: 'user', stored: 'write', edited: 'none' },
    ]);
  });

  it.each([
    ['levels[1].network', '3.network'],
    ['levels[0].advSetting', '1.advSetting'],
    ['levels[2].network', undefined],
    ['levels[0].accounts', undefined],
    ['levels[0]', undefined],
    ['levels', undefined],
    ['', undefined],
  ])('a refusal of «%s» is about the cell %s', (field, cell) => {
    const changes = changesOf(levels, { '1.user': 'write', '3.user': 'write' });
    expect(cellOfField(field, changes)).toBe(cell);
  });
});
