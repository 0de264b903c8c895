// The page of the initial administrator's card.

import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InitCardPage } from '../../../../web/features/machine/InitCardPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const idle = {
  written: false,
  writtenAt: 0,
  userid: 0,
  step: 'idle',
  note: 'none',
  duplicate: 0,
  secondsLeft: 0,
  own: false,
};

function terminal(status: object, write = true) {
  const state = { now: { ...idle, ...status } };
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write }),
    initCardStatus: () => state.now,
    InitAdminCard: () => {
      state.now = { ...state.now, step: 'present', secondsLeft: 60, own: true };
      return {};
    },
    initCardCancel: () => {
      state.now = { ...state.now, step: 'failed', note: 'cancelled', secondsLeft: 0 };
      return {};
    },
  });
  return { asked, state };
}

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

describe('/advSetting/initCard', () => {
  it('writes the first card without a question, waits, and tells how it ended', async () => {
    const { asked } = terminal({});
    show(<InitCardPage />);
    await screen.findByText('No card is written.');
    const write = screen.getByRole('button', { name: 'Write a card' }) as HTMLButtonElement;
    await waitFor(() => expect(write.disabled).toBe(false));
    fireEvent.click(write);
    await screen.findByText('Hold the card to the reader of the terminal');
    expect(requests(asked, 'InitAdminCard')).toEqual([{ again: false }]);
    screen.getByText('60 seconds left');
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' })); // not while the call before goes on
      expect(requests(asked, 'initCardCancel')).toHaveLength(1);
    });
    await screen.findByText('It was cancelled.');
  });

  it('asks before another one replaces it', async () => {
    const { asked } = terminal({ written: true, userid: 7 });
    show(<InitCardPage />);
    await screen.findByText('A card is written. With it goes the code of user 7.');
    const write = screen.getByRole('button', { name: 'Write another card' }) as HTMLButtonElement;
    await waitFor(() => expect(write.disabled).toBe(false));
    fireEvent.click(write);
    const question = await screen.findByRole('alertdialog', { name: 'Replace the card?' });
    expect(requests(asked, 'InitAdminCard')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Write another card' }));
    await waitFor(() => expect(requests(asked, 'InitAdminCard')).toEqual([{ again: true }]));
  });

  it('names whose card was shown, and who else waits', async () => {
    terminal({ step: 'present', note: 'duplicate', duplicate: 9, secondsLeft: 40, own: false });
    show(<InitCardPage />);
    await screen.findByText('This card is that of user 9. Hold another one to the reader.');
    screen.getByText('Somebody else is writing the card now.');
  });

  it('says that a card with a random number was shown', async () => {
    terminal({ step: 'present', note: 'random', secondsLeft: 40, own: true });
    show(<InitCardPage />);
    await screen.findByText('This card shows a random number each time, as phones do; take another.');
    screen.getByText('Hold the card to the reader of the terminal');
  });

  it('offers nothing to who may only read', async () => {
    terminal({}, false);
    show(<InitCardPage />);
    const write = (await screen.findByRole('button', { name: 'Write a card' })) as HTMLButtonElement;
    await waitFor(() => expect(write.disabled).toBe(true));
  });
});
