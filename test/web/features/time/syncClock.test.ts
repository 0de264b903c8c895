import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncClock } from '../../../../web/features/time/syncClock.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { type Asked, fakeTerminal } from '../../fakeTerminal.ts';

interface Terminal {
  readonly sync: boolean;
  readonly write?: boolean;
  readonly ntpOn?: boolean;
  /** By how much the terminal's clock is ahead. */
  readonly ahead: number;
}

beforeEach(async () => {
  await activateLanguage('en');
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 0, 250) });
});
afterEach(() => void vi.useRealTimers());

async function asked({ sync, write = true, ntpOn = false, ahead }: Terminal): Promise<Asked[]> {
  const calls = fakeTerminal({
    SetTimeParam: () => ({ syncLocalTime: sync }),
    checkPower: () => ({ read: true, write }),
    SetDateTimeParam: () => ({ ntpOn, state: { now: Date.now() + ahead } }),
    GetDateTimeParam: () => ({ revision: 1, changed: [] }),
  });
  const done = syncClock();
  await vi.runAllTimersAsync();
  await done;
  return calls;
}

const set = (calls: Asked[]) => calls.filter(({ call }) => call === 'GetDateTimeParam').map(({ request }) => request);

describe('synchronizing the clock after a sign-in', () => {
  it('sets a clock that is off, at the beginning of a second', async () => {
    expect(set(await asked({ sync: true, ahead: 5000 }))).toEqual([{ time: Date.UTC(2026, 10, 21, 12, 0, 1) / 1000 }]);
    expect(set(await asked({ sync: true, ahead: -2001 }))).toHaveLength(1);
  });

  it('leaves one alone that is not, that comes from the network, or that is not to be set', async () => {
    expect(set(await asked({ sync: true, ahead: 2000 }))).toEqual([]);
    expect(set(await asked({ sync: true, ahead: 9000, ntpOn: true }))).toEqual([]);
    expect(set(await asked({ sync: true, ahead: 9000, write: false }))).toEqual([]);
    expect((await asked({ sync: false, ahead: 9000 })).map(({ call }) => call)).toEqual(['SetTimeParam']);
  });

  it('says nothing when the terminal refuses', async () => {
    fakeTerminal({});
    await expect(syncClock()).resolves.toBeUndefined();
  });
});
