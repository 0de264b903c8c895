import { describe, expect, it } from 'vitest';
import { describe as describeBundle, largestDescription } from '../../../tools/release/description.ts';
import { type FactOptions, factsOf } from '../../../tools/release/facts.ts';

const good: FactOptions = {
  version: '1.2.0',
  description: undefined,
  board: 'qemu-arm64',
  brand: 'postern',
  'build-id': '0123abcd',
  counter: '3',
  schema: '31',
  built: '1767225600',
  notes: 'Doors open sooner.\r\nعربي\n',
  slots: 'a=/dev/disk/by-partlabel/slot-a,b=/dev/disk/by-partlabel/slot-b',
};

describe('the description of a bundle', () => {
  it('is what docs/bundle-format.md says, the same octets each time', () => {
    const payload = Buffer.from('a system');
    const text = describeBundle(factsOf(good), payload);
    expect(text).toEqual(describeBundle(factsOf(good), payload));
    const image = {
      filename: 'slot.img',
      type: 'raw',
      device: '/dev/disk/by-partlabel/slot-a',
      'installed-directly': true,
      size: 8,
    };
    expect(JSON.parse(text.toString())).toEqual({
      software: {
        version: '1.2.0',
        description: 'Postern 1.2.0 for qemu-arm64',
        'hardware-compatibility': ['qemu-arm64'],
        postern: {
          format: 1,
          brand: 'postern',
          buildId: '0123abcd',
          counter: 3,
          schema: 31,
          built: 1_767_225_600,
          notes: 'Doors open sooner.\nعربي',
        },
        stable: {
          a: { images: [{ ...image, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
          b: { images: [{ ...image, sha256: expect.any(String), device: '/dev/disk/by-partlabel/slot-b' }] },
        },
      },
    });
  });

  it('has room for the longest notes in any script, and no more', () => {
    const notes = '\u{1f6aa}'.repeat(2000);
    expect(describeBundle(factsOf({ ...good, notes }), Buffer.from('x')).length).toBeLessThan(largestDescription);
    expect(() => factsOf({ ...good, notes: `${notes}x` })).toThrow('--notes has more than 2000 characters');
  });
});

describe('what may stand in a description', () => {
  const taken: [Partial<FactOptions>, string][] = [
    [{ version: '1.2' }, '--version is a version as of semver.org, not «1.2»'],
    [{ version: '01.2.0' }, '--version'],
    [{ version: `1.2.0-${'a'.repeat(27)}` }, '--version'],
    [{ board: 'Laptop' }, '--board'],
    [{ board: '#RE:.*' }, '--board'],
    [{ board: 'b'.repeat(33) }, '--board'],
    [{ brand: '' }, '--brand'],
    [{ 'build-id': 'a b' }, '--build-id'],
    [{ counter: '0' }, '--counter is a whole number from 1 to 2147483647, not «0»'],
    [{ counter: '2147483648' }, '--counter'],
    [{ counter: '1e3' }, '--counter'],
    [{ schema: '-1' }, '--schema'],
    [{ built: 'now' }, '--built'],
    [{ built: '4102444801' }, '--built'],
    [{ notes: 'a\u0007b' }, '--notes has the character U+0007'],
    [{ notes: 'a\u202eb' }, '--notes has the character U+202e'],
    [{ description: 'two\nlines' }, '--description'],
    [{ slots: 'a=/x' }, '--slots is a=/PATH,b=/PATH'],
    [{ slots: 'a=x,b=y' }, '--slots'],
    [{ slots: 'a=/x,b=/x' }, '--slots names /x twice'],
    [{ slots: `a=/${'x'.repeat(200)},b=/y` }, '--slots has a path'],
  ];

  it.each(taken)('%j is refused', (change, words) => {
    expect(() => factsOf({ ...good, ...change })).toThrow(words);
  });

  it('goes up to both ends', () => {
    const { counter, schema, built, board } = factsOf({
      ...good,
      counter: '2147483647',
      schema: '0',
      built: '4102444800',
      board: 'b'.repeat(32),
    });
    expect([counter, schema, built, board.length]).toEqual([2_147_483_647, 0, 4_102_444_800, 32]);
    const long = `1.2.0-${'a'.repeat(26)}`;
    expect(factsOf({ ...good, version: long }).version).toBe(long);
    expect(factsOf({ ...good, version: '1.2.0-rc.1+build.7' }).version).toBe('1.2.0-rc.1+build.7');
  });
});
