// The boot environment in one sector: CRC, then `name=value` separated by NULs; the format of U-Boot and libubootenv.

import { crc32 } from 'node:zlib';
import { sector } from './disk.ts';

export type Environment = Readonly<Record<string, string>>;

export const fresh: Environment = { BOOT_ORDER: 'A B', BOOT_A_LEFT: '3', BOOT_B_LEFT: '3', FLOOR: '0' };

export function writeEnvironment(values: Environment): Buffer {
  const block = Buffer.alloc(sector);
  const text = Object.entries(values)
    .map(([name, value]) => `${name}=${value}\0`)
    .join('');
  if (text.length + 1 > sector - 4) throw new Error('the environment is larger than its sector');
  block.write(text, 4, 'latin1');
  block.writeUInt32LE(crc32(block.subarray(4)), 0);
  return block;
}

/** Undefined if the checksum is wrong. */
export function readEnvironment(block: Buffer): Environment | undefined {
  if (crc32(block.subarray(4, sector)) !== block.readUInt32LE(0)) return undefined;
  const lines = block.toString('latin1', 4, sector).split('\0\0')[0]?.split('\0') ?? [];
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => [line.replace(/=.*/s, ''), line.replace(/^[^=]*=/, '')]),
  );
}
