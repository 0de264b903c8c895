// What is drawn for a terminal: its serial, the engineer's password, its SN key.

import { randomBytes, randomInt } from 'node:crypto';

/** As the firmware draws one when the factory gave none (core/base/identity.c). */
const serialLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Read from a label and typed: nothing that looks like something else. 12 of them are 59 bits. */
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

/** Eight bytes of key and their CRC, as the firmware reads it (core/base/sn_key.c). */
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

/** As the terminal reads it (core/base/factory.h). */
export const provisionText = ({ serial, password, snKey, brand }: Provision): string =>
  `serial = ${serial}\nengineer-password = ${password}\nsn-key = ${snKey}\nbrand = ${brand}\n`;
