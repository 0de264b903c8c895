import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportPage } from '../../../../web/features/bulk/import/ImportPage.tsx';
import { loadAllTexts } from '../../../../web/lib/i18n.ts';
import '../../../../web/lib/consoleTexts.ts';
import '../../browser.ts';
import { type Edits, MENDS_MOST, mendsOf, withEdit } from '../../../../web/features/bulk/mend/mends.ts';
import { refusal } from '../../fakeTerminal.ts';
import { ALONE, OWN, requests, show, WRONG, world } from './world.tsx';

beforeAll(loadAllTexts);

const TAKEN = {
  ...ALONE,
  line: 46,
  userid: 12,
  name: 'Bo',
  field: 'cardno',
  text: '77',
  code: 40403,
  otherUserid: 7,
  otherName: 'Ana Torres',
};

it('names the row or the user that has the same value', async () => {
  world({ ...OWN, step: 'checked', rows: 6, added: 3, bad: 3 }, () => ({
    bulkErrors: () => ({ errors: [...WRONG.errors, TAKEN], total: 3 }),
  }));
  show(<ImportPage onWritten={vi.fn()} />);
  expect(await screen.findByText('The same value is in line 9.')).toBeTruthy();
  expect(screen.getByText('It belongs to 7 Ana Torres.')).toBeTruthy();
  expect(screen.getAllByText(/The same value|It belongs/)).toHaveLength(2);
});

it('names the line of a roster that has the same days, and its cell can be corrected', async () => {
  const overlap = { ...ALONE, line: 3, userid: 7, name: 'Ana', field: 'firstDay', text: '2026-12-24', code: 12260 };
  world({ ...OWN, kind: 'roster', step: 'checked', rows: 3, added: 2, bad: 1 }, () => ({
    bulkErrors: () => ({ errors: [{ ...overlap, column: 1, otherLine: 2 }], total: 1 }),
  }));
  show(<ImportPage onWritten={vi.fn()} />);
  expect(await screen.findByText('That row is in line 2.')).toBeTruthy();
  expect(screen.queryByText(/The same value/)).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First day, line 3' }).value).toBe('2026-12-24');
});

describe('who could not enter', () => {
  const BARRED = {
    reasons: [
      { obstacle: 'groupUndefined', group: 7, rows: 297 },
      { obstacle: 'groupNoHours', group: 4, rows: 1 },
      { obstacle: 'noCredential', group: 0, rows: 2 },
    ],
    people: [
      { obstacle: 'groupUndefined', group: 7, line: 2, userid: 101, name: 'Ada' },
      { obstacle: 'groupUndefined', group: 7, line: 4, userid: 103, name: '' },
      { obstacle: 'groupNoHours', group: 4, line: 9, userid: 108, name: 'Bo' },
      { obstacle: 'noCredential', group: 0, line: 10, userid: 109, name: 'Cy' },
      { obstacle: 'noCredential', group: 0, line: 11, userid: 110, name: 'Di' },
    ],
  };

  it('is counted by reason with the first rows, before it is written', async () => {
    world({ ...OWN, step: 'checked', rows: 300, added: 300 }, () => ({ bulkBarred: () => BARRED }));
    show(<ImportPage onWritten={vi.fn()} />);
    expect(await screen.findByText('300 users will not be able to enter.')).toBeTruthy();
    const shown = [...document.querySelectorAll('.bulk-barred > li')].map((item) => item.textContent);
    expect(shown).toEqual([
      '297Group 7 does not existLine 2: 101 AdaLine 4: 103and 295 more',
      '1Group 4 has no hours: no time zone and no working periodLine 9: 108 Bo',
      '2No card, PIN, fingerprint, face or irisLine 10: 109 CyLine 11: 110 Di',
    ]);
    expect(screen.getByRole('button', { name: 'Write 300 users' })).toHaveProperty('disabled', false);
  });

  it('is not said where everybody can', async () => {
    world({ ...OWN, step: 'checked', rows: 1, added: 1 }, () => ({}));
    show(<ImportPage onWritten={vi.fn()} />);
    expect(await screen.findByRole('button', { name: 'Write 1 user' })).toBeTruthy();
    expect(screen.queryByText(/will not be able to enter/)).toBeNull();
  });
});

