import '../browser.ts';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeAll, expect, test, vi } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { SearchBox } from '../../../web/ui/FilterBar.tsx';

beforeAll(() => activateLanguage('en'));

test('a copied text is searched without controls of direction, which the terminal refuses', () => {
  const onSearch = vi.fn();
  render(<SearchBox label="Search" value="" maxLength={64} onSearch={onSearch} />);
  const box = screen.getByLabelText('Search');
  fireEvent.input(box, { target: { value: '\u2068Ann\u2069' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Ann');
});
