import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentSession, setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { refusal } from '../../fakeTerminal.ts';
import { at, choose, NEW_USER, open, page, requests, SHIFTS, terminal, user } from './world.tsx';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const list = { userlist: () => page([]) };

/** Another value in every field but the ID, and the request that it makes. */
function enterEverything(): void {
  type('User name', 'Émile Roche');
  type('Card NO.', '0012 884 302');
  type('Password', '826493');
  type('Password again', '826493');
  choose(field('Time zone group'), '5');
  choose(field('Shift'), '3');
  choose(field('Admin level'), '2');
  type('First day', '2026-03-29');
  type('Last day', '2026-10-25');
}

const everything = {
  username: 'Émile Roche',
  cardno: '12884302',
  password: '826493',
  group: 5,
  shift: 3,
  level: 2,
  validFrom: '2026-03-29',
  validTo: '2026-10-25',
};

describe('adding a user', () => {
  const offer = { ...list, GetUserInfo: () => ({ user: NEW_USER }) };

  it('offers the next free ID and sends only what was entered', async () => {
    const asked = terminal({ ...offer, adduser: () => ({ userid: 42, revision: 1 }) });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    expect(field('User ID').value).toBe('42');
    type('User name', 'Émile Roche');
    type('Card NO.', '0012 884 301');
    choose(field('Time zone group'), '5');
    press('Add user');
    await screen.findByText('User 42 added');
    expect(requests(asked, 'adduser')).toEqual([{ userid: 42, username: 'Émile Roche', cardno: '12884301', group: 5 }]);
    expect(at()).toBe('/user/userList');
  });

  it('sends everything that was entered, and nothing else', async () => {
    const asked = terminal({ ...offer, adduser: () => ({ userid: 43, revision: 1 }) });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('User ID', '43');
    enterEverything();
    press('Add user');
    await screen.findByText('User 43 added');
    expect(requests(asked, 'adduser')).toEqual([{ userid: 43, ...everything }]);
  });

  it('adds once, however often it is asked for', async () => {
    let done = (_: object) => {};
    const asked = terminal({
      ...offer,
      adduser: () =>
        new Promise((resolve) => {
          done = resolve;
        }),
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    const form = screen.getByRole('form', { name: 'Add User' });
    fireEvent.submit(form);
    await waitFor(() => expect(requests(asked, 'adduser')).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add user' }).getAttribute('aria-busy')).toBe('true'),
    );
    fireEvent.submit(form);
    done({ userid: 42, revision: 1 });
    await screen.findByText('User 42 added');
    expect(requests(asked, 'adduser')).toEqual([{ userid: 42 }]);
  });

  it('says at the ID who had it, as far as records name them', async () => {
    const asked = terminal({
      ...offer,
      formerUser: ({ userid }: { userid: number }) =>
        userid === 7 ? { named: true, name: 'Ada Marlow', day: '2026-10-02' } : { named: false, name: '', day: '' },
      adduser: () => ({ userid: 7, revision: 1 }),
    });
    setSession(account());
    open('/user/addUser');
    await screen.findByText('The next free ID is offered. 1 to 999,999,999.');
    type('User ID', '7');
    const text = 'Records name this ID: Ada Marlow, last on Oct 2, 2026.';
    const hint = await screen.findByText(text);
    expect(field('User ID').getAttribute('aria-describedby')).toBe(hint.id);
    type('User ID', '0');
    fireEvent.blur(field('User ID'));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    type('User ID', '7');
    await screen.findByText(text);
    press('Add user');
    await screen.findByText('User 7 added');
    expect(requests(asked, 'formerUser')).not.toContainEqual({ userid: 0 });
  });

  it('says no name where none may be read, and nothing to who may not read records', async () => {
    const asked = terminal({ ...offer, formerUser: () => ({ named: true, name: '', day: '2026-10-02' }) });
    open('/user/addUser');
    await screen.findByText('The next free ID is offered. 1 to 999,999,999.');
    expect(requests(asked, 'formerUser')).toEqual([]);
    setSession(account());
    await screen.findByText('Records name this ID: User 42, last on Oct 2, 2026.');
    expect(requests(asked, 'formerUser')).toEqual([{ userid: 42 }]);
  });

  it('is what /user/userEdit without an ID shows', async () => {
    terminal(offer);
    open('/user/userEdit');
    expect(await screen.findByRole('heading', { level: 1, name: 'Add User' })).toBeTruthy();
  });

  it('says what is missing and goes there, and sends nothing', async () => {
    const asked = terminal(offer);
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('User ID', '');
    expect(screen.queryByText('Please input User ID')).toBeNull();
    press('Add user');
    expect(screen.getByText('Please input User ID')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('User ID')));
    type('User ID', '77');
    type('Password', '4711');
    type('Password again', '4712');
    press('Add user');
    expect(screen.getByText('Two password entries are inconsistent')).toBeTruthy();
    expect(field('Password again').getAttribute('aria-invalid')).toBe('true');
    expect(requests(asked, 'adduser')).toEqual([]);
  });

  it('puts the terminal’s complaint at its field until it is changed', async () => {
    terminal({
      ...offer,
      adduser: () => {
        throw refusal('adduser', 40403, { field: 'cardno' });
      },
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('Card NO.', '5');
    press('Add user');
    await screen.findByText('User Card Already Exists');
    expect(field('Card NO.').getAttribute('aria-invalid')).toBe('true');
    type('Card NO.', '6');
    expect(screen.queryByText('User Card Already Exists')).toBeNull();
    expect(at()).toBe('/user/addUser');
  });

  it('on an ID that is taken asks, and adds again only when told to', async () => {
    const asked = terminal({
      ...offer,
      adduser: ({ again }: { again?: boolean }) => {
        if (!again) throw refusal('adduser', 40402, { field: 'userid' });
        return { userid: 7, revision: 4 };
      },
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('User ID', '7');
    press('Add user');
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText('The user already exists, do you want to add it again?')).toBeTruthy();
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field('User ID').value).toBe('7');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add user' }).getAttribute('aria-busy')).toBeNull());
    press('Add user');
    await screen.findByRole('alertdialog');
    press('Add again');
    await screen.findByText('User 7 added');
    expect(requests(asked, 'adduser')).toEqual([{ userid: 7 }, { userid: 7 }, { userid: 7, again: true }]);
  });

  it('opens with the focus on the name', async () => {
    terminal(offer);
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    await waitFor(() => expect(document.activeElement).toBe(field('User name')));
  });

  it('saves and goes on: says who, keeps what is alike, offers the next ID', async () => {
    let next = 42;
    const asked = terminal({
      ...list,
      GetUserInfo: () => ({ user: { ...NEW_USER, userid: next } }),
      adduser: ({ userid }: { userid: number }) => {
        next = userid + 1;
        return { userid, revision: 1 };
      },
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    enterEverything();
    press('Save and add another');
    await screen.findByText('Émile Roche added with ID 42');
    await waitFor(() => expect(field('User ID').value).toBe('43'));
    expect(at()).toBe('/user/addUser');
    expect(document.activeElement).toBe(field('User name'));
    for (const name of ['User name', 'Card NO.', 'Password', 'Password again', 'First day', 'Last day']) {
      expect(field(name).value).toBe('');
    }
    expect([field('Time zone group').value, field('Shift').value, field('Admin level').value]).toEqual(['5', '3', '2']);
    type('User name', 'Ana Torres');
    choose(field('Admin level'), '0');
    press('Save and add another');
    await screen.findByText('Ana Torres added with ID 43');
    await waitFor(() => expect(field('User ID').value).toBe('44'));
    expect(requests(asked, 'adduser')).toEqual([
      { userid: 42, ...everything },
      { userid: 43, username: 'Ana Torres', group: 5, shift: 3 },
    ]);
    /* Nothing is typed: the way back does not ask. */
    press('Cancel');
    expect(at()).toBe('/user/userList');
  });

  it('says that the terminal is full instead of offering what cannot be saved', async () => {
    terminal({
      SetInfoParam: () => ({
        buildId: 'b',
        deviceName: '',
        funOption: { FACE: 0, FP: 0, IRIS: 0 },
        users: 9,
        MaxUser: 9,
      }),
      GetUserInfo: () => {
        throw refusal('GetUserInfo', 12018);
      },
    });
    open('/user/addUser');
    expect(await screen.findByText(/The terminal is full: it holds 9 users/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'User List' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes to the list when no other user fits', async () => {
    let full = false;
    terminal({
      ...list,
      GetUserInfo: () => {
        if (full) throw refusal('GetUserInfo', 12018);
        return { user: NEW_USER };
      },
      adduser: () => {
        full = true;
        return { userid: 42, revision: 1 };
      },
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    choose(field('Time zone group'), '5');
    press('Save and add another');
    await screen.findByText('User 42 added');
    await waitFor(() => expect(at()).toBe('/user/userList'));
  });

  it('stays with what is typed when going on is refused or declined', async () => {
    terminal({
      ...offer,
      adduser: () => {
        throw refusal('adduser', 40403, { field: 'cardno' });
      },
    });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('Card NO.', '5');
    press('Save and add another');
    await screen.findByText('User Card Already Exists');
    expect(field('Card NO.').value).toBe('5');
    await waitFor(() => expect(document.activeElement).toBe(field('Card NO.')));
  });

  it('is not offered without the right to write', async () => {
    terminal({ ...offer, checkPower: () => ({ read: true, write: false }) });
    open('/user/addUser');
    await screen.findByText(/may look at users but not add/);
    expect(screen.queryByLabelText('User ID')).toBeNull();
  });
});

describe('a card number as it is printed', () => {
  const addCard = async (text: string) => {
    const asked = terminal({ ...list, GetUserInfo: () => ({ user: NEW_USER }), adduser: () => ({}) });
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    type('Card NO.', text);
    return asked;
  };

  it('is sent as its number, which stands below it', async () => {
    const asked = await addCard('003,12345');
    expect(screen.getByText('Card number 0000 208 953')).toBeTruthy();
    press('Add user');
    await waitFor(() => expect(requests(asked, 'adduser')).toEqual([{ userid: 42, cardno: '208953' }]));
  });

  it('that may mean two is not sent before one is chosen', async () => {
    const asked = await addCard('208,956');
    press('Add user');
    expect(requests(asked, 'adduser')).toEqual([]);
    press('Decimal number 0000 208 956');
    expect(field('Card NO.').value).toBe('0000 208 956');
    press('Add user');
    await waitFor(() => expect(requests(asked, 'adduser')).toEqual([{ userid: 42, cardno: '208956' }]));
  });

  it('of eight digits is decimal, or hexadecimal where that is chosen', async () => {
    const asked = await addCard('00303039');
    press('Hexadecimal number 0003 158 073');
    expect(field('Card NO.').value).toBe('0x303039');
    press('Add user');
    await waitFor(() => expect(requests(asked, 'adduser')).toEqual([{ userid: 42, cardno: '3158073' }]));
  });
});

describe('a card from a reader that types', () => {
  const offer = { ...list, GetUserInfo: () => ({ user: NEW_USER }) };
  const numberRead = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Number read' });

  async function readNow() {
    const asked = terminal(offer);
    open('/user/addUser');
    await screen.findByLabelText('User ID');
    press('Read at this computer');
    await screen.findByRole('dialog', { name: 'Read at this computer' });
    return asked;
  }

  it('is taken at the Enter that ends it, and nothing is submitted', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    onTestFinished(() => now.mockRestore());
    const asked = await readNow();
    await waitFor(() => expect(document.activeElement).toBe(numberRead()));
    /* It is no part of the form around it, whose Enter would submit. */
    expect(numberRead().form).toBeNull();
    fireEvent.input(numberRead(), { target: { value: '0012884301' } });
    expect(fireEvent.keyDown(numberRead(), { key: 'Enter' })).toBe(false);
    await screen.findByText('Card 0012 884 301 was read');
    expect(field('Card NO.').value).toBe('0012 884 301');
    expect(screen.queryByRole('dialog')).toBeNull();
    /* The second key of a reader that sends two opens nothing and submits nothing. */
    expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Read at this computer' }), { key: 'Enter' })).toBe(
      false,
    );
    now.mockReturnValue(10_399);
    expect(fireEvent.keyDown(field('Card NO.'), { key: 'Enter' })).toBe(false);
    expect(requests(asked, 'adduser')).toEqual([]);
    now.mockReturnValue(10_400);
    expect(fireEvent.keyDown(field('Card NO.'), { key: 'Enter' })).toBe(true);
  });

  it('is taken by the button too, with the facility code before the number', async () => {
    await readNow();
    fireEvent.input(numberRead(), { target: { value: '123,45678' } });
    press('Use this number');
    await screen.findByText('Card 0008 106 606 was read');
    expect(field('Card NO.').value).toBe('0008 106 606');
  });

  it('is refused when it is none, and the next card replaces it', async () => {
    await readNow();
    fireEvent.input(numberRead(), { target: { value: '72057594037927936' } });
    fireEvent.keyDown(numberRead(), { key: 'Enter' });
    expect(screen.getByText('At most 72,057,594,037,927,935')).toBeTruthy();
    expect(field('Card NO.').value).toBe('');
    const { selectionStart, selectionEnd } = numberRead();
    expect([selectionStart, selectionEnd]).toEqual([0, 17]);
    fireEvent.input(numberRead(), { target: { value: '5' } });
    expect(screen.queryByText('At most 72,057,594,037,927,935')).toBeNull();
    fireEvent.keyDown(numberRead(), { key: 'Enter' });
    await waitFor(() => expect(field('Card NO.').value).toBe('0000 000 005'));
  });

  it('that may mean two numbers is chosen from them', async () => {
    await readNow();
    fireEvent.input(numberRead(), { target: { value: '208,956' } });
    fireEvent.keyDown(numberRead(), { key: 'Enter' });
    expect(
      screen.getByText('This can mean two numbers. Choose the right one.', {
        selector: '.field-error *, .field-error',
      }),
    ).toBeTruthy();
    press('Facility code 208, number 956: 0013 632 444');
    await screen.findByText('Card 0013 632 444 was read');
    expect(field('Card NO.').value).toBe('0013 632 444');
  });

  it('is left by Escape without a change', async () => {
    await readNow();
    fireEvent.input(numberRead(), { target: { value: '5' } });
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Card NO.').value).toBe('');
    expect(fireEvent.keyDown(field('Card NO.'), { key: 'Enter' })).toBe(true);
  });

  it('is not offered to who may only look', async () => {
    terminal({ ...list, GetUserInfo: () => ({ user: user() }), checkPower: () => ({ read: true, write: false }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    expect(screen.queryByRole('button', { name: 'Read at this computer' })).toBeNull();
  });
});

describe('editing a user', () => {
  const grace = user({ cardno: '12884301', hasPassword: true });
  const read = { ...list, GetUserInfo: () => ({ user: grace }) };

  it('sends what differs with the revision that was read, and counts it', async () => {
    let revision = 3;
    const asked = terminal({ ...read, edituser: () => ({ userid: 7, revision: ++revision }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    expect(field('User ID').readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    type('User name', 'Grace O.');
    expect(screen.getAllByText('1 change')).toHaveLength(2);
    choose(field('Shift'), '3');
    expect(screen.getAllByText('2 changes')).toHaveLength(2);
    press('Save');
    await screen.findByText('Saved');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    type('User name', 'Grace');
    press('Save');
    await waitFor(() => expect(requests(asked, 'edituser')).toHaveLength(2));
    expect(requests(asked, 'edituser')).toEqual([
      { userid: 7, revision: 3, username: 'Grace O.', shift: 3 },
      { userid: 7, revision: 4, username: 'Grace' },
    ]);
  });

  it('sends every field that differs, and nothing else', async () => {
    const asked = terminal({ ...read, edituser: () => ({ userid: 7, revision: 4 }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    enterEverything();
    expect(screen.getAllByText('8 changes')).toHaveLength(2);
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser')).toEqual([{ userid: 7, revision: 3, ...everything }]);
  });

  it.each([
    ['User name', 'username', 'Grace O.'],
    ['Card NO.', 'cardno', '99'],
    ['First day', 'validFrom', '2026-03-29'],
    ['Last day', 'validTo', '2026-10-25'],
  ])('sends %s alone', async (label, name, value) => {
    const asked = terminal({ ...read, edituser: () => ({ userid: 7, revision: 4 }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type(label, value);
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser')).toEqual([{ userid: 7, revision: 3, [name]: value }]);
  });

  it.each([
    ['Time zone group', 'group', 5],
    ['Shift', 'shift', 3],
    ['Admin level', 'level', 2],
  ])('sends %s alone', async (label, name, value) => {
    const asked = terminal({ ...read, edituser: () => ({ userid: 7, revision: 4 }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    choose(field(label), String(value));
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser')).toEqual([{ userid: 7, revision: 3, [name]: value }]);
  });

  describe('has a usual shift', () => {
    const shifts = { SetShiftsInfo: () => ({ shifts: SHIFTS, uses: [], groups: [], today: '2026-06-03' }) };
    const options = () => [...field('Shift').querySelectorAll('option')].map((one) => one.textContent);

    it('that is one of those that there are, by name, with the way to those assigned', async () => {
      setSession(account({ roles: ['user', 'advSetting'] }));
      const asked = terminal({ ...read, ...shifts, edituser: () => ({ userid: 7, revision: 4 }) });
      open('/user/userEdit?userid=7');
      await screen.findByLabelText('Shift');
      await waitFor(() => expect(options()).toEqual(['As the group', 'Early', 'Shift 3']));
      expect(screen.getByRole('link', { name: 'Assigned shifts…' }).getAttribute('href')).toBe(
        '/advSetting/shifts?user=7',
      );
      choose(field('Shift'), '3');
      press('Save');
      await screen.findByText('Saved');
      expect(requests(asked, 'edituser')).toEqual([{ userid: 7, revision: 3, shift: 3 }]);
    });

    it('that may be one that is not there any more', async () => {
      setSession(account({ roles: ['user', 'advSetting'] }));
      terminal({ ...list, ...shifts, GetUserInfo: () => ({ user: user({ shift: 9 }) }) });
      open('/user/userEdit?userid=7');
      await screen.findByLabelText('Shift');
      await waitFor(() => expect(options()).toEqual(['As the group', 'Early', 'Shift 3', '9 · not there']));
      expect(field('Shift').value).toBe('9');
    });

    it('that is a number to who may not read them', async () => {
      const asked = terminal(read);
      open('/user/userEdit?userid=7');
      await screen.findByLabelText('Shift');
      expect(options()).toHaveLength(65);
      expect(screen.queryByRole('link', { name: 'Assigned shifts…' })).toBeNull();
      expect(screen.queryByText('Not in this version yet')).toBeNull();
      expect(asked.map(({ call }) => call)).not.toContain('SetShiftsInfo');
    });

    it('that a new one gets before any is assigned', async () => {
      setSession(account({ roles: ['user', 'advSetting'] }));
      terminal({ ...list, ...shifts, GetUserInfo: () => ({ user: NEW_USER }) });
      open('/user/addUser');
      await screen.findByLabelText('Shift');
      await waitFor(() => expect(options()).toContain('Early'));
      expect(screen.queryByRole('link', { name: 'Assigned shifts…' })).toBeNull();
    });
  });

  it('says a complaint about what has no field here', async () => {
    terminal({
      ...read,
      edituser: () => {
        throw refusal('edituser', 12007, { field: 'identifyMode' });
      },
    });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'x');
    press('Save');
    expect(await screen.findByText('This value is outside its limits')).toBeTruthy();
  });

  it('discards to what is stored', async () => {
    terminal(read);
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'x');
    press('Discard');
    expect(field('User name').value).toBe('Grace Okafor');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('removes a password', async () => {
    const asked = terminal({ ...read, edituser: () => ({ userid: 7, revision: 4 }) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('Password');
    type('Password', '12');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Remove the password' }));
    expect(field('Password')).toMatchObject({ disabled: true, value: '' });
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser')).toEqual([{ userid: 7, revision: 3, password: '' }]);
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Remove the password' })).toBeNull());
  });

  it('after somebody else’s change reads again and keeps what was typed', async () => {
    let stored = grace;
    const asked = terminal({
      ...list,
      GetUserInfo: () => ({ user: stored }),
      edituser: ({ revision }: { revision: number }) => {
        if (revision !== stored.revision) throw refusal('edituser', 12020);
        return { userid: 7, revision: stored.revision + 1 };
      },
    });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'Mine');
    stored = user({ ...grace, cardno: '99', username: 'Theirs', revision: 8 });
    press('Save');
    await screen.findByRole('alertdialog', { name: 'Somebody else changed this meanwhile' });
    press('Read again');
    await waitFor(() => expect(field('Card NO.').value).toBe('99'));
    expect(field('User name').value).toBe('Mine');
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser').at(-1)).toEqual({ userid: 7, revision: 8, username: 'Mine' });
  });

  it('asks before changes are left behind', async () => {
    terminal(read);
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'x');
    const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Change' }));
    leave();
    const question = screen.getByRole('alertdialog', { name: 'Leave without saving?' });
    expect(within(question).getByText('1 change is lost.')).toBeTruthy();
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(at()).toBe('/user/userEdit?userid=7');
    leave();
    press('Leave');
    expect(at()).toBe('/user/identify?userid=7');
  });

  it('asks nothing when nothing was changed, or when the session is over', async () => {
    terminal(read);
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'x');
    setSession(null);
    fireEvent.click(screen.getByRole('link', { name: 'Change' }));
    expect(at()).toBe('/user/identify?userid=7');
  });

  it('deletes the user and goes back to the list', async () => {
    const asked = terminal({ ...read, deleteuser: () => ({}) });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('User name');
    type('User name', 'x');
    press('Delete');
    const question = screen.getByRole('alertdialog', { name: 'Delete Grace Okafor?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(at()).toBe('/user/userList'));
    expect(requests(asked, 'deleteuser')).toEqual([{ userid: 7 }]);
  });

  it('offers no level above one’s own', async () => {
    const session = currentSession();
    if (session) setSession({ ...session, level: 8 });
    terminal(read);
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('Admin level');
    expect(screen.getByRole('option', { name: 'Admin 8' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('option', { name: 'Admin 9' })).toHaveProperty('disabled', true);
  });

  it('says when there is no such user, and when the ID is none', async () => {
    terminal({
      ...list,
      GetUserInfo: () => {
        throw refusal('GetUserInfo', 40301, { field: 'userid' });
      },
    });
    const first = open('/user/userEdit?userid=77');
    expect((await screen.findByRole('alert')).textContent).toMatch(/userid or username is error.*Look for the user/);
    expect(screen.getByRole('link', { name: 'User List' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    first.unmount();
    const second = open('/user/userEdit?userid=abc');
    expect(await screen.findByText('userid or username is error')).toBeTruthy();
    second.unmount();
    open('/user/identify');
    expect(await screen.findByText('Please enter the User ID!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'User List' })).toBeTruthy();
  });

  it('only shows without the right to write', async () => {
    terminal({ ...read, checkPower: () => ({ read: true, write: false }) });
    open('/user/userEdit?userid=7');
    await screen.findByText(/may look at this user but not change/);
    expect(field('User name').readOnly).toBe(true);
    expect(field('Time zone group').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

describe('the further cards', () => {
  const many = { cardno: '11', cardno2: '12', cardno3: '13' };
  const opened = async (change: object, answers: object = {}) => {
    const asked = terminal({
      GetUserInfo: () => ({ user: user(change) }),
      edituser: () => ({ userid: 7, revision: 4 }),
      ...answers,
    });
    open('/user/userEdit?userid=7');
    await screen.findByLabelText('Card NO.');
    return asked;
  };

  it('are fields that can be added, up to four, and the added one has the focus', async () => {
    const asked = await opened({ cardno: '11' });
    expect(screen.queryByLabelText('Card NO. 2')).toBeNull();
    for (let n = 2; n <= 5; n++) {
      press('Add another card');
      await waitFor(() => expect(document.activeElement).toBe(field(`Card NO. ${n}`)));
      fireEvent.input(field(`Card NO. ${n}`), { target: { value: `10${n}` } });
    }
    expect(screen.getByRole('button', { name: 'Add another card' })).toHaveProperty('disabled', true);
    press('Save');
    await waitFor(() => expect(requests(asked, 'edituser')).toHaveLength(1));
    expect(requests(asked, 'edituser')[0]).toMatchObject({
      cardno2: '102',
      cardno3: '103',
      cardno4: '104',
      cardno5: '105',
    });
  });

  it('move up when one is removed', async () => {
    const asked = await opened(many);
    press('Remove Card NO. 2');
    expect(field('Card NO. 2').value).toBe('13');
    expect(screen.queryByLabelText('Card NO. 3')).toBeNull();
    press('Save');
    await waitFor(() => expect(requests(asked, 'edituser')).toHaveLength(1));
    expect(requests(asked, 'edituser')[0]).toMatchObject({ cardno2: '13', cardno3: '0' });
  });

  it('say who has a card that is taken', async () => {
    const holder = user({ userid: 8, username: 'Ada', cardno: '1', cardno4: '99' });
    await opened(many, {
      edituser: () => {
        throw refusal('edituser', 40403, { field: 'cardno4' });
      },
      userlist: () => page([user({ userid: 99 }), holder]),
    });
    press('Add another card');
    fireEvent.input(await screen.findByLabelText('Card NO. 4'), { target: { value: '99' } });
    press('Save');
    await screen.findByText('This card belongs to Ada (8). Remove it there first.');
  });
});
