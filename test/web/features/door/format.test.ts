/* From the bits of a frame to the format that reads it. */
import { accessControl } from '@gen/door.ts';
import { fitsFormat } from '@gen/formats.ts';
import { describe, expect, it } from 'vitest';
import {
  leadingParity,
  type Marks,
  partAt,
  patternOf,
  proposal,
  readingOf,
  trailingParity,
  wrongOf,
} from '../../../../web/features/door/format/pattern.ts';
import { withFormat } from '../../../../web/features/door/format/slots.ts';

/* 37 bits: parity, facility code 1234 in 16 bits, 345678 in 19, parity. */
const bits37 = '0000001001101001010101000110010011101';
const site: Marks = { number: { from: 18, to: 36 }, facility: { from: 2, to: 17 }, leading: true, trailing: true };

describe('what is proposed', () => {
  it('is the usual parity where it holds, and the rest as the number', () => {
    expect(proposal(bits37)).toEqual({
      number: { from: 2, to: 36 },
      facility: undefined,
      leading: true,
      trailing: true,
    });
    expect(patternOf(bits37, proposal(bits37))).toBe(`E${'N'.repeat(35)}O`);
  });

  it('is all bits where it does not', () => {
    const wrong = `1${bits37.slice(1)}`;
    expect(proposal(wrong)).toMatchObject({ number: { from: 1, to: 37 }, leading: false, trailing: false });
    expect(leadingParity(wrong, { leading: true, trailing: true })).toBe('O');
    expect(trailingParity(`${bits37.slice(0, -1)}0`, { leading: true, trailing: true })).toBe('E');
  });

  it('is no number of more than 64 bits', () => {
    expect(proposal('1'.repeat(66)).number).toEqual({ from: 3, to: 66 });
    expect(wrongOf('1'.repeat(66), proposal('1'.repeat(66))).number).toBe(false);
  });
});

describe('what is marked', () => {
  it('is read at once, exactly, however long it is', () => {
    expect(readingOf(bits37, site)).toEqual({ number: 345678n, facility: 1234n, isTooLong: false });
    const long: Marks = { number: { from: 1, to: 64 }, facility: undefined, leading: false, trailing: false };
    expect(readingOf('1'.repeat(64), long)).toEqual({
      number: 18446744073709551615n,
      facility: undefined,
      isTooLong: true,
    });
    expect(readingOf('1'.repeat(64), { ...long, number: { from: 9, to: 64 } })?.isTooLong).toBe(false);
    expect(readingOf('1'.repeat(64), { ...long, number: { from: 8, to: 64 } })?.isTooLong).toBe(true);
  });

  it('is the format that the terminal reads by', () => {
    const pattern = patternOf(bits37, site);
    expect(pattern).toBe('E0000010011010010NNNNNNNNNNNNNNNNNNNO');
    expect(fitsFormat(pattern, 'wiegandPattern')).toBe(true);
    expect(patternOf(bits37, { ...site, facility: undefined, trailing: false })).toBe(
      `E${'X'.repeat(16)}${'N'.repeat(19)}X`,
    );
    expect([1, 2, 18, 37].map((place) => partAt(bits37, site, place))).toEqual([
      'parity',
      'facility',
      'number',
      'parity',
    ]);
  });

  it('says what cannot be', () => {
    const wrong = (change: Partial<Marks>) => {
      const { number, facility } = wrongOf(bits37, { ...site, ...change });
      return [...(number ? ['number'] : []), ...(facility ? ['facility'] : [])];
    };
    expect(wrong({})).toEqual([]);
    for (const [from, to] of [
      [30, 29],
      [18, 37], // a parity bit
      [17, 36], // a bit of the facility code
      [23, 25], // 0
    ] as const)
      expect(wrong({ number: { from, to } }), `${from} to ${to}`).toEqual(['number']);
    expect(wrong({ number: null })).toEqual(['number']);
    expect(wrong({ facility: { from: 1, to: 17 } })).toEqual(['facility']);
    expect(wrong({ facility: { from: 0, to: 9 } })).toEqual(['facility']);
    expect(wrong({ facility: null })).toEqual(['facility']);
    expect(readingOf(bits37, { ...site, facility: null })).toBeUndefined();
    const all: Marks = { number: { from: 1, to: 65 }, facility: undefined, leading: false, trailing: false };
    expect(wrongOf('1'.repeat(65), all).number).toBe(true);
  });
});

describe('where it is stored', () => {
  const factory = Object.fromEntries(accessControl.fields.map(({ name, ...field }) => [name, field.default])) as never;
  const stored = (values: object) => Object.assign({}, factory, values) as never;

  it('is the first free place', () => {
    expect(withFormat(factory, 'Site', 'N')).toEqual({ wiegandInName1: 'Site', wiegandIn1: 'N' });
    const used = { wiegandIn1: 'N', wiegandInName1: 'A', wiegandIn3: 'N' };
    expect(withFormat(stored(used), 'Site', 'X')).toEqual({ wiegandInName2: 'Site', wiegandIn2: 'X' });
  });

  it('is nowhere where all are taken', () => {
    const all = Object.fromEntries([1, 2, 3, 4].map((at) => [`wiegandIn${at}`, 'N']));
    expect(withFormat(stored(all), 'Site', 'X')).toBeUndefined();
  });
});
