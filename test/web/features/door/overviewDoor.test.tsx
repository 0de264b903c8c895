import '../../browser.ts';
import type { DoorStateReply } from '@gen/door.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandsOf } from '../../../../web/features/door/DoorCard.tsx';
import { OverviewDoor } from '../../../../web/features/door/OverviewDoor.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { Stream } from '../../fakeStream.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const closed: DoorStateReply = {
  rule: 'normal',
  since: 1_790_000_000_000,
  relayMode: 'door',
  relay: false,
  leaf: 'closed',
  alarms: [],
  sounds: false,
  supply: true,
  badFrames: 0,
  startedAt: 1_790_000_000_000,
  schedule: 'normal',
  changes: [],
};

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  setSession({ ...account(), roles: ['advSetting'] });
});
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

describe('the door of the overview', () => {
  it('offers what makes sense now', () => {
    expect(commandsOf(closed)).toEqual(['open', 'lockDown']);
    expect(commandsOf({ ...closed, rule: 'lockedDown', sounds: true })).toEqual(['release', 'silence']);
    expect(commandsOf({ ...closed, rule: 'fire' })).toEqual(['lockDown']);
    expect(commandsOf({ ...closed, relayMode: 'ring' })).toEqual(['lockDown']);
  });

  it('sends a command with its reason', async () => {
    const asked = fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      doorState: () => closed,
      doorCommand: () => ({}),
    });
    show(<OverviewDoor />);
    fireEvent.click(await screen.findByRole('button', { name: 'Lock down' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.input(within(dialog).getByLabelText(/Reason/), { target: { value: ' Drill ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Lock down' }));
    await waitFor(() => expect(requests(asked, 'doorCommand')).toEqual([{ command: 'lockDown', reason: 'Drill' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('follows the stream, and asks by the clock only while that is away', async () => {
    const stream = new Stream();
    vi.stubGlobal('fetch', stream.fetch);
    const asked = fakeTerminal({ checkPower: () => ({ read: true, write: true }), doorState: () => closed });
    show(<OverviewDoor />);
    await screen.findByText('Closed');
    stream.push('event: hello\ndata:{"first":1,"last":0,"beat":15}\n\n');
    stream.push(`event: door\ndata:${JSON.stringify({ ...closed, leaf: 'open' })}\n\n`);
    await screen.findByText('Open');
    const before = requests(asked, 'doorState').length;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(requests(asked, 'doorState')).toHaveLength(before);
    stream.cut();
    await screen.findByText('Closed');
    await waitFor(() => expect(requests(asked, 'doorState').length).toBeGreaterThan(before));
  });

  it('offers nothing to who may only look', async () => {
    fakeTerminal({ checkPower: () => ({ read: true, write: false }), doorState: () => closed });
    show(<OverviewDoor />);
    await screen.findByText('Opens for who is let in');
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  });
});
