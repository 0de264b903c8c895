import { fireEvent, screen, within } from '@testing-library/preact';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AssignManyDialog } from '../../../../web/features/rules/shifts/AssignManyDialog.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';
import { aShift } from '../records/reportWorld.tsx';

const counted = { assigned: 0, meeting: 0, own: 0, full: 0, unknown: 0 };

/** 300 users in two pages, of whom the first has other days and the last are the own hours. */
function open(answers = {}) {
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetShiftsInfo: () => ({
      shifts: [aShift({ number: 4, name: 'Summer' })],
      uses: [],
      groups: [],
      today: '2026-06-17',
    }),
    assignShiftMany: ({ userids }: { userids: number[] }) =>
      userids.includes(300)
        ? { ...counted, assigned: userids.length - 1, own: 1 }
        : { ...counted, assigned: userids.length, meeting: 1 },
    ...answers,
  });
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  async function* findIds() {
    yield ids.slice(0, 100);
    yield ids.slice(100);
  }
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  show(<AssignManyDialog findIds={findIds} count="300" onClose={onClose} onDone={onDone} />);
  return { asked, onClose, onDone };
}

beforeAll(() => activateLanguage('en'));

const dialog = async () => within(await screen.findByRole('dialog'));

describe('a shift for many users', () => {
  it('is counted, shown and then assigned, 200 users a call', async () => {
    const { asked, onClose, onDone } = open();
    const form = await dialog();
    fireEvent.input(form.getByLabelText(/Last day/), { target: { value: '2026-08-31' } });
    fireEvent.click(form.getByRole('button', { name: 'Count whom it changes' }));
    expect(await screen.findByText('Users who get the shift: 299')).toBeTruthy();
    expect(screen.getByText(/on some of these days: 1\./)).toBeTruthy();
    expect(screen.getByText('Left out, as nobody changes their own hours: 1')).toBeTruthy();
    const wish = { shift: 4, from: '2026-06-17', to: '2026-08-31' };
    expect(requests(asked, 'assignShiftMany')).toMatchObject([
      { ...wish, sure: false },
      { ...wish, sure: false },
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Assign (299)' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(onDone).toHaveBeenCalledTimes(1);
    const sent = requests(asked, 'assignShiftMany').slice(2) as { userids: number[]; sure: boolean }[];
    expect(sent.map(({ userids, sure }) => [userids.length, sure])).toEqual([
      [200, true],
      [100, true],
    ]);
  });

  it('is not assigned before that, and needs its days', async () => {
    const { asked, onClose } = open();
    const form = await dialog();
    fireEvent.input(form.getByLabelText(/Last day/), { target: { value: '2026-01-31' } });
    fireEvent.click(form.getByRole('button', { name: 'Count whom it changes' }));
    expect(requests(asked, 'assignShiftMany')).toEqual([]);
    fireEvent.input(form.getByLabelText(/Last day/), { target: { value: '' } });
    fireEvent.click(form.getByRole('button', { name: 'Count whom it changes' }));
    await screen.findByText('Users who get the shift: 299');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(requests(asked, 'assignShiftMany')).toHaveLength(2);
  });
});
