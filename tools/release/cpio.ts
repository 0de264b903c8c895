// cpio archives in the only format that SWUpdate reads ("crc", 070702). The same entries give the same bytes.

import { Fault } from './fault.ts';

export interface CpioEntry {
  readonly name: string;
  readonly data: Buffer;
}

export interface PlacedEntry extends CpioEntry {
  /** End of the entry's data in the archive, padding included. */
  readonly end: number;
}

const magic = '070702';
const headLength = 110;
const trailer = 'TRAILER!!!';
/** A regular file, readable by everybody. */
const mode = 0o100644;
const longestName = 255;

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** The format's checksum: the sum of all bytes, in 32 bits. */
export function sumOf(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum = (sum + (data[at] ?? 0)) >>> 0;
  return sum;
}

function headOf(name: string, data: Buffer, inode: number, builtAt: number): Buffer {
  const last = name === trailer;
  const size = data.length;
  const fields = [inode, last ? 0 : mode, 0, 0, 1, builtAt, size, 0, 0, 0, 0, name.length + 1, sumOf(data)];
  const head = magic + fields.map((field) => field.toString(16).toUpperCase().padStart(8, '0')).join('');
  const whole = Buffer.alloc(padded(headLength + name.length + 1));
  whole.write(head + name, 'latin1');
  return whole;
}

/** Ends with the padding of its last entry, without blocks of zeros. `builtAt` in seconds since 1970. */
export function writeCpio(entries: readonly CpioEntry[], builtAt: number): Buffer {
  const parts = entries.flatMap(({ name, data }, index) => [
    headOf(name, data, index + 1, builtAt),
    data,
    Buffer.alloc(padded(data.length) - data.length),
  ]);
  return Buffer.concat([...parts, headOf(trailer, Buffer.alloc(0), 0, builtAt)]);
}

interface Head {
  readonly name: string;
  readonly size: number;
  readonly sum: number;
  /** Start of the entry's data. */
  readonly from: number;
}

function headAt(archive: Buffer, at: number): Head {
  const text = archive.toString('latin1', at, at + headLength);
  if (text.length < headLength) throw new Fault(`the file ends at ${archive.length}, within the head of an entry`);
  if (!text.startsWith(magic)) throw new Fault(`no entry of a cpio archive (crc format) at ${at}`);
  if (!/^[0-9a-fA-F]+$/.test(text)) throw new Fault(`the head of the entry at ${at} is damaged`);
  const field = (index: number): number => Number.parseInt(text.slice(6 + index * 8, 14 + index * 8), 16);
  const nameLength = field(11);
  if (nameLength < 2 || nameLength > longestName + 1) throw new Fault(`the name of the entry at ${at} is too long`);
  const name = archive.toString('latin1', at + headLength, at + headLength + nameLength - 1);
  return { name, size: field(6), sum: field(12), from: at + padded(headLength + nameLength) };
}

/** All entries except the trailer, with valid checksums. */
export function readCpio(archive: Buffer): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  let at = 0;
  for (;;) {
    const { name, size, sum, from } = headAt(archive, at);
    if (name === trailer) return entries;
    const data = archive.subarray(from, from + size);
    if (data.length < size) throw new Fault(`the file ends at ${archive.length}, within ${name}`);
    if (sumOf(data) !== sum) throw new Fault(`the checksum of ${name} does not hold`);
    at = from + padded(size);
    entries.push({ name, data, end: at });
  }
}
