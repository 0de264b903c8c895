import type { ClockError, MovePunchesReply, MovePunchesRequest, SearchrecordReply } from '@gen/records.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftOf, spanOf } from '../../../../web/features/records/clock/moves.ts';
import { RecordListPage } from '../../../../web/features/records/list/RecordListPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

const slow: ClockError = {
  ...{ first: 3, last: 9, unset: false, lasts: false, shift: 7203 },
  ...{ from: Date.UTC(2026, 5, 1, 6), fromOffset: 120, to: Date.UTC(2026, 5, 1, 14), toOffset: 120 },
};

const page = (change: Partial<SearchrecordReply> = {}): SearchrecordReply => ({
  ...{
    records: [],
    next: '',
    previous: '',
    partial: false,
    last: 12,
    former: [],
    clockErrors: [],
    today: '2026-06-02',
  },
  ...change,
});

const reply = (change: Partial<MovePunchesReply> = {}): MovePunchesReply => ({
  ...{ moved: 0, refused: [], next: 0, firstSeq: 0, lastSeq: 0 },
  ...change,
});

/** Two calls are needed; of the second one punch is refused. */
const answer = ({ first, dryRun, what }: MovePunchesRequest): MovePunchesReply => {
  if (what === 'corrected') return reply({ moved: 3, firstSeq: 19, lastSeq: 24 });
  if (first === 3) return reply({ moved: 2, next: 7, ...(dryRun ? {} : { firstSeq: 13, lastSeq: 16 }) });
  return reply({ moved: 1, refused: [{ seq: 8, code: 12_062 }], ...(dryRun ? {} : { firstSeq: 17, lastSeq: 18 }) });
};

const open = (errors: readonly ClockError[] = [slow], more: Parameters<typeof fakeTerminal>[0] = {}) => {
  const asked = fakeTerminal({
    searchrecord: () => page(),
    clockErrors: () => ({ errors, newest: 12, today: '2026-06-02' }),
    movePunches: answer,
    checkPower: () => ({ read: true, write: true }),
    ...more,
  });
  show(<RecordListPage />, '/?clock=true');
  return asked;
};

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));

describe('records of a wrong clock', () => {
  it('are marked in the list, and looked for', async () => {
    const line = {
      ...{ seq: 5, time: Date.UTC(2026, 5, 1, 10), offset: 120 },
      ...{ kind: 'access', result: 'granted' },
    };
    const rest = { reason: 'anyTime', userid: 7, username: 'Ada', factors: [], status: 'in', duress: false, door: 1 };
    const records = [{ ...line, ...rest, temperature: 0, photo: false, detail: '' }] as SearchrecordReply['records'];
    const asked = fakeTerminal({
      searchrecord: () => page({ records, clockErrors: [slow] }),
      clockErrors: () => ({ errors: [slow], newest: 12, today: '2026-06-02' }),
    });
    show(<RecordListPage />);
    expect(await within(await screen.findByRole('row', { name: /Ada/ })).findByText('Wrong clock')).toBeTruthy();
    choose(screen.getByLabelText('Clock'), 'wrong');
    expect(await screen.findByText(/Records 3 to 9, from Jun 1, 2026/)).toBeTruthy();
    expect(screen.getByText('Clock was wrong; right time is 2 h 0 min later')).toBeTruthy();
    expect(requests(asked, 'searchrecord').at(-1)).toEqual({ wrongClock: true });
  });

  it('say so where the clock was always right, or is still not set', async () => {
    open([]);
    expect(await screen.findByText('As far as the terminal knows, its clock was always right.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move punches …' })).toBeNull();
  });

  it('have no punches to move before there are any', async () => {
    open([{ ...slow, first: 13, last: 12, unset: true, lasts: true, shift: 0, from: 0, to: 0 }]);
    expect(await screen.findByText('Clock was not set')).toBeTruthy();
    expect(screen.getByText('No records yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move punches …' })).toBeNull();
  });
});

describe('moving punches', () => {
  it('counts first, then moves them to the second, and takes it back', async () => {
    const asked = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Move punches …' }));
    press('Count punches');
    expect(await dialog().findByText('3 punches are moved.')).toBeTruthy();
    expect(dialog().getByText(/^1 punch is left out:/)).toBeTruthy();
    const move = { what: 'recorded', last: 9, shift: 7203, reason: 'The clock was wrong' };
    expect(requests(asked, 'movePunches')).toEqual([3, 7].map((first) => ({ ...move, first, dryRun: true })));
    press('Move 3 punches');
    expect(await screen.findByText('3 punches moved.')).toBeTruthy();
    expect(requests(asked, 'movePunches').slice(2)).toEqual([3, 7].map((first) => ({ ...move, first, dryRun: false })));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => screen.queryByText('3 punches moved.')).toBeNull();
    expect(requests(asked, 'movePunches').at(-1)).toEqual({
      ...{ what: 'corrected', first: 13, last: 18, shift: -7203, reason: 'The clock was wrong', dryRun: false },
    });
  });

  it('counts again after a change, and asks for a span', async () => {
    const asked = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Move punches …' }));
    press('Count punches');
    await dialog().findByText('3 punches are moved.');
    fireEvent.click(dialog().getByLabelText('Earlier'));
    press('Count punches');
    await dialog().findByText('3 punches are moved.');
    expect(requests(asked, 'movePunches').at(-1)).toMatchObject({ shift: -7200, dryRun: true });
    fireEvent.input(dialog().getByLabelText('Hours'), { target: { value: '0' } });
    press('Count punches');
    expect(await dialog().findByText('Enter by how much')).toBeTruthy();
  });

  it('is for other days as well', async () => {
    const asked = open([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Move punches of other days …' }));
    fireEvent.input(dialog().getByLabelText('Minutes'), { target: { value: '30' } });
    press('Count punches');
    expect(await dialog().findByText('Fill this in')).toBeTruthy();
    fireEvent.input(dialog().getByLabelText('First day'), { target: { value: '2026-06-01' } });
    press('Count punches');
    await expect
      .poll(() => requests(asked, 'movePunches')[0])
      .toEqual({
        ...{ what: 'recorded', first: 1, last: 12, fromDay: '2026-06-01', shift: 1800, dryRun: true },
        reason: 'The clock was wrong',
      });
  });

  it('is for who may write', async () => {
    open([slow], { checkPower: () => ({ read: true, write: false }) });
    await screen.findByText(/Records 3 to 9/);
    expect(screen.queryByRole('button', { name: /Move punches/ })).toBeNull();
  });
});

describe('a span', () => {
  it.each([7203, -7203, 86_400, 60, -3_600])('is %s seconds there and back, to the minute', (shift) => {
    expect(shiftOf(spanOf(shift))).toBe(Math.trunc(shift / 60) * 60);
  });

  it('has fields that are empty', () => {
    expect(shiftOf({ days: null, hours: null, minutes: 5, way: 'earlier' })).toBe(-300);
  });
});
