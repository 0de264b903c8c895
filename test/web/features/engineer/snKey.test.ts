import { describe, expect, it } from 'vitest';
import { crc16, groupsOf, isSound, isWhole, keyDigits, keyText } from '../../../../web/features/engineer/snKey.ts';

const octets = (text: string) => [...text].map((character) => character.charCodeAt(0));

describe('the SN key', () => {
  it('has the CRC-16 that catalogues of CRCs call CCITT-FALSE', () => {
    expect(crc16(octets('123456789'))).toBe(0x29b1);
    expect(crc16([])).toBe(0xffff);
  });

  it('is sound when its last group is the CRC of the others, and only then', () => {
    const body = '0123456789ABCDEF';
    const crc = crc16([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]).toString(16).toUpperCase().padStart(4, '0');
    expect(isSound(groupsOf(body + crc))).toBe(true);
    for (let at = 0; at < 20; at++) {
      const digits = [...(body + crc)];
      digits[at] = digits[at] === '0' ? '1' : '0';
      expect(isSound(groupsOf(digits.join('')))).toBe(false);
    }
    expect(isSound(groupsOf(body))).toBe(false);
  });

  it('is cleaned of what stands between, and is written in five groups', () => {
    expect(keyDigits(' 0123-45 67:89ab\ncdef.0000 12')).toBe('0123456789ABCDEF0000');
    expect(groupsOf('0123456')).toEqual(['0123', '456', '', '', '']);
    expect(keyText(groupsOf('0123456789ABCDEF0000'))).toBe('0123-4567-89AB-CDEF-0000');
    expect([isWhole(groupsOf('0123456789ABCDEF000')), isWhole(groupsOf('0123456789ABCDEF0000'))]).toEqual([
      false,
      true,
    ]);
  });
});
