/* Frames as the page draws them, against the vectors that the firmware is held to (test/unit/hal/test_wiegand.c). */
import { type AccessControlValues, accessControl } from '@gen/door.ts';
import { describe, expect, it } from 'vitest';
import { type FrameBit, frameOf, reversed, sampleFrame, usualLayout } from '../../../../web/features/door/frame.ts';

const factory = Object.fromEntries(
  accessControl.fields.map(({ name, ...field }) => [name, 'default' in field ? field.default : undefined]),
) as unknown as AccessControlValues;
const text = (bits: readonly FrameBit[]) => bits.map(({ bit }) => bit).join('');
const whole = (bits: readonly FrameBit[]) => BigInt(`0b${text(bits)}`);

describe('a frame', () => {
  it.each([
    [8, 24, 1, 1n, 0x2020002n],
    [8, 24, 212, 7041n, 0x3a83702n],
    [8, 24, 100, 12345n, 0x2c86073n],
    [8, 24, 255, 65535n, 0x1ffffffn],
    [0, 32, 0, 0x89d41b81n, 0x313a83703n],
    [0, 32, 0, 0x04a1b2c3n, 0x9436587n],
    [0, 32, 0, reversed(0x04a1b2c3n, 4), 0x187654209n],
    [0, 64, 0, 0x04a1b2c3d4e5f680n, 0x9436587a9cbed01n],
    [0, 64, 0, 0x0123456789abcdefn, 0x2468acf13579bdfn],
  ])('of %d and %d bits', (facilityBits, dataBits, facility, number, want) => {
    const bits = frameOf(usualLayout(facilityBits, dataBits), facility, number);
    expect(bits).toHaveLength(dataBits + 2);
    expect(whole(bits)).toBe(want);
  });

  it.each([
    ['userId26', 26, 'userid'],
    ['vendor', 34, 'userid'],
    ['fixed26', 26, 'userid'],
    ['card26', 26, 'card'],
    ['card34', 34, 'card'],
    ['card26Little', 26, 'card'],
    ['card34Little', 34, 'card'],
    ['card66', 66, 'card'],
    ['card66Little', 66, 'card'],
    ['free', 26, 'card'],
  ] as const)('of the format %s has %d bits and tells of the %s', (wiegandOut, count, of) => {
    const frame = sampleFrame({ ...factory, wiegandOut });
    expect(frame.bits).toHaveLength(count);
    expect(frame.of).toBe(of);
  });

  it('of a free format has the parities that are chosen, and no others', () => {
    const free = { ...factory, wiegandOut: 'free', freeFacilityBits: 4, freeFacility: 10, freeCardBits: 5 } as const;
    const none = sampleFrame({ ...free, freeLeading: 'none', freeTrailing: 'none' });
    expect(none.bits.map(({ kind }) => kind[0]).join('')).toBe('ffffnnnnn');
    const both = sampleFrame({
      ...free,
      freeLeading: 'odd',
      freeLeadingTo: 3,
      freeTrailing: 'even',
      freeTrailingFrom: 1,
      freeTrailingTo: 9,
    });
    expect(text(both.bits)).toBe('1' + '1010' + '00111' + '1');
  });
});
