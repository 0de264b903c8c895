/* The hours of the door in sentences, by the terminal's clock. */
import type { DoorChange } from '@gen/door.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { hoursSentences } from '../../../../web/features/door/hours.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const change = (text: string, rule: DoorChange['rule'], offset = 0): DoorChange => ({ time: utc(text), offset, rule });
const now = utc('2027-01-04T07:00'); // a Monday

beforeAll(() => activateLanguage('en'));

describe('the hours of the door', () => {
  it.each([
    ['normal', [], []],
    ['alwaysOpen', [], ['Open for the next 14 days']],
    ['alwaysClosed', [], ['Closed for the next 14 days']],
    [
      'normal',
      [change('2027-01-04T08:00', 'alwaysOpen'), change('2027-01-04T17:00', 'normal')],
      ['Open from 08:00 until 17:00'],
    ],
    [
      'normal',
      [change('2027-01-05T08:00', 'alwaysOpen'), change('2027-01-05T17:00', 'normal')],
      ['Open from Tue 08:00 until 17:00'],
    ],
    ['normal', [change('2027-01-05T08:00', 'alwaysClosed')], ['Closed from Tue 08:00']],
    [
      'alwaysOpen',
      [change('2027-01-04T17:00', 'normal'), change('2027-01-05T08:00', 'alwaysOpen')],
      ['Open until 17:00'],
    ],
    [
      'alwaysOpen',
      [change('2027-01-04T12:00', 'alwaysClosed'), change('2027-01-04T13:00', 'alwaysOpen')],
      ['Open until 12:00', 'Closed from 12:00 until 13:00'],
    ],
    ['alwaysClosed', [change('2027-01-12T08:00', 'normal')], ['Closed until Jan 12, 08:00']],
  ] as const)('%s, %o', (schedule, changes, want) => {
    expect(hoursSentences({ schedule, changes: [...changes] }, now)).toEqual(want);
  });

  it('are those of the terminal, wherever the browser is', () => {
    const changes = [change('2027-01-04T23:30', 'alwaysOpen', 60)];
    expect(hoursSentences({ schedule: 'normal', changes }, now)).toEqual(['Open from Tue 00:30']);
  });
});
