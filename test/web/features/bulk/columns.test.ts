import { beforeAll, describe, expect, it } from 'vitest';
import { assign, bare, checkOf, freeFields, guess, keeps } from '../../../../web/features/bulk/import/columns.ts';
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
