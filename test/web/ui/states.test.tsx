import '../browser.ts';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { wantTitleFocus } from '../../../web/lib/titleFocus.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { ErrorState } from '../../../web/ui/ErrorState.tsx';
import { Meter } from '../../../web/ui/Meter.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';

beforeAll(() => activateLanguage('en'));

describe('states', () => {
  it.each([
    [0, 0, 'meter-ok', '0 of 0'],
    [89_999, 100_000, 'meter-ok', '89,999 of 100,000'],
    [90_000, 100_000, 'meter-warn', '90,000 of 100,000, Nearly full'],
    [99_999, 100_000, 'meter-warn', '99,999 of 100,000, Nearly full'],
    [100_000, 100_000, 'meter-no', '100,000 of 100,000, Full'],
    [100_001, 100_000, 'meter-no', '100,001 of 100,000, Full'],
  ])('%d of %d: coloured, and said in a word with an icon when it runs out', (value, max, look, text) => {
    const { container } = render(<Meter label="Users" value={value} max={max} />);
    const meter = screen.getByRole('meter', { name: 'Users' });
    expect(meter.className).toContain(look);
    expect(meter.getAttribute('aria-valuetext')).toBe(text);
    expect(container.querySelectorAll('.tag .icon')).toHaveLength(look === 'meter-ok' ? 0 : 1);
    expect(container.querySelector('.tag')?.textContent ?? '').toBe(text.split(', ')[1] ?? '');
  });

  it('a title takes the focus after a navigation, and only then', () => {
    render(<PageHeader title="First" />);
    expect(document.activeElement).toBe(document.body);
    wantTitleFocus();
    render(<PageHeader title="Second" count="12" />);
    expect(document.activeElement?.textContent).toBe('Second12');
  });

  it('what could not be read says why and can be tried again', () => {
    const onRetry = vi.fn();
    render(<ErrorState text="System Error" onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('System Error');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('loading is said, its shapes are not', () => {
    render(<Skeleton lines={2} />);
    expect(screen.getByRole('status').textContent).toBe('Loading');
  });

  it('a busy button takes no press and keeps the focus', () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    button.focus();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
  });
});
