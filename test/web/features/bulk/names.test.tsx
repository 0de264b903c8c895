import type { BulkName } from '@gen/bulk.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportPage } from '../../../../web/features/bulk/import/ImportPage.tsx';
import { freeGroup, usesOf } from '../../../../web/features/bulk/import/names.ts';
import { loadAllTexts } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import '../../../../web/lib/consoleTexts.ts';
import '../../browser.ts';
import { account } from '../../account.ts';
import { OWN, requests, show, world } from './world.tsx';

beforeAll(loadAllTexts);

const NAMES: readonly BulkName[] = [
  { field: 'group', name: 'Sales', rows: 3, line: 2 },
  { field: 'group', name: 'Guests', rows: 1, line: 4 },
  { field: 'shift', name: 'Tarde', rows: 1, line: 7 },
];
const GROUPS = new Map([
  [2, 'Office'],
  [4, 'Store'],
]);

describe('what is said of unknown names', () => {
  it('is a number, that rows are left out, or a group that is made before', () => {
    const chosen = { 'group Sales': 'make', 'group Guests': 'out', 'shift Tarde': '7' };
    expect(usesOf(NAMES, chosen, GROUPS)).toEqual({
      made: [{ number: 3, name: 'Sales' }],
      uses: [
        { field: 'group', name: 'Sales', leaveOut: false, number: 3 },
        { field: 'group', name: 'Guests', leaveOut: true, number: 0 },
        { field: 'shift', name: 'Tarde', leaveOut: false, number: 7 },
      ],
    });
    expect(usesOf(NAMES, { 'group Sales': '' }, GROUPS)).toEqual({ made: [], uses: [] });
  });

  it('makes no more groups than there are numbers', () => {
    expect(freeGroup(GROUPS, { a: 'make', b: '4' })).toBe(5);
    const full = new Map(Array.from({ length: 15 }, (_, at) => [at + 2, 'x']));
    expect(freeGroup(full, {})).toBeUndefined();
    expect(usesOf(NAMES, { 'group Sales': 'make' }, full)).toEqual({ made: [], uses: [] });
  });
});

it('is chosen before the rows are written', async () => {
  setSession(account({ roles: ['user', 'advSetting'] }));
  const made = world({ ...OWN, step: 'checked', rows: 6, added: 1, bad: 5, leftOut: 2 }, () => ({
    bulkNames: () => ({ names: NAMES }),
    bulkUseNames: () => ({}),
    GetGroupInfo: () => ({ number: 3, revision: 1 }),
    SetGroupInfo: () => ({ groups: [{ number: 2, name: '' }], uses: [] }),
    SetShiftsInfo: () => ({ shifts: [{ number: 7, name: 'Noche' }], uses: [], groups: [] }),
  }));
  show(<ImportPage onWritten={vi.fn()} />);
  const sales = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group “Sales”' });
  expect(screen.getByText('2 rows are left out.')).toBeTruthy();
  expect(screen.getByText('3 rows, the first in line 2')).toBeTruthy();
  const apply = screen.getByRole('button', { name: 'Apply and check again' });
  expect(apply).toHaveProperty('disabled', true);
  await waitFor(() => expect([...sales.options].map(({ value }) => value)).toContain('make'));
  sales.value = 'make';
  fireEvent(sales, new Event('change', { bubbles: true }));
  expect(screen.getByText(/^A new group has no hours/)).toBeTruthy();
  fireEvent.click(apply);
  await waitFor(() => expect(requests(made, 'bulkUseNames')).toHaveLength(1));
  expect(requests(made, 'GetGroupInfo')).toEqual([{ number: 3, name: 'Sales', revision: 0 }]);
  expect(requests(made, 'bulkUseNames')).toEqual([
    { names: [{ field: 'group', name: 'Sales', leaveOut: false, number: 3 }] },
  ]);
});
