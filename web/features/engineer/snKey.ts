/** The SN key: 8 bytes and their CRC-16, as 20 hex digits in five groups. Pure. */

export const GROUPS = 5;
export const GROUP_DIGITS = 4;
const DIGITS = GROUPS * GROUP_DIGITS;

/** The digits of a text, without separators, in capitals; at most the digits of a key. */
export function keyDigits(text: string): string {
  return text
    .replace(/[^0-9a-f]/gi, '')
    .toUpperCase()
    .slice(0, DIGITS);
}

export const groupsOf = (digits: string): readonly string[] =>
  Array.from({ length: GROUPS }, (_, group) => digits.slice(group * GROUP_DIGITS, (group + 1) * GROUP_DIGITS));

/** In the format of the terminal. */
export const keyText = (groups: readonly string[]): string => groups.join('-');

export const isWhole = (groups: readonly string[]): boolean => groups.join('').length === DIGITS;

/** CRC-16/CCITT-FALSE. */
export function crc16(octets: readonly number[]): number {
  let crc = 0xffff;
  for (const octet of octets) {
    crc ^= octet << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

/** Whether a complete key is valid: its last group is the CRC of the others. */
export function isSound(groups: readonly string[]): boolean {
  const octets = [...groups.slice(0, -1).join('').matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16));
  return isWhole(groups) && crc16(octets) === Number.parseInt(groups.at(-1) ?? '', 16);
}
