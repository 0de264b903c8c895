import '../../browser.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GroupPage } from '../../../../web/features/rules/groups/GroupPage.tsx';
import { WorkGroupPage } from '../../../../web/features/rules/groups/WorkGroupPage.tsx';
import { AlwaysClosePage, AlwaysOpenPage } from '../../../../web/features/rules/hours/DoorPeriodsPage.tsx';
import { TimeZonePage } from '../../../../web/features/rules/hours/TimeZonePage.tsx';
import { ZoneSettingPage } from '../../../../web/features/rules/hours/ZoneSettingPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, type Asked, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession({ ...account(), roles: ['user', 'AccSetting', 'advSetting'] }));
afterEach(() => {
  setSession(null);
  clearToasts();
});

const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);
const office = { number: 1, name: 'Office', start: week(480), end: week(1050), revision: 4 };
const night = { number: 2, name: '', start: week(1320), end: week(360), revision: 5 };
const staff = { number: 2, name: 'Staff', time1: 1, time2: 0, time3: 0, time4: 0, revision: 6 };
const nobody = { number: 3, name: '', time1: 0, time2: 0, time3: 0, time4: 0, revision: 7 };
const canteen = {
  number: 1,
  name: 'Canteen',
  kind: 'working',
  periods: [{ day: 1, start: 690, end: 840 }],
  revision: 8,
};
const lobby = {
  number: 2,
  name: 'Lobby',
  kind: 'alwaysOpen',
  periods: [{ day: 2, start: 540, end: 600 }],
  revision: 9,
};
const christmas = {
  number: 1,
  name: 'Christmas',
  from: '2026-12-24',
  to: '2026-12-26',
  yearly: true,
  plan: 'none',
  revision: 10,
};

/** A terminal with a little of everything. */
function world(more: Record<string, Answer> = {}): Asked[] {
  return fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetTimeIntervalInfo: () => ({ zones: [office, night], used: [{ number: 1, groups: [2] }] }),
    SetGroupInfo: () => ({
      groups: [staff, nobody],
      uses: [
        { number: 2, users: 12 },
        { number: 9, users: 2 },
      ],
    }),
    SetGroupTime: () => ({ groups: [canteen, lobby], holidays: [christmas] }),
    SetUniversalGroup: () => ({
      working: [{ group: 2, periodGroups: [1] }],
      alwaysOpen: [],
      alwaysClosed: [],
      revision: 3,
    }),
    ...more,
  });
}

function showAt(page: ReactNode, address: string) {
  return render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </SWRConfig>,
  );
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) =>
  fireEvent.input(screen.getByLabelText(label, { exact: true }), { target: { value: text } });

