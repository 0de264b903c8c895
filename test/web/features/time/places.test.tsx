import { dateTimeParam } from '@gen/time.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserPlace, cityOf, findPlaces, regionOf } from '../../../../web/features/time/place/places.ts';
import { TimeSettingPage } from '../../../../web/features/time/TimeSettingPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';

const names = ['America/Argentina/Buenos_Aires', 'America/New_York', 'Asia/Kolkata', 'Europe/Madrid', 'Europe/Paris'];

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account({ roles: ['network', 'basicSetting', 'advSetting'] })));
afterEach(() => {
  vi.restoreAllMocks();
  setSession(null);
});

describe('names of places', () => {
  it('are a region and a city', () => {
    expect(names.map(regionOf)).toEqual(['America', 'America', 'Asia', 'Europe', 'Europe']);
    expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Argentina, Buenos Aires');
  });

  it.each([
    ['buenos aires', ['America/Argentina/Buenos_Aires']],
    ['new_york', ['America/New_York']],
    ['ámerica york', ['America/New_York']],
    ['europe', ['Europe/Madrid', 'Europe/Paris']],
    [' ', names],
    ['atlantis', []],
  ])('are found by %s', (search, found) => expect(findPlaces(names, search)).toEqual(found));

  it.each([
    ['Europe/Madrid', 'Europe/Madrid'],
    ['UTC', undefined],
    ['Etc/GMT+3', undefined],
  ])('of a browser in %s', (zone, place) => {
    expect(browserPlace(zone)).toBe(place);
  });
});

describe('the place', () => {
  const clock = { now: Date.UTC(2026, 6, 1), offset: 0, dst: false, ntp: 'off', ntpServer: '', ntpAt: 0, ntpShift: 0 };
  const factory = Object.fromEntries(dateTimeParam.fields.map((field) => [field.name, field.default]));

  it('is offered as this browser has it, under today’s name, and found by its city', async () => {
    const options = Intl.DateTimeFormat().resolvedOptions();
    const calcutta = { ...options, timeZone: 'Asia/Calcutta' };
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(calcutta);
    const asked = fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      SetDateTimeParam: () => ({ ...factory, revision: 4, state: clock }),
      GetDateTimeParam: () => ({ revision: 5, changed: ['place'] }),
      places: () => ({ version: '2025b', places: names }),
      placePreview: () => ({ place: 'Asia/Kolkata', offset: 330, next: [] }),
    });
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <TimeSettingPage />
        </MemoryRouter>
      </SWRConfig>,
    );
    await screen.findByText('Asia/Kolkata, as this browser');
    const shown = () => [...(screen.getByLabelText('Place') as HTMLSelectElement).options].map(({ value }) => value);
    await waitFor(() => expect(shown()).toHaveLength(6));
    expect(shown().slice(0, 2)).toEqual(['', 'Asia/Kolkata']);
    fireEvent.input(screen.getByLabelText('Find a place'), { target: { value: 'madrid' } });
    await waitFor(() => expect(shown()).toEqual(['', 'Asia/Kolkata', 'Europe/Madrid']));
    choose(screen.getByLabelText('Place'), 'Europe/Madrid');
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'GetDateTimeParam')?.request).toEqual({
        place: 'Europe/Madrid',
        revision: 4,
      }),
    );
  });
});
