/**
 * A browser whose zone is on summer time, or is not, or has none: the terminal's days and times are shown and sent as the
 * terminal has them, and only what is the browser's own follows its zone.
 */
import '../browser.ts';
import { type ClockState, dateTimeParam } from '@gen/time.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SetClockCard } from '../../../web/features/time/SetClockCard.tsx';
import { TimeSettingPage } from '../../../web/features/time/TimeSettingPage.tsx';
import { browserZone, inputsOf, wallOf, wallOfInputs } from '../../../web/features/time/wall.ts';
import { ValidityTag } from '../../../web/features/users/ValidityTag.tsx';
import { localDay, validityOf } from '../../../web/features/users/validity.ts';
import { activateLanguage, formatDay, formatMoment, formatWall } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { account } from '../account.ts';
import { fakeTerminal } from '../fakeTerminal.ts';

const JANUARY = Date.UTC(2026, 0, 15, 12);
const JULY = Date.UTC(2026, 6, 15, 12);

/** Zone of the browser, its offsets in January and in July, and its standard time, all in minutes. */
const zones = [
  ['UTC', 0, 0, 0],
  ['Europe/Berlin', 60, 120, 60],
  ['America/New_York', -300, -240, -300],
  ['Australia/Lord_Howe', 660, 630, 630],
  ['Asia/Kathmandu', 345, 345, 345],
] as const;

const clock: ClockState = { now: JULY, offset: 60, dst: false, ntp: 'off', ntpServer: '', ntpAt: 0, ntpShift: 0 };

beforeAll(() => activateLanguage('en'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  setSession(null);
});

/** The browser's clock stands there; other timers run on. */
function itIs(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: ms });
}

describe.each(zones)('a browser in %s', (zone, january, july, standard) => {
  beforeEach(() => vi.stubEnv('TZ', zone));

  it('is one: the tests below would see nothing otherwise', () => {
    expect([JANUARY, JULY].map((ms) => 0 - new Date(ms).getTimezoneOffset())).toEqual([january, july]);
  });

  it.each([JANUARY, JULY])('its standard time is the same in winter and in summer', (ms) => {
    expect(browserZone(new Date(ms), 15)).toBe(standard);
  });

  it('a day of the terminal is that day, the days of the changes as well', () => {
    const days = ['2026-01-01', '2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-12-31'];
    expect(days.map(formatDay)).toEqual([
      'Jan 1, 2026',
      'Mar 8, 2026',
      'Mar 29, 2026',
      'Apr 5, 2026',
      'Oct 25, 2026',
      'Dec 31, 2026',
    ]);
  });

  it('a wall clock of the terminal is shown and read as it stands, in hours that this zone leaves out or has twice', () => {
    for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
      for (const time of ['00:30:00', '01:59:59', '02:00:00', '02:30:07', '03:00:00', '23:59:59']) {
        const wall = wallOfInputs(day, time) ?? Number.NaN;
        expect(inputsOf(wall)).toEqual({ day, time });
        const shown = formatWall(wall, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
        expect(shown).toBe(time);
      }
    }
    expect(inputsOf(wallOf(Date.UTC(2026, 2, 29, 1, 30), 60))).toEqual({ day: '2026-03-29', time: '02:30:00' });
  });

  it('the clock is set to what is typed in the terminal’s time', async () => {
    const asked = fakeTerminal({ GetDateTimeParam: () => ({ revision: 1, changed: [] }) });
    render(<SetClockCard state={clock} fromNetwork={false} mayWrite onSet={() => Promise.resolve()} />);
    expect((screen.getByLabelText('Time') as HTMLInputElement).value).toBe('13:00:00');
    fireEvent.input(screen.getByLabelText('Date'), { target: { value: '2026-03-29' } });
    fireEvent.input(screen.getByLabelText('Time'), { target: { value: '02:30:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    const time = Date.UTC(2026, 2, 29, 1, 30) / 1000;
    await waitFor(() => expect(asked).toEqual([{ call: 'GetDateTimeParam', request: { time } }]));
  });

  it('days of validity are counted in days, whatever lies between', () => {
    const user = { validFrom: '', validTo: '2026-04-28' };
    expect(validityOf(user, '2026-03-29')).toMatchObject({ kind: 'until', soon: true });
    expect(validityOf(user, '2026-03-28')).toMatchObject({ kind: 'until', soon: false });
    const autumn = { validFrom: '', validTo: '2026-11-24' };
    expect(validityOf(autumn, '2026-10-25')).toMatchObject({ soon: true });
    expect(validityOf(autumn, '2026-10-24')).toMatchObject({ soon: false });
  });

  it.each([
    ['in winter', january, 0],
    ['in summer', july, 6],
  ])('today is the day of the browser, %s', (_, offset, month) => {
    const midnight = Date.UTC(2026, month, 15) - offset * 60_000;
    expect([-1, 0, 86_399_999].map((ms) => localDay(new Date(midnight + ms)))).toEqual([
      `2026-0${month + 1}-14`,
      `2026-0${month + 1}-15`,
      `2026-0${month + 1}-15`,
    ]);
  });

  it('who is valid until today is so until midnight', () => {
    const last = { validFrom: '', validTo: '2026-07-15' };
    const midnight = Date.UTC(2026, 6, 16) - july * 60_000;
    itIs(midnight - 1);
    render(<ValidityTag user={last} />);
    expect(screen.getByText(/Until Jul 15/)).toBeTruthy();
    itIs(midnight);
    render(<ValidityTag user={last} />);
    expect(screen.getByText('Expired')).toBeTruthy();
  });

  it('moments of records are told in the time of the browser', () => {
    const at = (ms: number, offset: number) => new Date(ms + offset * 60_000).toISOString().slice(11, 16);
    const told = [JANUARY, JULY].map((ms) => formatMoment(ms / 1000));
    const clockOf = (text: string) => /\d+:\d+/.exec(text)?.[0];
    expect(told.map(clockOf)).toEqual([at(JANUARY, january), at(JULY, july)]);
  });

  it('«this browser’s zone» sends standard time', async () => {
    itIs(JULY);
    setSession(account({ roles: ['basicSetting'] }));
    const factory = Object.fromEntries(dateTimeParam.fields.map((field) => [field.name, field.default]));
    const asked = fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      SetDateTimeParam: () => ({ ...factory, zone: 525, revision: 4, state: clock }),
      GetDateTimeParam: () => ({ revision: 5, changed: ['zone'] }),
    });
    render(
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <MemoryRouter>
          <TimeSettingPage />
        </MemoryRouter>
      </SWRConfig>,
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Take this browser’s: / }));
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'GetDateTimeParam')?.request).toEqual({ zone: standard, revision: 4 }),
    );
  });
});
