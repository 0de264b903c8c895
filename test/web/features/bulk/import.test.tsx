import type { BulkLookRequest, BulkStateReply, BulkUploadRequest } from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { ImportPage } from '../../../../web/features/bulk/import/ImportPage.tsx';
import { t } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { setPhone } from '../../browser.ts';
import { refusal } from '../../fakeTerminal.ts';
import { look } from './look.ts';
import { IDLE, OWN, requests, show, type World, world } from './world.tsx';

const TABLE = look(
  [
    ['Staff', 'none'],
    ['Name', 'username'],
    ['Card', 'cardno'],
  ],
  {
    sure: false,
    encoding: 'windows1252',
    sample: [{ line: 2, cells: ['1001', 'Ada Lovelace', '77'] }],
  },
);

const write = vi.fn();
const open = () => show(<ImportPage onWritten={write} />);
const step = () => document.querySelector('[aria-current="step"]')?.textContent;
const button = (name: string | RegExp) => screen.getByRole('button', { name });

function pick(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no place for a file');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  fireEvent(input, new Event('change', { bubbles: true }));
}

function choose(name: string, value: string): void {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name });
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

/** Takes a file in one piece, looks at it, checks and writes it at once. */
const whole = (made: World) => ({
  bulkUpload: ({ total, name, kind }: BulkUploadRequest) => {
    made.state = { ...OWN, step: 'uploaded', name, kind, total, received: total };
    return { received: total };
  },
  bulkLook: (asked: BulkLookRequest) => ({ ...TABLE, ...asked }),
  bulkCheck: () => {
    made.state = { ...made.state, step: 'checked', rows: 9, at: 9, added: 6, changed: 1, bad: 2 };
    return {};
  },
  bulkStart: () => {
    made.state = { ...made.state, step: 'done' };
    return {};
  },
});

