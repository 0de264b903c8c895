import type { LevelRights } from '@gen/accounts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddKeyDialog } from '../../../../web/features/accounts/keys/AddKeyDialog.tsx';
import { PassphraseCard } from '../../../../web/features/accounts/password/PassphraseCard.tsx';
import { complaintsOf } from '../../../../web/features/accounts/password/PassphraseDialog.tsx';
import { RolesPage } from '../../../../web/features/accounts/roles/RolesPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { choose, setPhone } from '../../browser.ts';
import { type Answer, type Asked, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => {
  clearToasts();
  setSession(null);
});

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('/advSetting/roles', () => {
  const rights = (level: number, change: Partial<LevelRights> = {}): LevelRights => ({
    level,
    user: 'read',
    network: 'none',
    basicSetting: 'none',
    AccSetting: 'none',
    advSetting: 'none',
    accounts: 0,
    ...change,
  });
  let stored: { revision: number; editable: boolean; levels: LevelRights[] };
  let asked: Asked[];

  const cell = (name: string) => screen.getByLabelText(name) as HTMLSelectElement;
  const open = async (answers: Record<string, Answer> = {}, first = 'Level 1, User') => {
    asked = fakeTerminal({
      SetRoles: () => stored,
      GetRoles: ({ levels }: { levels: LevelRights[] }) => {
        const merged = stored.levels.map((one) => ({ ...one, ...levels.find(({ level }) => level === one.level) }));
        stored = { ...stored, revision: stored.revision + 1, levels: merged };
        return { revision: stored.revision };
      },
      ...answers,
    });
    show(<RolesPage />);
    await screen.findByLabelText(first);
  };

  beforeEach(() => {
    stored = { revision: 5, editable: true, levels: [rights(1, { accounts: 2 }), rights(2, { accounts: 3 })] };
  });

  it('sends the whole rights of the levels that differ with the revision, and says who is signed out', async () => {
    await open();
    choose(cell('Level 2, Network'), 'write');
    expect(screen.getAllByText(/3 users of these levels are signed out/).length).toBeGreaterThan(0);
    press('Save');
    await screen.findByText('Saved');
    expect(requests(asked, 'GetRoles')).toEqual([
      {
        revision: 5,
        levels: [
          { level: 2, user: 'read', network: 'write', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' },
        ],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('does not send what is out of order, and raises the higher levels on request', async () => {
    await open();
    choose(cell('Level 1, User'), 'write');
    expect(screen.getByText(/Level 2 would have less for User than level 1/)).toBeTruthy();
    fireEvent.submit(screen.getByRole('form', { name: 'Roles' }));
    expect(requests(asked, 'GetRoles')).toEqual([]);
    press('Raise the higher levels too');
    expect(cell('Level 2, User').value).toBe('write');
    press('Save');
    await screen.findByText('Saved');
    const others = { network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' };
    expect(requests(asked, 'GetRoles')).toEqual([
      {
        revision: 5,
        levels: [
          { level: 1, user: 'write', ...others },
          { level: 2, user: 'write', ...others },
        ],
      },
    ]);
  });

  it('sends nothing while nothing differs', async () => {
    await open();
    choose(cell('Level 2, Network'), 'write');
    choose(cell('Level 2, Network'), 'none');
    fireEvent.submit(screen.getByRole('form', { name: 'Roles' }));
    expect(requests(asked, 'GetRoles')).toEqual([]);
  });

  it('saves on a phone what is edited of levels that it does not show', async () => {
    setPhone(true);
    stored = { ...stored, levels: [rights(3), rights(4)] };
    await open({}, 'Level 3, User');
    choose(cell('Level 3, Network'), 'read');
    choose(screen.getByLabelText('Level'), '4');
    expect(screen.queryByLabelText('Level 3, Network')).toBeNull();
    choose(cell('Level 4, Network'), 'write');
    expect(screen.getAllByText('2 changes').length).toBeGreaterThan(0);
    press('Save');
    await screen.findByText('Saved');
    const others = { user: 'read', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' };
    expect(requests(asked, 'GetRoles')).toEqual([
      {
        revision: 5,
        levels: [
          { level: 3, network: 'read', ...others },
          { level: 4, network: 'write', ...others },
        ],
      },
    ]);
  });

  it('what is edited while it is saved is an edit of what was saved then', async () => {
    let done = () => {};
    await open({
      GetRoles: () =>
        new Promise((resolve) => {
          done = () => resolve({ revision: 6 });
        }),
    });
    choose(cell('Level 2, Network'), 'write');
    press('Save');
    await waitFor(() => expect(requests(asked, 'GetRoles')).toHaveLength(1));
    choose(cell('Level 2, Network'), 'none');
    done();
    await screen.findByText('Saved');
    expect(screen.getAllByText('1 change').length).toBeGreaterThan(0);
    press('Save');
    await waitFor(() => expect(requests(asked, 'GetRoles')).toHaveLength(2));
    expect(requests(asked, 'GetRoles')[1]).toEqual({
      revision: 6,
      levels: [
        { level: 2, user: 'read', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' },
      ],
    });
    done();
  });

  it('discards to what is stored', async () => {
    await open();
    choose(cell('Level 2, Network'), 'read');
    press('Discard');
    expect(cell('Level 2, Network').value).toBe('none');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  const collide = async () => {
    await open({
      GetRoles: ({ revision }: { revision: number }) => {
        if (revision !== stored.revision) throw refusal('GetRoles', 12020);
        return { revision: 7 };
      },
    });
    choose(cell('Level 2, Network'), 'write');
    stored = { ...stored, revision: 6, levels: [rights(1), rights(2, { network: 'read' })] };
    press('Save');
    const question = await screen.findByRole('alertdialog', { name: 'Somebody else changed the roles' });
    expect(within(question).getByText('Level 2, Network: now See, yours Change')).toBeTruthy();
    return within(question);
  };

  it('after somebody else’s change the own ones may be kept on top of it', async () => {
    const question = await collide();
    fireEvent.click(question.getByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(cell('Level 2, Network').value).toBe('write');
    press('Save');
    await waitFor(() => expect(requests(asked, 'GetRoles')).toHaveLength(2));
    const levels = [
      { level: 2, user: 'read', network: 'write', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' },
    ];
    expect(requests(asked, 'GetRoles')).toEqual([
      { revision: 5, levels },
      { revision: 6, levels },
    ]);
  });

  it('or dropped', async () => {
    const question = await collide();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(cell('Level 2, Network').value).toBe('read'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  const overtaken = {
    GetRoles: () => {
      throw refusal('GetRoles', 12020);
    },
  };

  it('when somebody else saved the very same, nothing is left to ask', async () => {
    await open(overtaken);
    choose(cell('Level 2, Network'), 'write');
    stored = { ...stored, revision: 6, levels: [rights(1), rights(2, { network: 'write' })] };
    press('Save');
    await screen.findByText('While you were editing, other rights were saved. Your changes are among them.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(cell('Level 2, Network').value).toBe('write');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('when what others saved cannot be read, that is said, and the edits stay', async () => {
    let reads = 0;
    await open({
      ...overtaken,
      SetRoles: () => {
        reads += 1;
        if (reads > 1) throw refusal('SetRoles', 12013);
        return stored;
      },
    });
    choose(cell('Level 2, Network'), 'write');
    press('Save');
    await screen.findByText('Somebody else changed this meanwhile');
    expect(cell('Level 2, Network').value).toBe('write');
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull();
  });

  it('a refusal that names a cell stands there, until that is changed', async () => {
    await open({
      GetRoles: () => {
        throw refusal('GetRoles', 12007, { field: 'levels[0].network' });
      },
    });
    choose(cell('Level 2, Network'), 'read');
    press('Save');
    const message = await screen.findByText('Level 2, Network: This value is outside its limits');
    const refused = cell('Level 2, Network');
    expect(refused.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(refused.getAttribute('aria-describedby') ?? '')?.contains(message)).toBe(true);
    expect(document.activeElement).toBe(refused);
    expect(document.querySelector('.toast')).toBeNull();
    choose(refused, 'write');
    expect(refused.getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByText(/This value is outside its limits/)).toBeNull();
  });

  it('any other refusal is said, and the edits stay', async () => {
    await open({
      GetRoles: () => {
        throw refusal('GetRoles', 12002);
      },
    });
    choose(cell('Level 2, Network'), 'read');
    press('Save');
    await screen.findByText('Your account has no right to do this');
    expect(cell('Level 2, Network').value).toBe('read');
  });

  it('is only looked at by who may not change it, and level 16 by everybody', async () => {
    stored = { ...stored, levels: [...stored.levels, rights(16)] };
    await open();
    expect(cell('Level 16, User').disabled).toBe(true);
    expect(cell('Level 2, User').disabled).toBe(false);
  });

  it('says who may change it', async () => {
    stored = { ...stored, editable: false };
    await open();
    expect(screen.getByText('Only admin changes what the levels may do.')).toBeTruthy();
    expect(cell('Level 2, User').disabled).toBe(true);
  });
});

describe('a key for a program', () => {
  const onMade = vi.fn();
  const open = (answers: Record<string, Answer> = {}) => {
    const asked = fakeTerminal({ addRestKey: () => ({ id: 4, key: 'pst_abcdef' }), ...answers });
    show(<AddKeyDialog onMade={onMade} onClose={() => undefined} />);
    return asked;
  };

  beforeEach(() => onMade.mockClear());

  it('sends its name without blanks around it, and the level', async () => {
    const asked = open();
    type('What it is for', '  Payroll ');
    choose(screen.getByLabelText('Rights'), '3');
    press('Make the key');
    await screen.findByDisplayValue('pst_abcdef');
    expect(requests(asked, 'addRestKey')).toEqual([{ name: 'Payroll', level: 3 }]);
    expect(onMade).toHaveBeenCalledTimes(1);
  });

  it('needs a name, and no more rights than who makes it', () => {
    setSession(account({ account: '7', level: 2 }));
    const asked = open();
    const options = within(screen.getByLabelText('Rights')).getAllByRole('option');
    expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual(['1', '2']);
    type('What it is for', '   ');
    press('Make the key');
    expect(screen.getByLabelText('What it is for').getAttribute('aria-invalid')).toBe('true');
    expect(asked).toEqual([]);
  });

  it.each([
    ['level', 'Rights'],
    ['name', 'What it is for'],
    ['', 'What it is for'],
  ])('a refusal of «%s» stands at %s', async (field, label) => {
    open({
      addRestKey: () => {
        throw refusal('addRestKey', 12007, { field });
      },
    });
    type('What it is for', 'Payroll');
    press('Make the key');
    await screen.findByText('This value is outside its limits');
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the passphrase of admin', () => {
  const good = { oldpassword: '123456', passphrase: 'seven green boats', confirm: 'seven green boats' };
  const onChanged = vi.fn();

  beforeEach(() => onChanged.mockClear());

  it('is judged before it is sent', () => {
    expect(complaintsOf(good)).toEqual({});
    expect(complaintsOf({ ...good, confirm: 'seven green boat' })).toHaveProperty('confirm');
    expect(complaintsOf({ ...good, oldpassword: '' })).toHaveProperty('oldpassword');
    const twelve = 'abcdefghijkl';
    expect(complaintsOf({ ...good, passphrase: twelve, confirm: twelve })).toEqual({});
    const eleven = 'x'.repeat(11);
    expect(complaintsOf({ ...good, passphrase: eleven, confirm: eleven })).toEqual({
      passphrase: '12 to 128 characters',
    });
    const longest = 'seven green boats on a lake '.repeat(5).slice(0, 127).concat('.');
    expect(complaintsOf({ ...good, passphrase: longest, confirm: longest })).toEqual({});
    expect(complaintsOf({ ...good, passphrase: `${longest}x`, confirm: `${longest}x` })).toHaveProperty('passphrase');
  });

  it.each([
    ['408219573061', 'Digits alone are not enough.'],
    ['abababababab', 'Use at least six different characters.'],
    ['green boat green boat ', 'No space at the start or at the end.'],
    ['greenboatgreenboat', 'A short text over and over is not enough.'],
  ])('says which rule %s breaks', (passphrase, text) => {
    expect(complaintsOf({ ...good, passphrase, confirm: passphrase })).toEqual({ passphrase: text });
  });

  it('goes back to six digits here, where the passphrase can be typed', async () => {
    const asked = fakeTerminal({ EditPwd: () => ({}) });
    setSession(account());
    show(<PassphraseCard isSet onChanged={onChanged} />);
    press('Use six digits');
    type('Current password or passphrase', good.passphrase);
    type('New password', '482913');
    type('New password again', '482913');
    press('Set password');
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(requests(asked, 'EditPwd')).toEqual([
      { userid: 'admin', oldpassword: good.passphrase, password: '482913', confirm: '482913' },
    ]);
  });

  const open = (answers: Record<string, Answer>) => {
    const asked = fakeTerminal(answers);
    show(<PassphraseCard isSet={false} onChanged={onChanged} />);
    press('Choose a passphrase');
    type('Current password or passphrase', good.oldpassword);
    type('New passphrase', good.passphrase);
    type('New passphrase again', good.confirm);
    press('Use this passphrase');
    return asked;
  };

  it('sends all three, says so, and lets the page read again', async () => {
    const asked = open({ EditPassphrase: () => ({}) });
    await screen.findByText('Passphrase changed');
    expect(asked).toEqual([{ call: 'EditPassphrase', request: good }]);
    expect(onChanged).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    [40302, '', 'Current password or passphrase'],
    [12004, '', 'Current password or passphrase'],
    [40203, '', 'New passphrase again'],
    [40404, '', 'New passphrase'],
    [12007, 'confirm', 'New passphrase again'],
  ])('the answer %i «%s» stands at %s', async (code, field, label) => {
    open({
      EditPassphrase: () => {
        throw refusal('EditPassphrase', code, { field });
      },
    });
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('is nobody else’s', () => {
    setSession(account({ account: '7' }));
    show(<PassphraseCard isSet onChanged={onChanged} />);
    expect(screen.queryByRole('button', { name: /passphrase/ })).toBeNull();
  });
});
