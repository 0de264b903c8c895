/**
 * What people type differently is one text, as in the search of the terminal: case, marks, width, apostrophes, dashes, and
 * letters that another keyboard does not have. A test compares it with the rows of firmware/util/text.c.
 */

/** What is typed, and the characters that it stands for. Letters in lower case. */
const TYPED: readonly (readonly [string, string])[] = [
  ["'", '`´ʹʻʼʽʾʿˊˋ΄՚׳᾽᾿\u1ffd῾‘’‛′‵ꞌ'],
  ['"', '״“”„‟'],
  ['-', '−'],
  ['a', 'ⱥ'],
  ['ae', 'æ'],
  ['b', 'ƀƃɓ'],
  ['c', 'ƈȼ'],
  ['d', 'ðđƌɖɗ'],
  ['e', 'ǝɇəɛ'],
  ['f', 'ƒ'],
  ['g', 'ǥɠɣ'],
  ['h', 'ħⱨ'],
  ['i', 'ıɨɩ'],
  ['j', 'ȷɉ'],
  ['k', 'ƙⱪ'],
  ['l', 'łƚɫⱡ'],
  ['n', 'ŋƞɲ'],
  ['o', 'øɔɵ'],
  ['oe', 'œ'],
  ['p', 'ƥᵽ'],
  ['q', 'ĸɋ'],
  ['r', 'ɍɽ'],
  ['t', 'ŧƫƭʈⱦ'],
  ['th', 'þ'],
  ['u', 'ʉʊ'],
  ['v', 'ʋ'],
  ['w', 'ⱳ'],
  ['y', 'ƴɏ'],
  ['z', 'ƶȥʒⱬ'],
  ['ا', 'ٱ'],
  ['ك', 'کڪ'],
  ['ه', 'ةھہۃە'],
  ['ي', 'ىیے'],
];

const typedOf: ReadonlyMap<string, string> = new Map(
  TYPED.flatMap(([typed, characters]) => Array.from(characters, (character) => [character, typed] as const)),
);

const replaced = (text: string): string =>
  Array.from(text, (character) => typedOf.get(character) ?? character).join('');

/** A text as it is searched. */
export function fold(text: string): string {
  /* First as well: NFKD makes a blank of an accent that stands alone. */
  const letters = replaced(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    /* Through upper case: ß becomes ss. */
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ');
  return replaced(letters)
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}
