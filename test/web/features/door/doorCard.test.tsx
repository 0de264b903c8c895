/* The door beside its settings: what can be done with it, and that it is asked before. */
import type { DoorStateReply } from '@gen/door.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, doorItems } from '../../../../web/features/door/DoorCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

const door: DoorStateReply = {
  rule: 'normal',
  since: 0,
  relayMode: 'door',
  relay: false,
  leaf: 'closed',
  alarms: [],
  sounds: false,
  supply: false,
  badFrames: 0,
  startedAt: 1_790_000_000_000,
  schedule: 'normal',
  changes: [],
};

beforeAll(() => activateLanguage('en'));

describe('what can be done with the door', () => {
  it.each([
    [{}, ['open', 'lockDown']],
    [{ sounds: true }, ['open', 'lockDown', 'silence']],
    [{ rule: 'lockedDown' }, ['release']],
    [{ relayMode: 'none' }, ['lockDown']],
    [{ relayMode: 'ring' }, ['lockDown']],
    [{ rule: 'fire' }, ['lockDown']],
  ] as const)('with %o', (more, want) => {
    expect(commandsOf({ ...door, ...more })).toEqual(want);
  });

  it('is told in words, with a sign where it matters', () => {
    const told = (now: DoorStateReply) => Object.fromEntries(doorItems(now).map(({ label, tone }) => [label, tone]));
    expect(Object.values(told(door)).filter((tone) => tone !== undefined && tone !== 'neutral')).toEqual(['ok']);
    expect(told({ ...door, badFrames: 2 })['Wiegand frames not read']).toBe('warn');
    expect(told({ ...door, alarms: [{ alarm: 'supply', since: 1 }] })['12 V supply']).toBe('no');
    expect(told({ ...door, alarms: [{ alarm: 'tamper', since: 1 }] })['Case']).toBe('no');
    const forced = doorItems({ ...door, alarms: [{ alarm: 'forced', since: 1 }] });
    expect(forced.at(-1)?.tone).toBe('no');
    expect(doorItems({ ...door, relayMode: 'none' })).toHaveLength(doorItems(door).length - 2);
  });
});
