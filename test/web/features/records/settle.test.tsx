import type { SettleDay } from '@gen/records.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { type Answer, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';
import { aRow, aSettleDay, openReport, TODAY } from './reportWorld.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 17, 12) });
  setSession(account());
});
afterEach(() => {
  setSession(null);
  vi.useRealTimers();
});

const plain = (userid: number): SettleDay =>
  aSettleDay(userid, { row: aRow('2026-06-03', { userid, name: 'Bea', inOutside: true }), proposals: [] });

interface Items {
  days: readonly { userid: number }[];
}

/** Settles all but those of these users; what is settled is on the list no more. */
async function open(days: readonly SettleDay[], answers: Record<string, Answer> = {}, refused: readonly number[] = []) {
  let left = days;
  const asked = openReport({
    daysToSettle: ({ after }: { after?: string }) => ({
      days: after === undefined ? left.slice(0, 2) : left.slice(2),
      next: after === undefined && left.length > 2 ? '8-20260602' : '',
      today: TODAY,
    }),
    settleDays: ({ days: items }: Items) => {
      const done = items.filter(({ userid }) => !refused.includes(userid)).map(({ userid }) => userid);
      left = left.filter(({ row }) => !done.includes(row.userid));
      return {
        settled: done.length,
        seqs: done.map((userid) => userid + 1000),
        refused: items
          .filter(({ userid }) => refused.includes(userid))
          .map(({ userid }) => ({ userid, day: '2026-06-02', code: 12_020 })),
      };
    },
    voidPunches: ({ seqs }: { seqs: readonly number[] }) => ({ voided: seqs.length, refused: [] }),
    ...answers,
  });
  choose(await screen.findByLabelText('Show'), 'settle');
  await screen.findByRole('table', { name: 'To settle' });
  return asked;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const row = (name: string) =>
  within(screen.getAllByRole('row').find(({ textContent }) => textContent?.includes(name)) as HTMLElement);

describe('days to settle', () => {
  it('show what is wrong, the punches and the proposal', async () => {
    await open([aSettleDay(7), plain(9)]);
    const first = row('Ada 7');
    for (const text of ['Check-out missing', '08:06 IN', 'Add OUT at 16:00']) {
      expect(first.getByText(text)).toBeTruthy();
    }
    expect(row('Bea').getByText('No proposal')).toBeTruthy();
    expect(row('Bea').queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('are accepted with one press each, as they were seen', async () => {
    const asked = await open([aSettleDay(7), plain(9)]);
    await press('Accept');
    await expect
      .poll(() => requests(asked, 'settleDays'))
      .toEqual([{ act: 'accept', days: [{ userid: 7, day: '2026-06-02', seen: 77 }], reason: 'Proposed correction' }]);
    expect(await screen.findByText('1 day settled.')).toBeTruthy();
    await expect.poll(() => screen.queryByText('Ada 7')).toBeNull();
  });

  it('are left as they are', async () => {
    const asked = await open([plain(9)]);
    await press('More for Bea, Wed, Jun 3');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Leave as it is' }));
    await expect
      .poll(() => requests(asked, 'settleDays'))
      .toMatchObject([{ act: 'leave', reason: 'Checked and left as it is' }]);
    expect(await screen.findByText('Nothing to settle')).toBeTruthy();
  });

  it('are accepted all, past the page, after a question that says how many', async () => {
    const asked = await open([aSettleDay(7), aSettleDay(8), plain(9), aSettleDay(10)], {}, [8]);
    await press('Accept all proposals …');
    expect(await screen.findByText('3 days of 3 users.')).toBeTruthy();
    expect(screen.getByText('1 day has no proposal and stays on the list.')).toBeTruthy();
    expect(requests(asked, 'settleDays')).toEqual([]);
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'Power cut' } });
    await press('Accept 3 proposals');
    expect(await screen.findByText('2 days settled.')).toBeTruthy();
    expect(requests(asked, 'settleDays')).toMatchObject([
      { act: 'accept', days: [{ userid: 7 }, { userid: 8 }, { userid: 10 }], reason: 'Power cut' },
    ]);
    expect(screen.getByText(/1 day was not settled: Somebody else changed this meanwhile/)).toBeTruthy();
  });

  it('are withdrawn together', async () => {
    const asked = await open([aSettleDay(7), aSettleDay(8)]);
    fireEvent.click(await screen.findByLabelText('Select all on this page'));
    await press('Accept 2 proposals');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept 2 proposals' }));
    await screen.findByText('2 days settled.');
    await press('Withdraw 2 corrections');
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: 'Withdraw 2 corrections' }));
    await expect.poll(() => requests(asked, 'voidPunches')).toEqual([{ seqs: [1007, 1008], reason: 'Withdrawn' }]);
    await expect.poll(() => screen.queryByText('2 days settled.')).toBeNull();
  });

  it('that were not tried are counted when the terminal fails', async () => {
    await open([aSettleDay(7)], {
      settleDays: () => {
        throw refusal('settleDays', 12_017);
      },
    });
    await press('Accept');
    expect(await screen.findByText('1 day was not tried.')).toBeTruthy();
  });

  it('are only read without the right to write', async () => {
    await open([aSettleDay(7)], { checkPower: () => ({ read: true, write: false }) });
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Accept all proposals …' })).toBeNull();
  });
});
