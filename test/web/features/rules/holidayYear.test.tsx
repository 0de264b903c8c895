/* The year above the holidays: which months lead to which holiday. */
import '../../browser.ts';
import type { Holiday } from '@gen/rules.ts';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeAll, expect, it, vi } from 'vitest';
import { HolidayYear } from '../../../../web/features/rules/hours/HolidayYear.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

const holiday = (number: number, name: string, from: string, to: string): Holiday => ({
  number,
  name,
  from,
  to,
  yearly: true,
  plan: 'none',
  revision: number,
});
const may = holiday(1, 'May Day', '2026-05-01', '2026-05-01');
const christmas = holiday(2, 'Christmas', '2026-12-24', '2026-12-26');
const silvester = holiday(3, 'Silvester', '2026-12-31', '2027-01-01');
const holidays = [may, christmas, silvester];

beforeAll(() => activateLanguage('en'));

it('leads from a month to its holiday, or asks which', () => {
  const onEdit = vi.fn();
  render(<HolidayYear holidays={holidays} onEdit={onEdit} />);
  fireEvent.click(screen.getByRole('button', { name: /^May: May Day, May 1/ }));
  expect(onEdit).toHaveBeenLastCalledWith(may);
  fireEvent.click(screen.getByRole('button', { name: /^December: Christmas.* and Silvester/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: /^Silvester/ }));
  expect(onEdit).toHaveBeenLastCalledWith(silvester);
  expect(screen.getByRole('button', { name: /^January: Silvester/ })).toBeTruthy();
  expect(screen.getByText('June: no holidays').closest('button')).toBeNull();
  expect(screen.getByText('24–26, 31')).toBeTruthy();
});

it('goes to other years, and only shows where nothing may be changed', () => {
  const { unmount } = render(
    <HolidayYear holidays={[{ ...may, yearly: false, from: '1999-05-01', to: '1999-05-01' }]} onEdit={undefined} />,
  );
  expect(screen.queryByText(/^May: May Day/)).toBeNull();
  for (let year = new Date().getFullYear(); year > 1999; year--) {
    fireEvent.click(screen.getByRole('button', { name: 'Year before' }));
  }
  expect(screen.getByText(/^May: May Day/).closest('button')).toBeNull();
  unmount();
});
