import { beforeAll, expect, it } from 'vitest';
import { readCard } from '../../../../web/features/users/form/cardReading.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';

beforeAll(() => activateLanguage('en'));

it.each([
  ['0012884301', '12884301'],
  ['12884301', '12884301'],
  ['00000001', '1'],
  [' 0012884301 ', '12884301'],
  ['4294967295', '4294967295'],
  ['0,1', '1'],
  ['123,45678', String(123 * 65_536 + 45_678)],
  ['1, 00002', '65538'],
  ['255,65535', '16777215'],
])('what a reader types, %j, is the card %s', (typed, cardno) => {
  expect(readCard(typed)).toEqual({ cardno });
});

it.each([
  ['', 'No card number was read'],
  ['   ', 'No card number was read'],
  ['0000000000', 'No card number was read'],
  ['0,0', 'No card number was read'],
  ['4294967296', 'At most 4,294,967,295'],
  ['99999999999999999999999999999999', 'At most 4,294,967,295'],
  ['256,1', 'This is no card number in decimal digits'],
  ['1,65536', 'This is no card number in decimal digits'],
  ['1,2,3', 'This is no card number in decimal digits'],
  ['1234,5', 'This is no card number in decimal digits'],
  [',5', 'This is no card number in decimal digits'],
  ['00C4A1B2', 'This is no card number in decimal digits'],
  ['1e5', 'This is no card number in decimal digits'],
  ['-5', 'This is no card number in decimal digits'],
  ['٣٤', 'This is no card number in decimal digits'],
])('what is none, %j, is refused: %s', (typed, error) => {
  expect(readCard(typed)).toEqual({ error });
});
