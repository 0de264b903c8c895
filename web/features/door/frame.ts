/** The Wiegand frame of a sample user with these settings, bit by bit: same as core/door/wiegand.c. */
import type { AccessControlValues, WiegandFormat, WiegandParity } from '@gen/door.ts';

export type BitKind = 'parity' | 'facility' | 'number';

interface Bit {
  readonly kind: BitKind;
  readonly bit: 0 | 1;
}

export interface FrameBit extends Bit {
  /** From 0, first bit sent. */
  readonly place: number;
}

export interface Frame {
  readonly bits: readonly FrameBit[];
  /** undefined: the format has none. */
  readonly facility: number | undefined;
  readonly number: bigint;
  readonly of: 'card' | 'userid';
}

/** The sample user of the drawing. */
export const sample = { userid: 7041n, card: 1234567n };

interface Cover {
  readonly kind: WiegandParity;
  readonly from: number;
  readonly to: number;
}

interface Layout {
  readonly facilityBits: number;
  readonly numberBits: number;
  readonly leading: Cover;
  readonly trailing: Cover;
}

/** Even parity over the first half, odd over the second. */
export function usualLayout(facilityBits: number, dataBits: number): Layout {
  return {
    facilityBits,
    numberBits: dataBits - facilityBits,
    leading: { kind: 'even', from: 1, to: dataBits / 2 },
    trailing: { kind: 'odd', from: dataBits / 2 + 1, to: dataBits },
  };
}

const bitsOf = (value: bigint, count: number): (0 | 1)[] =>
  Array.from({ length: count }, (_, at) => ((value >> BigInt(count - 1 - at)) & 1n ? 1 : 0));

function parityOf(data: readonly (0 | 1)[], { kind, from, to }: Cover): Bit[] {
  if (kind === 'none') return [];
  const ones = data.slice(from - 1, to).reduce<number>((sum, bit) => sum + bit, 0);
  return [{ kind: 'parity', bit: ones % 2 === (kind === 'even' ? 1 : 0) ? 1 : 0 }];
}

export function frameOf(layout: Layout, facility: number, number: bigint): FrameBit[] {
  const front = bitsOf(BigInt(facility), layout.facilityBits);
  const back = bitsOf(number, layout.numberBits);
  const data = [...front, ...back];
  const bits = [
    ...parityOf(data, layout.leading),
    ...front.map((bit): Bit => ({ kind: 'facility', bit })),
    ...back.map((bit): Bit => ({ kind: 'number', bit })),
    ...parityOf(data, layout.trailing),
  ];
  return bits.map((bit, place) => ({ ...bit, place }));
}

/** The lowest bytes of a number in reverse order. */
export function reversed(value: bigint, octets: number): bigint {
  let result = 0n;
  for (let at = 0; at < octets; at++) result = (result << 8n) | ((value >> BigInt(8 * at)) & 0xffn);
  return result;
}

const cardBits: Partial<Record<WiegandFormat, readonly [bits: number, little: boolean]>> = {
  card26: [24, false],
  card34: [32, false],
  card26Little: [24, true],
  card34Little: [32, true],
  card66: [64, false],
  card66Little: [64, true],
};

function usual(dataBits: number, number: bigint, of: Frame['of']): Frame {
  return { bits: frameOf(usualLayout(0, dataBits), 0, number), facility: undefined, number, of };
}

function freeFrame(values: AccessControlValues): Frame {
  const { freeFacilityBits, freeCardBits, freeFacility, freeNumber } = values;
  const number = sample[freeNumber] & ((1n << BigInt(freeCardBits)) - 1n);
  const layout = {
    facilityBits: freeFacilityBits,
    numberBits: freeCardBits,
    leading: { kind: values.freeLeading, from: values.freeLeadingFrom, to: values.freeLeadingTo },
    trailing: { kind: values.freeTrailing, from: values.freeTrailingFrom, to: values.freeTrailingTo },
  };
  return {
    bits: frameOf(layout, freeFacility, number),
    facility: freeFacilityBits > 0 ? freeFacility : undefined,
    number,
    of: freeNumber,
  };
}

/** Whether the values are consistent and make a frame. */
export function sampleFrame(values: AccessControlValues): Frame {
  const { wiegandOut, fixedCode } = values;
  const card = cardBits[wiegandOut];
  if (card !== undefined) {
    const [bits, little] = card;
    const number = little ? reversed(sample.card, bits / 8) : sample.card;
    return { ...usual(bits, number, 'card'), number: sample.card };
  }
  if (wiegandOut === 'free') return freeFrame(values);
  if (wiegandOut === 'fixed26') {
    const bits = frameOf(usualLayout(8, 24), fixedCode, sample.userid);
    return { bits, facility: fixedCode, number: sample.userid, of: 'userid' };
  }
  return usual(wiegandOut === 'vendor' ? 32 : 24, sample.userid, 'userid');
}
