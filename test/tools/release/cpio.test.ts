import { describe, expect, it } from 'vitest';
import { readCpio, sumOf, writeCpio } from '../../../tools/release/cpio.ts';

const entries = [
  { name: 'one', data: Buffer.from('first') },
  { name: 'two.bin', data: Buffer.from([0xff, 0xff, 0xff, 0, 1]) },
  { name: 'empty', data: Buffer.alloc(0) },
];

describe('a cpio archive', () => {
  it('gives back what went in', () => {
    const read = readCpio(writeCpio(entries, 1000)).map(({ name, data }) => ({ name, data }));
    expect(read).toEqual(entries);
  });

  it('is the same octets each time, and other ones at another time', () => {
    expect(writeCpio(entries, 1000)).toEqual(writeCpio(entries, 1000));
    expect(writeCpio(entries, 1000)).not.toEqual(writeCpio(entries, 1001));
  });

  it('says where an entry ends, padding included', () => {
    const [first] = readCpio(writeCpio(entries, 0));
    expect(first?.end).toBe(116 + 8);
    expect(writeCpio(entries, 0).toString('latin1', first?.end, (first?.end ?? 0) + 6)).toBe('070702');
  });

  it('begins with a head of capital hexadecimal digits', () => {
    const head = writeCpio([{ name: 'ab', data: Buffer.from('\u00ff', 'latin1') }], 0x1234abcd).toString(
      'latin1',
      0,
      113,
    );
    const fields = ['00000001', '000081A4', '00000000', '00000000', '00000001', '1234ABCD', '00000001'];
    fields.push('00000000', '00000000', '00000000', '00000000', '00000003', '000000FF');
    expect(head).toBe(`070702${fields.join('')}ab\0`);
  });

  it('sums octets in 32 bits', () => {
    expect(sumOf(Buffer.from([255, 255, 1]))).toBe(511);
  });
});

describe('a damaged cpio archive', () => {
  const whole = writeCpio(entries, 0);
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  it('is refused with the entry that is', () => {
    expect(() => readCpio(flipped(117))).toThrow('checksum of one');
    expect(() => readCpio(flipped(2))).toThrow('no entry of a cpio archive (crc format) at 0');
    expect(() => readCpio(whole.subarray(0, 50))).toThrow('within the head of an entry');
    expect(() => readCpio(whole.subarray(0, 118))).toThrow('within one');
    expect(() => readCpio(whole.subarray(0, 124))).toThrow('ends at 124');
    expect(() => readCpio(Buffer.from(`070702${'x'.repeat(200)}`))).toThrow('is damaged');
    expect(() => readCpio(Buffer.from(`070702${'F'.repeat(200)}`))).toThrow('is too long');
  });
});