/** As a browser tells it: `fireEvent.change` of the library sends `input` under Preact. */
function choose(select: HTMLElement, value: string): void {
  if (!(select instanceof HTMLSelectElement)) throw new Error('not a select');
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

/** Opens the menu of a row and chooses "Delete". */
async function askToDelete(name: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  return screen.findByRole('alertdialog');
}

describe('/advSetting/timezone', () => {
  it('lists the zones with their weeks and who uses them', async () => {
    world();
    showAt(<TimeZonePage />, '/advSetting/timezone');
    const link = await screen.findByRole('link', { name: 'Office' });
    expect(link.getAttribute('href')).toBe('/advSetting/timezone?number=1');
    const rows = screen.getAllByRole('listitem').filter((row) => row.className === 'rule-row');
    expect(rows[0]?.textContent).toContain('Monday, 08:00 to 17:30');
    expect(await screen.findByText('Used by Staff')).toBeTruthy();
    expect(rows[1]?.textContent).toContain('Time Zone 2');
    expect(rows[1]?.textContent).toContain('Not used');
    expect(screen.getByRole('link', { name: 'Add Time Zone' }).getAttribute('href')).toBe(
      '/advSetting/timezone?number=3',
    );
  });

  it('sends the whole week, with the revision it stands on', async () => {
    const asked = world({ GetTimeIntervalInfo: () => ({ number: 1, revision: 5 }) });
    showAt(<TimeZonePage />, '/advSetting/timezone?number=1');
    fireEvent.input(await screen.findByLabelText('Monday: end'), { target: { value: '16:00' } });
    fireEvent.click(screen.getByRole('button', { name: /^Remove Sunday/ }));
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetTimeIntervalInfo')).toEqual([
      {
        number: 1,
        name: 'Office',
        start: [0, 480, 480, 480, 480, 480, 480],
        end: [0, 960, 1050, 1050, 1050, 1050, 1050],
        revision: 4,
      },
    ]);
  });

  it('makes a new one only where there is none yet', async () => {
    const asked = world({ GetTimeIntervalInfo: () => ({ number: 3, revision: 1 }) });
    showAt(<TimeZonePage />, '/advSetting/timezone?number=3');
    fireEvent.click(await screen.findByRole('button', { name: 'Add an interval on Monday' }));
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetTimeIntervalInfo')).toEqual([
      { number: 3, name: '', start: [0, 480, 0, 0, 0, 0, 0], end: [0, 1020, 0, 0, 0, 0, 0], revision: 0 },
    ]);
  });

  it('keeps what was typed when somebody else was first, and saves it over what is read then', async () => {
    let first = true;
    let read = 0;
    const asked = world({
      SetTimeIntervalInfo: () => ({
        zones: [++read > 1 ? { ...office, end: week(900), revision: 9 } : office],
        used: [],
      }),
      GetTimeIntervalInfo: () => {
        if (!first) return { number: 1, revision: 10 };
        first = false;
        throw refusal('GetTimeIntervalInfo', 12020, { field: 'revision' });
      },
    });
    showAt(<TimeZonePage />, '/advSetting/timezone?number=1');
    await screen.findByLabelText('Name');
    type('Name', 'Day');
    click('Save');
    await screen.findByText(/Somebody else saved this meanwhile/);
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetTimeIntervalInfo').at(-1)).toMatchObject({ name: 'Day', end: week(900), revision: 9 });
  });

  it('says who loses it, and is sure only then', async () => {
    const asked = world({ delTimeInterval: () => ({}) });
    showAt(<TimeZonePage />, '/advSetting/timezone');
    await screen.findByText('Used by Staff');
    let question = await askToDelete('Office');
    expect(question.textContent).toContain('used by Staff');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'delTimeInterval')).toEqual([{ number: 1, sure: true }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    question = await askToDelete('Time Zone 2');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'delTimeInterval')).toHaveLength(2));
    expect(requests(asked, 'delTimeInterval')[1]).toEqual({ number: 2 });
  });

  it('offers no more than there can be, and nothing to who may only look', async () => {
    const zones = Array.from({ length: 32 }, (_, index) => ({ ...office, number: index + 1 }));
    world({ SetTimeIntervalInfo: () => ({ zones, used: [] }) });
    showAt(<TimeZonePage />, '/advSetting/timezone');
    await screen.findByText('Add up to limit !');
    expect(screen.queryByRole('link', { name: 'Add Time Zone' })).toBeNull();
  });

  it('shows a zone to who may only look, and takes nothing', async () => {
    world({ checkPower: () => ({ read: true, write: false }) });
    showAt(<TimeZonePage />, '/advSetting/timezone?number=1');
    const end = (await screen.findByLabelText('Monday: end')) as HTMLInputElement;
    expect(end.disabled).toBe(true);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.getByText('Monday, 08:00 to 17:30')).toBeTruthy();
  });
});

