import { ErrorCode } from '@gen/errors.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  answersWith,
  assign,
  bare,
  checkOf,
  fieldsOf,
  freeFields,
  guess,
  hasTime,
  headRows,
  isHeading,
  keeps,
  lackOf,
} from '../../../../web/features/bulk/import/columns.ts';
import { glance } from '../../../../web/features/bulk/import/MapTable.tsx';
import { ownWords } from '../../../../web/features/bulk/words.ts';
import { activateLanguage, loadAllTexts } from '../../../../web/lib/i18n.ts';
import '../../../../web/lib/consoleTexts.ts';
import '../../browser.ts';
import { look } from './look.ts';

beforeAll(loadAllTexts);

describe('a column', () => {
  it('takes a field away from the one that gave it', () => {
    expect(assign(['userid', 'username', 'none'], 2, 'userid')).toEqual(['none', 'username', 'userid']);
    expect(assign(['none', 'none'], 0, 'none')).toEqual(['none', 'none']);
  });

  it('may have a part of the name beside another', () => {
    expect(assign(['userid', 'lastName', 'none'], 2, 'lastName')).toEqual(['userid', 'lastName', 'lastName']);
  });

  it('leaves the fields that are free', () => {
    expect(freeFields(['userid', 'none', 'validTo'])).not.toContain('userid');
    expect(freeFields(['none'])).toContain('userid');
    expect(freeFields(['none'])).not.toContain('none');
  });
});

describe('the guess', () => {
  it('keeps what the terminal knows', async () => {
    await activateLanguage('en');
    const table = look([
      ['Group', 'group'],
      ['whatever', 'none'],
    ]);
    expect(guess(table, ownWords)).toEqual(['group', 'none']);
  });

  it('adds the words of the console in its language', async () => {
    await activateLanguage('es');
    const [id] = ownWords('userid');
    const [name] = ownWords('username');
    const table = look([
      [`  ${id?.toUpperCase()}: `, 'none'],
      [name ?? '', 'none'],
      ['Despacho', 'none'],
    ]);
    expect(guess(table, ownWords)).toEqual(['userid', 'username', 'none']);
    await activateLanguage('ar');
    expect(guess(look([[ownWords('shift')[0] ?? '', 'none']]), ownWords)).toEqual(['shift']);
    await activateLanguage('en');
  });

  it('gives no field twice: what the terminal says goes before', async () => {
    await activateLanguage('en');
    const words = ownWords('username')[0] ?? '';
    expect(
      guess(
        look([
          [words, 'none'],
          ['x', 'username'],
          [words, 'none'],
        ]),
        ownWords,
      ),
    ).toEqual(['none', 'username', 'none']);
    expect(
      guess(
        look([
          [words, 'none'],
          [words, 'none'],
        ]),
        ownWords,
      ),
    ).toEqual(['username', 'none']);
  });

  it('takes nothing for a column without a heading', () => {
    expect(
      guess(
        look([
          ['', 'none'],
          ['—', 'none'],
        ]),
        () => ['', '-'],
      ),
    ).toEqual(['none', 'none']);
  });
});

it('compares words without case, marks and what stands between', () => {
  expect(bare('Card NO.')).toBe(bare('card_no'));
  expect(bare('Número')).toBe(bare('NUMERO'));
});

it('checks what was looked at: of text its encoding, of a workbook its sheet', () => {
  const text = look([['a', 'userid']], { encoding: 'windows1251', delimiter: 'tab', heading: false, sheet: 0 });
  expect(checkOf(text, ['userid'])).toEqual({
    encoding: 'windows1251',
    delimiter: 'tab',
    heading: false,
    columns: ['userid'],
  });
  expect(checkOf({ ...text, format: 'xlsx', sheet: 2 }, ['userid'])).toEqual({
    sheet: 2,
    heading: false,
    columns: ['userid'],
  });
});

