import { describe, expect, it } from 'vitest';
import { initials } from '../../../../web/lib/initials.ts';

describe('initials of a name', () => {
  it.each([
    ['Amina Haddad', 'AH'],
    ['amina', 'A'],
    ['Ana-María de los Ángeles', 'AÁ'],
    ['E\u0301mile Roche', 'ÉR'],
    ['O’Neill, Seán', 'OS'],
    ['«Bo» (Lindqvist)', 'BL'],
    ['Ольга Иванова', 'ОИ'],
    ['3M Porter', '3P'],
  ])('%s', (name, expected) => expect(initials(name)).toBe(expected));

  it('of names in scripts without spaces are one character', () => {
    expect(['陈伟', '山田 太郎', '김민준', 'สมชาย ใจดี'].map(initials)).toEqual(['陈', '山', '김', 'ส']);
  });

  it('of joined scripts do not join', () => {
    expect(initials('نوید رضایی')).toBe('ن\u200cر');
    expect(initials('محمد')).toBe('م');
  });

  it('keep a letter with its marks whole', () => {
    expect(initials('दीपिका शर्मा')).toBe('दीश');
  });

  it('of nothing are nothing', () => {
    expect(['', '   ', '–', '🙂'].map(initials)).toEqual(['', '', '', '']);
  });
});
