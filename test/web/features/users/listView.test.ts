import { expect, it } from 'vitest';
import { OPTIONAL_COLUMNS, readListView, writeListView } from '../../../../web/features/users/list/listView.ts';

const usual = { compact: false, columns: ['cardno', 'held', 'level', 'group', 'valid'] };

it('is the usual one until something is chosen, and again when that is taken back', () => {
  expect(readListView(null)).toEqual(usual);
  expect(writeListView(readListView(null))).toBeNull();
});

it.each([
  { compact: true, columns: [] },
  { compact: false, columns: [] },
  { compact: true, columns: [...OPTIONAL_COLUMNS] },
  { compact: false, columns: ['shift'] as const },
])('is kept as text: %j', (view) => {
  expect(readListView(writeListView(view))).toEqual(view);
});

it('what another console or somebody left there counts as far as it is understood', () => {
  expect(readListView('valid  photo compact card <b>')).toEqual({ compact: true, columns: ['cardno', 'valid'] });
});