describe('the headings', () => {
  const first = Array.from({ length: 12 }, (_, at) => ({ line: at + 2, cells: [`row ${at}`] }));
  const table = look([['a', 'none']], { first, headingLine: 10, headingRows: 2 });

  it('are said to the check', () => {
    expect(checkOf(table, ['userid'])).toMatchObject({ heading: true, headingLine: 10 });
  });

  it('are shown with the rows around them', () => {
    expect(headRows(table, false).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(headRows({ ...table, headingLine: 3 }, false)).toHaveLength(6);
    expect(headRows({ ...table, heading: false, headingLine: 0 }, false)).toHaveLength(6);
    expect(headRows({ ...table, headingLine: 3 }, true)).toHaveLength(12);
    expect([8, 9, 10, 11].map((line) => isHeading(table, line))).toEqual([false, true, true, false]);
    expect(isHeading({ ...table, headingRows: 1 }, 9)).toBe(false);
    expect(isHeading({ ...table, heading: false, headingLine: 0 }, 10)).toBe(false);
  });

  it('are looked for again on another sheet, and with another separator', () => {
    const before = { encoding: 'gbk', heading: true, headingLine: 4 } as const;
    expect(answersWith(before, { sheet: 2 })).toEqual({ encoding: 'gbk', sheet: 2 });
    expect(answersWith(before, { delimiter: 'tab' })).toEqual({ encoding: 'gbk', delimiter: 'tab' });
    expect(answersWith(before, { heading: false })).toEqual({ encoding: 'gbk', heading: false });
    expect(answersWith(before, { encoding: 'utf8' })).toEqual({ ...before, encoding: 'utf8' });
  });
});

it('keeps what was chosen while it is the same table', () => {
  const table = look([
    ['a', 'none'],
    ['b', 'none'],
  ]);
  expect(keeps(undefined, table)).toBe(false);
  expect(keeps(table, { ...table, encoding: 'gbk' })).toBe(true);
  expect(keeps(table, { ...table, sheet: 1 })).toBe(false);
  expect(keeps(table, look([['a,b', 'none']]))).toBe(false);
});

it('shows on a phone the first cells, and one that shows whether the encoding is right', () => {
  expect(glance(['', 'Ann', 'Bob', '', 'Cid', 'Dan'])).toEqual(['Ann', 'Bob', 'Cid']);
  expect(glance(['Ann', 'Bob', 'Cid', 'Dan', 'Łukasz', 'Zoé'])).toEqual(['Ann', 'Bob', 'Łukasz']);
  expect(glance(['Ann', 'Zoé', 'Cid', 'Łukasz'])).toEqual(['Ann', 'Zoé', 'Cid']);
});

describe('a roster', () => {
  it('has users, days and shifts', () => {
    expect(fieldsOf('roster')).toEqual([
      ...['userid', 'username', 'shift', 'employeeNo', 'firstName', 'lastName', 'firstDay', 'lastDay'],
    ]);
    expect(fieldsOf('users')).not.toContain('firstDay');
  });

  it('lacks a user, the day and the shift until columns give them', () => {
    const { columnMissing, rosterDayMissing, rosterShiftMissing } = ErrorCode;
    expect(lackOf([], 'roster')).toEqual([columnMissing, rosterDayMissing, rosterShiftMissing]);
    expect(lackOf(['username', 'firstDay'], 'roster')).toEqual([rosterShiftMissing]);
    expect(lackOf(['employeeNo', 'firstDay', 'shift'], 'roster')).toEqual([]);
    expect(lackOf(['username'], 'users')).toEqual([columnMissing]);
    expect(lackOf(['userid', 'date'], 'punches')).toEqual([ErrorCode.punchTimeMissing]);
  });
});

describe('a table of punches', () => {
  it('has a user and a time, and nothing of a user beside', () => {
    expect(fieldsOf('punches')).toEqual(['userid', 'employeeNo', 'dateTime', 'date', 'time', 'status']);
    expect(fieldsOf('users')).not.toContain('dateTime');
    expect(fieldsOf('users')).toContain('cardno');
    expect(freeFields(['userid', 'date'], 'punches')).toEqual(['employeeNo', 'dateTime', 'time', 'status']);
  });

  it('has its time in one column or in two', () => {
    expect(hasTime(['userid', 'dateTime'])).toBe(true);
    expect(hasTime(['userid', 'date', 'time'])).toBe(true);
    expect(hasTime(['userid', 'date'])).toBe(false);
    expect(assign(['userid', 'date', 'time'], 0, 'dateTime')).toEqual(['dateTime', 'none', 'none']);
    expect(assign(['dateTime', 'none'], 1, 'time')).toEqual(['none', 'time']);
  });
});
