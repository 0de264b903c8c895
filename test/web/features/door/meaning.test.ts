/* What the settings of the door mean: the line of seconds, and the sentences beside it. */
import { accessControl } from '@gen/door.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DoorTimes, meaningSentences, timeLine } from '../../../../web/features/door/meaning.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

const factory = Object.fromEntries(
  accessControl.fields.map((field) => [field.name, field.default]),
) as unknown as DoorTimes;
const wired: DoorTimes = { ...factory, sensor: 'normallyClosed' };

beforeAll(() => activateLanguage('en'));

function sentences(values: DoorTimes): string {
  const line = timeLine(values);
  return line ? meaningSentences(values, line).join('\n') : '';
}

describe('the line of seconds', () => {
  it('has the relay, the warning at four fifths and the alarm', () => {
    expect(timeLine(wired)).toMatchObject({ relay: 5, untilClosed: true, held: { soon: 24, alarm: 30 } });
    expect(timeLine({ ...wired, heldOpen: 31 })?.held).toEqual({ soon: 24.8, alarm: 31 });
    expect(timeLine({ ...wired, delay: 0 })?.relay).toBe(0.5);
    expect(timeLine({ ...wired, relockOnClose: false })?.untilClosed).toBe(false);
  });

  it('has nothing of what is not wired', () => {
    expect(timeLine(factory)).toMatchObject({ relay: 5, untilClosed: false, held: undefined });
    expect(timeLine({ ...wired, heldOpen: 0 })?.held).toBeUndefined();
    expect(timeLine({ ...wired, relay: 'none' })?.relay).toBeUndefined();
    expect(timeLine({ ...wired, relay: 'ring' })?.untilClosed).toBe(false);
  });

  it.each([0, 1, 5, 60])('has few marks, and room behind the last time: delay %d', (delay) => {
    for (const heldOpen of [0, 1, 30, 250]) {
      const line = timeLine({ ...wired, delay, heldOpen });
      expect(line?.length).toBeGreaterThan(Math.max(delay, heldOpen));
      expect(line?.marks.length).toBeGreaterThan(1);
      expect(line?.marks.length).toBeLessThan(9);
    }
  });

  it('is not drawn while a number is being typed', () => {
    expect(timeLine({ ...wired, delay: Number.NaN })).toBeUndefined();
  });
});

describe('the sentences', () => {
  it('say what happens, in its order', () => {
    expect(sentences(wired).replace(/[\u2066-\u2069\u200e]/g, '')).toBe(
      [
        'The lock is released for 5 s.',
        'It locks as soon as the door has closed.',
        'The exit button releases the lock for 5 s, under lock-down too.',
        'If the door opens while the lock holds, that is an alarm at once.',
        'Open for 24 s: a warning sounds. Open for 30 s: alarm.',
      ].join('\n'),
    );
    expect(sentences({ ...wired, delay: 0 })).toContain('released for half a second');
  });

  it('promise nothing that is not wired', () => {
    expect(sentences(factory)).toContain('Without a door sensor');
    expect(sentences(factory)).not.toContain('warning');
    expect(sentences({ ...wired, heldOpen: 0 })).toContain('there is no alarm');
    const bell = sentences({ ...wired, relay: 'ring' });
    expect(bell).toContain('The bell rings');
    expect(bell).not.toContain('exit button');
    expect(bell).not.toContain('at once');
    expect(sentences({ ...wired, relay: 'none' })).toContain('does not move');
  });
});
