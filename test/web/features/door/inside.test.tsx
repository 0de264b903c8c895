import '../../browser.ts';
import type { PeopleInsideReply, PersonInside } from '@gen/door.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { InsideCard } from '../../../../web/features/door/InsideCard.tsx';
import { InsidePage } from '../../../../web/features/door/InsidePage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const person = (userid: number, username: string, since = 1_790_000_000_000): PersonInside => ({
  userid,
  username,
  since,
});
const reply = (people: readonly PersonInside[], next = 0): PeopleInsideReply => ({
  people,
  next,
  total: people.length,
  totalIsMore: false,
});

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  setSession(account());
});
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);

describe('/advSetting/inside', () => {
  it('has everybody of all pages, by name', async () => {
    const asked = fakeTerminal({
      peopleInside: ({ after }: { after?: number }) =>
        after === undefined ? reply([person(1, 'Zoe'), person(5, '')], 5) : reply([person(9, 'Ada')]),
    });
    show(<InsidePage />);
    await screen.findByText('0 of 3 found');
    expect(names()).toEqual(['Ada', 'User 5', 'Zoe']);
    expect(requests(asked, 'peopleInside')).toEqual([{ limit: 100 }, { limit: 100, after: 5 }]);
  });

  it('ticks off who was found, through a reload, until that person goes in again', async () => {
    let since = 1_790_000_000_000;
    fakeTerminal({ peopleInside: () => reply([person(1, 'Zoe', since), person(9, 'Ada')]) });
    const { unmount } = show(<InsidePage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Zoe' }));
    expect(await screen.findByText('1 of 2 found')).toBeTruthy();
    expect(sessionStorage.getItem('postern.found')).toBe('["1/1790000000000"]');
    fireEvent.click(screen.getByRole('radio', { name: 'Not found yet' }));
    await expect.poll(names).toEqual(['Ada']);
    unmount();
    show(<InsidePage />);
    expect(await screen.findByText('1 of 2 found')).toBeTruthy();
    since++;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('0 of 2 found')).toBeTruthy();
  });

  it('takes all ticks back after a question', async () => {
    fakeTerminal({ peopleInside: () => reply([person(2, 'Bob')]) });
    show(<InsidePage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Bob' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the ticks' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear the ticks' }));
    expect(await screen.findByText('0 of 1 found')).toBeTruthy();
    expect(sessionStorage.getItem('postern.found')).toBeNull();
  });

  it('finds by name and ID', async () => {
    fakeTerminal({ peopleInside: () => reply([person(12, 'Zoe'), person(9, 'Ada')]) });
    show(<InsidePage />);
    const box = await screen.findByLabelText('Name or user ID');
    const look = (value: string) => {
      fireEvent.input(box, { target: { value } });
      fireEvent.keyDown(box, { key: 'Enter' });
    };
    look('ZO');
    await expect.poll(names).toEqual(['Zoe']);
    look('9');
    await expect.poll(names).toEqual(['Ada']);
    look('nobody');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  it('prints everybody, with a box each', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    fakeTerminal({ peopleInside: () => reply([person(3, 'Zoe'), person(9, 'Ada')]) });
    show(<InsidePage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Zoe' }));
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const rows = [...document.querySelectorAll('.print-sheet tbody tr')].map((row) => row.textContent);
    expect(rows.map((row) => row?.slice(0, 5))).toEqual(['☐Ada9', '☑Zoe3']);
  });

  it('says that the list is no longer that of now', async () => {
    let fails = false;
    fakeTerminal({
      peopleInside: () => {
        if (fails) throw refusal('peopleInside', 12015);
        return reply([person(4, 'Zoe')]);
      },
    });
    show(<InsidePage />);
    await screen.findByRole('checkbox', { name: 'Zoe' });
    fails = true;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/Not up to date/)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Zoe' })).toBeTruthy();
  });

  it('says that nobody is inside, and is reached from the overview', async () => {
    fakeTerminal({ peopleInside: () => reply([]) });
    show(<InsidePage />);
    expect(await screen.findByText('Nobody')).toBeTruthy();
    show(<InsideCard />);
    expect((await screen.findByRole('link', { name: 'Who is inside' })).getAttribute('href')).toBe(
      '/advSetting/inside',
    );
  });
});