describe('a correction', () => {
  const edit = { leaveOut: false, column: 2, text: '7', before: '7' };

  it('is one that differs, and there are only as many as can be sent', () => {
    expect(withEdit({}, 4, edit)).toEqual({});
    const one = withEdit({}, 4, { ...edit, text: ' 8 ' });
    expect(mendsOf(one)).toEqual([{ line: 4, leaveOut: false, column: 2, text: '8' }]);
    expect(mendsOf(withEdit(one, 4, { ...edit, leaveOut: true }))).toEqual([
      { line: 4, leaveOut: true, column: 0, text: '' },
    ]);
    expect(withEdit(one, 4, edit)).toEqual({});
    let many: Edits = {};
    for (let line = 1; line <= MENDS_MOST + 3; line++) many = withEdit(many, line, { ...edit, text: 'x' });
    expect(mendsOf(many)).toHaveLength(MENDS_MOST);
    expect(mendsOf(withEdit(many, 5, { ...edit, text: 'y' }))).toContainEqual(expect.objectContaining({ text: 'y' }));
  });

  it('is typed beside the error, checked, and only then written', async () => {
    const errors = [
      { ...WRONG.errors[0], column: 2 },
      { ...WRONG.errors[1], column: 0 },
      { ...ALONE, line: 50, userid: 9, name: 'Eva', field: 'password', text: '', code: 40104 },
    ];
    const made = world({ ...OWN, step: 'checked', rows: 60, added: 57, bad: 3 }, (it) => ({
      bulkErrors: () => ({ errors, total: 3 }),
      bulkMend: () => {
        it.state = { ...it.state, added: 59, bad: 0, leftOut: 1 };
        return {};
      },
    }));
    show(<ImportPage onWritten={vi.fn()} />);
    const card = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Card NO., line 14' });
    expect(card.value).toBe('4294967999');
    expect(screen.getAllByRole('textbox')).toHaveLength(2);
    const check = screen.getByRole('button', { name: 'Check corrections' });
    expect(check).toHaveProperty('disabled', true);
    fireEvent.input(card, { target: { value: '4294967' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Leave out line 45' }));
    expect(screen.getByRole('textbox', { name: 'User ID, line 45' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Write 57 users' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Check your corrections first.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Check 2 corrections' }));
    await waitFor(() => expect(requests(made, 'bulkMend')).toHaveLength(1));
    expect(requests(made, 'bulkMend')).toEqual([
      {
        mends: [
          { line: 14, leaveOut: false, column: 2, text: '4294967' },
          { line: 45, leaveOut: true, column: 0, text: '' },
        ],
      },
    ]);
    expect(await screen.findByRole('button', { name: 'Write 59 users' })).toHaveProperty('disabled', false);
    expect(screen.queryByText('Check your corrections first.')).toBeNull();
  });

  it('is kept when the terminal refuses it', async () => {
    const errors = [{ ...WRONG.errors[1], column: 0 }];
    const made = world({ ...OWN, step: 'checked', rows: 60, added: 59, bad: 1 }, () => ({
      bulkErrors: () => ({ errors, total: 1 }),
      bulkMend: () => {
        throw refusal('bulkMend', 12240);
      },
    }));
    show(<ImportPage onWritten={vi.fn()} />);
    const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'User ID, line 45' });
    fireEvent.input(id, { target: { value: '118' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check 1 correction' }));
    await waitFor(() => expect(requests(made, 'bulkMend')).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Check 1 correction' })).toHaveProperty('disabled', false),
    );
    expect(id.value).toBe('118');
    expect(id.isConnected).toBe(true);
  });

  it('can be undone', async () => {
    const made = world({ ...OWN, step: 'checked', rows: 60, added: 60 }, () => ({
      bulkMended: () => ({ mended: 3 }),
      bulkMend: () => ({}),
    }));
    show(<ImportPage onWritten={vi.fn()} />);
    expect(await screen.findByText('3 corrections were made here.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo all corrections' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Undo all corrections' }));
    await waitFor(() => expect(requests(made, 'bulkMend')).toEqual([{ mends: [], forget: true }]));
  });
});