describe('/advSetting/group', () => {
  it('says what 0 and 1 do, who is never let in, and which groups are missing', async () => {
    world();
    showAt(<GroupPage />, '/advSetting/group');
    await screen.findByText('Users in it are never let in.');
    expect(screen.getByText('Users in it are let in at any time.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '12 users' }).getAttribute('href')).toBe('/user/userList?group=2');
    expect(screen.getByText('Never let in')).toBeTruthy();
    expect(screen.getByText(/Users are in groups that do not exist/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '2 users' }).getAttribute('href')).toBe('/user/userList?group=9');
  });

  it('draws the week of its zones and of the working periods in force, and saves', async () => {
    const asked = world({ GetGroupInfo: () => ({ number: 2, revision: 7 }) });
    showAt(<GroupPage />, '/advSetting/group?number=2');
    const result = await screen.findByRole('list', { name: 'Resulting Week' });
    expect(result.textContent).toContain('Monday, 08:00 to 17:30');
    choose(screen.getByLabelText('Time1'), '0');
    expect(screen.getByRole('list', { name: 'Resulting Week' }).textContent).toBe('Monday, 11:30 to 14:00');
    choose(screen.getByLabelText('Time4'), '2');
    type('Name', 'Guards');
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetGroupInfo')).toEqual([
      { number: 2, name: 'Guards', time1: 0, time2: 0, time3: 0, time4: 2, revision: 6 },
    ]);
  });

  it('says that working periods are not counted where they cannot be read', async () => {
    setSession({ ...account(), roles: ['advSetting'] });
    const asked = world();
    showAt(<GroupPage />, '/advSetting/group?number=2');
    await screen.findByText(/^By its time zones alone/);
    expect(asked.map(({ call }) => call)).not.toContain('SetUniversalGroup');
  });

  it('says what becomes of its users', async () => {
    const asked = world({ delGroup: () => ({}) });
    showAt(<GroupPage />, '/advSetting/group');
    const question = await askToDelete('Staff');
    expect(question.textContent).toContain('12 users are in it, stay in it and are never let in');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'delGroup')).toEqual([{ number: 2, sure: true }]));
  });
});

describe('/AccSetting/zoneSetting', () => {
  it('leads from nothing to the first period group', async () => {
    world({ SetGroupTime: () => ({ groups: [], holidays: [] }) });
    showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting');
    await screen.findByText('No period groups yet');
    expect(screen.getByRole('link', { name: 'Add Period Group' }).getAttribute('href')).toContain('number=1');
    expect(screen.getByText('No holidays yet')).toBeTruthy();
  });

  it('says for whom each is in force, and keeps the kind of what is', async () => {
    world();
    const page = showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting');
    await screen.findByText('In force for Staff');
    expect(screen.getByText('Not in force')).toBeTruthy();
    expect(screen.getByText('2 of 32')).toBeTruthy();
    page.unmount();
    showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting?number=1');
    await screen.findByText(/^It is in force; take it out/);
    expect((screen.getByRole('radio', { name: 'Always open' }) as HTMLInputElement).disabled).toBe(true);
  });

  it('needs a name, sends the intervals, and says that some became one', async () => {
    const asked = world({
      AddGroupTime: () => ({ number: 3, revision: 1, merged: true, periods: [{ day: 1, start: 480, end: 1100 }] }),
    });
    showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting?number=3');
    const add = await screen.findByRole('button', { name: 'Add an interval on Monday' });
    fireEvent.click(add);
    fireEvent.click(add);
    fireEvent.input(screen.getByLabelText('Monday, interval 2: start'), { target: { value: '16:00' } });
    expect(screen.getAllByText('Intervals that overlap become one.').length).toBeGreaterThan(0);
    click('Save');
    await screen.findByText('Give it a name');
    expect(requests(asked, 'AddGroupTime')).toEqual([]);
    fireEvent.input(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Early' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Always closed' }));
    click('Save');
    await screen.findByText('Intervals that overlapped became one.');
    expect(requests(asked, 'AddGroupTime')).toEqual([
      {
        number: 3,
        name: 'Early',
        kind: 'alwaysClosed',
        periods: [
          { day: 1, start: 480, end: 1020 },
          { day: 1, start: 960, end: 1140 },
        ],
        revision: 0,
      },
    ]);
  });

  it('adds a holiday of one day, and refuses one that ends before it begins', async () => {
    const asked = world({ addHoliday: () => ({ number: 2, revision: 1 }) });
    showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting');
    await screen.findByText('December 24 to December 26 · No hours');
    click('Add Holiday');
    const dialog = await screen.findByRole('dialog');
    const inDialog = (name: string | RegExp) => within(dialog).getByLabelText<HTMLInputElement>(name);
    fireEvent.input(inDialog(/^Name/), { target: { value: 'Bridge' } });
    fireEvent.input(inDialog(/^First day/), { target: { value: '2026-11-27' } });
    expect(inDialog(/^Last day/).value).toBe('2026-11-27');
    fireEvent.input(inDialog(/^Last day/), { target: { value: '2026-11-26' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Before the first day');
    fireEvent.input(inDialog(/^Last day/), { target: { value: '' } });
    choose(inDialog(/^Plan/), 'saturday');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests(asked, 'addHoliday')).toEqual([
      { name: 'Bridge', from: '2026-11-27', to: '2026-11-27', yearly: false, plan: 'saturday' },
    ]);
  });

  it('deletes a period group that is in force only with its loss said', async () => {
    const asked = world({ DelSomeGroup: () => ({ deleted: 1 }) });
    showAt(<ZoneSettingPage />, '/AccSetting/zoneSetting');
    await screen.findByText('In force for Staff');
    const question = await askToDelete('Canteen');
    expect(question.textContent).toContain('in force for Staff');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'DelSomeGroup')).toEqual([{ numbers: [1], sure: true }]));
  });
});

