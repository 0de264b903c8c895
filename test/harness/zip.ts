// Archives for tests, including malicious ones.

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** A Buffer if it is not UTF-8. */
  readonly name: string | Buffer;
  readonly data: Buffer;
  /** Compressed; omitted: stored. */
  readonly deflate?: boolean;
  /** A false size claimed by the archive. */
  readonly claims?: number;
  readonly encrypted?: boolean;
}

/** A ZIP archive of these entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, deflate = false, claims, encrypted = false } of entries) {
    const packed = deflate ? deflateRawSync(data) : data;
    const label = typeof name === 'string' ? Buffer.from(name) : name;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(encrypted ? 1 : 0, 6);
    head.writeUInt16LE(deflate ? 8 : 0, 8);
    head.writeUInt16LE(0x21, 12);
    head.writeUInt32LE(crc32(data), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claims ?? data.length, 22);
    head.writeUInt16LE(label.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    parts.push(head, label, packed);
    directory.push(entry, label);
    at += head.length + label.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
