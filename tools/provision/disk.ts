// Factory data for a board without a running system: the third block of the partition `env`, which `start` of the image passes to
// the daemon and wipes after the import (docs/provisioning.md).

import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { partitionOf } from '../image/disk.ts';
import { Fault } from '../release/fault.ts';

const at = 2 * 4096;
const size = 4096;

/** Writes it to a disk, or a disk image; durable when it returns. */
export function writeProvision(disk: string, text: string): void {
  const block = Buffer.alloc(size);
  if (Buffer.byteLength(text) > size) throw new Fault('what the factory gives has no room on the disk');
  const where = partitionOf(disk, 'env').at + at;
  const file = openSync(disk, 'r+');
  try {
    readSync(file, block, 0, size, where);
    if (block.some((octet) => octet !== 0)) throw new Fault(`${disk} has been given something already`);
    block.write(text);
    writeSync(file, block, 0, size, where);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
