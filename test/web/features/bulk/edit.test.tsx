import { ErrorCode } from '@gen/errors.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Whom } from '../../../../web/features/bulk/edit/change.ts';
import { EditDialog } from '../../../../web/features/bulk/edit/EditDialog.tsx';
import { currentToasts } from '../../../../web/ui/toast.ts';
import { refusal } from '../../fakeTerminal.ts';
import { IDLE, OWN, requests, show, type World, world } from './world.tsx';

const FILTER: Whom = { group: 2, search: 'a' };
const COUNTED = {
  ...OWN,
  kind: 'edit',
  name: '',
  step: 'checked',
  rows: 1234,
  changed: 1200,
  same: 30,
  bad: 4,
} as const;
const close = vi.fn();
const written = vi.fn();

function open(whom: Whom = FILTER) {
  close.mockClear();
  written.mockClear();
  return show(<EditDialog whom={whom} count="1,234" onClose={close} onWritten={written} />);
}

const counting = (made: World) => ({
  bulkEdit: () => {
    made.state = COUNTED;
    return {};
  },
  bulkStart: () => {
    made.state = { ...COUNTED, step: 'done', bad: 0 };
    return {};
  },
});

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
/** A dialog that takes the place of another opens behind its drawing. */
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

function choose(name: string, value: string): void {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

describe('one change for many', () => {
  it('counts whom it changes, says who cannot be, and then writes', async () => {
    const made = world(IDLE, counting);
    open();
    await screen.findByText(/All that search and filters find: 1,234/);
    tick('Time zone group');
    choose('Time zone group: new value', '3');
    tick('Last day');
    await press('Count whom it changes');
    await screen.findByText('to change');
    expect(requests(made, 'bulkEdit')).toEqual([{ ...FILTER, change: { group: 3, validTo: '' } }]);
    expect(screen.getByText('cannot be changed').closest('li')?.textContent).toBe('4cannot be changed');
    expect(await screen.findByText(/All or none cannot be: 4 users cannot be changed/)).toBeTruthy();
    expect(requests(made, 'bulkStart')).toEqual([]);
    await press('Write 1,200 users');
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(requests(made, 'bulkStart')).toEqual([{ whole: false }]);
    expect(written).toHaveBeenCalledTimes(1);
    expect(currentToasts().map(({ text }) => text)).toEqual(['1,200 users were written.']);
  });

  it('asks for something to change, and for factors where all must match', async () => {
    const made = world(IDLE, counting);
    open({ userids: [1, 2] });
    await screen.findByText(/Selected users: 1,234/);
    await press('Count whom it changes');
    expect(await screen.findByText('Tick what is to be changed')).toBeTruthy();
    tick('Identify by');
    choose('Identify by: new value', 'all');
    await press('Count whom it changes');
    expect(await screen.findByText('Choose at least one factor')).toBeTruthy();
    tick('Card');
    await press('Count whom it changes');
    await screen.findByText('to change');
    expect(requests(made, 'bulkEdit')).toEqual([
      { userids: [1, 2], change: { identifyMode: 'all', identifyFactors: ['card'] } },
    ]);
  });

  it('forgets what was counted when it is left', async () => {
    const made = world(IDLE, counting);
    open();
    tick('Shift');
    await press('Count whom it changes');
    await screen.findByText('to change');
    await press('Close');
    expect(close).toHaveBeenCalled();
    await waitFor(() => expect(requests(made, 'bulkCancel')).toHaveLength(1));
    expect(written).not.toHaveBeenCalled();
  });

  it('goes on when it is left while it is written, and says when it has ended', async () => {
    const made = world(IDLE, (now) => ({
      ...counting(now),
      bulkStart: () => {
        now.state = { ...COUNTED, step: 'writing', at: 10 };
        return {};
      },
    }));
    open();
    tick('Shift');
    await press('Count whom it changes');
    await screen.findByText('to change');
    await press('Write 1,200 users');
    await screen.findByText('10 of 1,234 users');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(close).not.toHaveBeenCalled();
    made.state = { ...COUNTED, step: 'done', bad: 0 };
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(requests(made, 'bulkCancel')).toEqual([]);
    expect(currentToasts().map(({ text }) => text)).toContain('1,200 users were written.');
  });

  it('takes no change of before for this one when the terminal does not say how it stands', async () => {
    let isSilent = false;
    const before = { ...COUNTED, step: 'done', bad: 0 } as const;
    const made = world(before, (now) => ({
      ...counting(now),
      bulkEdit: () => {
        isSilent = true;
        return {};
      },
      bulkState: () => {
        if (isSilent) throw refusal('bulkState', 12013);
        return before;
      },
    }));
    open();
    tick('Shift');
    await press('Count whom it changes');
    await waitFor(() => expect(requests(made, 'bulkState').length).toBeGreaterThan(1));
    expect(close).not.toHaveBeenCalled();
    expect(currentToasts()).toEqual([]);
  });

  it('waits for somebody else', async () => {
    const made = world({ ...OWN, own: false, holder: '12', holderName: 'Grace', step: 'checking' }, counting);
    open();
    expect(await screen.findByText(/Grace \(12\) changes users in bulk now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Count whom it changes' })).toHaveProperty('disabled', true);
    expect(requests(made, 'bulkEdit')).toEqual([]);
  });

  it('says that an own file would be forgotten', async () => {
    world({ ...OWN, step: 'uploaded' }, counting);
    open();
    expect(await screen.findByText(/Your import of «staff.csv» waits/)).toBeTruthy();
  });

  it('says a refusal and stays', async () => {
    world(IDLE, (now) => ({
      ...counting(now),
      bulkEdit: () => {
        throw refusal('bulkEdit', ErrorCode.bulkRunning);
      },
    }));
    open();
    tick('Shift');
    await press('Count whom it changes');
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toHaveLength(1));
    expect(screen.getByRole('checkbox', { name: 'Shift' })).toHaveProperty('checked', true);
  });

  it('takes a thousand at once', async () => {
    world(IDLE, counting);
    open({ userids: Array.from({ length: 1001 }, (_, at) => at + 1) });
    expect(await screen.findByText(/At most 1,000 selected users/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Count whom it changes' })).toHaveProperty('disabled', true);
  });
});
