import { describe, expect, it } from 'vitest';
import {
  AUTO,
  answersOf,
  cardIn,
  cellsOf,
  dayIn,
  dayOf,
  openQuestions,
} from '../../../../web/features/bulk/import/readings.ts';
import { look } from './look.ts';

const table = (...rows: readonly (readonly string[])[]) =>
  look(
    [
      ['Card', 'cardno'],
      ['Valid to', 'validTo'],
    ],
    { sample: rows.map((cells, at) => ({ line: at + 2, cells })) },
  );
const open = (...rows: readonly (readonly string[])[]) =>
  openQuestions(table(...rows), ['cardno', 'validTo'], [], AUTO);

describe('a question', () => {
  it('is open where the first rows need it', () => {
    expect(open(['0000208957', '2027-12-31'], ['1', '31.12.2027'])).toEqual([]);
    expect(open(['1', '05/01/2027'])).toEqual(['dateOrder']);
    expect(open(['1', '05/01/2027'], ['2', '25/12/2027'])).toEqual([]);
    expect(open(['208,956', '1406/10/10'], ['0x303039', ''])).toEqual(['calendar', 'cardBase', 'cardGroups']);
    expect(open(['003,12345', '46381'])).toEqual([]);
  });

  it('is open where the check asked for it, or it was answered', () => {
    expect(openQuestions(table(), ['cardno', 'validTo'], ['cardBase'], { ...AUTO, dateOrder: 'dayFirst' })).toEqual([
      'dateOrder',
      'cardBase',
    ]);
    expect(openQuestions(table(['208,956']), ['none', 'none'], [], AUTO)).toEqual([]);
  });

  it('has the first cells that it is about', () => {
    expect(cellsOf('dateOrder', table(['', '5/5/2027'], ['', '6/5/2027']), ['cardno', 'validTo'])).toEqual([
      '6/5/2027',
    ]);
  });

  it('is told to the check where it is answered', () => {
    expect(answersOf(AUTO)).toEqual({});
    expect(answersOf({ ...AUTO, calendar: 'persian', cardGroups: 'thousands' })).toEqual({
      calendar: 'persian',
      cardGroups: 'thousands',
    });
  });
});

it('says what a cell would become', () => {
  expect(dayIn('05/01/2027', 'dayFirst')).toBe('2027-01-05');
  expect(dayIn('05/01/2027', 'monthFirst')).toBe('2027-05-01');
  expect(dayIn('25/12/2027', 'monthFirst')).toBeUndefined();
  expect(dayIn('soon', 'dayFirst')).toBeUndefined();
  expect(cardIn('208,956', 'thousands')).toBe(208956);
  expect(cardIn('208,956', 'facility')).toBe(208 * 65536 + 956);
  expect(cardIn('208,956', 'hex')).toBeUndefined();
  expect(cardIn('0x00303039', 'decimal')).toBe(3158073);
  expect(cardIn('A1', 'hex')).toBe(161);
  expect(cardIn('A1', 'decimal')).toBeUndefined();
  expect(cardIn('A1', 'auto')).toBeUndefined();
});

it('says what day of another calendar a cell would become', () => {
  expect(dayOf('1406/10/10', 'persian', 'auto')).toBe('2027-12-31');
  expect(dayOf('1403/12/30', 'persian', 'auto')).toBe('2025-03-20');
  expect(dayOf('1449-07-22', 'hijri', 'auto')).toBe('2027-12-20');
  expect(dayOf('31/12/2570', 'buddhist', 'auto')).toBe('2027-12-31');
  expect(dayOf('01/02/2570', 'buddhist', 'auto')).toBeUndefined();
  expect(dayOf('01/02/2570', 'buddhist', 'monthFirst')).toBe('2027-01-02');
  expect(dayOf('1406/10/10', 'gregorian', 'auto')).toBeUndefined();
  expect(dayOf('1406/13/40', 'persian', 'auto')).toBeUndefined();
  expect(dayOf('soon', 'persian', 'dayFirst')).toBeUndefined();
});
