// Generates the random values of a terminal: serial number, engineer password, SN key.

import { randomBytes, randomInt } from 'node:crypto';

/** Same as the firmware without factory data (core/base/identity.c). */
const serialLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Read from a label and typed: no ambiguous characters. 12 of them are 59 bits. */
const passwordLetters = '23456789abcdefghjkmnpqrstuvwxyz';

function drawn(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

export const drawSerial = (): string => `PT-${drawn(serialLetters, 10)}`;
export const drawPassword = (): string => drawn(passwordLetters, 12);

/** CRC-16/CCITT-FALSE. */
export function crc16(octets: Uint8Array): number {
  let crc = 0xffff;
  for (const octet of octets) {
    crc ^= octet << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc;
}

/** Eight key bytes and their CRC, in the firmware's format (core/base/sn_key.c). */
export function snKeyOf(key: Uint8Array): string {
  const sum = Buffer.alloc(2);
  sum.writeUInt16BE(crc16(key));
  const digits = Buffer.concat([key, sum]).toString('hex').toUpperCase();
  return (digits.match(/.{4}/g) ?? []).join('-');
}

export const drawSnKey = (): string => snKeyOf(randomBytes(8));

export interface Provision {
  readonly serial: string;
  readonly password: string;
  readonly snKey: string;
  readonly brand: string;
}

/** In the terminal's format (core/base/factory.h). */
export const provisionText = ({ serial, password, snKey, brand }: Provision): string =>
  `serial = ${serial}\nengineer-password = ${password}\nsn-key = ${snKey}\nbrand = ${brand}\n`;
