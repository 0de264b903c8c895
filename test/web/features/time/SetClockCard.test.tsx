import '../../browser.ts';
import { type ClockState, getDateTimeParamLimits } from '@gen/time.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SetClockCard } from '../../../../web/features/time/SetClockCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { clearToasts, currentToasts } from '../../../../web/ui/toast.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';

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
afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

/** What Enter does in a control: it presses the first button that submits the form of the control. */
function enter(control: HTMLElement): void {
  const { form } = control as HTMLInputElement;
  const buttons = [...(form?.elements ?? [])].filter((one) => one instanceof HTMLButtonElement);
  const submit = buttons.find(({ type }) => type === 'submit');
  if (submit && !submit.disabled) fireEvent.click(submit);
}

it('Enter in date or time sets what is typed, and does not save the form around', async () => {
  const asked = fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
  const submitted = vi.fn();
  render(
    <form onSubmit={submitted}>
      <SetClockCard state={state} fromNetwork={false} mayWrite onSet={() => Promise.resolve()} />
      <button type="submit">Save</button>
    </form>,
  );
  const time = screen.getByLabelText('Time');
  enter(time);
  expect(asked).toEqual([]);
  fireEvent.input(time, { target: { value: '09:30:00' } });
  enter(time);
  await waitFor(() =>
    expect(asked).toEqual([{ call: 'GetDateTimeParam', request: { time: Date.UTC(2026, 10, 21, 8, 30) / 1000 } }]),
  );
  expect(submitted).not.toHaveBeenCalled();
});

describe('the clock', () => {
  const open = (change: Partial<Parameters<typeof SetClockCard>[0]> = {}) =>
    render(<SetClockCard state={state} fromNetwork={false} mayWrite onSet={() => Promise.resolve()} {...change} />);
  const setTo = (day: string, time: string) => {
    fireEvent.input(screen.getByLabelText('Date'), { target: { value: day } });
    fireEvent.input(screen.getByLabelText('Time'), { target: { value: time } });
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
  };
  const { min, max } = getDateTimeParamLimits.time;
  const inputs = (seconds: number) => {
    const text = new Date((seconds + state.offset * 60) * 1000).toISOString();
    return [text.slice(0, 10), text.slice(11, 19)] as const;
  };

  it.each([min, max])('is set to the first and the last moment that the terminal takes', async (seconds) => {
    const asked = fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
    open();
    setTo(...inputs(seconds));
    await waitFor(() => expect(asked).toEqual([{ call: 'GetDateTimeParam', request: { time: seconds } }]));
  });

  it.each([min - 1, max + 1])('is not set to a moment that it does not take', (seconds) => {
    const asked = fakeTerminal({});
    open();
    setTo(...inputs(seconds));
    expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
    expect(asked).toEqual([]);
  });

  it('is taken from the browser at the beginning of a second', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 0, 250) });
    const asked = fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Take this browser’s time' }));
    await vi.advanceTimersByTimeAsync(749);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([{ call: 'GetDateTimeParam', request: { time: Date.UTC(2026, 10, 21, 12, 0, 1) / 1000 } }]);
  });

  it('says why it could not be set', async () => {
    fakeTerminal({
      GetDateTimeParam: () => {
        throw refusal('GetDateTimeParam', 12002);
      },
    });
    open();
    setTo('2026-11-22', '10:00:00');
    expect(await screen.findByText('Your account has no right to do this')).toBeTruthy();
    const time = screen.getByLabelText('Time') as HTMLInputElement;
    expect(time.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(time);
    expect(time.value).toBe('10:00:00');
    fireEvent.input(screen.getByLabelText('Date'), { target: { value: '2026-11-23' } });
    expect(time.getAttribute('aria-invalid')).toBeNull();
  });

  it('says why the browser’s time could not be taken, and nothing of what is typed', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
    fakeTerminal({
      GetDateTimeParam: () => {
        throw refusal('GetDateTimeParam', 12002);
      },
    });
    open();
    fireEvent.input(screen.getByLabelText('Time'), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Take this browser’s time' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(currentToasts().map(({ text }) => text)).toEqual(['Your account has no right to do this']);
    expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBeNull();
    expect((screen.getByLabelText('Time') as HTMLInputElement).value).toBe('');
  });

  it('is shown as it is read until something is typed, and again once it is set', async () => {
    fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
    const card = (now: number) => (
      <SetClockCard state={{ ...state, now }} fromNetwork={false} mayWrite onSet={() => Promise.resolve()} />
    );
    const shown = () => ['Date', 'Time'].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value);
    const { rerender } = render(card(state.now));
    expect(shown()).toEqual(['2026-11-21', '13:00:00']);
    rerender(card(state.now + 10_000));
    expect(shown()).toEqual(['2026-11-21', '13:00:10']);
    fireEvent.input(screen.getByLabelText('Date'), { target: { value: '2026-11-22' } });
    rerender(card(state.now + 20_000));
    expect(shown()).toEqual(['2026-11-22', '13:00:10']);
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    await waitFor(() => expect(shown()).toEqual(['2026-11-21', '13:00:20']));
    expect(screen.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', true);
  });

  it('is not set by hand while it comes from the network', () => {
    open({ fromNetwork: true });
    expect(screen.queryByRole('button', { name: 'Set' })).toBeNull();
  });

  it('is not set by who may not', () => {
    open({ mayWrite: false });
    expect(screen.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Take this browser’s time' })).toHaveProperty('disabled', true);
  });
});
