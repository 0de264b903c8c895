import '../../browser.ts';
import { screen } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownFirst, SessionsPage } from '../../../../web/features/accounts/SessionsPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));

const opened = (id: number, account: string, used: number, current = false) => ({
  id,
  account,
  browser: `Browser ${id}`,
  peer: '10.0.4.7',
  opened: 1_790_000_000,
  made: 1_790_000_000,
  used,
  current,
});
const known = [opened(1, '7', 50), opened(2, 'admin', 10), opened(3, 'admin', 5, true), opened(4, 'admin', 20)];

describe('/sessions', () => {
  it('lists this tab’s first, then the own account’s, then the others; the last used first', async () => {
    expect(ownFirst(known, 'admin').map(({ id }) => id)).toEqual([3, 4, 2, 1]);
    setSession(account());
    fakeTerminal({ sessions: () => ({ sessions: known, browsers: known.toReversed() }) });
    show(<SessionsPage />);
    await screen.findAllByText('Browser 3');
    const lists = screen
      .getAllByRole('list')
      .map((list) => [...list.children].map((row) => row.textContent?.slice(0, 20)));
    for (const rows of lists) expect(rows[0]).toContain('Browser 3');
    expect(lists).toHaveLength(2);
    setSession(null);
  });
});
