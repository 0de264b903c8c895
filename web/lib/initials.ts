/** Scripts whose names are shown by one character: no spaces between names, or letters that do not stand alone. */
const ONE_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Scripts whose letters join: two initials side by side would read as a syllable. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}]/u;
const NOT_JOINED = '\u200c';

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a reader perceives as one character: a letter together with its marks. */
function firstCharacter(text: string): string {
  const first = characters.segment(text)[Symbol.iterator]().next();
  return first.done === true ? '' : first.value.segment;
}

/**
 * One or two characters for a name; empty if it has no letter or digit. First letters of the first and
 * the last word; of a Chinese, Japanese, Korean or Thai name the first character.
 */
export function initials(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '');
  const first = firstCharacter(words[0] ?? '');
  if (words.length < 2 || ONE_CHARACTER.test(first)) return first.toLocaleUpperCase('en');
  const last = firstCharacter(words[words.length - 1] ?? '');
  return (first + (JOINED.test(first + last) ? NOT_JOINED : '') + last).toLocaleUpperCase('en');
}
