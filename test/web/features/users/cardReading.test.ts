import { beforeAll, expect, it } from 'vitest';
import {
  cardChoices,
  cardMeaning,
  cardOf,
  cardProblem,
  readCard,
} from '../../../../web/features/users/cards/cardReading.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

/* Which texts are numbers is in test/cases/cards.json. */

beforeAll(() => activateLanguage('en'));

it.each([
  ['0012884301', '12884301'],
  ['12884301', '12884301'],
  [' 0012 884 301 ', '12884301'],
  ['123,45678', '8106606'],
  ['72057594037927935', '72057594037927935'],
  ['9 007 199 254 740 993', '9007199254740993'],
  ['04A1B2C3D4E5F6', '1303689068602870'],
])('what a reader types, %j, is the card %s', (typed, cardno) => {
  expect(readCard(typed)).toEqual({ cardno });
});

it.each([
  ['', 'No card number was read'],
  ['   ', 'No card number was read'],
  ['0000000000', 'No card number was read'],
  ['0,0', 'No card number was read'],
  ['72057594037927936', 'At most 72,057,594,037,927,935'],
  ['1,65536', 'At most 72,057,594,037,927,935'],
  ['1e5', 'This is not a card number. Type it as 0012884301, 196,39245 or 0x00C4994D.'],
  ['2.09E+05', 'A spreadsheet has rounded this number. Type all its digits.'],
  ['208,956', 'This can mean two numbers. Choose the right one.'],
])('what is none, %j, is refused: %s', (typed, error) => {
  expect(readCard(typed)).toEqual({ error });
});

it('nothing is no card, and eight digits are decimal until another number is chosen', () => {
  expect(['', '  ', '0', '00303039'].map(cardOf)).toEqual(['0', '0', '0', '303039']);
  expect(['', '00303039'].map(cardProblem)).toEqual([undefined, undefined]);
});

it('what is chosen means one number', () => {
  for (const text of ['208,956', '00303039', '04112233445566']) {
    const choices = cardChoices(text);
    expect(choices.length).toBe(2);
    for (const { number, text: chosen } of choices) {
      expect([cardOf(chosen), cardChoices(chosen)]).toEqual([number, []]);
    }
  }
  expect(cardChoices('003,12345')).toEqual([]);
});

it('another form than digits says its number', () => {
  expect(['003,12345', '0x00C4994D', '0012 884 301', '208,956', ''].map(cardMeaning)).toEqual([
    '0000 208 953',
    '0012 884 301',
    undefined,
    undefined,
    undefined,
  ]);
});
