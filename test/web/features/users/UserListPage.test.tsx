import type { User, UserlistRequest } from '@gen/contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteUsers } from '../../../../web/features/users/data.ts';
import { refreshDeviceInfo } from '../../../../web/lib/device.ts';
import { writePreference } from '../../../../web/lib/preferences.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { currentToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { setPhone } from '../../browser.ts';
import { refusal } from '../../fakeTerminal.ts';
import { at, choose, open, page, requests, SHIFTS, terminal, user } from './world.tsx';

const BO = user({
  userid: 1,
  username: 'Bo Lindqvist',
  cardno: '12884301',
  cardno2: '7',
  cardno3: '8',
  hasPassword: true,
  level: 4,
});
const CHEN = user({ userid: 2, username: '陈伟', group: 0, validTo: '2020-01-01' });
const NOBODY_NAMED = user({ userid: 3, username: '' });
const THREE = [BO, CHEN, NOBODY_NAMED];

afterEach(() => vi.useRealTimers());

const row = (name: RegExp) => screen.getByRole('row', { name });

describe('/user/userList', () => {
  it('shows who there is, with what they hold and may', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByRole('table', { name: 'User List' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User List3');
    const bo = row(/Bo Lindqvist/);
    expect(within(bo).getByText('0012 884 301')).toBeTruthy();
    expect(within(bo).getByText('Card, Password')).toBeTruthy();
    expect(within(bo).getByText('and 2 more cards')).toBeTruthy();
    expect(within(bo).getByText('Admin 4')).toBeTruthy();
    expect(within(bo).getByText('NO (any time)')).toBeTruthy();
    expect(within(row(/陈伟/)).getByText('Expired')).toBeTruthy();
    expect(within(row(/No name/)).getByText('No credentials')).toBeTruthy();
    expect(screen.getByText('1–3 of 3')).toBeTruthy();
  });

  const saves = () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    return saved;
  };
  const file = { DownloadUsers: () => ({ name: 'users.xlsx', content: new Blob(['x']) }) };
  const openExport = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
    return within(await screen.findByRole('dialog', { name: 'Users as a file' }));
  };

  it('gives a file of all whom search and filters find, not of the page alone', async () => {
    const asked = terminal({ userlist: () => page(THREE), ...file });
    const saved = saves();
    open('/user/userList?search=bo&group=1&sort=name&limit=20&after=x');
    const dialog = await openExport();
    expect(dialog.getByText(/The 3 users that search and filters find/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: /CSV/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
    await expect.poll(() => saved).toEqual(['users.xlsx']);
    expect(requests(asked, 'DownloadUsers')).toEqual([
      { search: 'bo', group: 1, sort: 'name', order: 'asc', format: 'csv' },
    ]);
    writePreference('userExport', null);
    vi.restoreAllMocks();
  });

  it('gives the columns that are wanted, one at least, and remembers them', async () => {
    const asked = terminal({ userlist: () => page(THREE), ...file });
    const saved = saves();
    const first = open('/user/userList');
    let dialog = await openExport();
    expect(dialog.getByText(/All 3 users/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Only the user ID' }));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'User ID' }));
    expect(dialog.getByText('Choose at least one column')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Shift' }));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'User name' }));
    first.unmount();
    open('/user/userList');
    dialog = await openExport();
    fireEvent.click(dialog.getByRole('button', { name: 'Download' }));
    await expect.poll(() => saved).toEqual(['users.xlsx']);
    expect(requests(asked, 'DownloadUsers')).toEqual([
      { sort: 'id', order: 'asc', format: 'xlsx', columns: ['username', 'shift'] },
    ]);
    writePreference('userExport', null);
    vi.restoreAllMocks();
  });

  it('hands those who are selected, or all whom a filter finds, to be changed alike', async () => {
    terminal({ userlist: () => page(THREE) });
    const several: unknown[] = [];
    open('/user/userList', {}, (props) => {
      several.push({ whom: props.whom, count: props.count });
      return null;
    });
    await screen.findByText('陈伟');
    expect(screen.queryByRole('button', { name: /^Edit all/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /Bo Lindqvist/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /陈伟/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(several.at(-1)).toEqual({ whom: { userids: [1, 2] }, count: '2' });
    fireEvent.click(screen.getByRole('button', { name: 'Clear the selection' }));
    choose(screen.getByRole('combobox', { name: 'Role' }), 'admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit all 3' }));
    expect(several.at(-1)).toEqual({ whom: { role: 'admin' }, count: '3' });
  });

  it('leads to users out of a file, who may add some', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    expect((await screen.findByRole('link', { name: 'Import' })).getAttribute('href')).toBe('/user/import');
  });

  it('offers a file beside the first user where there is nobody yet', async () => {
    terminal({ userlist: () => page([]) });
    open('/user/userList');
    await screen.findByText('No users yet');
    expect(screen.getAllByRole('link', { name: 'Import' })).toHaveLength(2);
  });

  it('has neither for who may only look', async () => {
    terminal({ userlist: () => page(THREE), checkPower: () => ({ read: true, write: false }) });
    open('/user/userList?search=o');
    await screen.findByText('陈伟');
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });

  it('says why nobody can be added before it is pressed, as long as the terminal is full', async () => {
    let users = 3;
    const info = () => ({ buildId: 'b', deviceName: '', funOption: { FACE: 0, FP: 0, IRIS: 0 }, users, MaxUser: 3 });
    terminal({ userlist: () => page(THREE), SetInfoParam: info, deleteuser: () => ({}) });
    open('/user/userList');
    const add = await screen.findByRole('button', { name: 'Add user' });
    expect(add.getAttribute('aria-disabled')).toBe('true');
    const why = document.getElementById(add.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toBe('The terminal is full: it holds 3 users. Delete some to add others.');
    fireEvent.click(add);
    expect(at()).toBe('/user/userList');
    users = 2;
    act(refreshDeviceInfo);
    const link = await screen.findByRole('link', { name: 'Add user' });
    expect(link.getAttribute('href')).toBe('/user/addUser');
    expect(screen.queryByText(/The terminal is full/)).toBeNull();
  });

  it('on a phone the reason stands above the list', async () => {
    setPhone(true);
    const info = { buildId: 'b', deviceName: '', funOption: { FACE: 0, FP: 0, IRIS: 0 }, users: 3, MaxUser: 3 };
    terminal({ userlist: () => page(THREE), SetInfoParam: () => info });
    open('/user/userList');
    expect(await screen.findByText(/The terminal is full: it holds 3 users/)).toBeTruthy();
  });

  it('searches 300 ms after the last key and keeps the search in the address', async () => {
    const asked = terminal({ userlist: ({ search }: UserlistRequest) => page(search ? [BO] : THREE) });
    open('/user/userList?after=x');
    const box = await screen.findByRole('textbox', { name: 'ID, name or card' });
    await screen.findByText('陈伟');
    vi.useFakeTimers();
    fireEvent.input(box, { target: { value: 'b' } });
    fireEvent.input(box, { target: { value: 'bo' } });
    act(() => void vi.advanceTimersByTime(299));
    expect(at()).toBe('/user/userList?after=x');
    act(() => void vi.advanceTimersByTime(1));
    vi.useRealTimers();
    expect(at()).toBe('/user/userList?search=bo');
    await waitFor(() => expect(screen.queryByText('陈伟')).toBeNull());
    expect(requests(asked, 'userlist').at(-1)).toMatchObject({ search: 'bo' });
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(at()).toBe('/user/userList');
    expect(document.activeElement).toBe(box);
  });

  it('filters by chips and takes all filters back at once', async () => {
    const asked = terminal({ userlist: () => page(THREE) });
    open('/user/userList?search=o');
    await screen.findByText('陈伟');
    choose(screen.getByRole('combobox', { name: 'Time zone group' }), '0');
    choose(screen.getByRole('combobox', { name: 'Role' }), 'admin');
    expect(at()).toBe('/user/userList?search=o&group=0&role=admin');
    await waitFor(() => expect(requests(asked, 'userlist').at(-1)).toMatchObject({ group: 0, role: 'admin' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(at()).toBe('/user/userList');
    expect(screen.getByRole('textbox')).toHaveProperty('value', '');
  });

  it('filters by a shift that there is, by its name, and shows that in its column', async () => {
    setSession(account({ roles: ['user', 'advSetting'] }));
    writePreference('userList', 'shift');
    const asked = terminal({
      userlist: () => page([user({ shift: 1 })]),
      SetShiftsInfo: () => ({ shifts: SHIFTS, uses: [], groups: [], today: '2026-06-03' }),
    });
    open('/user/userList');
    await screen.findByRole('cell', { name: 'Early' });
    const filter = screen.getByRole('combobox', { name: 'Shift' });
    const options = () => [...filter.querySelectorAll('option')].map((one) => one.textContent);
    act(() => filter.focus());
    await waitFor(() => expect(options()).toEqual(['Any shift', 'As the group', 'Early', 'Shift 3']));
    choose(filter, '1');
    await waitFor(() => expect(requests(asked, 'userlist').at(-1)).toMatchObject({ shift: 1 }));
    expect(at()).toBe('/user/userList?shift=1');
    writePreference('userList', null);
  });

  it('leaves out the columns that nobody wants, makes the rows low, and remembers it', async () => {
    terminal({ userlist: () => page([user({ shift: 3 })]) });
    const headings = () => screen.getAllByRole('columnheader').map((one) => one.textContent);
    const first = open('/user/userList');
    const table = await screen.findByRole('table', { name: 'User List' });
    const usual = ['', 'User', 'ID', 'Card', 'Credentials', 'Role', 'Time zone group', 'Valid', 'Actions'];
    await waitFor(() => expect(headings()).toEqual(usual));
    fireEvent.click(screen.getByRole('button', { name: 'Rows and columns' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rows and columns' });
    expect(within(dialog).queryByRole('checkbox', { name: 'ID' })).toBeNull();
    for (const name of ['Card', 'Role', 'Shift']) fireEvent.click(within(dialog).getByRole('checkbox', { name }));
    fireEvent.click(within(dialog).getByRole('switch', { name: 'Compact rows' }));
    const wanted = ['', 'User', 'ID', 'Credentials', 'Time zone group', 'Shift', 'Valid', 'Actions'];
    expect(headings()).toEqual(wanted);
    expect(within(row(/Grace/)).getByText('Shift 3')).toBeTruthy();
    expect(table.className).toContain('table-compact');
    first.unmount();
    open('/user/userList');
    expect((await screen.findByRole('table', { name: 'User List' })).className).toContain('table-compact');
    await waitFor(() => expect(headings()).toEqual(wanted));
  });

  it('says «Always» as plain text, an end of validity in a tag', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByText('陈伟');
    expect(within(row(/Bo Lindqvist/)).getByText('Always').className).not.toContain('tag');
    expect(within(row(/陈伟/)).getByText('Expired').className).toContain('tag');
  });

  it('keeps each avatar: its colour comes from the ID, and sorting only moves it', async () => {
    terminal({
      userlist: ({ order }: UserlistRequest) => page(order === 'desc' ? THREE.toReversed() : THREE),
    });
    open('/user/userList');
    await screen.findByText('陈伟');
    const avatars = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((one) => one.querySelector<HTMLElement>('.avatar'));
    const before = avatars();
    const hues = before.map((one) => one?.style.getPropertyValue('--hue'));
    expect(hues).toEqual(['138', '275', '53']);
    fireEvent.click(screen.getByRole('button', { name: 'ID' }));
    await waitFor(() => expect(avatars()[0]).toBe(before[2]));
    expect(avatars()).toEqual(before.toReversed());
    expect(avatars().map((one) => one?.style.getPropertyValue('--hue'))).toEqual(hues.toReversed());
  });

  it('keeps the filters in their place while users are selected, and lets nobody forget them by one', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByText('陈伟');
    const filters = () => screen.getByRole<HTMLFieldSetElement>('group', { name: 'Filters' });
    expect(filters().disabled).toBe(false);
    fireEvent.click(screen.getByRole('checkbox', { name: /Bo Lindqvist/ }));
    expect(screen.getByRole('toolbar')).toBeTruthy();
    expect(filters().disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Clear the selection' }));
    expect(filters().disabled).toBe(false);
  });

  it('sorts on the server', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByText('陈伟');
    const heading = (name: string) => screen.getByRole('columnheader', { name });
    expect(heading('ID').getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByRole('button', { name: 'ID' }));
    expect(at()).toBe('/user/userList?order=desc');
    fireEvent.click(screen.getByRole('button', { name: 'User' }));
    expect(at()).toBe('/user/userList?sort=name');
    await waitFor(() => expect(heading('User').getAttribute('aria-sort')).toBe('ascending'));
  });

  it('walks by the server’s cursors and says where it is', async () => {
    const answers = new Map([
      [undefined, page(THREE, { total: 10_000, totalIsMore: true, next: 'n1' })],
      [
        'n1',
        page([user({ userid: 9, username: 'Last' })], {
          total: 10_000,
          totalIsMore: true,
          position: 4,
          previous: 'p1',
        }),
      ],
    ]);
    const asked = terminal({ userlist: ({ after }: UserlistRequest) => answers.get(after) });
    open('/user/userList');
    await screen.findByText('1–3 of 10,000+');
    const previous = screen.getByRole('button', { name: 'Previous' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(at()).toBe('/user/userList?after=n1');
    await screen.findByText('4–4 of 10,000+');
    fireEvent.click(previous);
    expect(at()).toBe('/user/userList?before=p1');
    choose(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
    expect(at()).toBe('/user/userList?limit=20');
    await waitFor(() => expect(requests(asked, 'userlist').at(-1)).toMatchObject({ limit: 20 }));
  });

  it('goes to the ends of the list, to an ID, and to the first letters of a name', async () => {
    const middle = page(THREE, { total: 99, next: 'n', previous: 'p', position: 40 });
    const asked = terminal({ userlist: ({ last }: UserlistRequest) => (last ? { ...middle, next: '' } : middle) });
    open('/user/userList?group=1&after=x');
    await screen.findByText('40–42 of 99');
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    press('Last page');
    expect(at()).toBe('/user/userList?group=1&last=true');
    await waitFor(() => expect(requests(asked, 'userlist').at(-1)).toMatchObject({ group: 1, last: true }));
    const edge = screen.getByRole('button', { name: 'Last page' });
    await waitFor(() => expect(edge.getAttribute('aria-disabled')).toBe('true'));
    press('First page');
    expect(at()).toBe('/user/userList?group=1');
    const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Go to ID' });
    press('Go');
    expect(currentToasts().at(-1)?.text).toBe('Please enter the User ID!');
    expect(document.activeElement).toBe(box());
    fireEvent.input(box(), { target: { value: '0' } });
    press('Go');
    expect(at()).toBe('/user/userList?group=1');
    fireEvent.input(box(), { target: { value: 'a57' } });
    expect(box().value).toBe('57');
    press('Go');
    expect(at()).toBe('/user/userList?group=1&from=57');
    await waitFor(() => expect(requests(asked, 'userlist').at(-1)).toMatchObject({ group: 1, from: '57' }));
    press('User');
    expect(at()).toBe('/user/userList?group=1&sort=name');
    const name = await screen.findByRole('textbox', { name: 'Go to name' });
    press('Go');
    expect(currentToasts().at(-1)?.text).toBe('Please enter the User Name!');
    fireEvent.input(name, { target: { value: ' Émi ' } });
    press('Go');
    expect(new URLSearchParams(at().split('?')[1]).get('from')).toBe('Émi');
  });

  it('offers no place to go to where all stand on one page', async () => {
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByText('1–3 of 3');
    expect(screen.queryByRole('textbox', { name: 'Go to ID' })).toBeNull();
    for (const name of ['First page', 'Last page']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    }
  });

  it('leads an address back whose page is gone or whose cursor is not understood', async () => {
    terminal({
      userlist: ({ after, before }: UserlistRequest) => {
        if (after === 'bad') throw refusal('userlist', 12017, { field: 'after' });
        if (after === 'gone') return page([], { total: 3, position: 0, previous: 'p' });
        return before === 'p' ? page(THREE, { previous: '' }) : page(THREE);
      },
    });
    open('/user/userList?after=bad&group=1');
    await screen.findByText('陈伟');
    expect(at()).toBe('/user/userList?group=1');
    open('/user/userList?after=gone');
    await waitFor(() => expect(at()).toBe('/user/userList'));
  });

  it('tells «nothing matches» from «nobody yet» from «could not be read»', async () => {
    let answer = (): unknown => page([]);
    terminal({ userlist: () => answer() });
    const first = open('/user/userList');
    expect(await screen.findByText('No users yet')).toBeTruthy();
    first.unmount();
    const second = open('/user/userList?search=zzz');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    second.unmount();
    answer = () => {
      throw refusal('userlist', 10001);
    };
    open('/user/userList?group=5');
    expect((await screen.findByRole('alert')).textContent).toContain('System Error');
    answer = () => page([BO]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Bo Lindqvist')).toBeTruthy();
  });

  it('draws grey rows after 150 ms, not before', async () => {
    vi.useFakeTimers();
    terminal({ userlist: () => new Promise(() => undefined) });
    open('/user/userList?group=6');
    act(() => void vi.advanceTimersByTime(149));
    expect(screen.queryByRole('table')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('without the right to write shows and says so', async () => {
    terminal({ checkPower: () => ({ read: true, write: false }), userlist: () => page(THREE) });
    open('/user/userList');
    await screen.findByText('陈伟');
    expect(screen.getByText(/may look at users but not change/)).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Actions for 陈伟' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Show',
      'Enrolment',
      'Recognition Mode',
    ]);
  });

  it('on a phone is a list of cards with the order among the chips', async () => {
    setPhone(true);
    terminal({ userlist: () => page(THREE) });
    open('/user/userList');
    const list = await screen.findByRole('list', { name: 'User List' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    choose(screen.getByRole('combobox', { name: 'Order' }), 'name-desc');
    expect(at()).toBe('/user/userList?sort=name&order=desc');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText('Please select user!')).toBeTruthy();
    expect(screen.getByText('0 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('3 selected')).toBeTruthy();
  });
});

describe('deleting users', () => {
  let stored: User[] = [];
  const answers = {
    userlist: () => page(stored),
    deleteuser: ({ userid }: { userid: number }) => {
      stored = stored.filter((one) => one.userid !== userid);
      return {};
    },
    deletsomeuser: ({ userids }: { userids: number[] }) => {
      const deleted = userids.filter((id) => id !== 1);
      stored = stored.filter((one) => !deleted.includes(one.userid));
      return { deleted, failed: userids.includes(1) ? [{ userid: 1, code: 12003 }] : [] };
    },
  };
  const select = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('without a selection asks for one', async () => {
    stored = THREE;
    terminal(answers);
    open('/user/userList');
    await screen.findByText('陈伟');
    press('Delete');
    expect(screen.getByText('Please select user!')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('the selection takes the toolbar’s place, and goes', async () => {
    stored = THREE;
    terminal(answers);
    open('/user/userList');
    await screen.findByText('陈伟');
    select(/Bo Lindqvist/);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    expect(all.indeterminate).toBe(true);
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(all);
    expect(screen.getByText('3 selected')).toBeTruthy();
    press('Clear the selection');
    expect(screen.getByRole('textbox')).toBeTruthy();
  });

  it('asks with the number, and names who stayed and why', async () => {
    stored = THREE;
    const asked = terminal(answers);
    open('/user/userList');
    await screen.findByText('陈伟');
    select(/Bo Lindqvist/);
    select(/陈伟/);
    press('Delete');
    const question = screen.getByRole('alertdialog', { name: 'Delete 2 users?' });
    expect(within(question).getByText('Bo Lindqvist')).toBeTruthy();
    fireEvent.click(within(question).getByRole('button', { name: 'Delete 2 users' }));
    const result = await screen.findByRole('dialog', { name: '1 user was not deleted' });
    expect(within(result).getByText('1 user deleted')).toBeTruthy();
    expect(
      within(result).getByRole('row', { name: 'Bo Lindqvist 1 This account or level is above your own' }),
    ).toBeTruthy();
    expect(requests(asked, 'deletsomeuser')).toEqual([{ userids: [1, 2] }]);
    await waitFor(() => expect(screen.queryByRole('row', { name: /陈伟/ })).toBeNull());
    expect(screen.getByRole('textbox')).toBeTruthy();
  });

  it('all whom the filter finds: the number is asked for, and they go a page at a time, past who stays', async () => {
    const ids = Array.from({ length: 297 }, (_, index) => index + 1);
    let left = ids;
    const world = {
      userlist: ({ after = '', limit = 50 }: { after?: string; limit?: number }) => {
        const from = left.filter((id) => id > Number(after));
        const users = from.slice(0, limit).map((userid) => user({ userid, username: `User ${userid}` }));
        const next = from.length > limit ? String(users.at(-1)?.userid) : '';
        return { ...page(users), total: left.length, next };
      },
      deletsomeuser: ({ userids }: { userids: number[] }) => {
        const deleted = userids.filter((id) => id !== 120);
        left = left.filter((id) => !deleted.includes(id));
        return { deleted, failed: userids.includes(120) ? [{ userid: 120, code: 12003 }] : [] };
      },
    };
    const asked = terminal(world);
    open('/user/userList?role=user');
    await screen.findByText('User 50');
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
    expect(screen.queryByRole('button', { name: 'Select all 297' })).toBeNull();
    fireEvent.click(all);
    press('Select all 297');
    expect(screen.getByText('All 297 selected')).toBeTruthy();
    /* Without one of them it is the page again, but for that one. */
    select(/User 3\b/);
    expect(screen.getByText('49 selected')).toBeTruthy();
    fireEvent.click(all);
    press('Select all 297');
    press('Delete');
    const question = screen.getByRole('alertdialog', { name: 'Delete all users found (297)?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete all 297' }));
    const result = await screen.findByRole('dialog', { name: '1 user was not deleted' });
    expect(within(result).getByText('296 users deleted')).toBeTruthy();
    expect(within(result).getByText('User 120')).toBeTruthy();
    const sent = requests(asked, 'deletsomeuser') as { userids: number[] }[];
    expect(sent.map(({ userids }) => userids.length)).toEqual([100, 100, 97]);
    const pages = requests(asked, 'userlist') as { role?: string; limit?: number }[];
    expect(pages.filter(({ limit }) => limit === 100).map(({ role }) => role)).toEqual(['user', 'user', 'user']);
    expect(left).toEqual([120]);
  });

  it('all whom the filter finds, given up on the way, leaves the rest', async () => {
    let left = Array.from({ length: 150 }, (_, index) => index + 1);
    const gate = Promise.withResolvers<void>();
    const asked = terminal({
      userlist: ({ limit = 50 }: { limit?: number }) => ({
        ...page(left.slice(0, limit).map((userid) => user({ userid, username: `User ${userid}` }))),
        total: left.length,
        next: 'more',
      }),
      deletsomeuser: async ({ userids }: { userids: number[] }) => {
        await gate.promise;
        left = left.filter((id) => !userids.includes(id));
        return { deleted: userids, failed: [] };
      },
    });
    open('/user/userList');
    await screen.findByText('User 50');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    press('Select all 150');
    press('Delete');
    press('Delete all 150');
    const running = await screen.findByRole('dialog', { name: 'Deleting users' });
    expect(within(running).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
    fireEvent.click(within(running).getByRole('button', { name: 'Cancel' }));
    gate.resolve();
    await screen.findByText('100 users deleted');
    expect(requests(asked, 'deletsomeuser')).toHaveLength(1);
    expect(left).toHaveLength(50);
  });

  it('one from the menu of its row, and none when it is cancelled', async () => {
    stored = THREE;
    const asked = terminal(answers);
    open('/user/userList');
    await screen.findByText('陈伟');
    const choose = () => {
      press('Actions for 陈伟');
      fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    };
    choose();
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests(asked, 'deleteuser')).toEqual([]);
    choose();
    const question = screen.getByRole('alertdialog', { name: 'Delete 陈伟?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1 user deleted');
    expect(requests(asked, 'deleteuser')).toEqual([{ userid: 2 }]);
    await waitFor(() => expect(screen.queryByText('陈伟')).toBeNull());
  });

  it('keeps the selection over the pages of a list', async () => {
    const second = [user({ userid: 9, username: 'Zoë' })];
    const asked = terminal({
      ...answers,
      userlist: ({ after }: UserlistRequest) =>
        after ? page(second, { position: 4, previous: 'p' }) : page(THREE, { next: 'n' }),
    });
    open('/user/userList');
    await screen.findByText('陈伟');
    press('Next');
    await screen.findByText('Zoë');
    select(/Zoë/);
    press('Previous');
    await screen.findByText('陈伟');
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.getByText('1 of them on another page')).toBeTruthy();
    select(/陈伟/);
    press('Delete');
    press('Delete 2 users');
    await screen.findByText('2 users deleted');
    expect(requests(asked, 'deletsomeuser')).toEqual([{ userids: [9, 2] }]);
  });

  it.each([
    ['search', '?search=zo'],
    ['group', '?group=5'],
    ['role', '?role=user'],
    ['shift', '?shift=2'],
    ['credential', '?credential=card'],
    ['days of validity', '?expiry=expired'],
  ])(
    'another %s is another list: nobody in it is selected, and «Delete» takes nobody who cannot be seen',
    async (_, other) => {
      const asked = terminal({
        ...answers,
        userlist: ({ sort, order, limit, ...filters }: UserlistRequest) =>
          page(Object.keys(filters).length > 0 ? [user({ userid: 9, username: 'Zoë' })] : THREE),
      });
      open('/user/userList', { other: `/user/userList${other}` });
      await screen.findByText('陈伟');
      select(/陈伟/);
      expect(screen.getByText('1 selected')).toBeTruthy();
      fireEvent.click(screen.getByText('other'));
      await screen.findByText('Zoë');
      expect(screen.queryByText('1 selected')).toBeNull();
      select(/Zoë/);
      press('Delete');
      const question = screen.getByRole('alertdialog', { name: 'Delete Zoë?' });
      fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
      await screen.findByText('1 user deleted');
      expect(asked.filter(({ call }) => call.startsWith('delet'))).toEqual([
        { call: 'deleteuser', request: { userid: 9 } },
      ]);
    },
  );

  it('another order is the same list and keeps the selection', async () => {
    terminal({ ...answers, userlist: () => page(THREE) });
    open('/user/userList', { other: '/user/userList?sort=name&order=desc&limit=20' });
    await screen.findByText('陈伟');
    select(/陈伟/);
    fireEvent.click(screen.getByText('other'));
    expect(await screen.findByText('1 selected')).toBeTruthy();
  });

  it('sends a thousand at most in a call, and tells all results together', async () => {
    const asked = terminal(answers);
    const ids = Array.from({ length: 1001 }, (_, index) => index + 1);
    const result = await deleteUsers(ids);
    expect(requests(asked, 'deletsomeuser')).toEqual([{ userids: ids.slice(0, 1000) }, { userids: [1001] }]);
    expect(result.deleted).toHaveLength(1000);
    expect(result.failed).toEqual([{ userid: 1, code: 12003 }]);
  });
});
