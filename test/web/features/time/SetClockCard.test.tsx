import '../../browser.ts';
import type { ClockState } from '@gen/time.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeAll, expect, it, vi } from 'vitest';
import { SetClockCard } from '../../../../web/features/time/SetClockCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';

const state: ClockState = {
  now: Date.UTC(2026, 10, 21, 12),
  offset: 60,
  dst: false,
  ntp: 'off',
  ntpServer: '',
  ntpAt: 0,
  ntpShift: 0,
};

beforeAll(() => activateLanguage('en'));

it('Enter in date or time sets what is typed, and does not save the form around', async () => {
  const asked = fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
  const submitted = vi.fn();
  render(
    <form onSubmit={submitted}>
      <SetClockCard state={state} fromNetwork={false} mayWrite onSet={() => Promise.resolve()} />
    </form>,
  );
  const time = screen.getByLabelText('Time');
  /* False: the browser's own way with the key, which is to submit, was prevented. */
  expect(fireEvent.keyDown(time, { key: 'Enter' })).toBe(false);
  expect(asked).toEqual([]);
  fireEvent.input(time, { target: { value: '09:30:00' } });
  expect(fireEvent.keyDown(time, { key: '1' })).toBe(true);
  fireEvent.keyDown(time, { key: 'Enter' });
  await waitFor(() =>
    expect(asked).toEqual([{ call: 'GetDateTimeParam', request: { time: Date.UTC(2026, 10, 21, 8, 30) / 1000 } }]),
  );
  expect(submitted).not.toHaveBeenCalled();
});
