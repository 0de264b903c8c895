/* Shifts, those of the groups and those of a user. */
import '../../browser.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ShiftPage } from '../../../../web/features/rules/shifts/ShiftPage.tsx';
import { NEW_SHIFT } from '../../../../web/features/rules/shifts/shiftTimes.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, type Asked, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';

const PATH = '/advSetting/shifts';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession({ ...account(), roles: ['user', 'advSetting'] }));
afterEach(() => {
  setSession(null);
  clearToasts();
});

const office = {
  ...NEW_SHIFT,
  number: 1,
  name: 'Office',
  breakStart: [720, 0, 0],
  breakEnd: [750, 0, 0],
  revision: 4,
};
const night = { ...NEW_SHIFT, number: 2, name: '', colour: 2, onDuty: 1320, offDuty: 360, revision: 5 };
const assignment = { id: 11, userid: 0, group: 2, shift: 1, from: '2026-01-01', to: '', usual: false };
const later = { ...assignment, id: 12, shift: 2, from: '2026-07-01', to: '2026-07-31' };
const own = { ...assignment, id: 21, userid: 7, group: 0, shift: 2, from: '2026-06-01', to: '2026-06-07' };
const usual = { ...own, id: 22, shift: 0, from: '', to: '2026-03-31', usual: true };

function world(more: Record<string, Answer> = {}): Asked[] {
  return fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetShiftsInfo: () => ({
      shifts: [office, night],
      uses: [
        { number: 1, users: 12, assigned: 3 },
        { number: 2, users: 0, assigned: 0 },
      ],
      groups: [assignment, later],
      today: '2026-06-03',
    }),
    SetGroupInfo: () => ({
      groups: [{ number: 2, name: 'Staff', time1: 0, time2: 0, time3: 0, time4: 0, revision: 1 }],
      uses: [],
    }),
    shiftsOf: () => ({ usual: 1, group: 2, assigned: [usual, own], today: '2026-06-03' }),
    GetUserInfo: () => ({ user: { ...someone } }),
    ...more,
  });
}

const someone = {
  userid: 7,
  username: 'Grace Okafor',
  cardno: '0',
  hasPassword: false,
  level: 0,
  group: 2,
  identifyMode: 'device',
  identifyFactors: [],
  shift: 1,
  validFrom: '',
  validTo: '',
  enrolled: 0,
  revision: 3,
};

let at = '';

function Address() {
  const { pathname, search } = useLocation();
  at = pathname + search;
  return null;
}

function show(search = '') {
  return render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[PATH + search]}>
        <Address />
        <ShiftPage />
      </MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </SWRConfig>,
  );
}

const click = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string | RegExp, value: string) => fireEvent.input(field(name), { target: { value } });
const rowsOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

