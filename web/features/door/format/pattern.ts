/** From the bits of a Wiegand frame, and what each of them is, to the format that reads it: as hal/wiegand.c (wiegand_match) reads. */

/** Bits of a frame, counted from 1, the last one included. */
export interface BitRange {
  readonly from: number;
  readonly to: number;
}

export interface Marks {
  /** null: not both ends are typed. */
  readonly number: BitRange | null;
  /** undefined: there is none. */
  readonly facility: BitRange | null | undefined;
  /** The first bit, and the last one, is a parity bit. */
  readonly leading: boolean;
  readonly trailing: boolean;
}

type Parity = 'E' | 'O';

/** Most bits of a number. */
export const NUMBER_BITS_MAX = 64;

/** No user has a card with a higher number. */
const CARD_MAX = 0xff_ffff_ffff_ffffn;

const isOne = (bit: string): boolean => bit === '1';

function parityOver(bits: string): Parity {
  return [...bits].filter(isOne).length % 2 === 0 ? 'E' : 'O';
}

/** Bits between the parity bits that are marked, and which of them each parity bit covers. */
function covers(bits: string, { leading, trailing }: Pick<Marks, 'leading' | 'trailing'>) {
  const from = leading ? 1 : 0;
  const to = bits.length - (trailing ? 1 : 0);
  const half = Math.ceil((to - from) / 2);
  return { first: [from, from + half], last: [to - half, to] } as const;
}

/** The parity that holds at the start: of some kind it always does. */
export function leadingParity(bits: string, marks: Pick<Marks, 'leading' | 'trailing'>): Parity {
  const [from, to] = covers(bits, { ...marks, leading: true }).first;
  return parityOver(bits.slice(0, 1) + bits.slice(from, to));
}

export function trailingParity(bits: string, marks: Pick<Marks, 'leading' | 'trailing'>): Parity {
  const [from, to] = covers(bits, { ...marks, trailing: true }).last;
  return parityOver(bits.slice(from, to) + bits.slice(-1));
}

/** The usual parity, even in front and odd at the end, where it holds; all else is the number, as far as a number reaches. */
export function proposal(bits: string): Marks {
  const both = { leading: true, trailing: true };
  const holds = leadingParity(bits, both) === 'E' && trailingParity(bits, both) === 'O';
  const to = bits.length - (holds ? 1 : 0);
  const from = Math.max(holds ? 2 : 1, to - NUMBER_BITS_MAX + 1);
  return { number: { from, to }, facility: undefined, leading: holds, trailing: holds };
}

export type BitPart = 'parity' | 'facility' | 'number' | 'unused';

const isIn = (range: BitRange | null | undefined, place: number): boolean =>
  range !== null && range !== undefined && place >= range.from && place <= range.to;

/** What the bit at a place, from 1, belongs to. */
export function partAt(bits: string, marks: Marks, place: number): BitPart {
  if ((marks.leading && place === 1) || (marks.trailing && place === bits.length)) return 'parity';
  if (isIn(marks.facility, place)) return 'facility';
  return isIn(marks.number, place) ? 'number' : 'unused';
}

function isRange(bits: string, { leading, trailing }: Marks, range: BitRange | null): range is BitRange {
  if (range === null || range.from > range.to) return false;
  return range.from >= (leading ? 2 : 1) && range.to <= bits.length - (trailing ? 1 : 0);
}

const bitsValue = (bits: string, { from, to }: BitRange): bigint => BigInt(`0b${bits.slice(from - 1, to)}`);

/** What of the marks cannot be: bits that are not there, that are something else already, too many, or the number 0. */
export function wrongOf(bits: string, marks: Marks): { readonly number: boolean; readonly facility: boolean } {
  const { number, facility } = marks;
  const isShared = number && facility ? facility.from <= number.to && number.from <= facility.to : false;
  const isNumber =
    isRange(bits, marks, number) && number.to - number.from < NUMBER_BITS_MAX && bitsValue(bits, number) > 0n;
  return {
    number: !isNumber || isShared,
    facility: facility !== undefined && !isRange(bits, marks, facility),
  };
}

export interface Reading {
  readonly number: bigint;
  /** undefined: the format has none. */
  readonly facility: bigint | undefined;
  /** No user can have it as a card. */
  readonly isTooLong: boolean;
}

/** What the format reads from the frame; undefined while the marks cannot be. */
export function readingOf(bits: string, marks: Marks): Reading | undefined {
  const { number, facility } = marks;
  const wrong = wrongOf(bits, marks);
  if (number === null || facility === null || wrong.number || wrong.facility) return undefined;
  const value = bitsValue(bits, number);
  return {
    number: value,
    facility: facility === undefined ? undefined : bitsValue(bits, facility),
    isTooLong: value > CARD_MAX,
  };
}

/** The format: one letter for each bit. */
export function patternOf(bits: string, marks: Marks): string {
  const letter = (place: number): string => {
    switch (partAt(bits, marks, place)) {
      case 'parity':
        return place === 1 ? leadingParity(bits, marks) : trailingParity(bits, marks);
      case 'facility':
        return bits.charAt(place - 1);
      case 'number':
        return 'N';
      case 'unused':
        return 'X';
    }
  };
  return Array.from(bits, (_, at) => letter(at + 1)).join('');
}
