import type { LevelRights } from '@gen/accounts.ts';
import { describe, expect, it } from 'vitest';
import {
  accountsTouched,
  cellsOf,
  changesOf,
  countEdits,
  editedRights,
  editedSince,
  type RightsEdits,
  raised,
  rebased,
  tooLow,
  withRight,
} from '../../../../web/features/accounts/rights.ts';

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
const none: RightsEdits = new Map();

describe('rights while they are edited', () => {
  it('an edit counts until it is taken back', () => {
    const one = withRight(none, level(1), 'network', 'write');
    expect(countEdits(one)).toBe(1);
    const two = withRight(one, level(1), 'user', 'none');
    expect(countEdits(two)).toBe(2);
    expect(editedRights(level(1), two)).toMatchObject({ user: 'none', network: 'write', advSetting: 'none' });
    const back = withRight(withRight(two, level(1), 'network', 'none'), level(1), 'user', 'read');
    expect(back.size).toBe(0);
  });

  it('sends the whole rights of levels that differ, and of no other', () => {
    const edits = withRight(none, level(2), 'advSetting', 'read');
    expect(changesOf(levels, edits)).toEqual([
      { level: 2, user: 'read', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'read' },
    ]);
  });

  it('tells how many people sign in again', () => {
    const edits = withRight(withRight(none, level(1), 'user', 'write'), level(2), 'user', 'write');
    expect(accountsTouched(levels, edits)).toBe(7);
    expect(accountsTouched(levels, none)).toBe(0);
  });

  it('a level that would have less than one below it is found, and raised', () => {
    expect(tooLow(levels, none)).toEqual([]);
    const edits = withRight(withRight(none, level(1), 'network', 'write'), level(2), 'network', 'read');
    expect(tooLow(levels, edits)).toEqual([
      { level: 2, group: 'network', below: 1, right: 'write' },
      { level: 3, group: 'network', below: 1, right: 'write' },
    ]);
    const all = raised(levels, edits);
    expect(tooLow(levels, all)).toEqual([]);
    expect(levels.map((row) => editedRights(row, all).network)).toEqual(['write', 'write', 'write']);
    // What is stored may be out of order too: an older version took it.
    expect(tooLow([level(1), { ...level(2), user: 'none' }], none)).toMatchObject([{ level: 2, group: 'user' }]);
  });

  it('on top of what somebody else saved, only what differs is left', () => {
    const edits = withRight(withRight(none, level(1), 'user', 'write'), level(1), 'network', 'read');
    const theirs = [{ ...level(1), user: 'write' as const }];
    expect([...rebased(edits, theirs)]).toEqual([[1, { network: 'read' }]]);
  });

  it('what was edited while a save ran stays, also a right that was put back', () => {
    const sent = withRight(withRight(none, level(1), 'network', 'write'), level(2), 'user', 'none');
    const after = levels.map((one) => ({ ...one, ...editedRights(one, sent) }));
    expect(editedSince(sent, sent, levels, after).size).toBe(0);
    const more = withRight(withRight(sent, level(3), 'advSetting', 'read'), level(1), 'network', 'none');
    expect(cellsOf(after, editedSince(sent, more, levels, after))).toEqual([
      { level: 1, group: 'network', stored: 'write', edited: 'none' },
      { level: 3, group: 'advSetting', stored: 'none', edited: 'read' },
    ]);
  });
});