function choose(select: HTMLElement, value: string): void {
  if (!(select instanceof HTMLSelectElement)) throw new Error('not a select');
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

/** Chooses an item of the menu of a row. */
async function ask(name: string, item: string, index = 0): Promise<void> {
  const buttons = await screen.findAllByRole('button', { name: `Actions for ${name}` });
  fireEvent.click(buttons[index] as HTMLElement);
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
}

const minutes = (text: string) => Math.round(Number.parseFloat(text) * 14.4);

/** The duty on the bar of the form, in order: how its pieces look, at which minute they begin and how many they last. */
const duties = () =>
  [...document.querySelectorAll<HTMLElement>('.shift-day .is-duty')].map(({ className, style }) => [
    className.replace('shift-part is-duty', '').trim(),
    minutes(style.getPropertyValue('inset-inline-start')),
    minutes(style.getPropertyValue('inline-size')),
  ]);

describe('the list', () => {
  it('says of each shift when it is, on which days, and who has it', async () => {
    world();
    show();
    const link = await screen.findByRole('link', { name: 'Office' });
    expect(link.getAttribute('href')).toBe(`${PATH}?number=1`);
    const [first, second] = rowsOf('Shifts');
    expect(first).toContain('08:00 to 16:00 · Mon–Fri12 users3 assignments');
    expect(second).toContain('Shift 2');
    expect(second).toContain('22:00 to 06:00 the next day · Mon–FriNo usersNot assigned');
    expect(screen.getByRole('link', { name: '12 users' }).getAttribute('href')).toBe('/user/userList?shift=1');
    expect(screen.getByRole('link', { name: 'Add Shift' }).getAttribute('href')).toBe(`${PATH}?number=3`);
    expect(screen.getByText('2 of 64')).toBeTruthy();
  });

  it('leads from nothing to the first shift', async () => {
    world({ SetShiftsInfo: () => ({ shifts: [], uses: [], groups: [], today: '2026-06-03' }) });
    show();
    await screen.findByText('No shifts yet');
    expect(screen.getByRole('link', { name: 'Add Shift' }).getAttribute('href')).toBe(`${PATH}?number=1`);
    expect(screen.queryByText('Shifts of Groups')).toBeNull();
  });

  it('offers no more than there can be', async () => {
    const shifts = Array.from({ length: 64 }, (_, index) => ({ ...office, number: index + 1 }));
    world({ SetShiftsInfo: () => ({ shifts, uses: [], groups: [], today: '2026-06-03' }) });
    show();
    await screen.findByText('Add up to limit !');
    expect(screen.queryByRole('link', { name: 'Add Shift' })).toBeNull();
  });

  it('says what is lost, and is sure only then', async () => {
    const asked = world({ delShift: () => ({}) });
    show();
    await ask('Office', 'Delete');
    let question = await screen.findByRole('alertdialog', { name: 'Delete «Office»?' });
    expect(question.textContent).toContain('the usual shift of 12 users');
    expect(question.textContent).toContain('Deleted with it: 3 assignments, past ones too.');
    click('Delete', question);
    await waitFor(() => expect(requests(asked, 'delShift')).toEqual([{ number: 1, sure: true }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await ask('Shift 2', 'Delete');
    question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Nothing uses it.');
    click('Delete', question);
    await waitFor(() => expect(requests(asked, 'delShift')[1]).toEqual({ number: 2 }));
  });

  it('shows everything to who may only look, and takes nothing', async () => {
    world({ checkPower: () => ({ read: true, write: false }) });
    show();
    await screen.findByRole('link', { name: 'Office' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add Shift' })).toBeNull();
  });
});

describe('the form', () => {
  it('draws the day while it is typed, and the week as it is lived', async () => {
    world();
    show('?number=2');
    await screen.findByLabelText('On duty');
    expect(screen.getByText('ends the next day')).toBeTruthy();
    expect(duties()).toEqual([
      ['is-other is-from-before', 0, 360],
      ['is-going-on', 1320, 120],
    ]);
    type('Off duty', '23:30');
    expect(duties()).toEqual([['', 1320, 90]]);
    expect(screen.getByText(/^1 h 30 min of duty/)).toBeTruthy();
    type('Off duty', '06:00');
    expect(rowsOf('Resulting Week')).toContain('Friday, 22:00 to 06:00 the next day');
    expect(rowsOf('Resulting Week')).toHaveLength(5);
    const saturday = [...document.querySelectorAll('.shift-week .weekbars-bar')][6];
    expect(saturday?.querySelectorAll('.is-duty')).toHaveLength(1);
    expect(saturday?.querySelector('.is-duty')?.className).toContain('is-from-before');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Friday' }));
    expect(saturday?.querySelectorAll('.is-duty')).toHaveLength(0);
  });

  it('sends what was changed, with the revision it stands on', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 1, revision: 5 }) });
    show('?number=1');
    await screen.findByLabelText('On duty');
    type('Off duty', '16:30');
    click('Add Break');
    type('Break 2: start', '15:00');
    type('Break 2: end', '15:15');
    type('Missing check-in', '60');
    const rule = screen.getByLabelText('What is taken off');
    (rule as HTMLSelectElement).value = 'fixed';
    fireEvent(rule, new Event('change', { bubbles: true }));
    await waitFor(() => expect(screen.queryByLabelText('May be taken earlier or later by')).toBeNull());
    fireEvent.click(screen.getByRole('switch', { name: 'Also taken off on days without duty' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Green' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Worked on holidays' }));
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      {
        number: 1,
        colour: 3,
        offDuty: 990,
        breakStart: [720, 900, 0],
        breakEnd: [750, 915, 0],
        breakRule: 'fixed',
        breaksOnRest: false,
        missingIn: 60,
        onHolidays: true,
        days: 126,
        revision: 4,
      },
    ]);
    expect(at).toBe(PATH);
  });

  it('sends all of a new one', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 3, revision: 1 }) });
    show('?number=3');
    await screen.findByLabelText('On duty');
    type('Name', 'Late');
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      { ...NEW_SHIFT, number: 3, name: 'Late', colour: 3, revision: 0 },
    ]);
  });

  it('turns to flexible hours, with fields of their own, and keeps the others as they were', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 1, revision: 5 }) });
    show('?number=1');
    await screen.findByLabelText('On duty');
    type('Missing check-in', '9999');
    choose(screen.getByLabelText('Working hours'), 'weekTarget');
    await screen.findByLabelText('Counts from');
    for (const gone of [
      'Missing check-in',
      'Check-in, after the start',
      'Before the start, from',
      'Grace for coming late',
    ]) {
      expect(screen.queryByLabelText(gone)).toBeNull();
    }
    type('Counts from', '06:00');
    type('Counts until', '20:00');
    type('Target per week', '2400');
    expect(screen.getByText(/^40 h 0 min, divided among/)).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: 'Core time' }));
    expect(field('Core time from').value).toBe('09:30');
    type('Core time from', '10:00');
    type('Core time until', '15:00');
    type('Grace for coming late', '10');
    expect(document.querySelectorAll('.shift-day .is-core')).toHaveLength(1);
    expect(duties()).toEqual([]);
    expect(rowsOf('Resulting Week')).toContain('Friday, Flexible, 06:00 to 20:00');
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      {
        ...{ number: 1, kind: 'weekTarget', target: 2400, coreStart: 600, coreEnd: 900, onDuty: 360, offDuty: 1200 },
        ...{ lateGrace: 10, revision: 4 },
      },
    ]);
  });

  it('says of flexible hours what cannot be right, and without a core time nobody is late', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 1, revision: 5 }) });
    show('?number=1');
    await screen.findByLabelText('On duty');
    choose(screen.getByLabelText('Working hours'), 'dayTarget');
    type('Target per day', '481');
    fireEvent.click(screen.getByRole('switch', { name: 'Core time' }));
    type('Core time until', '16:01');
    click('Save');
    expect(await screen.findByText('Must be 1 to 480')).toBeTruthy();
    expect(screen.getByText(/^The core time must end after its start/)).toBeTruthy();
    expect(requests(asked, 'GetShiftsInfo')).toEqual([]);
    type('Target per day', '480');
    fireEvent.click(screen.getByRole('switch', { name: 'Core time' }));
    expect(screen.queryByLabelText('Grace for coming late')).toBeNull();
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo')).toEqual([{ number: 1, kind: 'dayTarget', revision: 4 }]);
  });

  it('turns to a cycle, which needs its first day', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 1, revision: 5 }) });
    show('?number=1');
    await screen.findByLabelText('On duty');
    fireEvent.click(screen.getByRole('radio', { name: 'In a cycle' }));
    type('Days of the cycle', '4');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Day 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Day 4' }));
    expect(rowsOf('Resulting Cycle')).toEqual(['Day 1, 08:00 to 16:00', 'Day 2, 08:00 to 16:00']);
    click('Save');
    expect(screen.getByText('Choose a day')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('First day of a cycle')));
    type('First day of a cycle', '2026-06-01');
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      { number: 1, pattern: 'cycle', days: 3, cycleDays: 4, cycleFirst: '2026-06-01', revision: 4 },
    ]);
  });

  it('repeats and fills the days of a long cycle', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 1, revision: 5 }) });
    show('?number=1');
    await screen.findByLabelText('On duty');
    fireEvent.click(screen.getByRole('radio', { name: 'In a cycle' }));
    type('Days of the cycle', '70');
    type('First day of a cycle', '2026-06-01');
    expect(screen.getAllByRole('checkbox', { name: /^Day / })).toHaveLength(28);
    click('Repeat to day 70');
    type('From day', '36');
    type('To day', '42');
    click('Not worked');
    expect(screen.getByRole('img', { name: '45 of 70 days' })).toBeTruthy();
    click('Next');
    expect(screen.getByText('Days 29 to 56 of 70')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Day 41' }));
    click('Save');
    await screen.findByText('Saved');
    const worked = Array.from({ length: 70 }, (_, day) => day === 40 || (day % 7 < 5 && Math.floor(day / 7) !== 5));
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      {
        ...{ number: 1, pattern: 'cycle', cycleDays: 70, cycleFirst: '2026-06-01', revision: 4 },
        days: worked.slice(0, 31).reduce((sum, on, day) => sum | (on ? 1 << day : 0), 0),
        moreDays: worked.slice(31).map(Number).join('').replace(/0+$/, ''),
      },
    ]);
  });

  it('turned to a cycle and back is as it was', async () => {
    world();
    show('?number=1');
    await screen.findByLabelText('On duty');
    fireEvent.click(screen.getByRole('radio', { name: 'In a cycle' }));
    type('Days of the cycle', '');
    fireEvent.click(screen.getByRole('radio', { name: 'By the week' }));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('says at the fields what cannot be right, and sends nothing', async () => {
    const asked = world();
    show('?number=1');
    await screen.findByLabelText('On duty');
    type('Check-in, after the start', '361');
    type('Check-out, after the end', '721');
    click('Save');
    expect(screen.getByText('Must be 0 to 720')).toBeTruthy();
    type('Check-out, after the end', '240');
    expect(screen.getByText(/^Check-in and check-out overlap/)).toBeTruthy();
    expect(field('Check-out, before the end').getAttribute('aria-invalid')).toBe('true');
    type('Check-in, after the start', '120');
    type('Break 1: end', '16:01');
    expect(screen.getByText('A break must be within the duty')).toBeTruthy();
    expect(field('Break 1: end').getAttribute('aria-invalid')).toBe('true');
    click(/^Remove Break 1/);
    expect(screen.queryByText('A break must be within the duty')).toBeNull();
    expect(requests(asked, 'GetShiftsInfo')).toEqual([]);
  });

  it.each([
    ['outAfter', 'Check-out, after the end'],
    ['breakEnd', 'Break 1: end'],
  ])('puts the terminal’s refusal of %s at its field', async (name, label) => {
    world({
      GetShiftsInfo: () => {
        throw refusal('GetShiftsInfo', 12007, { field: name });
      },
    });
    show('?number=1');
    await screen.findByLabelText('On duty');
    type('Name', 'x');
    click('Save');
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
  });

  it('keeps what was typed when somebody else was first, and saves it over what is read then', async () => {
    let first = true;
    let stored = office;
    const asked = world({
      SetShiftsInfo: () => ({ shifts: [stored], uses: [], groups: [], today: '2026-06-03' }),
      GetShiftsInfo: () => {
        if (!first) return { number: 1, revision: 10 };
        first = false;
        stored = { ...office, offDuty: 900, revision: 9 };
        throw refusal('GetShiftsInfo', 12020, { field: 'revision' });
      },
    });
    show('?number=1');
    await screen.findByLabelText('On duty');
    type('Name', 'Day');
    click('Save');
    await screen.findByText(/Somebody else saved this meanwhile/);
    await waitFor(() => expect(field('Off duty').value).toBe('15:00'));
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetShiftsInfo').at(-1)).toEqual({ number: 1, name: 'Day', revision: 9 });
  });

  it('says that days gone by change, and makes a copy for a change from a day on', async () => {
    const asked = world({ GetShiftsInfo: () => ({ number: 3, revision: 1 }) });
    show('?number=1');
    await screen.findByText(/^A change holds for days gone by as well/);
    fireEvent.click(screen.getByRole('link', { name: 'Copy as a new shift' }));
    expect(at).toBe(`${PATH}?number=3&from=1`);
    expect(field('Name').value).toBe('Office 2');
    expect(field('Break 1: end').value).toBe('12:30');
    click('Save');
    await screen.findByText('Saved');
    const { revision: _, ...copied } = office;
    expect(requests(asked, 'GetShiftsInfo')).toEqual([
      { ...copied, number: 3, name: 'Office 2', colour: 3, revision: 0 },
    ]);
  });

  it('shows a shift to who may only look, and takes nothing', async () => {
    world({ checkPower: () => ({ read: true, write: false }) });
    show('?number=1');
    expect((await screen.findByLabelText<HTMLInputElement>('On duty')).disabled).toBe(true);
    for (const input of document.querySelectorAll('input')) expect(input.matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Copy as a new shift' })).toBeNull();
  });
});

describe('the shifts of the groups', () => {
  it('say which holds today', async () => {
    world();
    show();
    await screen.findByText('Shifts of Groups');
    await waitFor(() => expect(rowsOf('Shifts of Groups')[0]).toContain('Staff'));
    const [first, second] = rowsOf('Shifts of Groups');
    expect(first).toContain('Today');
    expect(first).toContain('Office · From Jan 1, 2026');
    expect(second).not.toContain('Today');
    expect(second).toContain('Shift 2 · Jul 1, 2026 to Jul 31, 2026');
  });

  it('are assigned, since ever where no day is given', async () => {
    const asked = world({ assignShift: () => ({ id: 13 }) });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Assign Shift' }));
    await screen.findByRole('dialog', { name: 'Assign Shift' });
    choose(field('Time zone group'), '3');
    choose(field('Shift'), '2');
    expect(field(/^First day/).value).toBe('2026-06-03');
    type(/^Last day/, '2026-06-02');
    click('Save');
    expect(screen.getByText('Before the first day')).toBeTruthy();
    type(/^First day/, '');
    click('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'assignShift')).toEqual([{ group: 3, shift: 2, from: '', to: '2026-06-02' }]);
    expect(requests(asked, 'SetShiftsInfo').length).toBeGreaterThan(1);
  });

  it('are changed, and ended today', async () => {
    const asked = world({ assignShift: () => ({ id: 11 }) });
    show();
    await ask('Staff', 'End');
    const dialog = await screen.findByRole('dialog', { name: 'Assignment' });
    expect((within(dialog).getByLabelText('Time zone group') as HTMLSelectElement).disabled).toBe(true);
    expect(field(/^Last day/).value).toBe('2026-06-03');
    click('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await ask('Staff', 'Edit', 1);
    choose(field('Shift'), '1');
    click('Save');
    await waitFor(() => expect(requests(asked, 'assignShift')).toHaveLength(2));
    expect(requests(asked, 'assignShift')).toEqual([
      { id: 11, group: 2, shift: 1, from: '2026-01-01', to: '2026-06-03' },
      { id: 12, group: 2, shift: 1, from: '2026-07-01', to: '2026-07-31' },
    ]);
  });

  it('are not ended before they begin', async () => {
    world();
    show();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Actions for Staff' }))[1] as HTMLElement);
    expect(screen.queryByRole('menuitem', { name: 'End' })).toBeNull();
  });

  it('are deleted as if they had never been', async () => {
    const asked = world({ unassignShift: () => ({}) });
    show();
    await ask('Staff', 'Delete');
    const question = await screen.findByRole('alertdialog', { name: 'Delete the assignment of «Office»?' });
    expect(question.textContent).toContain('on days gone by too');
    click('Delete', question);
    await waitFor(() => expect(requests(asked, 'unassignShift')).toEqual([{ id: 11 }]));
  });

  it('say at the shift what the terminal refuses', async () => {
    world({
      assignShift: () => {
        throw refusal('assignShift', 12061, { field: 'shift' });
      },
    });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Assign Shift' }));
    click('Save');
    expect(await screen.findByText('There is no such shift; set it up first')).toBeTruthy();
    expect(field('Shift').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the shifts of a user', () => {
  const state = () => document.querySelector('.state-card dl')?.textContent;

  it('are those assigned, and what was usual before; one of them counts today', async () => {
    world();
    show('?user=7');
    await screen.findByRole('heading', { level: 1, name: 'Shifts of User 7' });
    expect(await screen.findByText('Grace Okafor')).toBeTruthy();
    await waitFor(() => expect(state()).toContain('Group: Staff'));
    expect(state()).toBe('TodayShift 2 · assignedUsual shiftOfficeGroup: StaffOffice');
    expect(rowsOf('Assigned Shifts')).toEqual([expect.stringContaining('Jun 1, 2026 to Jun 7, 2026')]);
    expect(rowsOf('Assigned Shifts')[0]).toContain('Today');
    expect(rowsOf('Usual Before')).toEqual(['As the groupUntil Mar 31, 2026']);
    expect(screen.getByRole('link', { name: 'Edit User' }).getAttribute('href')).toBe('/user/userEdit?userid=7');
  });

  it.each([
    [1, 'Office · Usual shift'],
    [0, 'Office · of the group'],
    [9, 'Office · of the group'],
  ])('without one of their own are the usual one %s, or the group’s', async (number, text) => {
    world({ shiftsOf: () => ({ usual: number, group: 2, assigned: [], today: '2026-06-03' }) });
    show('?user=7');
    await screen.findByText('None assigned');
    expect(state()).toContain(`Today${text}`);
  });

  it('may be none', async () => {
    world({ shiftsOf: () => ({ usual: 0, group: 5, assigned: [], today: '2026-06-03' }) });
    show('?user=7');
    await screen.findByText('None assigned');
    expect(state()).toContain('TodayNo shift');
  });

  it('of a long plan are those from today on, until all are asked for', async () => {
    const plan = Array.from({ length: 60 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 4, 1 + at)).toISOString().slice(0, 10);
      return { ...own, id: 100 + at, from: day, to: day };
    });
    world({ shiftsOf: () => ({ usual: 1, group: 2, assigned: plan, today: '2026-06-03' }) });
    show('?user=7');
    fireEvent.click(await screen.findByText('Show all 60'));
    expect(screen.queryByText('Show all 60')).toBeNull();
    expect(screen.getByText('May 1, 2026 to May 1, 2026')).toBeTruthy();
  });

  it('are assigned from a day on, changed and deleted', async () => {
    const asked = world({ assignShift: () => ({ id: 23 }), unassignShift: () => ({}) });
    show('?user=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Assign Shift' }));
    await screen.findByRole('dialog');
    expect(screen.queryByLabelText('Time zone group')).toBeNull();
    type(/^First day/, '');
    click('Save');
    expect(screen.getByText('Choose a day')).toBeTruthy();
    type(/^First day/, '2026-06-08');
    click('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await ask('Shift 2', 'Edit');
    type(/^Last day/, '2026-06-05');
    click('Save');
    await waitFor(() => expect(requests(asked, 'assignShift')).toHaveLength(2));
    expect(requests(asked, 'assignShift')).toEqual([
      { userid: 7, shift: 1, from: '2026-06-08', to: '' },
      { id: 21, userid: 7, shift: 2, from: '2026-06-01', to: '2026-06-05' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await ask('Shift 2', 'Delete');
    click('Delete', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(requests(asked, 'unassignShift')).toEqual([{ id: 21 }]));
    expect(requests(asked, 'shiftsOf').length).toBeGreaterThan(2);
  });

  it('are without a name for who may not read the users', async () => {
    setSession({ ...account(), roles: ['advSetting'] });
    const asked = world();
    show('?user=7');
    await screen.findByRole('heading', { level: 1, name: 'Shifts of User 7' });
    expect(asked.map(({ call }) => call)).not.toContain('GetUserInfo');
    expect(screen.queryByRole('link', { name: 'Edit User' })).toBeNull();
  });
});
