/**
 * Parses card numbers as people write them, while they type: pure. The terminal has the same code in C
 * (firmware/values/cards.c); test/cases/cards.json has the cases of both.
 */

export interface CardReading {
  /** Format of the contract: decimal, without leading zeros. */
  readonly number: string;
  /** The format in which the text was written. */
  readonly as: 'number' | 'facility' | 'hex';
}

/** `range`: larger than any card number. `rounded`: as 2.09E+05, digits are missing. */
export type CardError = 'format' | 'range' | 'rounded';

export interface CardReadings {
  /** None with an error; two if the text is ambiguous, the likelier one first. */
  readonly readings: readonly CardReading[];
  readonly error?: CardError;
}

const PLAIN_MAX = 47;
const HALF_MAX = 0xffff;
export const CARD_MAX = 0xff_ffff_ffff_ffffn;
/** Digits of a hexadecimal number of four bytes, and of seven. */
const HEX_DIGITS: readonly number[] = [8, 14];

const FORMAT: CardReadings = { readings: [], error: 'format' };

/** Converts to ASCII, without spaces around it and without the apostrophe that a spreadsheet puts before a text. */
function plainOf(text: string): string {
  const plain = text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/[\u200e\u200f\ufeff\u061c]/g, '');
  if (plain.length > PLAIN_MAX) return '';
  const [, quoted] = /^ *' *(.*?)[ ']*$/.exec(plain) ?? [];
  return quoted ?? plain.replace(/^ +| +$/g, '');
}

type Found = readonly [digits: bigint, as: CardReading['as']];

/** Readings within the range of card numbers. */
function found(...all: readonly (Found | undefined)[]): CardReadings {
  const readings = all
    .filter((one): one is Found => one !== undefined && one[0] <= CARD_MAX)
    .map(([number, as]) => ({ number: String(number), as }));
  return readings.length > 0 ? { readings } : { readings, error: 'range' };
}

const wholeOf = (text: string): Found => [BigInt(text.replace(/\D/g, '')), 'number'];
const hexOf = (digits: string): Found => [BigInt(`0x${digits}`), 'hex'];

function halvesOf(facility: string, number: string): Found | undefined {
  const fits = Number(facility) <= HALF_MAX && Number(number) <= HALF_MAX;
  return fits ? [BigInt(facility) * BigInt(HALF_MAX + 1) + BigInt(number), 'facility'] : undefined;
}

/** Readers print hexadecimal numbers with all digits of four or seven bytes, which may all be below ten. */
function digitsAlone(text: string): CardReadings {
  const asHex = HEX_DIGITS.includes(text.length) && /[1-9]/.test(text);
  return found(wholeOf(text), asHex ? hexOf(text) : undefined);
}

/** 2.08955e5 */
function floatOf(text: string): CardReadings | undefined {
  const [, whole = '', fraction, sign = '', exponent = ''] = /^(\d+)(?:[.,](\d*))?[eE]([+-]?)(\d+)$/.exec(text) ?? [];
  if (whole === '' || (fraction === undefined && sign === '')) return undefined;
  const places = fraction ?? '';
  if (sign === '-') return FORMAT;
  if (Number(exponent) > places.length) return { readings: [], error: 'rounded' };
  if (/[1-9]/.test(places.slice(Number(exponent)))) return FORMAT;
  return found(wholeOf(whole + places.slice(0, Number(exponent))));
}

/** Removes zeros after the last point or comma: 208955.0, 208.955,00. */
function withoutZeros(text: string): string {
  const [, before = '', sign, zeros = ''] = /^(.*)([.,])(0+)$/.exec(text) ?? [];
  const isLong = sign === '.' && /^\d{4,}$/.test(before);
  return before !== '' && (zeros.length <= 2 || isLong) ? before : text;
}

/** Groups with one of the thousands separators between them. */
function groupsOf(text: string): CardReadings {
  if (/^\d{4} \d{3} \d{3}$/.test(text)) return found(wholeOf(text)); /* as the console shows a number */
  const bare = withoutZeros(text);
  if (/^\d+$/.test(bare)) return found(wholeOf(bare));
  const [, sign] = /^\d+([,. '])\d+(?:\1\d+)*$/.exec(bare) ?? [];
  if (sign === undefined) return FORMAT;
  const groups = bare.split(sign);
  const [first = '', second = ''] = groups;
  const fits = /^[1-9]\d{0,2}$/.test(first) && groups.slice(1).every((group) => group.length === 3);
  const isPair = groups.length === 2 && bare === text;
  if (fits && (!isPair || sign === "'")) return found(wholeOf(bare));
  if (!isPair) return FORMAT;
  if (fits) return found(wholeOf(bare), halvesOf(first, second));
  return sign === ',' || (sign === ' ' && second.length === 5) ? found(halvesOf(first, second)) : FORMAT;
}

/** The possible readings of a text as a card number. */
export function readCardNumber(typed: string): CardReadings {
  const text = plainOf(typed);
  const [, prefixed] = /^0x0*([\da-f]{1,14})$/i.exec(text) ?? [];
  if (prefixed !== undefined) return found(hexOf(prefixed));
  if (/^\d+$/.test(text)) return digitsAlone(text);
  const float = floatOf(text);
  if (float !== undefined) return float;
  if (/^[\da-f]+$/i.test(text)) return /^(?:.{6,8}|.{14})$/.test(text) ? found(hexOf(text)) : FORMAT;
  const [, facility, number] = /^(\d+) *[:/-] *(\d+)$/.exec(text) ?? [];
  if (facility !== undefined && number !== undefined) return found(halvesOf(facility, number));
  return groupsOf(text);
}
