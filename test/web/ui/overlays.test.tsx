import '../browser.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { ConfirmHost } from '../../../web/ui/ConfirmHost.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Menu } from '../../../web/ui/Menu.tsx';
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx';
import { clearToasts, currentToasts, toast } from '../../../web/ui/toast.ts';

beforeAll(() => activateLanguage('en'));
beforeEach(() => clearToasts());
afterEach(() => vi.useRealTimers());

describe('a dialog', () => {
  it('is modal, named by its title, and asks to close on Escape and by its cross', () => {
    const onClose = vi.fn();
    render(
      <Dialog open title="Modify" onClose={onClose}>
        <input data-autofocus="" aria-label="first" />
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Modify' }) as HTMLDialogElement;
    expect(dialog.open).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText('first'));
    const cancel = new Event('cancel', { cancelable: true });
    dialog.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('that may not be left has no cross and stays on Escape', () => {
    render(
      <Dialog open title="Choose">
        text
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog') as HTMLDialogElement;
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(dialog.open).toBe(true);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});

describe('a question', () => {
  it('answers true on its verb and false on Cancel; a loss starts on Cancel', async () => {
    render(<ConfirmHost />);
    let answer = Promise.resolve(false);
    await act(() => {
      answer = confirm({ title: 'Delete 3 users?', action: 'Delete', danger: true });
    });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    expect(await confirm({ title: 'Another', action: 'No' })).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await answer).toBe(true);
    await act(() => {
      answer = confirm({ title: 'Again?', action: 'Delete' });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await answer).toBe(false);
  });

  it('stays busy while what it asked for runs, and runs it once', async () => {
    let finish = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    render(<ConfirmHost />);
    let answer = Promise.resolve(false);
    await act(() => {
      answer = confirm({ title: 'Log out?', action: 'Log out', run });
    });
    const button = await screen.findByRole('button', { name: 'Log out' });
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(button);
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    expect(await answer).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});

describe('toasts', () => {
  it('stand above the bar that saves, wherever it is scrolled to', () => {
    const bar = document.body.appendChild(document.createElement('div'));
    bar.className = 'change-bar';
    let top = innerHeight - 150;
    bar.getBoundingClientRect = () => ({ top }) as DOMRect;
    render(<ToastRegion />);
    act(() => toast.ok('Saved'));
    const height = () => document.querySelector<HTMLElement>('.toasts')?.style.getPropertyValue('--above-bar');
    expect(height()).toBe('162px');
    top -= 40;
    act(() => void dispatchEvent(new Event('scroll')));
    expect(height()).toBe('202px');
    bar.remove();
    act(() => void dispatchEvent(new Event('resize')));
    expect(height()).toBe('0px');
  });

  it('are four at most: the oldest makes way', () => {
    for (const text of ['1', '2', '3', '4']) toast.error(text);
    expect(currentToasts().map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
    toast.error('5');
    expect(currentToasts().map(({ text }) => text)).toEqual(['2', '3', '4', '5']);
  });

  it('vanish after five seconds, but errors stay until closed', async () => {
    vi.useFakeTimers();
    render(<ToastRegion />);
    act(() => {
      toast.ok('Saved');
      toast.error('System Error');
      toast.error('System Error');
    });
    expect(currentToasts().map(({ text }) => text)).toEqual(['Saved', 'System Error']);
    const read = [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
    expect(read).toEqual(['Success: Saved', 'Failed: System Error']);
    act(() => {
      vi.advanceTimersByTime(5000);
    });
    expect(currentToasts().map(({ text }) => text)).toEqual(['System Error']);
    vi.useRealTimers();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(currentToasts()).toHaveLength(0);
  });

  it('stand in the topmost dialog, where they can be read and closed', async () => {
    const page = (open: boolean) => (
      <>
        <ToastRegion />
        <Dialog open={open} title="Modify">
          text
        </Dialog>
      </>
    );
    const { rerender } = render(page(true));
    act(() => toast.info('Here'));
    await waitFor(() => expect(screen.getByText('Here').closest('dialog')).not.toBeNull());
    rerender(page(false));
    await waitFor(() => expect(screen.getByText('Here').closest('dialog')).toBeNull());
  });
});

describe('a menu', () => {
  const onSelect = vi.fn();
  const groups = [
    [
      { label: 'Password', onSelect },
      { label: 'Language', onSelect: vi.fn(), disabled: true },
    ],
    [{ label: 'Log out', onSelect: vi.fn() }],
  ];
  const open = () => {
    render(<Menu label="Account" trigger="A" groups={groups} />);
    const button = screen.getByRole('button', { name: 'Account' });
    fireEvent.click(button);
    return button;
  };
  const focused = () => document.activeElement?.textContent;

  it('is worked with the keys', async () => {
    const button = open();
    await waitFor(() => expect(focused()).toBe('Password'));
    const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });
    key('ArrowDown');
    expect(focused()).toBe('Log out');
    key('ArrowDown');
    expect(focused()).toBe('Password');
    key('End');
    expect(focused()).toBe('Log out');
    key('p');
    expect(focused()).toBe('Password');
    key('Escape');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('closes when an item is chosen or something else is pressed', async () => {
    const button = open();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Password' }));
    expect(onSelect).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
    fireEvent.click(button);
    await screen.findByRole('menu');
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});
