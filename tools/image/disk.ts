// The disk of a board: GPT and the partitions. Written without external tools, so that the same parts give the same bytes
// and no root privileges are needed.

import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

export const sector = 512;

export interface Partition {
  readonly name: string;
  /** Bytes; whole MiB. */
  readonly size: number;
  /** Its first bytes; omitted: zeros. */
  readonly content?: Buffer;
  readonly type?: 'data' | 'esp';
}

export interface Placed extends Partition {
  readonly first: number;
  readonly last: number;
}

export interface Layout {
  readonly firstLba: number;
  readonly tableLength: number;
  readonly partitions: readonly Partition[];
}

const types: Readonly<Record<'data' | 'esp', string>> = {
  data: '0fc63daf-8483-4772-8e79-3d69d8477de4',
  esp: 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
};

/** GUID in the format of the table: the first three groups are little-endian. */
function guid(text: string): Buffer {
  const hex = Buffer.from(text.replaceAll('-', ''), 'hex');
  return Buffer.concat([
    Buffer.from(hex.subarray(0, 4)).reverse(),
    Buffer.from(hex.subarray(4, 6)).reverse(),
    Buffer.from(hex.subarray(6, 8)).reverse(),
    hex.subarray(8),
  ]);
}

/** A GUID that is always the same for the same name. */
const fixedGuid = (name: string): string => createHash('sha256').update(`postern ${name}`).digest('hex').slice(0, 32);

export function place(layout: Layout): Placed[] {
  let next = layout.firstLba;
  return layout.partitions.map((partition) => {
    const first = next;
    next += partition.size / sector;
    return { ...partition, first, last: next - 1 };
  });
}

function entryOf(partition: Placed): Buffer {
  const entry = Buffer.alloc(128);
  guid(types[partition.type ?? 'data']).copy(entry, 0);
  guid(fixedGuid(partition.name)).copy(entry, 16);
  entry.writeBigUInt64LE(BigInt(partition.first), 32);
  entry.writeBigUInt64LE(BigInt(partition.last), 40);
  entry.write(partition.name, 56, 'utf16le');
  return entry;
}

interface Header {
  readonly own: number;
  readonly other: number;
  readonly table: number;
  readonly firstUsable: number;
  readonly lastUsable: number;
}

function headerOf(header: Header, entries: Buffer): Buffer {
  const block = Buffer.alloc(sector);
  block.write('EFI PART', 0, 'latin1');
  block.writeUInt32LE(0x00010000, 8);
  block.writeUInt32LE(92, 12);
  block.writeBigUInt64LE(BigInt(header.own), 24);
  block.writeBigUInt64LE(BigInt(header.other), 32);
  block.writeBigUInt64LE(BigInt(header.firstUsable), 40);
  block.writeBigUInt64LE(BigInt(header.lastUsable), 48);
  guid(fixedGuid('disk')).copy(block, 56);
  block.writeBigUInt64LE(BigInt(header.table), 72);
  block.writeUInt32LE(entries.length / 128, 80);
  block.writeUInt32LE(128, 84);
  block.writeUInt32LE(crc32(entries), 88);
  block.writeUInt32LE(crc32(block.subarray(0, 92)), 16);
  return block;
}

/** The protective MBR, which keeps old programs from treating the disk as empty. */
function protective(): Buffer {
  const block = Buffer.alloc(sector);
  block.set([0x00, 0x02, 0x00, 0xee, 0xff, 0xff, 0xff], 447);
  block.writeUInt32LE(1, 454);
  block.writeUInt32LE(0xffffffff, 458); /* the disk's end is not known here */
  block.writeUInt16LE(0xaa55, 510);
  return block;
}

/** Writes the disk; `pieces` are written at their offsets, outside the partitions. */
export function writeDisk(
  file: string,
  layout: Layout,
  pieces: readonly { readonly at: number; readonly content: Buffer }[],
): void {
  const placed = place(layout);
  const entries = Buffer.alloc(layout.tableLength * 128);
  placed.forEach((partition, index) => {
    entryOf(partition).copy(entries, index * 128);
  });
  const tableSectors = Math.ceil(entries.length / sector);
  const lastUsable = placed.at(-1)?.last ?? layout.firstLba;
  const end = lastUsable + tableSectors + 1; /* the sector of the second header */
  const common = { firstUsable: layout.firstLba, lastUsable };
  const out = openSync(file, 'w');
  try {
    ftruncateSync(out, (end + 1) * sector);
    const put = (content: Buffer, at: number): number => writeSync(out, content, 0, content.length, at * sector);
    put(protective(), 0);
    put(headerOf({ ...common, own: 1, other: end, table: 2 }, entries), 1);
    put(entries, 2);
    for (const { first, content } of placed) if (content !== undefined) put(content, first);
    put(entries, end - tableSectors);
    put(headerOf({ ...common, own: end, other: 1, table: end - tableSectors }, entries), end);
    for (const { at, content } of pieces) put(content, at / sector);
  } finally {
    closeSync(out);
  }
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(34 * sector);
  const from = openSync(file, 'r');
  readSync(from, head, 0, head.length, 0);
  closeSync(from);
  return head;
}

/** The partition of this name on a disk made as above, as bytes. */
export function partitionOf(file: string, name: string): { readonly at: number; readonly size: number } {
  const head = headOf(file);
  for (let at = 2 * sector; at + 128 <= head.length; at += 128) {
    const label = head.toString('utf16le', at + 56, at + 128).replace(/\0.*$/s, '');
    const first = Number(head.readBigUInt64LE(at + 32));
    if (label === name)
      return { at: first * sector, size: (Number(head.readBigUInt64LE(at + 40)) - first + 1) * sector };
  }
  throw new Error(`${file} has no partition ${name}`);
}
