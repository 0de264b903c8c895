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
  it('a capacity is said in words and figures, and coloured when it runs out', () => {
    render(
      <>
        <Meter label="Users" value={96_000} max={100_000} />
        <Meter label="None" value={0} max={0} />
      </>,
    );
    const meter = screen.getByRole('meter', { name: 'Users' });
    expect(meter.getAttribute('aria-valuetext')).toBe('96,000 of 100,000');
    expect(meter.className).toContain('meter-no');
    expect(screen.getByRole('meter', { name: 'None' }).className).toContain('meter-ok');
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
