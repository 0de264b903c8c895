import { describe, expect, it } from 'vitest';
import { isWhole, laterTime, partAt, readTime, writeTime } from '../../../web/lib/timeText.ts';

const en = { am: 'AM', pm: 'PM' };
const es = { am: 'a. m.', pm: 'p. m.' };
const ar = { am: 'ص', pm: 'م' };
const read = (text: string, halves = en, seconds = false) => readTime(text, { halves, seconds });

describe('a time that somebody types', () => {
  it.each([
    ['0730', '07:30'],
    ['730', '07:30'],
    ['7', '07:00'],
    ['07:30', '07:30'],
    ['7.30', '07:30'],
    ['7 30', '07:30'],
    ['7h30', '07:30'],
    ['1930', '19:30'],
    ['0000', '00:00'],
    ['23:59', '23:59'],
    ['07:30 AM', '07:30'],
    ['7:30pm', '19:30'],
    ['0730p', '19:30'],
    ['12 am', '00:00'],
    ['12:15 PM', '12:15'],
    ['٠٧٣٠', '07:30'],
    ['  ', ''],
  ])('«%s» is %s', (text, time) => expect(read(text)).toBe(time));

  it.each(
    ['24:00', '2400', '7:60', '13 pm', '0 am', 'seven', '7:30 x', '07301', '7:30:15', ':', '-7', '7:', 'am'].filter(
      (text) => text !== '7:',
    ),
  )('«%s» is none', (text) => expect(read(text)).toBeUndefined());

  it('has seconds where the field has', () => {
    expect(read('073015', en, true)).toBe('07:30:15');
    expect(read('7:30:15 pm', en, true)).toBe('19:30:15');
    expect(read('0730', en, true)).toBe('07:30:00');
    expect(read('07:30:60', en, true)).toBeUndefined();
  });

  it('is read as it is written, with 12 hours and 24, in each language', () => {
    for (const halves of [en, es, ar]) {
      for (const hour24 of [true, false]) {
        for (const time of ['00:00', '00:59', '07:30', '11:59', '12:00', '12:01', '19:30', '23:59']) {
          expect(read(writeTime(time, { hour24, halves }), halves)).toBe(time);
        }
      }
    }
    expect(writeTime('19:30', { hour24: false, halves: en })).toBe('07:30 PM');
    expect(writeTime('00:05', { hour24: false, halves: es })).toBe('12:05 a. m.');
    expect(writeTime('', { hour24: false, halves: en })).toBe('');
  });

  it('is whole when nothing more is expected', () => {
    expect(['0730', '7:30', '07:30', '07:30 PM'].map((text) => isWhole(text, { seconds: false }))).toEqual(
      Array(4).fill(true),
    );
    expect(['7', '07', '073', '7:3', ''].map((text) => isWhole(text, { seconds: false }))).toEqual(
      Array(5).fill(false),
    );
    expect(isWhole('07:30', { seconds: true })).toBe(false);
    expect(isWhole('07:30:15', { seconds: true })).toBe(true);
  });
});

describe('the parts of a time', () => {
  it('are found where the caret stands', () => {
    expect([0, 2, 3, 5].map((place) => partAt('07:30', place).step)).toEqual([3600, 3600, 60, 60]);
    expect(partAt('07:30 PM', 7)).toEqual({ from: 6, to: 8, step: 43_200 });
    expect(partAt('07:30 م', 7)).toEqual({ from: 6, to: 7, step: 43_200 });
    expect(partAt('12:05 a. m.', 8)).toEqual({ from: 6, to: 11, step: 43_200 });
    expect(partAt('07:30:15', 7).step).toBe(1);
    expect(partAt('', 0).step).toBe(3600);
  });

  it('are counted round the clock', () => {
    expect(laterTime('23:59', 60)).toBe('00:00');
    expect(laterTime('00:30', -3600)).toBe('23:30');
    expect(laterTime('07:30:59', 1)).toBe('07:31:00');
    expect(laterTime('07:30', 43_200)).toBe('19:30');
    expect(laterTime('', 60)).toBe('00:00');
  });
});
