import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../web/lib/session.ts';
import type { Channel, Ending } from '../../../web/lib/sharedSession.ts';
import { account } from '../account.ts';

type Listener = (event: { data: unknown }) => void;

/** The channel of one origin: everybody hears all but themselves, later. */
class Air {
  readonly said: unknown[] = [];
  readonly #tabs: { channel: Channel; listeners: Listener[] }[] = [];

  tab(): Channel {
    const listeners: Listener[] = [];
    const channel: Channel = {
      addEventListener: (_, listener) => void listeners.push(listener),
      postMessage: (message) => this.say(message, channel),
    };
    this.#tabs.push({ channel, listeners });
    return channel;
  }

  say(message: unknown, from: Channel | null = null): void {
    this.said.push(message);
    const data: unknown = structuredClone(message);
    for (const { channel, listeners } of this.#tabs) {
      if (channel !== from) for (const listener of listeners) listener({ data });
    }
  }
}

let air: Air;
beforeEach(() => {
  air = new Air();
});

/** A tab: modules of its own, with what its storage holds. */
async function open(stored: Session | null = null) {
  sessionStorage.clear();
  if (stored) sessionStorage.setItem('postern.session', JSON.stringify(stored));
  vi.resetModules();
  const session = await import('../../../web/lib/session.ts');
  const { shareSession } = await import('../../../web/lib/sharedSession.ts');
  const ended: Ending[] = [];
  const late: (() => void)[] = [];
  const unsaved = { is: false };
  const ready = shareSession(air.tab(), {
    ending: () => ({ reason: 'Token Failed', restarting: false }),
    onEnded: ({ reason, restarting }) => void ended.push({ reason, restarting }),
    keeps: () => unsaved.is,
    setTimeout: (run) => late.push(run),
  });
  return { ...session, ended, unsaved, ready, waitOver: () => late.splice(0).map((run) => run()) };
}

const mine = account({ token: 'a'.repeat(43) });

describe('a session in many tabs', () => {
  it('is given to a tab that is opened', async () => {
    await open(mine);
    const second = await open();
    await second.ready;
    expect(second.currentSession()).toEqual(mine);
  });

  it('is nothing that a page tells who does not ask, nor takes', async () => {
    const signIn = await open();
    signIn.waitOver();
    await signIn.ready;
    const first = await open(mine);
    await first.ready;
    expect(air.said).toEqual([{ kind: 'ask' }]);
    air.say({ kind: 'session', session: mine });
    expect(signIn.currentSession()).toBeNull();
  });

  it('without another tab is waited for a moment', async () => {
    const only = await open();
    only.waitOver();
    await only.ready;
    expect(only.currentSession()).toBeNull();
  });

  it('ends in all tabs that have it, with the reason, and in no other', async () => {
    const first = await open(mine);
    const second = await open();
    const other = await open(account({ token: 'b'.repeat(43) }));
    await second.ready;
    first.setSession(null);
    expect(second.currentSession()).toBeNull();
    expect(second.ended).toEqual([{ reason: 'Token Failed', restarting: false }]);
    expect(other.currentSession()).not.toBeNull();
    expect(other.ended).toEqual([]);
    expect(air.said.filter((one) => (one as { kind: string }).kind === 'ended')).toHaveLength(1);
  });

  it('changes in all tabs', async () => {
    const first = await open({ ...mine, mustChangePassword: true });
    const second = await open();
    await second.ready;
    second.patchSession({ mustChangePassword: false });
    expect(first.currentSession()?.mustChangePassword).toBe(false);
  });

  it('is not had from nonsense', async () => {
    const tab = await open();
    for (const session of [null, 'x', {}, { token: 1 }]) air.say({ kind: 'session', session });
    for (const nonsense of [null, 'ask', {}, { kind: 'ended' }, { kind: 'ended', token: 'a', reason: 1 }])
      air.say(nonsense);
    tab.waitOver();
    await tab.ready;
    expect(tab.currentSession()).toBeNull();
    expect(tab.ended).toEqual([]);
  });

  it('that ran out elsewhere stays where something is typed', async () => {
    const tab = await open(mine);
    tab.unsaved.is = true;
    air.say({ kind: 'ended', token: mine.token, reason: 'Token Failed', restarting: false });
    expect(tab.currentSession()?.token).toBe(mine.token);
    expect(tab.ended).toEqual([]);
    tab.unsaved.is = false;
    air.say({ kind: 'ended', token: mine.token, reason: 'Token Failed', restarting: false });
    expect(tab.currentSession()).toBeNull();
  });
});
