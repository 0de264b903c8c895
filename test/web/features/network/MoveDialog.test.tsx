import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoveDialog } from '../../../../web/features/network/move/MoveDialog.tsx';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import type { Move, MovePage } from '../../../../web/lib/move/machine.ts';
import { interfaceState, nothingPending, requests, show, terminal, wifi } from './world.tsx';

const OLD = 'http://10.0.4.31';
const NEW = 'http://10.0.4.40/network/confirm#code';

/** What the world around the page does; tests change it while the dialog runs. */
const world = { here: true, there: false, page: 'Ethernet', rolledBackAt: 0, radio: wifi() };
const went: string[] = [];
const closed = vi.fn();

const pending = () => {
  if (!world.here) throw new ApiError('network', 'networkPending');
  if (world.page !== '') return { ...nothingPending, page: world.page, secondsLeft: 60 };
  return {
    ...nothingPending,
    rolledBack: world.rolledBackAt === 0 ? '' : 'Ethernet',
    rolledBackAt: world.rolledBackAt,
  };
};

function open(page: MovePage, url: string, code = 'code') {
  const startedAt = Date.now();
  const move: Move = { page, code, url, startedAt, until: startedAt + 90_000 };
  const asked = terminal({
    networkPending: pending,
    SetWirless: () => world.radio,
    confirmNetwork: () => ({ page }),
    keepNetwork: () => ({ page }),
    revertNetwork: () => ({}),
  });
  const parts = {
    origin: OLD,
    knocker: { knock: () => Promise.resolve(world.there) },
    go: (to: string) => void went.push(to),
  };
  show(<MoveDialog move={move} parts={parts} onClose={closed} />);
  return asked;
}

/** Lets seconds pass, one after the other. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1000);
    });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  Object.assign(world, { here: true, there: false, page: 'Ethernet', rolledBackAt: 0, radio: wifi() });
  went.length = 0;
  closed.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a change of the address', () => {
  it('counts down, and moves to the new address once only that one answers', async () => {
    open('Ethernet', NEW);
    await pass(2);
    expect(screen.getByRole('timer').textContent).toBe('1:00');
    expect(screen.getByText(/still answers here/)).toBeTruthy();
    world.here = false;
    await pass(2);
    expect(screen.getByText(/has left this address/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open 10.0.4.40' });
    expect([link.getAttribute('href'), link.className]).toEqual([NEW, 'button button-primary']);
    expect(screen.queryByRole('button', { name: 'Undo now' })).toBeNull();
    world.there = true;
    await pass(3);
    expect(went).toEqual([NEW]);
  });

  it('is confirmed from here when both addresses answer', async () => {
    const asked = open('Ethernet', NEW);
    await pass(2);
    expect(requests(asked, 'confirmNetwork')).toEqual([]);
    world.there = true;
    await pass(2);
    expect(requests(asked, 'confirmNetwork')).toEqual([{ code: 'code' }]);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The change is kept')).toBeTruthy();
  });

  it('that nobody confirms is undone: it says so when the terminal is back', async () => {
    open('Ethernet', NEW);
    await pass(1);
    world.here = false;
    await pass(95);
    expect(screen.getByText('Not confirmed from here')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open 10.0.4.40' }).getAttribute('href')).toBe(NEW);
    Object.assign(world, { here: true, page: '', rolledBackAt: 1234 });
    await pass(2);
    expect(screen.getByText('The change was undone')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('and a terminal that does not come back is told', async () => {
    open('Ethernet', NEW);
    world.here = false;
    await pass(140);
    expect(screen.getByText('The terminal does not answer')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open 10.0.4.40' }).getAttribute('href')).toBe(NEW);
  });

  it('is undone or kept by hand', async () => {
    const asked = open('Ethernet', '');
    await pass(2);
    fireEvent.click(screen.getByRole('button', { name: 'Undo now' }));
    await pass(1);
    expect(requests(asked, 'revertNetwork')).toHaveLength(1);
    expect(screen.getByText('The change was undone')).toBeTruthy();
  });

  it('kept by hand', async () => {
    const asked = open('Ethernet', '');
    await pass(2);
    fireEvent.click(screen.getByRole('button', { name: 'Keep the change' }));
    await pass(1);
    expect(requests(asked, 'confirmNetwork')).toEqual([{ code: 'code' }]);
    expect(requests(asked, 'keepNetwork')).toEqual([]);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('that was begun elsewhere has no code and is kept by who is signed in', async () => {
    const asked = open('Ethernet', '', '');
    await pass(2);
    fireEvent.click(screen.getByRole('button', { name: 'Keep the change' }));
    await pass(1);
    expect(requests(asked, 'keepNetwork')).toHaveLength(1);
    expect(requests(asked, 'confirmNetwork')).toEqual([]);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

describe('a change of Wi-Fi', () => {
  it('shows the steps, and is confirmed only once the network is joined', async () => {
    world.page = 'Wirless';
    world.radio = wifi({}, { phase: 'obtainingAddress', interface: { ...interfaceState, address: '' } });
    const asked = open('Wirless', `${OLD}/network/confirm#code`);
    await pass(6);
    expect(screen.getByText('Obtain an address').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(requests(asked, 'confirmNetwork')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    world.radio = wifi();
    await pass(3);
    expect(requests(asked, 'confirmNetwork')).toEqual([{ code: 'code' }]);
    expect(screen.getByText('Connected to Office')).toBeTruthy();
  });

  it('that fails says why, in the words of the specification, and lets one try again', async () => {
    world.page = 'Wirless';
    world.radio = wifi({}, { phase: 'accessPoint', failure: 'wrongKey', failedSsid: 'Office' });
    const asked = open('Wirless', `${OLD}/network/confirm#code`);
    await pass(6);
    await waitFor(() => expect(screen.getByText('Connection failed, switch back to AP mode')).toBeTruthy());
    const said = screen.getAllByText('The key is wrong.');
    expect(said.map((one) => one.tagName)).toContain('H2');
    expect(said.some((one) => one.closest('[role="status"]') !== null)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull(); // no form on this page
    expect(requests(asked, 'confirmNetwork')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
