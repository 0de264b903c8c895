import '../../browser.ts';
import type { ClockState } from '@gen/time.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClockLine } from '../../../../web/features/time/ClockLine.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts, currentToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const state = (ahead: number): ClockState => ({
  now: Date.now() + ahead,
  offset: 60,
  dst: false,
  ntp: 'off',
  ntpServer: '',
  ntpAt: 0,
  ntpShift: 0,
});

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => {
  setSession(null);
  clearToasts();
});

function open({ write = true, ntpOn = false, ahead = -125_400 } = {}) {
  let behind = ahead;
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write }),
    SetDateTimeParam: () => ({ ntpOn, state: state(behind) }),
    GetDateTimeParam: () => {
      behind = 0;
      return { revision: 1, changed: [] };
    },
  });
  show(<ClockLine />);
  return asked;
}

describe('the clock of the overview', () => {
  it('says by how much it is off, and is set from the browser', async () => {
    const asked = open();
    await screen.findByText(/2 min.* behind/);
    const button = await screen.findByRole('button', { name: 'Take this browser’s time' });
    fireEvent.click(button);
    await screen.findByText('As the clock of this browser');
    const [sent] = requests(asked, 'GetDateTimeParam') as { time: number }[];
    expect(Math.abs((sent?.time ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(currentToasts().map(({ text }) => text)).toEqual(['The clock is set']);
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  });

  it.each([
    ['who may not', { write: false }],
    ['a clock that the network sets', { ntpOn: true }],
    ['a clock that goes right', { ahead: 0 }],
  ])('offers nothing to %s', async (_, world) => {
    open(world);
    await screen.findByText(/behind|As the clock/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
