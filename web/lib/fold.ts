/**
 * Folds spelling variants of a text, as the terminal's search does: case, marks, width, apostrophes, dashes, and
 * letters that another keyboard does not have. A test compares it with the rows of firmware/util/text.c.
 */

/** A typed text, and the characters that it represents. Letters in lower case. */
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

/** The folded form of a text. */
export function fold(text: string): string {
  /* Before NFKD as well: that turns a single accent into a space. */
  const letters = replaced(text)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    /* Via upper case: ß becomes ss. */
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