describe('/AccSetting/workGroup', () => {
  it('puts a period group in force for a user group, and shows its week', async () => {
    const asked = world({ GetUniversalGroup: () => ({ revision: 4 }) });
    showAt(<WorkGroupPage />, '/AccSetting/workGroup');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Canteen for Group 3' }));
    expect(screen.getByRole('list', { name: 'Resulting Week of Group 3' }).textContent).toBe('Monday, 11:30 to 14:00');
    click('2 · Staff');
    expect(screen.getByRole('list', { name: 'Resulting Week of Staff' }).textContent).toContain('08:00 to 17:30');
    click('Save');
    await screen.findByText('Saved');
    const working = [
      { group: 2, periodGroups: [1] },
      { group: 3, periodGroups: [1] },
    ];
    expect(requests(asked, 'GetUniversalGroup')).toEqual([{ working, revision: 3 }]);
  });

  it('leads to what is missing: period groups, then user groups', async () => {
    world({ SetGroupTime: () => ({ groups: [lobby], holidays: [] }) });
    const page = showAt(<WorkGroupPage />, '/AccSetting/workGroup');
    const link = await screen.findByRole('link', { name: 'Period Setting' });
    expect(link.getAttribute('href')).toBe('/AccSetting/zoneSetting');
    page.unmount();
    world({ SetGroupInfo: () => ({ groups: [], uses: [] }) });
    showAt(<WorkGroupPage />, '/AccSetting/workGroup');
    expect((await screen.findByRole('link', { name: 'Group' })).getAttribute('href')).toBe('/advSetting/group');
  });

  it('shows numbers, and all of them, to who may not read the groups', async () => {
    setSession({ ...account(), roles: ['AccSetting'] });
    const asked = world();
    showAt(<WorkGroupPage />, '/AccSetting/workGroup');
    expect(await screen.findAllByRole('checkbox')).toHaveLength(15);
    expect(screen.getByRole('checkbox', { name: 'Canteen for Group 16' })).toBeTruthy();
    expect(asked.map(({ call }) => call)).not.toContain('SetGroupInfo');
  });
});

describe('/AccSetting/alwaysOpen and alwaysClose', () => {
  it('puts period groups of its own kind in force, and says what comes first', async () => {
    const asked = world({ GetUniversalGroup: () => ({ revision: 4 }) });
    showAt(<AlwaysOpenPage />, '/AccSetting/alwaysOpen');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Lobby' }));
    expect(screen.queryByRole('checkbox', { name: 'Canteen' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Resulting Week' }).textContent).toBe('Tuesday, 09:00 to 10:00');
    expect(screen.getByText('The fire input: the door is open.')).toBeTruthy();
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetUniversalGroup')).toEqual([{ alwaysOpen: [2], revision: 3 }]);
  });

  it('leads to Period Setting where there is none of its kind', async () => {
    world();
    showAt(<AlwaysClosePage />, '/AccSetting/alwaysClose');
    await screen.findByText('No period group of this kind yet');
  });
});