describe('/user/import', () => {
  it('takes a table from the file to the result', async () => {
    write.mockClear();
    const made = world(IDLE, whole);
    open();
    await screen.findByRole('heading', { name: 'Choose a file' });
    expect(step()).toContain('File');
    pick(new File(['x;y'], 'staff.csv'));

    const id = await screen.findByRole('combobox', { name: 'What the column «Staff» gives' });
    expect(step()).toContain('Columns');
    expect(screen.getByText('Say which column is the user ID')).toBeTruthy();
    expect(button('Check the file')).toHaveProperty('disabled', true);
    expect(id).toHaveProperty('value', 'none');
    choose('What the column «Staff» gives', 'userid');
    expect(screen.queryByText('Say which column is the user ID')).toBeNull();

    expect(screen.getByText(/^Guessed from the letters/)).toBeTruthy();
    const encodings = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Encoding of the text' });
    expect([...encodings.options].map(({ text }) => text)).toContain('Shift-JIS · Japanese');
    choose('Encoding of the text', 'windows1251');
    await waitFor(() => expect(requests(made, 'bulkLook').at(-1)).toEqual({ encoding: 'windows1251' }));
    await waitFor(() => expect(button('Check the file')).toHaveProperty('disabled', false));
    fireEvent.click(screen.getByRole('radio', { name: /^Skip/ }));
    fireEvent.click(button('Check the file'));

    await screen.findByRole('heading', { name: 'What writing would do' });
    expect(requests(made, 'bulkCheck')).toEqual([
      {
        encoding: 'windows1251',
        delimiter: 'comma',
        heading: true,
        headingLine: 1,
        columns: ['userid', 'username', 'cardno'],
        existing: 'skip',
      },
    ]);
    expect(step()).toContain('Check');
    expect(screen.getByText('to add').closest('li')?.textContent).toBe('6to add');
    const bad = await screen.findByRole('row', { name: /1014 Ada Lovelace/ });
    expect(within(bad).getByText('This card stands in the file before')).toBeTruthy();
    expect(within(bad).getByText('4294967999')).toBeTruthy();
    expect(screen.getByRole('radio', { name: /All or none/ }).closest('fieldset')).toHaveProperty('disabled', true);
    expect(screen.getByText(/All or none cannot be: 2 rows are wrong/)).toBeTruthy();

    fireEvent.click(button('Write 7 users'));
    await screen.findByText('7 users were written.');
    expect(requests(made, 'bulkStart')).toEqual([{ whole: false }]);
    await waitFor(() => expect(write).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('link', { name: 'To the user list' }).getAttribute('href')).toBe('/user/userList');

    fireEvent.click(button('Choose another file'));
    await screen.findByRole('heading', { name: 'A table of users' });
    await waitFor(() => expect(requests(made, 'bulkCancel')).toHaveLength(1));
  });

  it('takes another file only once the terminal has forgotten the last', async () => {
    const forgotten = Promise.withResolvers<void>();
    const made = world({ ...OWN, step: 'done', added: 1 }, (now) => ({
      bulkCancel: async () => {
        await forgotten.promise;
        now.state = IDLE;
        return {};
      },
    }));
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose another file' }));
    await waitFor(() => expect(requests(made, 'bulkCancel')).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Choose a file' })).toBeNull();
    forgotten.resolve();
    await screen.findByRole('heading', { name: 'Choose a file' });
  });

  it('takes another file also while the terminal still reads the first rows of this one', async () => {
    let isRead = false;
    const made = world({ ...OWN, step: 'uploaded', received: 9, total: 9 }, (now) => ({
      bulkLook: () => TABLE,
      bulkCancel: () => {
        if (!isRead) throw refusal('bulkCancel', ErrorCode.busy);
        now.state = { ...now.state, step: 'cancelled' };
        return {};
      },
    }));
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose another file' }));
    await waitFor(() => expect(requests(made, 'bulkCancel').length).toBeGreaterThan(1));
    isRead = true;
    await screen.findByRole('heading', { name: 'Choose a file' });
    expect(screen.queryByText(/busy/)).toBeNull();
  });

  it('shows a result that nobody has seen, and leads the next link to another file', async () => {
    const made = world({ ...OWN, step: 'writing', kind: 'roster', added: 4 }, () => ({}));
    render(
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<Link to="/import?table=roster">Import</Link>} />
          <Route
            path="/import"
            element={
              <>
                <Link to="/">Back</Link>
                <ImportPage onWritten={write} />
              </>
            }
          />
        </Routes>
      </MemoryRouter>,
    );
    const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
    follow('Import');
    await screen.findByRole('progressbar');
    follow('Back');
    made.state = { ...made.state, step: 'done' };
    follow('Import');
    await screen.findByText('The shifts of 4 rows were assigned.');
    follow('Back');
    follow('Import');
    await screen.findByRole('heading', { name: 'Choose a file' });
  });

  it('takes punches of a terminal, and says how many are new', async () => {
    const attlog = look(
      [
        ['', 'userid'],
        ['', 'dateTime'],
        ['', 'none'],
        ['', 'status'],
      ],
      {
        heading: false,
        headingLine: 0,
        delimiter: 'tab',
        sample: [{ line: 1, cells: ['7', '2026-03-02 08:05:09', '1', '0'] }],
      },
    );
    const made = world(IDLE, (of) => ({ ...whole(of), bulkLook: () => attlog }));
    const second = t('bulk.givesOf', { column: 'Column 2' });
    setSession(account({ roles: ['user', 'advSetting'] }));
    open();
    fireEvent.click(await screen.findByRole('radio', { name: /^Punches/ }));
    expect(screen.getByRole('heading', { level: 1, name: 'Import punches' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Punches of past days' })).toBeTruthy();
    pick(new File(['7 8'], 'attlog.dat'));

    const time = await screen.findByRole('combobox', { name: second });
    expect(time).toHaveProperty('value', 'dateTime');
    expect(screen.queryByText('Users who are there already')).toBeNull();
    choose(second, 'date');
    expect(screen.getByText(/^Say which column is the time/)).toBeTruthy();
    expect(button('Check the file')).toHaveProperty('disabled', true);
    choose(second, 'dateTime');
    fireEvent.click(button('Check the file'));

    expect(await screen.findByText('already in the log')).toBeTruthy();
    expect(requests(made, 'bulkUpload')).toMatchObject([{ kind: 'punches' }]);
    expect(requests(made, 'bulkCheck')).toMatchObject([
      { delimiter: 'tab', heading: false, columns: ['userid', 'dateTime', 'none', 'status'] },
    ]);
    fireEvent.click(button('Import 7 punches'));
    expect(await screen.findByText('7 punches were added.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the report' }).getAttribute('href')).toBe('/advSetting/report');
  });

  it('takes a roster, and says how many rows replace other shifts', async () => {
    const roster = look(
      [
        ['Name', 'username'],
        ['Days', 'firstDay'],
        ['Duty', 'none'],
      ],
      { sample: [{ line: 2, cells: ['Ada', '2026-12-01 - 2026-12-24', 'Late'] }] },
    );
    const made = world(IDLE, (of) => ({ ...whole(of), bulkLook: () => roster }));
    const duty = t('bulk.givesOf', { column: 'Duty' });
    setSession(account({ roles: ['user', 'advSetting'] }));
    open();
    fireEvent.click(await screen.findByRole('radio', { name: /^Roster/ }));
    expect(screen.getByRole('heading', { level: 1, name: 'Import roster' })).toBeTruthy();
    pick(new File(['Name'], 'roster.csv'));

    await screen.findByRole('combobox', { name: duty });
    expect(screen.getByText('Say which column is the shift')).toBeTruthy();
    expect(screen.queryByText(/^Say which column is the day/)).toBeNull();
    choose(duty, 'shift');
    fireEvent.click(button('Check the file'));

    expect(await screen.findByText('1 row replaces shifts that are assigned to its user on these days.')).toBeTruthy();
    expect(requests(made, 'bulkUpload')).toMatchObject([{ kind: 'roster' }]);
    expect(requests(made, 'bulkCheck')).toMatchObject([{ columns: ['username', 'firstDay', 'shift'] }]);
    fireEvent.click(button('Assign shifts of 7 rows'));
    expect(await screen.findByText('The shifts of 7 rows were assigned.')).toBeTruthy();
  });

  it('asks how cells are read only where a column needs it, with what they would become', async () => {
    const unclear = look(
      [
        ['ID', 'userid'],
        ['Until', 'none'],
      ],
      { sample: [{ line: 2, cells: ['1001', '05/01/2027'] }] },
    );
    const made = world({ ...OWN, step: 'uploaded' }, (one) => ({
      ...whole(one),
      bulkLook: () => unclear,
      bulkCheck: () => {
        one.state = {
          ...one.state,
          step: 'checked',
          rows: 1,
          added: 1,
          asks: ['cardBase'],
          unnamed: 1,
          dateOrder: 'dayFirst',
        };
        return {};
      },
    }));
    open();
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: /Until/ });
    expect(screen.queryByText('How cells are read')).toBeNull();
    field.value = 'validTo';
    fireEvent(field, new Event('change', { bubbles: true }));
    expect(screen.getByRole('option', { name: /^Day first: 05\/01\/2027 is .*5/ })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Calendar of dates' })).toBeNull();
    choose('Order of dates', 'dayFirst');
    fireEvent.click(button('Check the file'));
    await screen.findByText('Dates were read with the day first.');
    expect(requests(made, 'bulkCheck').at(-1)).toMatchObject({ dateOrder: 'dayFirst' });
    expect(screen.getByText(/Some rows can be read in more than one way/)).toBeTruthy();
    expect(screen.getByText(/1 new user has no name/)).toBeTruthy();
    fireEvent.click(button('Back to the columns'));
    await screen.findByRole('combobox', { name: 'Letters in card numbers' });
    expect(screen.getByRole('combobox', { name: 'Order of dates' })).toHaveProperty('value', 'dayFirst');
  });

  it('goes back to the columns as they were said, and checks again', async () => {
    const made = world({ ...OWN, step: 'uploaded' }, whole);
    open();
    await screen.findByText('Say which column is the user ID');
    choose('What the column «Card» gives', 'userid');
    fireEvent.click(button('Check the file'));
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the columns' }));
    expect(await screen.findByRole('combobox', { name: 'What the column «Card» gives' })).toHaveProperty(
      'value',
      'userid',
    );
    choose('What the column «Staff» gives', 'userid');
    fireEvent.click(button('Check the file'));
    await screen.findByRole('heading', { name: 'What writing would do' });
    expect(requests(made, 'bulkCheck').at(-1)).toMatchObject({ columns: ['userid', 'username', 'none'] });
  });

  it('writes all or none when nothing is wrong', async () => {
    const made = world({ ...OWN, step: 'checked', rows: 3, added: 3, raises: true }, whole);
    open();
    fireEvent.click(await screen.findByRole('radio', { name: /All or none/ }));
    expect(screen.getByText(/you are asked for your password/)).toBeTruthy();
    fireEvent.click(button('Write 3 users'));
    await screen.findByText('3 users were written.');
    expect(requests(made, 'bulkStart')).toEqual([{ whole: true }]);
  });

  it('has no button where nothing would be written', async () => {
    world({ ...OWN, step: 'checked', rows: 3, same: 3 }, whole);
    open();
    expect(await screen.findByText('There is nothing to write.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull();
  });

  it('says what is wrong with a file before anything is sent', async () => {
    const made = world(IDLE, whole);
    open();
    await screen.findByRole('heading', { name: 'Choose a file' });
    pick(new File(['x'], 'staff.xls'));
    expect(await screen.findByText(/This is no CSV, XLSX or ZIP file/)).toBeTruthy();
    pick(new File([], 'staff.csv'));
    expect(await screen.findByText('This file is empty')).toBeTruthy();
    expect(requests(made, 'bulkUpload')).toEqual([]);
  });

  it('takes a file that is dropped, and of several none', async () => {
    const made = world(IDLE, whole);
    open();
    const place = await screen.findByRole('group', { name: 'Choose a file' });
    const drop = (...files: File[]) =>
      fireEvent(
        place,
        Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } }),
      );
    const file = new File(['x'], 'staff.csv');
    drop(file, file);
    expect(await screen.findByText('One file at a time')).toBeTruthy();
    drop(file);
    await screen.findByText('Say which column is the user ID');
    expect(requests(made, 'bulkUpload')).toHaveLength(1);
  });

  it('goes on with a part that is there when the same file is chosen again, and with no other', async () => {
    const made = world({ ...OWN, step: 'uploading', received: 2, total: 5 }, whole);
    open();
    await screen.findByRole('heading', { name: 'A part of «staff.csv» is here' });
    pick(new File(['1234567'], 'staff.csv'));
    expect(await screen.findByText(/This is another file than «staff.csv»/)).toBeTruthy();
    pick(new File(['12345'], 'staff.csv'));
    await screen.findByText('Say which column is the user ID');
    expect(requests(made, 'bulkUpload')).toEqual([{ kind: 'users', offset: 2, total: 5, name: 'staff.csv' }]);
  });

  it('keeps a file that did not get through, to go on or to be given up', async () => {
    let running = true;
    const made = world(IDLE, (now) => ({
      ...whole(now),
      bulkUpload: (request: BulkUploadRequest) => {
        if (running) throw refusal('bulkUpload', 12101);
        return whole(now).bulkUpload(request);
      },
    }));
    open();
    await screen.findByRole('heading', { name: 'Choose a file' });
    pick(new File(['12345'], 'staff.csv'));
    expect(await screen.findByText(/Users are changed in bulk now/)).toBeTruthy();
    running = false;
    fireEvent.click(button('Go on'));
    await screen.findByText('Say which column is the user ID');
    expect(requests(made, 'bulkUpload')).toHaveLength(2);
  });

  it('never ends what somebody else has begun meanwhile', async () => {
    const made = world(IDLE, (now) => ({
      ...whole(now),
      bulkUpload: () => {
        now.state = { ...OWN, own: false, step: 'uploaded', name: 'theirs.csv' };
        throw refusal('bulkUpload', 12101);
      },
    }));
    open();
    await screen.findByRole('heading', { name: 'Choose a file' });
    pick(new File(['12345'], 'staff.csv'));
    await screen.findByText(/Users are changed in bulk now/);
    fireEvent.click(button('Cancel'));
    await screen.findByRole('heading', { name: 'admin is at it' });
    expect(requests(made, 'bulkCancel')).toEqual([]);
  });

  it('says who else is at it and how far, and lets it be ended where that may be', async () => {
    const foreign: BulkStateReply = {
      ...OWN,
      own: false,
      holder: '12',
      holderName: 'Grace Okafor',
      step: 'writing',
      at: 5,
      rows: 20,
    };
    const made = world(foreign, whole);
    open();
    await screen.findByRole('heading', { name: 'Grace Okafor (12) is at it' });
    expect(screen.getByText('5 of 20 rows')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(document.querySelector('input[type=file]')).toBeNull();
    fireEvent.click(button('End it'));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'End it' }));
    await screen.findByRole('heading', { name: 'A table of users' });
    expect(requests(made, 'bulkCancel')).toHaveLength(1);
  });

  it('asks nothing of columns for photos, and names the files that are wrong', async () => {
    const made = world({ ...OWN, kind: 'photos', name: 'photos.zip', step: 'uploaded' }, (now) => ({
      ...whole(now),
      bulkCheck: () => {
        now.state = { ...now.state, step: 'checked', rows: 9, added: 7, bad: 2, ignored: 3 };
        return {};
      },
      bulkErrors: () => ({
        errors: [
          { line: 4, name: 'portrait.jpg', userid: 0, field: '', text: '', code: 12110 },
          { line: 5, name: '7_9.jpg', userid: 0, field: '', text: '7, 9', code: 12172 },
        ],
        total: 2,
      }),
    }));
    open();
    await screen.findByRole('heading', { name: 'Users who have a photo already' });
    expect(screen.queryByText('Columns')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Change/ }));
    fireEvent.click(button('Check the file'));
    expect(await screen.findByRole('row', { name: /portrait.jpg/ })).toBeTruthy();
    expect(screen.getByText('This file name contains no user ID and no employee number')).toBeTruthy();
    expect(
      screen.getByRole('row', {
        name: /7_9\.jpg This file name fits more than one user: 7, 9 ?Keep one number in the file name\./,
      }),
    ).toBeTruthy();
    expect(screen.getByText('3 files were ignored that an operating system put into the archive.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download the wrong rows' })).toBeNull();
    expect(requests(made, 'bulkCheck')).toEqual([{ existing: 'replace' }]);
    expect(button('Write 7 photos')).toBeTruthy();
  });

  it('moves a field that is dragged onto a column', async () => {
    world({ ...OWN, step: 'uploaded' }, whole);
    open();
    await screen.findByText('Say which column is the user ID');
    const chip = screen.getByText('User ID', { selector: '.bulk-chip' });
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (kind: string, text: string) => data.set(kind, text),
      getData: (kind: string) => data.get(kind) ?? '',
    };
    const event = (kind: string) =>
      Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { dataTransfer });
    fireEvent(chip, event('dragstart'));
    const heading = screen.getByRole('columnheader', { name: /Staff/ });
    fireEvent(heading, event('dragover'));
    expect(heading.hasAttribute('data-over')).toBe(true);
    fireEvent(heading, event('drop'));
    expect(screen.getByRole('combobox', { name: 'What the column «Staff» gives' })).toHaveProperty('value', 'userid');
    expect(screen.queryByText('User ID', { selector: '.bulk-chip' })).toBeNull();
  });

  it('on a phone a column is a card with the same choice', async () => {
    setPhone(true);
    world({ ...OWN, step: 'uploaded' }, whole);
    open();
    await screen.findByRole('combobox', { name: 'What the column «Staff» gives' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Ada Lovelace')).toBeTruthy();
  });

  it('follows what the terminal does, and says why it failed', async () => {
    const made = world({ ...OWN, step: 'writing', at: 1, rows: 4, whole: true, cancellable: false }, whole);
    open();
    await screen.findByText('1 of 4 rows');
    expect(screen.getByText(/All or none: it ends by itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    made.state = { ...made.state, step: 'failed', code: 12104 };
    expect(await screen.findByText('This file cannot be read as a table')).toBeTruthy();
  });

  it('has nothing to do for who may only look', async () => {
    world(IDLE, (now) => ({ ...whole(now), checkPower: () => ({ read: true, write: false }) }));
    open();
    expect(await screen.findByText('Your account may look at users but not add any.')).toBeTruthy();
    expect(document.querySelector('input[type=file]')).toBeNull();
  });
});
